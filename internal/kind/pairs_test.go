package kind

import (
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

func capsule(a, b geom.Vec, radius float64) *Solid {
	return &Solid{Axial: &predicate.Axial{A: a, B: b, Radius: radius}}
}

// TestRoundSolids: kinds of balls and capsules that follow from radii and distances in whole numbers. What has the radius 0
// has no inside.
func TestRoundSolids(t *testing.T) {
	t.Parallel()
	long := capsule(vec(-4, 0, 0), vec(4, 0, 0), 2)
	for _, c := range []struct {
		a, b *Solid
		want Kind
	}{
		{long, ball(vec(0, 3, 0), 1), Touch},
		{long, ball(vec(7, 0, 0), 1), Touch},
		{long, ball(vec(0, 2, 0), 1), Penetrate},
		{long, ball(vec(1, 0, 0), 1), Inside},
		{long, ball(vec(1, 1, 0), 1), Penetrate}, // touches from within
		{long, ball(vec(0, 0, 0), 2), Penetrate},
		{long, ball(vec(0, 0, 0), 6), Penetrate},
		{long, ball(vec(0, 0, 0), 7), Inside},
		{long, ball(vec(0, 0, 0), 0), Touch},
		{long, ball(vec(0, 2, 0), 0), Touch},
		{long, capsule(vec(-4, 4, 0), vec(4, 4, 0), 2), Touch},
		{long, capsule(vec(-4, 3, 0), vec(4, 3, 0), 2), Penetrate},
		{long, capsule(vec(-3, 0, 0), vec(3, 0, 0), 1), Inside},
		{long, capsule(vec(-1, 0, 0), vec(1, 0, 0), 0), Touch},
		{ball(vec(0, 0, 0), 3), capsule(vec(-1, 0, 0), vec(1, 0, 0), 0), Touch},
		{ball(vec(0, 0, 0), 3), ball(vec(0, 0, 5), 2), Touch},
		{ball(vec(0, 0, 0), 3), ball(vec(0, 0, 1), 2), Penetrate},
		{ball(vec(0, 0, 0), 3), ball(vec(0, 0, 1), 1), Inside},
	} {
		var j Judge
		if got, back := j.OfSolids(c.a, c.b), j.OfSolids(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%+v, %+v: kind %d, the other way round %d; want %d", c.a, c.b, got, back, c.want)
		}
	}
}

// TestPlacesInSolids: the middle of a solid lies in it, wherever the solid is, and what is outside is not held.
func TestPlacesInSolids(t *testing.T) {
	t.Parallel()
	for _, s := range []*Solid{
		ball(vec(100, -50, 30), 2), capsule(vec(96, -50, 30), vec(104, -50, 30), 2),
		hullOf(vec(96, -52, 28), vec(104, -48, 32)),
	} {
		var j Judge
		for _, c := range []struct {
			p             geom.Vec
			holds, beyond bool
		}{
			{s.middle(), true, false}, {vec(100, -50, 30), true, false}, {vec(100, -48, 30), false, false},
			{vec(100, -47, 30), false, true}, {vec(0, 0, 0), false, true},
		} {
			if holds, beyond := j.holds(s, c.p), j.outside(s, c.p); holds != c.holds || beyond != c.beyond {
				t.Errorf("%+v and %v: held %v, outside %v; want %v, %v", s, c.p, holds, beyond, c.holds, c.beyond)
			}
		}
	}
}
