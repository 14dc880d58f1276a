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
		got, _ := j.OfSolids(c.a, c.b)
		if back, _ := j.OfSolids(c.b, c.a); got != c.want || back != c.want {
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

// TestCommonPointsAreHeldByBoth: a point next to a triangle of a mesh counts if the solid holds it, too; so does one of the solid that the
// mesh winds around.
func TestCommonPointsAreHeldByBoth(t *testing.T) {
	t.Parallel()
	b := posed(t, box("box", vec(0, 0, 0), vec(1, 1, 1)), geom.Identity)
	for _, c := range []struct {
		s    *Solid
		want bool
	}{{ball(vec(5, 0.5, 0.5), 1), false}, {ball(vec(1.5, 0.5, 0.5), 1), true}, {ball(vec(0.5, 0.5, 0.5), 0.125), true}, {ball(vec(0.5, 0.5, -3), 2.5), false}} {
		var j Judge
		found := false
		for i := range b.Surface.Mesh.Triangles {
			b.Surface.Triangle(uint32(i), &j.q)
			got := j.commonPointWithin(c.s, b)
			if found = found || got; got && !c.want {
				t.Errorf("%v and the box have no common inner point", c.s.Ball)
			}
		}
		if found != c.want {
			t.Errorf("%v and the box: found %v, want %v", c.s.Ball, found, c.want)
		}
	}
}

// TestSameBalls: balls are the same if centre and radius are.
func TestSameBalls(t *testing.T) {
	t.Parallel()
	var j Judge
	one := ball(vec(1, 2, 3), 4)
	for i, other := range []*Solid{ball(vec(1, 2, 3), 4), ball(vec(1, 2, 3.5), 4), ball(vec(1, 2, 3), 4.5)} {
		if got := j.Same(one, other); got != (i == 0) {
			t.Errorf("ball %d: same %v", i, got)
		}
	}
}

// TestSameSolids: a capsule and a cylinder are the same from either end, a cone is not, and neither is what differs in anything.
func TestSameSolids(t *testing.T) {
	t.Parallel()
	var j Judge
	a, b := vec(1, 2, 3), vec(4, 6, 3)
	for _, c := range []struct{ flat, pointed bool }{{false, false}, {true, false}, {false, true}} {
		axial := func(a, b geom.Vec, r float64) *Solid {
			return &Solid{Axial: &predicate.Axial{A: a, B: b, Radius: r, Flat: c.flat, Pointed: c.pointed}}
		}
		one := axial(a, b, 2)
		for i, other := range []*Solid{axial(a, b, 2), axial(b, a, 2), axial(a, b, 2.5), axial(a, a, 2), ball(a, 2), {Half: &predicate.HalfSpace{Point: a, Normal: b}}, {Axial: &predicate.Axial{A: a, B: b, Radius: 2, Flat: !c.flat}}} {
			want := i == 0 || i == 1 && !c.pointed
			if got, back := j.Same(one, other), j.Same(other, one); got != want || back != want {
				t.Errorf("%+v and solid %d: same %v, %v; want %v", c, i, got, back, want)
			}
		}
	}
}

// TestSameSidesOfMirrored: a mirror turns a front that is outside, of winding number 0, to the inside, of −1, and the reverse.
func TestSameSidesOfMirrored(t *testing.T) {
	t.Parallel()
	for _, front := range []int32{-2, -1, 0, 1} {
		b := Body{Shells: &Shells{of: []int32{0}, front: []int32{front}}, Mirrored: true}
		for _, seen := range []int32{-3, -2, -1, 0, 1, 2} {
			if got, want := b.SameSides(&Shells{of: []int32{0}, front: []int32{seen}}), seen == -1-front; got != want {
				t.Errorf("front %d, mirrored %d: %v, want %v", front, seen, got, want)
			}
		}
	}
}
