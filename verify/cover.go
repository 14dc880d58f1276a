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

func (r node) size() int { return r[1] - r[0] }

func (r node) halves() [2]node {
	middle := (r[0] + r[1]) / 2
	return [2]node{{r[0], middle}, {middle, r[1]}}
}

// all is the run of all elements.
func (b *body) all() node { return node{0, len(b.order)} }

// corners returns those of a run in the frame of the file.
func (b *body) corners(r node) []vec {
	n := len(b.at) / len(b.order)
	return b.at[n*r[0] : n*r[1]]
}

// hull returns corners of a box around those of a run, in the frame of the file. It is kept for all bodies of a mesh.
func (b *body) hull(r node) []vec {
	if b.hulls[r] == nil {
		b.hulls[r] = boxOf(b.corners(r))
	}
	return b.hulls[r]
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

// placed bounds the coordinates of all corners at the pose of a body, and the terms of which they are sums. Where the bound is not
// finite each corner is looked at. One percent is room for roundings.
func (b body) placed() body {
	for _, c := range b.hull(b.all()) {
		for m := range slices.Chunk(b.pose[:], 4) {
			sum := math.Abs(m[0]*c[0]) + math.Abs(m[1]*c[1]) + math.Abs(m[2]*c[2]) + math.Abs(m[3])
			b.bound = max(b.bound, 1.01*sum)
		}
	}
	if !(b.bound <= math.MaxFloat64) {
		b.posed(b.corners(b.all()))
	}
	return b
}

// posed returns corners at the pose: each product and sum is rounded.
func (b *body) posed(corners []vec) []vec {
	return each(corners, func(c vec) (q vec) {
		for k := range q {
			m := b.pose[4*k:]
			q[k] = finite(float64(m[0]*c[0]) + float64(m[1]*c[1]) + float64(m[2]*c[2]) + m[3])
		}
		return q
	})
}

// cover reads the steps for two runs, which cover every pair of their elements, and checks them.
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
// Let u be 2⁻⁵³. The filter has the products of d with corners at the pose in another order of operations than the contract of
// poses: R is turned into d first. A coordinate goes through at most seven roundings in the one and four in the other, so that the
// two differ by less than 12u of the sum of the magnitudes of all terms, which is at most that of the numbers of d times the
// bound of the body. Rounding keeps the order, so that products of a box enclose those of what is in it. Products with
// whole numbers lose nothing at the lower end of the range; others lose at most 2⁻¹⁰⁷⁵ each, which is less than 2⁻¹⁰⁵⁰ in all.
// The gap is not above the size by more than that. Where it is above the right side, its rounding and those of the sums on the
// right are off by at most u of it each: 2⁻⁴⁸ is 32u and has room for all. So has 1 + 2⁻⁴⁹ for the five roundings of the
// room; the square of the length is exact. A bound has room for its own roundings, so that nothing overflows where the size does
// not, but R turned into d, which makes each product infinite or no number.
func (v *verifier) apart(d vec, a, b node) {
	p, q, up := &v.of[0], &v.of[1], vec{-d[0], -d[1], -d[2]}
	size := (math.Abs(d[0]) + math.Abs(d[1]) + math.Abs(d[2])) * (p.bound + q.bound)
	room := (v.reach + p.radius + q.radius) * math.Sqrt(d[0]*d[0]+d[1]*d[1]+d[2]*d[2]) * (1 + 0x1p-49)
	for _, c := range [2][2][]vec{{p.hull(a), q.hull(b)}, {p.corners(a), q.corners(b)}} {
		gap := p.pose.least(up, c[0]) + q.pose.least(d, c[1])
		if gap > size*0x1p-48+0x1p-1050+room && gap <= math.MaxFloat64 {
			return
		}
	}
	v.exactlyApart(exact(d), a, b)
}

// least returns about the least product of a direction with corners at the pose, no number if one of them is none.
func (p *pose) least(d vec, corners []vec) float64 {
	turned := func(k int) float64 { return d[0]*p[k] + d[1]*p[4+k] + d[2]*p[8+k] }
	x, y, z, t, low := turned(0), turned(1), turned(2), turned(3), math.Inf(1)
	for i := range corners {
		c := &corners[i]
		low = min(low, x*c[0]+y*c[1]+z*c[2]+t)
	}
	return low
}

func (v *verifier) exactlyApart(d triple, a, b node) {
	p, q := v.exact(a, b)
	gap, room := add(lowest(d, q), lowest(zip(sub, zero, d), p)), v.room()
	ok := gap.Sign() > 0 && mul(gap, gap).Cmp(mul(mul(room, room), dot(d, d))) > 0
	demand(ok, "runs %d and %d of the orders are not farther apart than the reach along %v", a, b, d)
}

// lowest returns the least product of a direction with a corner.
func lowest(d triple, corners []triple) *big.Float {
	return slices.MinFunc(each(corners, func(c triple) *big.Float { return dot(d, c) }), (*big.Float).Cmp)
}

// exact returns the corners of two runs at their poses.
func (v *verifier) exact(a, b node) (p, q []triple) {
	x, y := &v.of[0], &v.of[1]
	return each(x.posed(x.corners(a)), exact), each(y.posed(y.corners(b)), exact)
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
	demand(ok, "step %d: the points of runs %d and %d of the orders are not common, or not near", step, a, b)
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
	demand(k >= 0 && k < 3 && len(of) == 3 && len(t) == 3, "the step is none, or not about triangles")
	p, q := of[k], of[(k+1)%3]
	x, y, z := side(p, q, t[0], t[1]), side(p, q, t[1], t[2]), side(p, q, t[2], t[0])
	return side(t[0], t[1], t[2], p) != side(t[0], t[1], t[2], q) && (min(x, y, z) >= 0 || max(x, y, z) <= 0)
}

// mostAsked bounds how long it takes to look for each part of one body in another one.
const mostAsked = 1024

// axes are the directions along which what is beyond a point cannot meet the ray from it along x, and x itself.
var axes = []vec{{0, 1}, {0, -1}, {0, 0, 1}, {0, 0, -1}, {-1}, {1}}

// still is the pose of what is at its place.
var still = pose{0: 1, 5: 1, 10: 1}

// beyond reports whether all corners are farther than p along one of some axes.
func beyond(axes, corners []vec, p vec) bool {
	return slices.ContainsFunc(axes, func(d vec) bool { return still.least(d, corners) > still.least(d, []vec{p}) })
}

// holds reports whether a lies in b: whether the winding number of b around the seed of a part of a is not 0. A solid shares
// a point with what lies in it, so that nothing is asked of it. Around what is out of its box the number is 0.
func (b *body) holds(a *body) bool {
	corners := b.posed(b.at)
	box, p := boxOf(corners), b.pose
	out := func(p vec) bool { return b.solid || beyond(axes, box, p) }
	asked := slices.DeleteFunc(a.posed(a.seeds), out)
	regular := !b.open && side(zero, exact(vec(p[:3])), exact(vec(p[4:7])), exact(vec(p[8:11]))) != 0
	demand(len(asked) <= mostAsked, "more than %d parts are in the box of %s", mostAsked, b.name)
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
	up, sides := map[vec]vec{}, map[[2]vec]int{} // from a vertex to another of its part, and how often a side does not come back
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
