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
