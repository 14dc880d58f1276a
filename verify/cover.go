package main

import (
	"math"
	"math/big"
	"slices"
)

// node is a run of the order of a surface, with the corners of its elements. All of them lie within the hull of a few points.
type node struct {
	order         []uint32
	corners, hull []vec
	halves        []*node // nil until they are asked for
}

// newNode makes the corners of the box of the corners their hull, unless these are few.
func newNode(order []uint32, corners []vec) *node {
	if len(corners) <= 16 {
		return &node{order: order, corners: corners, hull: corners}
	}
	low, high := corners[0], corners[0]
	for _, c := range corners {
		for k, x := range c {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	x, y, z, u, v, w := low[0], low[1], low[2], high[0], high[1], high[2]
	hull := []vec{{x, y, z}, {u, y, z}, {x, v, z}, {u, v, z}, {x, y, w}, {u, y, w}, {x, v, w}, {u, v, w}}
	return &node{order: order, corners: corners, hull: hull}
}

// part returns the node of the elements from one on up to another one.
func (n *node) part(from, to int) *node {
	size := len(n.corners) / len(n.order)
	return newNode(n.order[from:to], n.corners[size*from:size*to])
}

func (n *node) split() []*node {
	if n.halves == nil {
		middle := len(n.order) / 2
		n.halves = []*node{n.part(0, middle), n.part(middle, len(n.order))}
	}
	return n.halves
}

// cover reads the steps for two nodes, which cover every pair of their elements, and checks them.
func (v *verifier) cover(a, b *node) {
	switch step := take[byte](v); {
	case step < 27:
		v.apart(vec{float64(step/9) - 1, float64(step/3%3) - 1, float64(step%3) - 1}, a, b)
	case step == 27:
		d := take[[3]int8](v)
		v.apart(vec{float64(d[0]), float64(d[1]), float64(d[2])}, a, b)
	case step == 28:
		d := take[[3]int16](v)
		v.apart(vec{float64(d[0]), float64(d[1]), float64(d[2])}, a, b)
	case step == 29:
		v.exactlyApart(triple{v.integer(), v.integer(), v.integer()}, a, b)
	case step == 30 && len(a.order) > 1:
		for _, half := range a.split() {
			v.cover(half, b)
		}
	case step == 31 && len(b.order) > 1:
		for _, half := range b.split() {
			v.cover(a, half)
		}
	default:
		demand(len(a.order) == 1 && len(b.order) == 1, "step %d for nodes of %d and %d triangles", step, len(a.order), len(b.order))
		v.touch(step, a, b)
		v.found = append(v.found, contact{v.pair[0], a.order[0], v.pair[1], b.order[0]})
	}
}

// apart checks that all of a lies below all of b along d, whole numbers up to 2¹⁶, by more than the reach: in floating point
// where its error cannot matter, by the hulls or by the corners themselves; exactly otherwise.
//
// Let u be 2⁻⁵³. The filter has the products of d with corners at the pose in another order of operations than the contract of
// poses: R is turned into d first. A coordinate goes through at most seven roundings in the one and four in the other, so that the
// two differ by less than 12u of the sum of the magnitudes of all terms, which is at most that of the numbers of d times the
// bound of the body. Rounding keeps the order, so that products of a hull enclose those of what is in it. Products with
// whole numbers lose nothing at the lower end of the range; others lose at most 2⁻¹⁰⁷⁵ each, which is less than 2⁻¹⁰⁵⁰ in all.
// The gap is not above the size by more than that. Where it is above the right side, its rounding and those of the sums on the
// right are off by at most u of it each: 2⁻⁴⁸ is 32u and has room for all. So has 1 + 2⁻⁴⁹ for the five roundings of the
// room; the square of the length is exact. A bound has room for its own roundings, so that nothing overflows where the size does
// not, but R turned into d, which makes each product infinite or no number.
func (v *verifier) apart(d vec, a, b *node) {
	p, q, up := v.of[0], v.of[1], vec{-d[0], -d[1], -d[2]}
	size := (math.Abs(d[0]) + math.Abs(d[1]) + math.Abs(d[2])) * (p.bound + q.bound)
	room := (v.reach + p.radius + q.radius) * math.Sqrt(d[0]*d[0]+d[1]*d[1]+d[2]*d[2]) * (1 + 0x1p-49)
	for _, c := range [2][2][]vec{{a.hull, b.hull}, {a.corners, b.corners}} {
		gap := p.least(up, c[0]) + q.least(d, c[1])
		if gap > size*0x1p-48+0x1p-1050+room && gap <= math.MaxFloat64 {
			return
		}
	}
	v.exactlyApart(exact(d), a, b)
}

// least returns about the least product of a direction with corners at the pose, no number if one of them is none.
func (b *body) least(d vec, corners []vec) float64 {
	turned := func(k int) float64 { return d[0]*b.pose[k] + d[1]*b.pose[4+k] + d[2]*b.pose[8+k] }
	x, y, z, t, least := turned(0), turned(1), turned(2), turned(3), math.Inf(1)
	for i := range corners {
		c := &corners[i]
		least = min(least, x*c[0]+y*c[1]+z*c[2]+t)
	}
	return least
}

func (v *verifier) exactlyApart(d triple, a, b *node) {
	p, q := v.exact(a, b)
	gap, room := add(lowest(zip(sub, exact(vec{}), d), p), lowest(d, q)), v.room()
	ok := gap.Sign() > 0 && mul(gap, gap).Cmp(mul(mul(room, room), dot(d, d))) > 0
	demand(ok, "triangles %d and %d, and what is with them, are not farther apart than the reach along %v",
		a.order[0], b.order[0], d)
}

// room is the sum of the reach and of both radii.
func (v *verifier) room() *big.Float {
	return add(add(unrounded(v.reach), unrounded(v.of[0].radius)), unrounded(v.of[1].radius))
}

// exact returns the corners of two nodes at their poses.
func (v *verifier) exact(a, b *node) (p, q []triple) {
	return each(each(a.corners, v.of[0].at), exact), each(each(b.corners, v.of[1].at), exact)
}

// touch checks a point that two triangles share, where an edge of one meets the face of the other, or a point of each of two
// elements, the two at most the reach apart: with the sums U and W of their weights and P and Q of the points times these,
// (W·P − U·Q)² ≤ (reach·U·W)².
func (v *verifier) touch(step byte, a, b *node) {
	p, q := v.exact(a, b)
	k, ok := int(step)-32, false
	if k == 6 {
		u, at := v.weighed(p)
		w, to := v.weighed(q)
		d, most := zip(sub, times(w, at), times(u, to)), mul(v.room(), mul(u, w))
		ok = dot(d, d).Cmp(mul(most, most)) <= 0
	} else if k >= 0 && k < 6 && len(p) == 3 && len(q) == 3 {
		if k >= 3 {
			p, q = q, p
		}
		ok = pierces(p[k%3], p[(k+1)%3], q)
	}
	demand(ok, "step %d: the points of triangles %d and %d are not common, or not near", step, a.order[0], b.order[0])
}

// weighed reads a point of the hull of corners by the weights of some of them, and returns the sum of these and of the
// corners times them.
func (v *verifier) weighed(corners []triple) (sum *big.Float, at triple) {
	sum, at = unrounded(0), exact(vec{})
	for range take[byte](v) {
		i, w := int(take[uint16](v)), v.integer()
		demand(i < len(corners) && w.Sign() >= 0, "corner %d of %d has a weight of %v", i, len(corners), w)
		sum, at = add(sum, w), zip(add, at, times(w, corners[i]))
	}
	demand(sum.Sign() > 0, "the weights of a point are 0")
	return sum, at
}

// triple is a point or a direction, exactly.
type triple [3]*big.Float

// unrounded returns a number of which results are not rounded: what is added and multiplied here has a few million bits.
func unrounded(x float64) *big.Float { return new(big.Float).SetPrec(big.MaxPrec).SetFloat64(x) }

func exact(c vec) triple { return triple{unrounded(c[0]), unrounded(c[1]), unrounded(c[2])} }

func add(a, b *big.Float) *big.Float { return new(big.Float).Add(a, b) }
func sub(a, b *big.Float) *big.Float { return new(big.Float).Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return new(big.Float).Mul(a, b) }

// zip applies an operation to each coordinate.
func zip(do func(a, b *big.Float) *big.Float, a, b triple) triple {
	return triple{do(a[0], b[0]), do(a[1], b[1]), do(a[2], b[2])}
}

func times(x *big.Float, a triple) triple { return zip(mul, triple{x, x, x}, a) }

func dot(a, b triple) *big.Float { return add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2])) }

