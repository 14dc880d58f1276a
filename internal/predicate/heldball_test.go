package predicate

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestBallsHeldByAxials: a ball lies in the inside of a solid up to the radius with which it touches the solid from inside, at every scale, and holds none that is larger.
func TestBallsHeldByAxials(t *testing.T) {
	axis := func(radius float64, flat, pointed bool) *Axial {
		return &Axial{B: geom.Vec{Z: 4}, Radius: radius, Flat: flat, Pointed: pointed}
	}
	capsule, cylinder, cone := axis(2, false, false), axis(2, true, false), axis(3, true, true)
	for _, c := range []struct {
		name   string
		in     *Axial
		center geom.Vec
		most   float64
	}{
		{"on the axis of a capsule", capsule, geom.Vec{Z: 1}, 2},
		{"at an end of a capsule", capsule, geom.Vec{}, 2},
		{"in the cap of a capsule", capsule, geom.Vec{Z: -1}, 1},
		{"beside the axis of a capsule", capsule, geom.Vec{X: 0.5, Z: 4}, 1.5},
		{"in the middle of a cylinder", cylinder, geom.Vec{Z: 2}, 2},
		{"at the side of a cylinder", cylinder, geom.Vec{X: 1, Z: 2}, 1},
		{"at the base of a cylinder", cylinder, geom.Vec{Z: 0.5}, 0.5},
		{"at the top of a cylinder", cylinder, geom.Vec{Y: 0.25, Z: 3}, 1},
		{"in the middle of a cone", cone, geom.Vec{Z: 1.5}, 1.5},
		{"below the apex of a cone", cone, geom.Vec{Z: 2.75}, 0.75},
		{"at the base of a cone", cone, geom.Vec{Y: 1, Z: 0.25}, 0.25},
	} {
		for _, scale := range []float64{1, 0x1p-60, 0x1p200, 0x1p-300} {
			held := func(radius float64) bool {
				var tally Tally
				return tally.AxialHoldsBall(c.in.scaled(scale), &geom.Sphere{Center: c.center.Scale(scale), Radius: radius * scale})
			}
			for radius, want := range map[float64]bool{
				0: true, c.most / 2: true, math.Nextafter(c.most, 0): true,
				c.most: false, math.Nextafter(c.most, 9): false, 2 * c.most: false, 8: false,
			} {
				if held(radius) != want {
					t.Errorf("%s, scale %g, radius %v: %v", c.name, scale, radius, !want)
				}
			}
		}
	}
}

// TestBallsOutsideAreNotHeld: a ball of next to no size lies in no solid that it is beside, below or above, nor on the surface of one.
func TestBallsOutsideAreNotHeld(t *testing.T) {
	for _, in := range []*Axial{
		{B: geom.Vec{Z: 4}, Radius: 2}, {B: geom.Vec{Z: 4}, Radius: 2, Flat: true}, {B: geom.Vec{Z: 4}, Radius: 2, Flat: true, Pointed: true},
	} {
		for _, p := range []geom.Vec{{X: 3, Z: 1}, {X: 2, Z: 0}, {Y: -2}, {Z: -2}, {Z: 6}, {Z: -3}, {Z: 7}, {X: 2, Z: 4}, {X: -3, Z: 7}} {
			var tally Tally
			if tally.AxialHoldsBall(in, &geom.Sphere{Center: p, Radius: 0x1p-60}) || tally.AxialHoldsBall(in, &geom.Sphere{Center: p, Radius: 1}) {
				t.Errorf("%+v holds a ball at %v", *in, p)
			}
		}
	}
}

