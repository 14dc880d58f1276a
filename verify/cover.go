package main

import (
	"math"
	"math/big"
)

// node is a run of the order of a body's triangles, with their corners, or a solid.
type node struct {
	of    *surface
	order []uint32
	posed []vec
}

func (n node) halves() (node, node) {
	middle := len(n.order) / 2
	return node{n.of, n.order[:middle], n.posed[:3*middle]}, node{n.of, n.order[middle:], n.posed[3*middle:]}
}

// triangle is one of the order.
func (n node) triangle(i uint32) node {
	demand(int64(i) < int64(len(n.order)), "triangle %d of %d", i, len(n.order))
	if n.of.solid {
		return n
	}
	return node{n.of, n.order[i : i+1], n.posed[3*i : 3*i+3]}
}

// weighed returns the corners that have weights: those of a triangle, or four of a solid, which the proof names.
func (v *verifier) weighed(n node) []vec {
	if !n.of.solid {
		return n.posed
	}
	var list []vec
	for _, i := range take[[4]uint32](v) {
		demand(int64(i) < int64(len(n.posed)), "point %d of a solid of %d", i, len(n.posed))
		list = append(list, n.posed[i])
	}
	return list
}

// directions have steps of their own: step 2k is direction k, step 2k+1 its negative.
var directions = [13][3]int64{
	{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1},
	{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
}

// along is a direction of small numbers.
func along(x, y, z int64) triple { return triple{big.NewInt(x), big.NewInt(y), big.NewInt(z)} }

// cover reads the steps for two nodes, which cover every pair of their triangles, and checks them.
func (v *verifier) cover(a, b node) {
	switch step := take[byte](v); {
	case step < 26:
		d, sign := directions[step/2], 1-2*int64(step%2)
		v.apart(along(sign*d[0], sign*d[1], sign*d[2]), a, b)
	case step == 0x20:
		d := take[[3]int8](v)
		v.apart(along(int64(d[0]), int64(d[1]), int64(d[2])), a, b)
	case step == 0x21:
		d := take[[3]int16](v)
		v.apart(along(int64(d[0]), int64(d[1]), int64(d[2])), a, b)
	case step == 0x22:
		v.apart(v.integers(3), a, b)
	case step == 0x30 && len(a.order) > 1:
		first, second := a.halves()
		v.cover(first, b)
		v.cover(second, b)
	case step == 0x31 && len(b.order) > 1:
		first, second := b.halves()
		v.cover(a, first)
		v.cover(a, second)
	default:
		demand(v.lists && len(a.order) == 1 && len(b.order) == 1,
			"step %#x for nodes of %d and %d triangles", step, len(a.order), len(b.order))
		v.touch(step, a, b)
		v.found = append(v.found, contact{v.pair[0], a.order[0], v.pair[1], b.order[0]})
	}
}

// apart checks that all of a lies below all of b along d, by more than the reach: in floating point where its error cannot
// matter, in whole numbers otherwise.
func (v *verifier) apart(d triple, a, b node) {
	if v.clearlyApart(d, a, b) {
		return
	}
	reach, p := points([3]float64{v.reach, a.of.radius, b.of.radius}, append(a.posed[:len(a.posed):len(a.posed)], b.posed...)...)
	var least, most *big.Int
	for k, c := range p {
		x := dot(d, c)
		if k < len(a.posed) && (most == nil || x.Cmp(most) > 0) {
			most = x
		} else if k >= len(a.posed) && (least == nil || x.Cmp(least) < 0) {
			least = x
		}
	}
	gap := new(big.Int).Sub(least, most)
	if gap.Sign() <= 0 || mul(gap, gap).Cmp(mul(dot(d, d), mul(reach, reach))) <= 0 {
		demand(false, "triangles %d and %d, and what is with them, are not farther apart than the reach along %v",
			a.order[0], b.order[0], d)
	}
}

// clearlyApart is the filter. The product with a whole number up to 2¹⁶ does not lose bits at the lower end of the range, and
// three products and two sums are off by less than 6·2⁻⁵³ of the sum of their magnitudes. Where the gap is above the right
// side, its rounding and that of the two sums are off by at most 2⁻⁵³ of it each, of which 10·2⁻⁵³ have room. The sum of the
// reach and the radii, times the length of d, is rounded up: the square of the length is exact, and the number after a rounded one is not below what was
// rounded. What overflows is left to whole numbers.
func (v *verifier) clearlyApart(d triple, a, b node) bool {
	var n vec
	for k, x := range d {
		if n[k] = float64(x.Int64()); x.BitLen() > 16 {
			return false
		}
	}
	_, most, offA := extremes(n, a.posed)
	least, _, offB := extremes(n, b.posed)
	gap := 0.
	if v.reach > 0 || a.of.radius > 0 || b.of.radius > 0 {
		up := func(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }
		gap = up(up(up(v.reach+a.of.radius)+b.of.radius) * up(math.Sqrt(n[0]*n[0]+n[1]*n[1]+n[2]*n[2])))
	}
	return least-most > offA+offB+gap
}

func extremes(d vec, corners []vec) (least, most, off float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for i := range corners {
		c := &corners[i]
		x, y, z := d[0]*c[0], d[1]*c[1], d[2]*c[2]
		least, most, off = min(least, x+y+z), max(most, x+y+z), max(off, math.Abs(x)+math.Abs(y)+math.Abs(z))
	}
	return least, most, off * 0x1p-49
}

// touch checks a point that two triangles share, where an edge meets a face or by its weights, or points at most the reach
// apart.
func (v *verifier) touch(step byte, a, b node) {
	list := v.weighed(a)
	m := len(list)
	reach, all := points([3]float64{v.reach, a.of.radius, b.of.radius}, append(list[:m:m], v.weighed(b)...)...)
	p, q := all[:m], all[m:]
	ok, k := false, int(step)-0x40
	switch {
	case k < 0 || k > 7 || k < 7 && (a.of.solid || b.of.solid):
	case k < 3:
		ok = pierces(p[k], p[(k+1)%3], q)
	case k < 6:
		ok = pierces(q[k-3], q[(k-2)%3], p)
	default:
		if k == 6 {
			reach = new(big.Int)
		}
		ok = near(p, q, v.integers(len(p)), v.integers(len(q)), reach)
	}
	demand(ok, "step %#x: the points of triangles %d and %d are not common, or not near", step, a.order[0], b.order[0])
}