// lowest returns the least product of a direction with a corner.
func lowest(d triple, corners []triple) *big.Float {
	along := each(corners, func(c triple) *big.Float { return dot(d, c) })
	return slices.MinFunc(along, (*big.Float).Cmp)
}

// cross returns the cross product of b−a and c−a.
func cross(a, b, c triple) triple {
	u, w := zip(sub, b, a), zip(sub, c, a)
	turn := func(i, j int) *big.Float { return sub(mul(u[i], w[j]), mul(u[j], w[i])) }
	return triple{turn(1, 2), turn(2, 0), turn(0, 1)}
}

// side returns the sign of the determinant of b−a, c−a, d−a.
func side(a, b, c, d triple) int { return dot(cross(a, b, c), zip(sub, d, a)).Sign() }

// pierces reports whether the segment from p to q meets the triangle t: its ends are not on one side of the plane of t, nor
// both in it, and no two edges of t pass its line on different sides.
func pierces(p, q triple, t []triple) bool {
	x, y, z := side(p, q, t[0], t[1]), side(p, q, t[1], t[2]), side(p, q, t[2], t[0])
	return side(t[0], t[1], t[2], p) != side(t[0], t[1], t[2], q) && (min(x, y, z) >= 0 || max(x, y, z) <= 0)
}
