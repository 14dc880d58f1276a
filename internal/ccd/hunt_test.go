package ccd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
)

// TestHunt looks for the worst input of the two bounds in float64.
func TestHunt(t *testing.T) {
	hunt.Test(t, "testdata/worst.txt", []hunt.Case{
		// Two moving points, a direction and a time.
		{Name: "movingApart", N: 16, Start: startGap, Ratio: gapRatio},
		// Four coefficients, of which the first 53 bits are not all, and a time.
		{Name: "movingSign", N: 9, Start: startAbout, Ratio: aboutRatio},
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
