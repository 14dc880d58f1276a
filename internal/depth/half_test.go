package depth

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// TestSetHalf: the prism has what its solid has beneath the plane lowered by the slack, and nothing above the plane raised by it; the
// slack is 0 along the axes, small beside the numbers elsewhere, and what is too far away for that is refused.
func TestSetHalf(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 50))
	number := func() float64 { return 2*r.Float64() - 1 }
	vector := func() geom.Vec { return geom.Vec{X: number(), Y: number(), Z: number()} }
	refused, inside := 0, 0
	for i := range 2000 {
		away := vector().Scale(math.Ldexp(1, r.IntN(60)))
		size := vector().Abs().Scale(math.Ldexp(1, -r.IntN(20)))
		other := posed(t, box("", geom.Vec{}, size), geom.Pose{R: geom.Identity.R, T: away})
		h := &predicate.HalfSpace{Point: away.Add(vector().Scale(size.Norm())), Normal: vector().Scale(math.Ldexp(1, r.IntN(600)-300))}
		if i%4 == 0 {
			h.Normal = geom.Vec{Y: h.Normal.Y}
		}
		var tally predicate.Tally
		low := other.Lowest(&tally, h)
		if tally.HeightSign(h, low) >= 0 {
			continue
		}
		var s Solid
		if !s.SetHalf(h, other) {
			if refused++; away.MaxAbs() < 0x1p40*size.Norm() {
				t.Fatalf("%+v beside %v at %v: refused", h, size, away)
			}
			continue
		}
		if i%4 == 0 && s.slack != 0 || s.slack > 0x1p-48*(away.Norm()+size.Norm()) {
			t.Fatalf("%+v beside %v at %v: slack %v", h, size, away, s.slack)
		}
		for _, q := range s.triangles {
			for _, x := range q {
				if tally.CompareHeight(h, x, s.slack, 0) > 0 {
					t.Fatalf("%+v beside %v at %v: corner %v is too high", h, size, away, x)
				}
			}
		}
		b := other.nodes[0].Box
		for range 8 {
			x := geom.Vec{X: b.Min.X + r.Float64()*b.Size().X, Y: b.Min.Y + r.Float64()*b.Size().Y, Z: b.Min.Z + r.Float64()*b.Size().Z}
			if tally.CompareHeight(h, x, -s.slack, 0) < 0 {
				if inside++; !s.holds(&tally, x) {
					t.Fatalf("%+v beside %v at %v: %v is not in the prism", h, size, away, x)
				}
			}
		}
	}
	if refused < 20 || inside < 1000 {
		t.Errorf("%d refused, %d inside: the draws prove little", refused, inside)
	}
}

func planeAxes(normal geom.Vec) *geom.Mat {
	m := (&predicate.HalfSpace{Normal: normal}).Axes()
	return &m
}

// TestSetHalfFarBeneath: a body far beneath a plane lies in the prism with all its corners, which is no longer than that takes.
func TestSetHalfFarBeneath(t *testing.T) {
	t.Parallel()
	other := posed(t, box("", geom.Vec{}, geom.Vec{X: 1, Y: 2, Z: 3}), geom.Identity)
	for _, normal := range []geom.Vec{{Z: 1}, {X: 1, Y: 2, Z: 3}, {X: -0x1p-1000, Z: 0x1p-1040}, {X: math.MaxFloat64, Y: math.MaxFloat64}} {
		var s Solid
		h := &predicate.HalfSpace{Point: planeAxes(normal).Col(2).Scale(1e12), Normal: normal}
		if !s.SetHalf(h, other) || s.slack != 0 || s.Size() > 60 {
			t.Fatalf("%v: slack %v, size %v", normal, s.slack, s.Size())
		}
		var tally predicate.Tally
		for i := range 8 {
			if x := other.nodes[0].Box.Corner(i); !s.holds(&tally, x) {
				t.Errorf("%v: %v is not in the prism", normal, x)
			}
		}
	}
}