// TestBallsHoldAxials: a ball holds a solid if it is larger than the distance of the solid's farthest point, which the rims or the apex have.
func TestBallsHoldAxials(t *testing.T) {
	for _, c := range []struct {
		name   string
		in     Axial
		center geom.Vec
		least  float64
	}{
		{"capsule", Axial{A: geom.Vec{X: -3}, B: geom.Vec{X: 3}, Radius: 2}, geom.Vec{}, 5},
		{"capsule, off its axis", Axial{B: geom.Vec{Z: 1}, Radius: 2}, geom.Vec{X: 3, Z: -3}, 7},
		{"capsule, an end the other way", Axial{A: geom.Vec{Z: 1}, Radius: 2}, geom.Vec{X: 3, Z: -3}, 7},
		{"cylinder", Axial{A: geom.Vec{Z: -4}, B: geom.Vec{Z: 4}, Radius: 3, Flat: true}, geom.Vec{}, 5},
		{"cylinder, from below", Axial{B: geom.Vec{Z: 4}, Radius: 3, Flat: true}, geom.Vec{}, 5},
		{"cylinder, from above", Axial{B: geom.Vec{Z: 4}, Radius: 3, Flat: true}, geom.Vec{Z: 4}, 5},
		{"cylinder, from beside", Axial{A: geom.Vec{Z: -5}, B: geom.Vec{Z: 5}, Radius: 2, Flat: true}, geom.Vec{X: 10}, 13},
		{"cone, its rim", Axial{B: geom.Vec{Z: 4}, Radius: 3, Flat: true, Pointed: true}, geom.Vec{Z: 4}, 5},
		{"cone, its apex", Axial{B: geom.Vec{Z: 4}, Radius: 3, Flat: true, Pointed: true}, geom.Vec{}, 4},
		{"cone, from beside", Axial{B: geom.Vec{Z: 5}, Radius: 2, Flat: true, Pointed: true}, geom.Vec{Y: 10, Z: 5}, 13},
	} {
		for _, scale := range []float64{1, 0x1p-60, 0x1p200, 0x1p-300} {
			for radius, want := range map[float64]bool{2 * c.least: true, math.Nextafter(c.least, 99): true, c.least: false, math.Nextafter(c.least, 0): false, c.least / 2: false, 0: false} {
				var tally Tally
				if tally.BallHoldsAxial(&geom.Sphere{Center: c.center.Scale(scale), Radius: radius * scale}, c.in.scaled(scale)) != want {
					t.Errorf("%s, scale %g, radius %v: %v", c.name, scale, radius, !want)
				}
			}
		}
	}
}

// TestParallelAxialsHeld: capsules, and solids with parallel axes, lie in another one up to the radius with which they touch it from inside. The answer is always decided.
func TestParallelAxialsHeld(t *testing.T) {
	z := func(low, high, x, radius float64, flat, pointed bool) *Axial {
		return &Axial{A: geom.Vec{X: x, Z: low}, B: geom.Vec{X: x, Z: high}, Radius: radius, Flat: flat, Pointed: pointed}
	}
	capsule, cylinder, cone := z(0, 4, 0, 5, false, false), z(0, 4, 0, 5, true, false), z(0, 4, 0, 3, true, true)
	for _, c := range []struct {
		name string
		a, b *Axial // the radius of b is the largest that touches
		none bool   // b is held with no radius at all
	}{
		{"cylinder in the middle of a capsule", capsule, z(1, 3, 0, 5, true, false), false},
		{"cylinder in the cap of a capsule", capsule, z(-3, 1, 0, 4, true, false), false},
		{"cylinder in the other cap", capsule, z(1, 7, 0, 4, true, false), false},
		{"cylinder beside the axis of a capsule", capsule, z(-3, 1, 1, 3, true, false), false},
		{"cone, its base in the cap of a capsule", capsule, z(-3, 1, 0, 4, true, true), false},
		{"cone, its apex in the cap", capsule, z(1, 8, 0, 5, true, true), false},
		{"cone, its apex beyond the cap", capsule, z(1, 9, 0, 5, true, true), true},
		{"cylinder in a cylinder", cylinder, z(1, 3, 0, 5, true, false), false},
		{"cylinder in a cylinder, off its axis", cylinder, z(1, 3, 2, 3, true, false), false},
		{"cylinder on the base of a cylinder", cylinder, z(0, 3, 0, 5, true, false), true},
		{"cylinder on the top of a cylinder", cylinder, z(1, 4, 0, 5, true, false), true},
		{"cylinder the other way up", cylinder, z(3, 1, 2, 3, true, false), false},
		{"cone in a cylinder", cylinder, z(1, 3, 0, 5, true, true), false},
		{"cone whose apex touches the top", cylinder, z(1, 4, 0, 5, true, true), true},
		{"cylinder in a cone", cone, z(1, 2, 0, 1.5, true, false), false},
		{"cylinder in a cone, off its axis", cone, z(1, 2, 1, 0.5, true, false), false},
		{"cone in a cone", cone, z(1, 3, 0, 2.25, true, true), false},
		{"cone upside down in a cone", cone, z(2, 1, 0, 1.5, true, true), false},
		{"cone whose apex touches that of a cone", cone, z(1, 4, 0, 2.25, true, true), true},
		{"capsule in a capsule", capsule, z(-1, 3, 0, 4, false, false), false},
		{"capsule in a cylinder", cylinder, z(1, 2, 0, 1, false, false), false},
		{"capsule in a cylinder, at its side", cylinder, z(2, 2.5, 4, 1, false, false), false},
	} {
		for _, scale := range []float64{1, 0x1p-60, 0x1p100} {
			held := func(radius float64) bool {
				b := *c.b
				b.Radius = radius
				var tally Tally
				holds, decided := tally.AxialHolds(c.a.scaled(scale), b.scaled(scale))
				if !decided {
					t.Errorf("%s, scale %g, radius %v: undecided", c.name, scale, radius)
				}
				return holds
			}
			most := c.b.Radius
			for radius, want := range map[float64]bool{most / 2: true, math.Nextafter(most, 0): true, most: false, math.Nextafter(most, 99): false, 2 * most: false} {
				if want = want && !c.none; held(radius) != want {
					t.Errorf("%s, scale %g, radius %v: %v", c.name, scale, radius, !want)
				}
			}
		}
	}
}

