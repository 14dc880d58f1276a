package depth

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
)

// TestHunt looks for the solids whose corners are the farthest from where they should be.
func TestHunt(t *testing.T) {
	hunt.Test(t, "testdata/worst.txt", []hunt.Case{{Name: "facets", N: 7, Start: axisStart, Ratio: facetsRatio, Steps: 800}})
}

func axisStart(r *rand.Rand, x []float64) {
	for k := range x {
		x[k] = (1 + r.Float64()) * math.Ldexp(1, r.IntN(5)-2) * float64(2*r.IntN(2)-1)
	}
}

// exactly has digits enough for sums and products of a hunt's coordinates, and for the roots here.
func exactly(x float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(x) }

// facetsRatio is how far the corners of a cylinder of 16 sides are from its rims, over the bound.
func facetsRatio(x []float64) float64 {
	for _, v := range x {
		if a := math.Abs(v); a != 0 && (a < 0x1p-60 || a > 0x1p30) {
			return -1
		}
	}
	f := facets{n: 16, a: vec(x[0], x[1], x[2]), b: vec(x[3], x[4], x[5]), flat: true, radius: math.Abs(x[6]), around: halved(16)}
	f.error = facetError * (f.a.MaxAbs() + f.b.MaxAbs() + f.radius)
	d := f.b.Sub(f.a)
	if !(f.error < 0x1p-22*min(f.radius, d.Norm())) {
		return -1
	}
	f.build()
	worst := 0.0
	for i, v := range f.m.Vertices[:2*f.n] {
		end := f.a
		if i >= f.n {
			end = f.b
		}
		worst = max(worst, offRim(v, end, f.a, f.b, f.radius)/f.error)
	}
	return worst
}

// offRim is how far a point is from the circle of a radius around an end of an axis.
func offRim(v, end, a, b geom.Vec, radius float64) float64 {
	difference := func(p, q geom.Vec) (d [3]*big.Float) {
		for k, c := range [3][2]float64{{p.X, q.X}, {p.Y, q.Y}, {p.Z, q.Z}} {
			d[k] = exactly(0).Sub(exactly(c[0]), exactly(c[1]))
		}
		return d
	}
	dot := func(p, q [3]*big.Float) *big.Float {
		s := exactly(0)
		for k := range p {
			s.Add(s, exactly(0).Mul(p[k], q[k]))
		}
		return s
	}
	p, d := difference(v, end), difference(b, a)
	along := dot(p, d)
	high := exactly(0).Quo(along, exactly(0).Sqrt(dot(d, d)))
	square := exactly(0).Sub(dot(p, p), exactly(0).Mul(high, high))
	out := exactly(0).Sub(square.Sqrt(square), exactly(radius))
	h, _ := high.Float64()
	o, _ := out.Float64()
	return math.Hypot(h, o)
}
