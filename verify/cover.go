package main

import (
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"
)

// node is elements that follow each other in the order of a body: the first one, and the one after the last.
type node [2]int

func (n node) size() int { return n[1] - n[0] }

func (n node) halves() [2]node {
	middle := (n[0] + n[1]) / 2
	return [2]node{{n[0], middle}, {middle, n[1]}}
}

// all is the node of all elements.
func (b *body) all() node { return node{0, len(b.order)} }

// corners returns those of a node in the frame of the file.
func (b *body) corners(n node) []vec {
	each := len(b.at) / len(b.order)
	return b.at[each*n[0] : each*n[1]]
}

// hull returns corners of a box around those of a node, in the frame of the file. It is kept for all bodies of a mesh.
func (b *body) hull(n node) []vec {
	if b.hulls[n] == nil {
		b.hulls[n] = boxOf(b.corners(n))
	}
	return b.hulls[n]
}

func boxOf(corners []vec) []vec {
	low, high := corners[0], corners[0]
	for _, c := range corners {
		for k, x := range c {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	x, y, z, u, v, w := low[0], low[1], low[2], high[0], high[1], high[2]
	return []vec{{x, y, z}, {u, y, z}, {x, v, z}, {u, v, z}, {x, y, w}, {u, y, w}, {x, v, w}, {u, v, w}}
}

// posed returns corners at the pose, where each product and sum is rounded, and the greatest sum of the magnitudes of terms.
func (b *body) posed(corners []vec) (at []vec, bound float64) {
	at = each(corners, func(c vec) (q vec) {
		for k := range q {
			m := b.pose[4*k:]
			x, y, z := float64(m[0]*c[0]), float64(m[1]*c[1]), float64(m[2]*c[2])
			q[k], bound = x+y+z+m[3], max(bound, math.Abs(x)+math.Abs(y)+math.Abs(z)+math.Abs(m[3]))
		}
		return q
	})
	return at, bound
}

// place refuses a pose at which a corner is not finite: each is looked at where the bound of all of them is not finite.
func (b *body) place() *body {
	if _, bound := b.posed(b.hull(b.all())); !(bound <= math.MaxFloat64) {
		at, _ := b.posed(b.at)
		each(at, func(c vec) float64 { return finite(c[0]) + finite(c[1]) + finite(c[2]) })
	}
	return b
}

// cover reads the steps for two nodes, which cover every pair of their elements, and checks them.
func (v *verifier) cover(a, b node) {
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
	case step == 30 && a.size() > 1:
		for _, half := range a.halves() {
			v.cover(half, b)
		}
	case step == 31 && b.size() > 1:
		for _, half := range b.halves() {
			v.cover(a, half)
		}
	default:
		demand(a.size() == 1 && b.size() == 1, "step %d for %d and %d triangles", step, a.size(), b.size())
		v.touch(step, a, b)
		v.found = append(v.found, contact{v.pair[0], v.of[0].order[a[0]], v.pair[1], v.of[1].order[b[0]]})
	}
}

// apart checks that all of a lies below all of b along d, whole numbers up to 2¹⁶, by more than the reach: in floating point
// where its error cannot matter, by boxes or by the corners themselves; exactly otherwise.
//
// Let u be 2⁻⁵³, and the size of a body the sum of the magnitudes of d times the bound. A corner at the pose is off the
// exact one by less than 4.01u of the bound in each coordinate, those of the box as well, and its product with d, of
// five operations, fused or not, by 3.01u of the size. A corner lies within its box, so that its product is above the
// least of those of the box less 12u of the size. Products with whole numbers lose nothing at the lower end of the
// range; others lose 2⁻¹⁰⁷⁵ each, less than 2⁻¹⁰⁵⁰ in all. The gap is hardly above the sum of both sizes. Where it is
// above the right side, its rounding and those of the right side are off by a few u of this sum: 2⁻⁴⁸ is 32u and has
// room for all. So has 1 + 2⁻⁴⁹ for the five roundings of the room; the square of the length is exact. Where anything
// overflows the comparison fails, or the gap is infinite.
func (v *verifier) apart(d vec, a, b node) {
	p, q, up := v.of[0], v.of[1], vec{-d[0], -d[1], -d[2]}
	room := (v.reach + p.radius + q.radius) * math.Sqrt(d[0]*d[0]+d[1]*d[1]+d[2]*d[2]) * (1 + 0x1p-49)
	for _, c := range [2][2][]vec{{p.hull(a), q.hull(b)}, {p.corners(a), q.corners(b)}} {
		x, most := p.posed(c[0])
		y, bound := q.posed(c[1])
		gap, size := least(up, x)+least(d, y), (math.Abs(d[0])+math.Abs(d[1])+math.Abs(d[2]))*(most+bound)
		if gap > size*0x1p-48+0x1p-1050+room && gap <= math.MaxFloat64 {
			return
		}
	}
	v.exactlyApart(exact(d), a, b)
}

// least returns about the least product of a direction with corners, exactly that for a direction of an axis.
func least(d vec, corners []vec) float64 {
	low := math.Inf(1)
	for _, c := range corners {
		low = min(low, d[0]*c[0]+d[1]*c[1]+d[2]*c[2])
	}
	return low
}

func (v *verifier) exactlyApart(d triple, a, b node) {
	p, q := v.exact(a, b)
	gap, room := add(lowest(d, q), lowest(zip(sub, zero, d), p)), v.room()
	ok := gap.Sign() > 0 && mul(gap, gap).Cmp(mul(mul(room, room), dot(d, d))) > 0
	demand(ok, "nodes %d and %d of the orders are not farther apart than the reach along %v", a, b, d)
}

// lowest returns the least product of a direction with a corner.
func lowest(d triple, corners []triple) *big.Float {
	return slices.MinFunc(each(corners, func(c triple) *big.Float { return dot(d, c) }), (*big.Float).Cmp)
}

// exact returns the corners of two nodes at their poses.
func (v *verifier) exact(a, b node) (p, q []triple) {
	x, _ := v.of[0].posed(v.of[0].corners(a))
	y, _ := v.of[1].posed(v.of[1].corners(b))
	return each(x, exact), each(y, exact)
}

// room is the sum of the reach and of both radii.
func (v *verifier) room() *big.Float {
	return add(add(unrounded(v.reach), unrounded(v.of[0].radius)), unrounded(v.of[1].radius))
}

// touch checks a point that two triangles share, where an edge of one meets the face of the other, or a point of each of two
// elements, the two at most the reach apart: with the sums U and W of their weights and P and Q of the points times these,
// (W·P − U·Q)² ≤ (reach·U·W)².
func (v *verifier) touch(step byte, a, b node) {
	p, q := v.exact(a, b)
	var ok bool
	switch {
	case step == 38:
		u, x := v.weighed(p)
		w, y := v.weighed(q)
		d, most := zip(sub, times(w, x), times(u, y)), mul(v.room(), mul(u, w))
		ok = dot(d, d).Cmp(mul(most, most)) <= 0
	case step >= 35:
		ok = pierces(q, p, int(step)-35)
	default:
		ok = pierces(p, q, int(step)-32)
	}
	demand(ok, "step %d: the points of nodes %d and %d of the orders are not common, or not near", step, a, b)
}

// weighed reads a point of the hull of corners by the weights of some of them, and returns the sum of these and of the
// corners times them.
func (v *verifier) weighed(corners []triple) (sum *big.Float, at triple) {
	sum, at = unrounded(0), zero
	for range take[byte](v) {
		i, w := int(take[uint16](v)), v.integer()
		demand(i < len(corners) && w.Sign() >= 0, "corner %d of %d has a weight of %v", i, len(corners), w)
		sum, at = add(sum, w), zip(add, at, times(w, corners[i]))
	}
	demand(sum.Sign() > 0, "the weights of a point are 0")
	return sum, at
}

// integer reads a whole number of any length.
func (v *verifier) integer() *big.Float {
	size := take[uint16](v)
	x := unrounded(0).SetInt(new(big.Int).SetBytes(v.bytes(int(size & 0x7fff))))
	return mul(x, unrounded(1-2*float64(size>>15)))
}

// triple is a point or a direction, exactly.
type triple [3]*big.Float

var zero = exact(vec{})

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

// cross returns the cross product of b−a and c−a.
func cross(a, b, c triple) triple {
	u, w := zip(sub, b, a), zip(sub, c, a)
	turn := func(i, j int) *big.Float { return sub(mul(u[i], w[j]), mul(u[j], w[i])) }
	return triple{turn(1, 2), turn(2, 0), turn(0, 1)}
}

// side returns the sign of the determinant of b−a, c−a, d−a.
func side(a, b, c, d triple) int { return dot(cross(a, b, c), zip(sub, d, a)).Sign() }

// pierces reports whether edge k of a triangle meets another one t: its ends are not on one side of the plane of t, nor both in
// it, and no two edges of t pass its line on different sides.
func pierces(of, t []triple, k int) bool {
	demand(k >= 0 && k < 3 && len(of) == 3 && len(t) == 3, "the step is unknown, or not about triangles")
	p, q := of[k], of[(k+1)%3]
	x, y, z := side(p, q, t[0], t[1]), side(p, q, t[1], t[2]), side(p, q, t[2], t[0])
	return side(t[0], t[1], t[2], p) != side(t[0], t[1], t[2], q) && (min(x, y, z) >= 0 || max(x, y, z) <= 0)
}

// axes are the directions along which what is beyond a point cannot meet the ray from it along x, and x itself.
var axes = []vec{{0, 1}, {0, -1}, {0, 0, 1}, {0, 0, -1}, {-1}, {1}}

// beyond reports whether all corners are farther than p along one of some axes.
func beyond(axes, corners []vec, p vec) bool {
	return slices.ContainsFunc(axes, func(d vec) bool { return least(d, corners) > least(d, []vec{p}) })
}

// holds reports whether a lies in b: whether the winding number of b around the seed of a part of a is not 0. A solid shares
// a point with what lies in it, so that nothing is asked of it. Around what is out of its box the number is 0.
func (b *body) holds(a *body) bool {
	corners, _ := b.posed(b.at)
	asked, _ := a.posed(a.seeds)
	box, p := boxOf(corners), b.pose
	asked = slices.DeleteFunc(asked, func(p vec) bool { return b.solid || beyond(axes, box, p) })
	regular := !b.open && side(zero, exact(vec(p[:3])), exact(vec(p[4:7])), exact(vec(p[8:11]))) != 0
	demand(len(asked) <= 1024, "more than 1024 parts are in the box of %s", b.name)
	demand(len(asked) == 0 || regular, "%s is not closed, or its matrix is singular", b.name)
	return slices.ContainsFunc(asked, func(p vec) bool { return winding(corners, p) != 0 })
}

// winding counts the triangles that the ray from p + (0, ε, ε²) along x crosses, for an ε that is above 0 and smaller than any
// number: those that it leaves by their front less those that it leaves by their back.
func winding(corners []vec, p vec) (n int) {
	for t := range slices.Chunk(corners, 3) {
		if beyond(axes[:5], t, p) {
			continue // it is beside the ray, or behind p
		}
		a, b, c, q := exact(t[0]), exact(t[1]), exact(t[2]), exact(p)
		if o := turn(a, b, q); turn(b, c, q) == o && turn(c, a, q) == o && side(a, b, c, q) == -o {
			n += o
		}
	}
	return n
}

// turn is the sign of the determinant of b−a and p + (ε, ε²) − a in y and z.
func turn(a, b, p triple) int {
	return cmp.Or(cross(a, b, p)[0].Sign(), a[2].Cmp(b[2]), b[1].Cmp(a[1]))
}

// weld finds the least vertex of each part of a mesh, and whether the mesh is open: whether sides go from a vertex to another
// one that do not come back. Triangles with a vertex in common are of one part. Vertices are the same if their numbers are.
func (b *body) weld() {
	// From a vertex to another one of its part, and how often a side does not come back.
	up, sides := map[vec]vec{}, map[[2]vec]int{}
	for _, c := range b.at {
		up[c] = c
	}
	root := func(c vec) vec {
		for up[c] != c {
			up[c], c = up[up[c]], up[c]
		}
		return c
	}
	for i, from := range b.at {
		to := b.at[i-i%3+(i+1)%3]
		sides[[2]vec{from, to}]++
		sides[[2]vec{to, from}]--
		ends := each([]vec{from, to}, root)
		slices.SortFunc(ends, func(p, q vec) int { return slices.Compare(p[:], q[:]) })
		up[ends[1]] = ends[0]
	}
	b.open = slices.ContainsFunc(slices.Collect(maps.Values(sides)), func(n int) bool { return n != 0 })
	b.seeds = slices.DeleteFunc(slices.Collect(maps.Keys(up)), func(c vec) bool { return up[c] != c })
}
