package main

import (
	"math"
	"math/big"
)

// node is a run of the order of a body's elements, with their corners.
type node struct {
	of    *body
	order []uint32
	posed []vec
}

// part is the run of a node from an element on up to another one.
func (n node) part(from, to int) node {
	return node{n.of, n.order[from:to], n.posed[n.of.size*from : n.of.size*to]}
}

func (n node) halves() [2]node {
	middle := len(n.order) / 2
	return [2]node{n.part(0, middle), n.part(middle, len(n.order))}
}

// direction is one of small numbers.
func direction[T int8 | int16](d [3]T) triple {
	return exact(vec{float64(d[0]), float64(d[1]), float64(d[2])})
}

// cover reads the steps for two nodes, which cover every pair of their elements, and checks them.
func (v *verifier) cover(a, b node) {
	switch step := take[byte](v); {
	case step < 27:
		v.apart(direction([3]int8{int8(step/9) - 1, int8(step/3%3) - 1, int8(step%3) - 1}), a, b)
	case step == 27:
		v.apart(direction(take[[3]int8](v)), a, b)
	case step == 28:
		v.apart(direction(take[[3]int16](v)), a, b)
	case step == 29:
		v.apart(triple{v.integer(), v.integer(), v.integer()}, a, b)
	case step == 30 && len(a.order) > 1:
		for _, half := range a.halves() {
			v.cover(half, b)
		}
	case step == 31 && len(b.order) > 1:
		for _, half := range b.halves() {
			v.cover(a, half)
		}
	default:
		demand(len(a.order) == 1 && len(b.order) == 1, "step %d for nodes of %d and %d triangles", step, len(a.order), len(b.order))
		v.touch(step, a, b)
		v.found = append(v.found, contact{v.pair[0], a.order[0], v.pair[1], b.order[0]})
	}
}

// apart checks that all of a lies below all of b along d, by more than the reach: in floating point where its error cannot
// matter, exactly otherwise.
func (v *verifier) apart(d triple, a, b node) {
	if v.clearlyApart(d, a, b) {
		return
	}
	gap, room := add(lowest(d, b.posed), lowest(minus(exact(vec{}), d), a.posed)), v.room(a, b)
	ok := gap.Sign() > 0 && mul(gap, gap).Cmp(mul(mul(room, room), dot(d, d))) > 0
	demand(ok, "triangles %d and %d, and what is with them, are not farther apart than the reach along %v", a.order[0], b.order[0], d)
}

// room is the sum of the reach and of both radii.
func (v *verifier) room(a, b node) *big.Float {
	r := exact(vec{v.reach, a.of.radius, b.of.radius})
	return add(add(r[0], r[1]), r[2])
}

// clearlyApart is the filter. The product with a whole number up to 2¹⁶ does not lose bits at the lower end of the range, and
// three products and two sums are off by less than 6·2⁻⁵³ of the sum of their magnitudes. Where the gap is above the right
// side, its rounding and that of the two sums are off by at most 2⁻⁵³ of it each, of which 10·2⁻⁵³ have room. The sum of the
// reach and the radii, times the length of d, is rounded up: the square of the length is exact, and the number after a rounded one is not below what was
// rounded. What overflows makes it infinite, and is left to exact numbers.
func (v *verifier) clearlyApart(d triple, a, b node) bool {
	var n vec
	for k, x := range d {
		if n[k], _ = x.Float64(); x.MantExp(nil) > 16 {
			return false
		}
	}
	p, q, gap := a.along(n), b.along(n), 0.
	if room := v.reach + a.of.radius + b.of.radius; room > 0 {
		up := func(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }
		gap = up(up(up(v.reach+a.of.radius)+b.of.radius) * up(math.Sqrt(n[0]*n[0]+n[1]*n[1]+n[2]*n[2])))
	}
	return q.least-p.most > p.off+q.off+gap
}

// span is the least and the most of the products of a direction with corners, and how far off they are.
type span struct{ least, most, off float64 }

func extremes(d vec, corners []vec) span {
	least, most, off := math.Inf(1), math.Inf(-1), 0.
	for i := range corners {
		c := &corners[i]
		x, y, z := d[0]*c[0], d[1]*c[1], d[2]*c[2]
		sum := x + y + z
		if off = max(off, math.Abs(x)+math.Abs(y)+math.Abs(z)); sum < least {
			least = sum
		}
		if sum > most {
			most = sum
		}
	}
	return span{least, most, off * 0x1p-49}
}

// spanOf names the span of a run along a direction.
type spanOf struct {
	first *uint32
	n     int
	along vec
}

