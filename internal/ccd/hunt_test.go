package ccd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
)

// TestHunt looks for the worst input of the bounds in float64.
func TestHunt(t *testing.T) {
	hunt.Test(t, "testdata/worst.txt", []hunt.Case{
		// Two moving points, a direction and a time.
		{Name: "movingApart", N: 16, Start: startGap, Ratio: gapRatio},
		// Four coefficients, of which the first 53 bits are not all, and a time.
		{Name: "movingSign", N: 9, Start: startAbout, Ratio: aboutRatio},
		// Four moving points and two times.
		{Name: "movingSide", N: 26, Start: startSure, Ratio: sideRatio},
		{Name: "movingVolume", N: 26, Start: startSure, Ratio: volumeRatio},
		// Four moving points and a time.
		{Name: "movingThrough", N: 25, Start: startSure, Ratio: throughRatio},
	})
}

func startGap(r *rand.Rand, x []float64) {
	for i := range x {
		x[i] = 2*r.Float64() - 1
	}
	x[15] = r.Float64()
}

func vecAt(x []float64, i int) geom.Vec { return geom.Vec{X: x[i], Y: x[i+1], Z: x[i+2]} }

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// gapRatio is how far a projected difference of points is off, over the bound.
func gapRatio(x []float64) float64 {
	for _, v := range x {
		if !(math.Abs(v) <= 1e6) || v != 0 && math.Abs(v) < 1e-6 {
			return -1
		}
	}
	q := Query{Start: [4]geom.Vec{vecAt(x, 0), vecAt(x, 0), vecAt(x, 3), vecAt(x, 3)}, End: [4]geom.Vec{vecAt(x, 6), vecAt(x, 6), vecAt(x, 9), vecAt(x, 9)}}
	d, at := vecAt(x, 12), x[15]
	if !(at >= 0 && at <= 1) {
		return -1
	}
	var p [4]geom.Vec
	q.at(at, &p)
	exact, m := new(big.Rat), 0.0
	for k := range 3 {
		pos := func(i int) *big.Rat {
			s, e := rat(q.Start[i].At(k)), rat(q.End[i].At(k))
			return s.Add(s, e.Sub(e, s).Mul(e, rat(at)))
		}
		diff := pos(2)
		exact.Add(exact, diff.Sub(diff, pos(0)).Mul(diff, rat(d.At(k))))
	}
	for i := range 12 {
		m = max(m, math.Abs(x[i]))
	}
	off, _ := exact.Sub(exact, rat(q.gap(&p, &d))).Float64()
	return math.Abs(off) / (apartBound * m * (math.Abs(d.X) + math.Abs(d.Y) + math.Abs(d.Z)))
}

func startAbout(r *rand.Rand, x []float64) {
	for i := range x {
		x[i] = math.Round((2*r.Float64() - 1) * 0x1p52)
	}
	x[8] = r.Float64()
}

// aboutRatio is how far the value of about is off at the end of the root's interval that it does not
// look at, over the bound.
func aboutRatio(x []float64) float64 {
	if !(x[8] > aboutLeast && x[8] <= 1) {
		return -1
	}
	p, sum := make(poly, 4), 0.0
	for k := range p {
		for _, v := range x[2*k : 2*k+2] {
			if math.Abs(v) > 0x1p60 || v != math.Trunc(v) {
				return -1
			}
		}
		high, _ := new(big.Float).SetFloat64(x[2*k]).Int(nil)
		low, _ := new(big.Float).SetFloat64(x[2*k+1]).Int(nil)
		if p[k] = high.Add(high.Lsh(high, 53), low); p[k].Sign() == 0 {
			return -1
		}
	}
	v := 0.0
	for k := len(p) - 1; k >= 0; k-- {
		c, _ := p[k].Float64()
		v = v*x[8] + c
		sum = sum*x[8] + math.Abs(c)
	}
	t, exact := rat(math.Nextafter(x[8], 0)), new(big.Rat)
	for k := len(p) - 1; k >= 0; k-- {
		exact.Mul(exact, t).Add(exact, new(big.Rat).SetInt(p[k]))
	}
	off, _ := exact.Sub(exact, rat(v)).Float64()
	return math.Abs(off) / (aboutBound * sum)
}

func startSure(r *rand.Rand, x []float64) {
	for i := range x {
		x[i] = 2*r.Float64() - 1
	}
	for i := 24; i < len(x); i++ {
		x[i] = r.Float64()
	}
}

