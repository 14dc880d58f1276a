package main

import (
	"math"
	"math/big"
)

// node is a run of the order of a surface, with the corners of its elements. All of them lie within the hull of a few points.
type node struct {
	order         []uint32
	corners, hull []vec
	halves        []*node // nil until they are asked for
}

// newNode makes the corners of the box of the corners their hull, unless these are few.
func newNode(order []uint32, corners []vec) *node {
	n := &node{order: order, corners: corners, hull: corners}
	if len(corners) > 16 {
		low, high := box(corners)
		ends := [2]vec{low, high}
		n.hull = nil
		for k := range 8 {
			n.hull = append(n.hull, vec{ends[k&1][0], ends[k>>1&1][1], ends[k>>2][2]})
		}
	}
	return n
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

// box returns the least and the most of each coordinate.
func box(corners []vec) (low, high vec) {
	low, high = corners[0], corners[0]
	for _, c := range corners {
		for k, x := range c {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	return low, high
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
	gap := add(lowest(zip(sub, exact(vec{}), d), v.of[0].exact(a.corners)), lowest(d, v.of[1].exact(b.corners)))
	room := v.room()
	ok := gap.Sign() > 0 && mul(gap, gap).Cmp(mul(mul(room, room), dot(d, d))) > 0
	demand(ok, "triangles %d and %d, and what is with them, are not farther apart than the reach along %v",
		a.order[0], b.order[0], d)
}

// room is the sum of the reach and of both radii.
func (v *verifier) room() *big.Float {
	r := exact(vec{v.reach, v.of[0].radius, v.of[1].radius})
	return add(add(r[0], r[1]), r[2])
}

// touch checks a point that two triangles share, where an edge of one meets the face of the other, or a point of each of two
// elements, the two at most the reach apart: with the sums U and W of their weights and P and Q of the points times these,
// (W·P − U·Q)² ≤ (reach·U·W)².
func (v *verifier) touch(step byte, a, b *node) {
	p, q, ok := v.of[0].exact(a.corners), v.of[1].exact(b.corners), false
	if k := int(step) - 32; k == 6 {
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
	sum, at = exact(vec{})[0], exact(vec{})
	for range take[byte](v) {
		i, w := int(take[uint16](v)), v.integer()
		demand(i < len(corners) && w.Sign() >= 0, "corner %d of %d has a weight of %v", i, len(corners), w)
		sum, at = add(sum, w), zip(add, at, times(w, corners[i]))
	}
	demand(sum.Sign() > 0, "the weights of a point are 0")
	return sum, at
}
