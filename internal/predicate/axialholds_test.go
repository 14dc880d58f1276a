package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// TestAxialHolds: a cylinder or a cone lies in another solid whose radius is a little larger than its points need, and does not where that is a little smaller. Both
// are proven within 1e-12.
func TestAxialHolds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 20))
	point := func() geom.Vec {
		return geom.Vec{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Z: r.Float64() - 0.5}
	}
	tried := 0
	for i := range require.Cases(600, 120) {
		a := &Axial{A: point().Scale(8), B: point().Scale(8), Flat: i%3 > 0, Pointed: i%3 == 2}
		middle := a.A.Scale(0.6).Add(a.B.Scale(0.4))
		b := &Axial{A: middle.Add(point()), B: middle.Add(point()), Radius: 0.1 + 0.3*r.Float64(), Flat: true, Pointed: i%2 == 0}
		a.Radius = a.needs(b)
		if math.IsInf(a.Radius, 1) {
			continue
		}
		tried++
		s := axialScales[i%4]
		for _, c := range []struct {
			by   float64
			want bool
		}{{1 + 1e-12, true}, {1 - 1e-12, false}} {
			in := a.scaled(s)
			in.Radius *= c.by
			var tally Tally
			if holds, decided := tally.AxialHolds(in, b.scaled(s)); holds != c.want || !decided {
				t.Fatalf("%+v in %+v: %v, %v, want %v", *b, *in, holds, decided, c.want)
			}
			if overlap, decided := tally.AxialsOverlap(in, b.scaled(s)); !overlap || !decided {
				t.Fatalf("%+v and %+v: overlap %v, %v", *b, *in, overlap, decided)
			}
		}
	}
	if tried < 40 {
		t.Errorf("%d pairs: the draws prove little", tried)
	}
}

// needs returns about the least radius with which a holds b: +Inf where a plane of a is in the way.
func (a *Axial) needs(b *Axial) float64 {
	d := b.B.Sub(b.A)
	u := d.Cross(geom.Vec{X: 0.3, Y: 0.5, Z: 0.8})
	u = u.Scale(b.Radius / u.Norm())
	v := d.Cross(u).Scale(1 / d.Norm())
	most := 0.0
	for _, end := range [2]geom.Vec{b.A, b.B} {
		at := func(angle float64) float64 {
			sin, cos := math.Sincos(angle)
			return a.need(end.Add(u.Scale(cos)).Add(v.Scale(sin)))
		}
		if b.Pointed && end == b.B {
			most = max(most, a.need(end))
			continue
		}
		best := 0.0
		for k := range 400 {
			if x := float64(k) * math.Pi / 200; at(x) > at(best) {
				best = x
			}
		}
		for step := math.Pi / 200; step > 1e-10; step /= 2 {
			for _, x := range [2]float64{best - step, best + step} {
				if at(x) > at(best) {
					best = x
				}
			}
		}
		most = max(most, at(best))
	}
	return most
}

// need is the radius that a needs to hold a point.
func (a *Axial) need(p geom.Vec) float64 {
	d := a.B.Sub(a.A)
	v := p.Sub(a.A)
	h := v.Dot(d) / d.Dot(d)
	rho := v.Cross(d).Norm() / d.Norm()
	switch {
	case a.Flat && !(h > 1e-9 && h < 1-1e-9):
		return math.Inf(1)
	case a.Pointed:
		return rho / (1 - h)
	}
	return v.Sub(d.Scale(max(0, min(1, h)))).Norm()
}

// TestRimIsAround: a square around a rim is, and none that is a little smaller.
func TestRimIsAround(t *testing.T) {
	t.Parallel()
	a := &Axial{B: geom.Vec{X: 1, Y: 2, Z: 3}, Radius: 0.7, Flat: true}
	x := a.exactly()
	for _, size := range []float64{1 - 1e-15, 1 + 1e-15, 2} {
		r := rim{}
		r.span(&x)
		for _, p := range [][2]float64{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
			r.corners = append(r.corners, r.weights(p, size))
		}
		if got := r.isAround(); got != (size > 1) {
			t.Errorf("times %v: around %v", size, got)
		}
	}
}
