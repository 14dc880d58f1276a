package main

import (
	"math"
	"math/big"
)

type vec [3]float64

// node is a run of the order of a body's triangles.
type node struct {
	*body
	first, end int
}

func (n node) halves() (node, node) {
	middle := n.first + (n.end-n.first)/2
	return node{n.body, n.first, middle}, node{n.body, middle, n.end}
}

// each calls visit with all corners of a node.
func (n node) each(visit func(vec)) {
	for _, t := range n.mesh.at[n.first:n.end] {
		for _, k := range t {
			visit(n.corners[k])
		}
	}
}

// directions have steps of their own: step 2k is direction k, step 2k+1 its negative.
var directions = [13][3]int64{
	{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1},
	{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
}

// cover reads the steps for two nodes, which cover every pair of their triangles, and checks them.
func (v *verifier) cover(a, b node) {
	step := v.byte()
	switch {
	case v.err != nil:
	case step < 26:
		d, sign := directions[step/2], 1-2*int64(step%2)
		v.apart(triple{big.NewInt(sign * d[0]), big.NewInt(sign * d[1]), big.NewInt(sign * d[2])}, a, b)
	case step == 0x20 || step == 0x21:
		v.apart(v.small(int(step-0x1f)), a, b)
	case step == 0x22:
		v.apart(v.integers(), a, b)
	case step == 0x30 && a.end-a.first > 1:
		first, second := a.halves()
		v.cover(first, b)
		v.cover(second, b)
	case step == 0x31 && b.end-b.first > 1:
		first, second := b.halves()
		v.cover(a, first)
		v.cover(a, second)
	case v.lists && a.end-a.first == 1 && b.end-b.first == 1:
		v.touch(step, a, b)
		v.found = append(v.found, contact{uint32(v.ia), a.mesh.order[a.first], uint32(v.ib), b.mesh.order[b.first]})
	default:
		v.require(false, "step %#x for nodes of %d and %d triangles", step, a.end-a.first, b.end-b.first)
	}
}

// apart checks that all of a lies below all of b along d, by more than the reach: in floating point where its error cannot matter, in
// whole numbers otherwise.
func (v *verifier) apart(d triple, a, b node) {
	if v.err != nil || v.clearlyApart(d, a, b) {
		return
	}
	unit := v.unit(a, b)
	var most, least *big.Int
	a.each(func(c vec) {
		if x := dot(d, whole(c, unit)); most == nil || x.Cmp(most) > 0 {
			most = x
		}
	})
	b.each(func(c vec) {
		if x := dot(d, whole(c, unit)); least == nil || x.Cmp(least) < 0 {
			least = x
		}
	})
	gap, reach := new(big.Int).Sub(least, most), whole(vec{v.reach}, unit)
	ok := gap.Sign() > 0 && gap.Mul(gap, gap).Cmp(new(big.Int).Mul(dot(d, d), dot(reach, reach))) > 0
	v.require(ok, "the nodes of triangles %d and %d are not farther apart than the reach along %v", a.mesh.order[a.first], b.mesh.order[b.first], d)
}

// clearlyApart is the filter. The product with a whole number up to 2¹⁶ does not lose bits at the lower end of the range, and three
// products and two sums are off by less than 6·2⁻⁵³ of the sum of their magnitudes. Where the gap is above the right side, its rounding
// and that of the two sums are off by at most 2⁻⁵³ of it each, of which 10·2⁻⁵³ have room. What overflows is left to whole numbers.
func (v *verifier) clearlyApart(d triple, a, b node) bool {
	for _, x := range d {
		if x.BitLen() > 16 {
			return false
		}
	}
	n := [3]float64{float64(d[0].Int64()), float64(d[1].Int64()), float64(d[2].Int64())}
	_, most, offA := extremes(n, a)
	least, _, offB := extremes(n, b)
	return least-most > offA+offB+v.along(n)
}

// along returns at least the reach times the length of d: the square of the length is exact, and the number after a rounded one is
// not below what was rounded.
func (v *verifier) along(d [3]float64) float64 {
	if v.reach == 0 {
		return 0
	}
	length := math.Nextafter(math.Sqrt(d[0]*d[0]+d[1]*d[1]+d[2]*d[2]), math.Inf(1))
	return math.Nextafter(v.reach*length, math.Inf(1))
}

func extremes(d [3]float64, n node) (least, most, off float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, t := range n.mesh.at[n.first:n.end] {
		for _, k := range t {
			c := &n.corners[k]
			x, y, z := d[0]*c[0], d[1]*c[1], d[2]*c[2]
			least, most, off = min(least, x+y+z), max(most, x+y+z), max(off, math.Abs(x)+math.Abs(y)+math.Abs(z))
		}
	}
	return least, most, off * 0x1p-49
}

// unit returns the exponent of a power of two of which the reach and all corners of two nodes are multiples.
func (v *verifier) unit(a, b node) int {
	unit := lowest(vec{v.reach})
	a.each(func(c vec) { unit = min(unit, lowest(c)) })
	b.each(func(c vec) { unit = min(unit, lowest(c)) })
	return unit
}

// touch checks a point that two triangles share, where an edge meets a face or by its weights, or points at most the reach apart.
func (v *verifier) touch(step byte, a, b node) {
	var p, q [3]triple
	unit := v.unit(a, b)
	for k := range 3 {
		p[k], q[k] = whole(a.corners[a.mesh.at[a.first][k]], unit), whole(b.corners[b.mesh.at[b.first][k]], unit)
	}
	ok, k := false, step&^0x40
	switch {
	case step>>4 != 4 || k > 7:
	case k < 3:
		ok = pierces(p[k], p[(k+1)%3], q)
	case k < 6:
		ok = pierces(q[k-3], q[(k-2)%3], p)
	default:
		reach := new(big.Int)
		if k == 7 {
			reach = whole(vec{v.reach}, unit)[0]
		}
		ok = near(p, q, v.integers(), v.integers(), reach)
	}
	v.require(ok, "step %#x: the points of triangles %d and %d are not common, or not near", step, a.mesh.order[a.first], b.mesh.order[b.first])
}