// sureQuery is four moving points, false for numbers that say nothing: a time that is none, or magnitudes next to which products underflow.
func sureQuery(x []float64) (q Query, ok bool) {
	for i, v := range x {
		if !(math.Abs(v) <= 1e6) || v != 0 && math.Abs(v) < 1e-6 || i >= 24 && !(v >= 0 && v <= 1) {
			return q, false
		}
	}
	for i := range 4 {
		q.Start[i], q.End[i] = vecAt(x, 3*i), vecAt(x, 12+3*i)
	}
	return q, true
}

// exactAt is where a point of the query is at a time, as seen from another.
func (q *Query) exactAt(i, from int, t float64) (p [3]*big.Rat) {
	for k := range p {
		at := func(i int) *big.Rat {
			s, e := rat(q.Start[i].At(k)), rat(q.End[i].At(k))
			return s.Add(s, e.Sub(e, s).Mul(e, rat(t)))
		}
		p[k] = at(i)
		p[k].Sub(p[k], at(from))
	}
	return p
}

// area is a coordinate of the cross product of two vectors.
func area(u, v [3]*big.Rat, y, z int) *big.Rat {
	a, b := new(big.Rat).Mul(u[y], v[z]), new(big.Rat).Mul(u[z], v[y])
	return a.Sub(a, b)
}

func volumeOf(u, v, w [3]*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for k := range 3 {
		a := area(u, v, (k+1)%3, (k+2)%3)
		sum.Add(sum, a.Mul(a, w[k]))
	}
	return sum
}

// offBy is the error of a float64, over a bound.
func offBy(x float64, exact *big.Rat, bound float64) float64 {
	off, _ := new(big.Rat).Sub(exact, rat(x)).Float64()
	return math.Abs(off) / bound
}

// sureAt has the query as surely sees it, and its points at two times as computed.
func sureAt(x []float64) (q Query, s sure, ends [2][4]geom.Vec, ok bool) {
	if q, ok = sureQuery(x); ok {
		s, ok = newSure(&q)
	}
	for k := range ends {
		for i := 1; i < 4 && ok; i++ {
			ends[k][i] = between01(&s.start[i], &s.end[i], x[24+k])
		}
	}
	return q, s, ends, ok
}

// sideRatio is how far a Bernstein coefficient of an area of points 1, 2 and 3 is off, over the bound.
func sideRatio(x []float64) float64 {
	q, s, ends, ok := sureAt(x)
	if !ok {
		return -1
	}
	var u, v [2][3]*big.Rat
	for k := range 2 {
		u[k], v[k] = q.exactAt(2, 1, x[24+k]), q.exactAt(3, 1, x[24+k])
	}
	c := sideCoefficients(&ends[0], &ends[1], 1, 2, 3, 0, 1)
	middle := area(u[0], v[1], 0, 1)
	middle.Add(middle, area(u[1], v[0], 0, 1)).Mul(middle, big.NewRat(1, 2))
	return max(offBy(c[0], area(u[0], v[0], 0, 1), s.area), offBy(c[1], middle, s.area))
}

// volumeRatio is how far a Bernstein coefficient of the determinant is off, over the bound.
func volumeRatio(x []float64) float64 {
	q, s, ends, ok := sureAt(x)
	if !ok {
		return -1
	}
	var p [2][4][3]*big.Rat
	for k := range p {
		for i := 1; i < 4; i++ {
			p[k][i] = q.exactAt(i, 0, x[24+k])
		}
	}
	a, b := &p[0], &p[1]
	first, between := volumeOf(a[1], a[2], a[3]), volumeOf(a[1], a[2], b[3])
	between.Add(between, volumeOf(a[1], b[2], a[3])).Add(between, volumeOf(b[1], a[2], a[3])).Mul(between, big.NewRat(1, 3))
	return max(offBy(ends[0][1].Cross(ends[0][2]).Dot(ends[0][3]), first, s.volume), offBy(volumeBetween(&ends[0], &ends[1]), between, s.volume))
}

// throughRatio is how far a corner's place about the plane of a triangle is off, over the bound of through.
func throughRatio(x []float64) float64 {
	q, ok := sureQuery(x)
	if !ok {
		return -1
	}
	m := 0.0
	for i := range q.Start {
		m = max(m, q.Start[i].MaxAbs(), q.End[i].MaxAbs())
	}
	var p [4]geom.Vec
	q.at(x[24], &p)
	d := 3 * max(p[1].Sub(p[0]).MaxAbs(), p[2].Sub(p[0]).MaxAbs(), p[3].Sub(p[0]).MaxAbs())
	if !(m*d*d >= leastThrough) {
		return -1
	}
	at := p[3].Sub(p[0]).Dot(p[1].Sub(p[0]).Cross(p[2].Sub(p[0])))
	return offBy(at, volumeOf(q.exactAt(1, 0, x[24]), q.exactAt(2, 0, x[24]), q.exactAt(3, 0, x[24])), throughBound*m*d*d)
}