// TestHullsHoldAxials: a box holds a solid while it touches no face, and shares its inside with one that is in it, on a face or not.
func TestHullsHoldAxials(t *testing.T) {
	var h, flat Hull
	var corners []geom.Vec
	for k := range 8 {
		corners = append(corners, geom.Vec{X: float64(8*(k&1) - 4), Y: float64(4*(k&2) - 4), Z: float64(2*(k&4) - 4)})
	}
	h.Set(corners)
	flat.Set(corners[:4])
	for _, c := range []struct {
		b    Axial
		want bool
	}{
		{Axial{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 2}, Radius: 1.5}, true},
		{Axial{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 2}, Radius: 2}, false},
		{Axial{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 2}, Radius: math.Nextafter(2, 0)}, true},
		{Axial{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 2}, Radius: 3, Flat: true}, true},
		{Axial{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 2}, Radius: 4, Flat: true}, false},
		{Axial{A: geom.Vec{Z: -4}, B: geom.Vec{Z: 2}, Radius: 1, Flat: true}, false},
		{Axial{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 4}, Radius: 1, Flat: true, Pointed: true}, false},
		{Axial{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 3.5}, Radius: 1, Flat: true, Pointed: true}, true},
		{Axial{A: geom.Vec{Z: 6}, B: geom.Vec{Z: 8}, Radius: 1, Flat: true}, false},
		{Axial{A: geom.Vec{Z: 5}, B: geom.Vec{Z: 8}, Radius: 1}, false},
		{Axial{A: geom.Vec{Z: -9}, B: geom.Vec{Z: 9}, Radius: 20}, false},
	} {
		for _, scale := range []float64{1, 0x1p-60, 0x1p100} {
			var in, none Hull
			var tally Tally
			in.Set(scaledPoints(corners, scale))
			if tally.HullHoldsAxial(&in, c.b.scaled(scale)) != c.want {
				t.Errorf("%+v, scale %g: %v", c.b, scale, !c.want)
			}
			if tally.HullHoldsAxial(&flat, &c.b) || tally.HullHoldsAxial(&none, &c.b) || tally.HullAxialOverlap(&flat, &c.b) {
				t.Errorf("%+v is held by what has no inside", c.b)
			}
			if beyond := c.b.A.Z > 4; tally.HullAxialOverlap(&in, c.b.scaled(scale)) == beyond {
				t.Errorf("%+v, scale %g: overlap %v", c.b, scale, !beyond)
			}
		}
	}
}

func scaledPoints(p []geom.Vec, s float64) (q []geom.Vec) {
	for _, v := range p {
		q = append(q, v.Scale(s))
	}
	return q
}