// along returns the span of a node. Those of long runs are kept for the directions that are steps of their own: halves are asked for again.
func (n node) along(d vec) span {
	if len(n.order) < 64 || max(d[0]*d[0], d[1]*d[1], d[2]*d[2]) > 1 {
		return extremes(d, n.posed)
	}
	name := spanOf{&n.order[0], len(n.order), d}
	s, known := n.of.spans[name]
	if !known {
		h := n.halves()
		p, q := h[0].along(d), h[1].along(d)
		s = span{min(p.least, q.least), max(p.most, q.most), max(p.off, q.off)}
		n.of.spans[name] = s
	}
	return s
}

// touch checks a point that two triangles share, where an edge of one meets the face of the other, or a point of each of two elements, the two
// at most the reach apart: with the sums U and W of their weights and P and Q of the points times these, (W·P − U·Q)² ≤ (reach·U·W)².
func (v *verifier) touch(step byte, a, b node) {
	ok := false
	if k := int(step) - 32; k == 6 {
		u, p := v.weighed(a.posed)
		w, q := v.weighed(b.posed)
		d := minus(times(w, p), times(u, q))
		most := mul(v.room(a, b), mul(u, w))
		ok = dot(d, d).Cmp(mul(most, most)) <= 0
	} else if k >= 0 && k < 6 && len(a.posed) == 3 && len(b.posed) == 3 {
		edge, face := exactly(a.posed), exactly(b.posed)
		if k >= 3 {
			edge, face = face, edge
		}
		ok = pierces(edge[k%3], edge[(k+1)%3], face)
	}
	demand(ok, "step %d: the points of triangles %d and %d are not common, or not near", step, a.order[0], b.order[0])
}

// weighed reads a point of the hull of corners by the weights of some of them, and returns the sum of these and of the corners times them.
func (v *verifier) weighed(corners []vec) (sum *big.Float, at triple) {
	sum, at = unrounded(), exact(vec{})
	for range take[byte](v) {
		i, w := int(take[uint16](v)), v.integer()
		demand(i < len(corners) && w.Sign() >= 0, "corner %d of %d has a weight of %v", i, len(corners), w)
		sum, at = add(sum, w), plus(at, times(w, exact(corners[i])))
	}
	demand(sum.Sign() > 0, "the weights of a point are 0")
	return sum, at
}

// triple is a point or a direction, exactly.
type triple [3]*big.Float

// unrounded returns a number for results that are not rounded: what is added and multiplied here has a few million bits at most.
func unrounded() *big.Float { return new(big.Float).SetPrec(big.MaxPrec) }

func exact(c vec) (t triple) {
	for k, x := range c {
		t[k] = unrounded().SetFloat64(x)
	}
	return t
}

func exactly(corners []vec) (list []triple) {
	for _, c := range corners {
		list = append(list, exact(c))
	}
	return list
}

func add(a, b *big.Float) *big.Float { return new(big.Float).Add(a, b) }
func sub(a, b *big.Float) *big.Float { return new(big.Float).Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return new(big.Float).Mul(a, b) }

func minus(a, b triple) triple { return triple{sub(a[0], b[0]), sub(a[1], b[1]), sub(a[2], b[2])} }

func plus(a, b triple) triple { return triple{add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2])} }

func times(x *big.Float, a triple) triple { return triple{mul(x, a[0]), mul(x, a[1]), mul(x, a[2])} }

func dot(a, b triple) *big.Float { return add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2])) }

// normal is the cross product of b−a and c−a.
func normal(a, b, c triple) (n triple) {
	u, w := minus(b, a), minus(c, a)
	for k := range n {
		i, j := (k+1)%3, (k+2)%3
		n[k] = sub(mul(u[i], w[j]), mul(u[j], w[i]))
	}
	return n
}

// side returns the sign of the determinant of b−a, c−a, d−a.
func side(a, b, c, d triple) int { return dot(normal(a, b, c), minus(d, a)).Sign() }

// pierces reports whether the segment from p to q meets the triangle t: its ends are not on one side of the plane of t, nor
// both in it, and no two edges of t pass its line on different sides.
func pierces(p, q triple, t []triple) bool {
	x, y, z := side(p, q, t[0], t[1]), side(p, q, t[1], t[2]), side(p, q, t[2], t[0])
	return side(t[0], t[1], t[2], p) != side(t[0], t[1], t[2], q) && (min(x, y, z) >= 0 || max(x, y, z) <= 0)
}

// lowest returns the least product of d with a corner.
func lowest(d triple, corners []vec) (least *big.Float) {
	for _, c := range corners {
		if x := dot(d, exact(c)); least == nil || x.Cmp(least) < 0 {
			least = x
		}
	}
	return least
}
