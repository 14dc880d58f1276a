package depth

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// TestFacets: all points of what stands for a capsule, a cylinder or a cone are within the slack of its surface, and some are nearly that far; nearer and farther ones are in and
// outside of both.
func TestFacets(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 20))
	random := func(size float64) geom.Vec {
		return vec(size*r.NormFloat64(), size*r.NormFloat64(), size*r.NormFloat64())
	}
	for i := range 24 {
		at := random([]float64{0, 1, 1e5}[i%3])
		a := &predicate.Axial{A: at, B: at.Add(random(1)), Radius: 0.2 + r.Float64(), Flat: i%4 > 0, Pointed: i%4 == 2}
		s := new(Solid)
		n := 16 << (i % 3)
		if !s.SetAxial(a, n, 0) {
			t.Fatalf("%+v is refused", *a)
		}
		slack, most := s.Slack(), 0.0
		bound := a.Radius * math.Pow(math.Tan(math.Pi/float64(2*n)), 2)
		if !a.Flat {
			bound *= 3
		}
		if slack > bound*(1+1e-9)+1e-8 {
			t.Errorf("%+v by %d facets: slack %v, want at most %v", *a, n, slack, bound)
		}
		for k := range 4000 {
			q := &s.triangles[k%len(s.triangles)]
			x, y := r.Float64(), r.Float64()
			if x+y > 1 {
				x, y = 1-x, 1-y
			}
			switch k % 3 {
			case 0:
				x, y = 0, 0
			case 1:
				x, y = 0.5, 0.5
			}
			p := q[0].Add(q[1].Sub(q[0]).Scale(x)).Add(q[2].Sub(q[0]).Scale(y))
			most = max(most, math.Abs(toSurface(a, p)))
			p = at.Add(random(1))
			if d := toSurface(a, p); math.Abs(d) > slack*1.01 {
				f := search().foot(s, p)
				if got := f.signed(); got.Lo > d+slack*1.001+1e-9 || got.Hi < d-slack*1.001-1e-9 {
					t.Fatalf("%+v by %d facets: %v is %v deep, in the mesh %v", *a, n, p, d, got)
				}
			}
		}
		if most > slack*(1+1e-9)+1e-13 || most < slack/2-1e-8 {
			t.Errorf("%+v by %d facets: a point is %v off, slack %v", *a, n, most, slack)
		}
	}
	if new(Solid).SetAxial(&predicate.Axial{A: vec(1e9, 0, 0), B: vec(1e9, 1, 0), Radius: 1}, 64, 0) {
		t.Error("what is too thin beside its coordinates is taken")
	}
}

// toSurface is the distance of a point from the surface of a solid, above 0 within.
func toSurface(a *predicate.Axial, p geom.Vec) float64 {
	d := a.B.Sub(a.A)
	l := d.Norm()
	v := p.Sub(a.A)
	h := v.Dot(d) / l
	rho := v.Sub(d.Scale(h / l)).Norm()
	segment := func(ax, ay, bx, by float64) float64 {
		ex, ey := bx-ax, by-ay
		s := max(0, min(1, ((rho-ax)*ex+(h-ay)*ey)/(ex*ex+ey*ey)))
		return math.Hypot(rho-ax-s*ex, h-ay-s*ey)
	}
	switch {
	case !a.Flat:
		return a.Radius - math.Hypot(rho, h-max(0, min(l, h)))
	case a.Pointed:
		off := min(segment(0, 0, a.Radius, 0), segment(a.Radius, 0, 0, l))
		if h > 0 && rho*l < a.Radius*(l-h) {
			return off
		}
		return -off
	}
	off := min(segment(0, 0, a.Radius, 0), segment(0, l, a.Radius, l), segment(a.Radius, 0, a.Radius, l))
	if h > 0 && h < l && rho < a.Radius {
		return off
	}
	return -off
}
