package simd

import (
	"math"
	"math/big"
	"math/rand/v2"
)

// Constants of package narrow (nearwide.go, wide.go), which its test TestHuntedNear compares.
const (
	wideSlack = 256 * 0x1p-24
	nearSlack = 0x1p-16
)

// boxesStart draws two boxes: the rotation and the way of a motion, then centre, half sizes and axes of
// each. Some have no extent along an axis, some are far from each other.
func boxesStart(r *rand.Rand, x []float64) {
	start(r, x)
	for k := 4; k < 7; k++ {
		x[k] = math.Ldexp(x[k], r.IntN(12))
	}
	for _, from := range [2]int{10, 20} {
		for k := from; k < from+3; k++ {
			if x[k] = math.Abs(x[k]); r.IntN(4) == 0 {
				x[k] = 0
			}
		}
	}
}

// near8Ratios returns by how much a bound of Near8 without slack may exceed the distance of the boxes, over
// what SetWide and nearSlack allow for: along the axes, and along the way between the boxes. The
// distance is no less than the gap along the one direction that the bound stands for.
func near8Ratios(x []float64) (axes, way float64) {
	turns, ok := turn(x[:4])
	qa, okA := turn(x[13:17])
	qb, okB := turn(x[23:27])
	for k := range 3 {
		ok = ok && x[10+k] >= 0 && x[20+k] >= 0
	}
	if !ok || !okA || !okB || !tame(x) {
		return -1, -1
	}
	var m Motion
	var a, b Node
	m.Set(&turns, [3]float64(x[4:7]), 1)
	a.setLane(x[7:10], x[10:13], &qa)
	b.setLane(x[17:20], x[20:23], &qb)
	var p posedBox
	p.set(&m, &a, 0)
	q := p.facing(0, &b, 0)
	exact := exactBoxes(&m, &a, &b)
	reach := 0.0
	for _, n := range []*Node{&a, &b} {
		for _, rows := range [2][3][Lanes]float32{n.C, n.H} {
			v := vec64{float64(rows[0][0]), float64(rows[1][0]), float64(rows[2][0])}
			reach += math.Sqrt(v.dot(v))
		}
	}
	t := vec64(x[4:7])
	grow := 16 * 0x1p-24 * (math.Sqrt(t.dot(t)) + 1.8*reach)
	slack := grow + wideSlack*float64(p.sum+q.hb[0]+q.hb[1]+q.hb[2])
	ratio := func(square float32, n bv) float64 {
		l := new(big.Float).SetPrec(digits).Sqrt(n.dot(n))
		if square == 0 || l.Sign() == 0 {
			return 0
		}
		d, _ := new(big.Float).Quo(exact.gap(n), l).Float64()
		return (math.Sqrt(float64(square)) - d) / (slack + nearSlack*max(0, d))
	}
	var ofB, ofA vec
	for k, g := range q.alongB() {
		ofB[k] = float32(math.Copysign(float64(g), float64(q.x[k])))
	}
	for k, g := range q.alongA() {
		ofA[k] = float32(math.Copysign(float64(g), float64(q.x.dot(q.c[k]))))
	}
	axes = max(ratio(ofB.dot(ofB), exact.sum(ofB, exact.axesB)), ratio(ofA.dot(ofA), exact.sum(ofA, exact.axesA)))
	w, square := q.onWay()
	return axes, ratio(square, exact.sum(w, exact.axesB))
}

// setLane makes lane 0 a box, whose axes are the columns of a rotation.
func (n *Node) setLane(c, h []float64, q *[9]float64) {
	for k := range 3 {
		n.C[k][0], n.H[k][0] = float32(c[k]), float32(h[k])
		for j := range 3 {
			n.Q[3*j+k][0] = float32(q[3*k+j])
		}
	}
}

// boxes64 is two boxes in exact arithmetic: the way between their centres and their axes.
type boxes64 struct {
	d            bv
	axesA, axesB [3]bv
	ha, hb       [3]*big.Float
}

func exactBoxes(m *Motion, a, b *Node) (e boxes64) {
	column := func(n *[3][Lanes]float32) bv {
		return bv{bf(float64(n[0][0])), bf(float64(n[1][0])), bf(float64(n[2][0]))}
	}
	moved := func(v bv) (w bv) {
		for r := range 3 {
			w[r] = bf(0)
			for c := range 3 {
				w[r] = badd(w[r], bmul(bf(m.Col64[c][r]), v[c]))
			}
		}
		return w
	}
	e.d = moved(column(&a.C))
	for r := range 3 {
		e.d[r] = bsub(badd(e.d[r], bf(m.Col64[3][r])), bf(float64(b.C[r][0])))
		e.axesA[r] = moved(column((*[3][Lanes]float32)(a.Q[3*r : 3*r+3])))
		e.axesB[r] = column((*[3][Lanes]float32)(b.Q[3*r : 3*r+3]))
		e.ha[r], e.hb[r] = bf(float64(a.H[r][0])), bf(float64(b.H[r][0]))
	}
	return e
}

// gap is how far the boxes are apart along n, in units of n.
func (e *boxes64) gap(n bv) *big.Float {
	absolute := func(x *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Abs(x) }
	g := absolute(n.dot(e.d))
	for k := range 3 {
		g = bsub(g, bmul(e.ha[k], absolute(n.dot(e.axesA[k]))))
		g = bsub(g, bmul(e.hb[k], absolute(n.dot(e.axesB[k]))))
	}
	return g
}

func (e *boxes64) sum(v vec, axes [3]bv) (n bv) {
	for k := range 3 {
		n[k] = bf(0)
		for j := range 3 {
			n[k] = badd(n[k], bmul(bf(float64(v[j])), axes[j][k]))
		}
	}
	return n
}
