package predicate

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

// castAt casts a ray along X from the origin at a ball about the given centre, all times a unit of length.
func castAt(center geom.Vec, radius, by float64) (exact int64, meets bool, hit RayHit) {
	var c RayCaster
	c.Set(&Ray{Direction: geom.Vec{X: by}, Max: math.Inf(1)})
	meets = c.Sphere(&geom.Sphere{Center: center.Scale(by), Radius: radius * by}, &hit)
	return c.Tally.Exact, meets, hit
}

// TestEndsOfRaysAtBalls: the filter decides from 64·8 units of the square of the distance on where a ray begins
// by the ball, and from 64·6 of the discriminant on where it passes by.
func TestEndsOfRaysAtBalls(t *testing.T) {
	t.Parallel()
	for _, by := range scales {
		for _, c := range []struct {
			center        geom.Vec
			radius, units float64
			exact, meets  bool
		}{
			// k is 4 − r², off by 64u·8: r is 4 times as sharp.
			{geom.Vec{X: 2}, 2, 136, false, true}, {geom.Vec{X: 2}, 2, 120, true, true}, {geom.Vec{X: 2}, 2, -120, true, true}, {geom.Vec{X: 2}, 2, -136, false, true},
			{geom.Vec{X: -2}, 2, 136, false, true}, {geom.Vec{X: -2}, 2, 120, true, true}, {geom.Vec{X: -2}, 2, -120, true, false}, {geom.Vec{X: -2}, 2, -136, false, false},
			// The discriminant is r² − 1, off by 64u·6.
			{geom.Vec{X: 2, Y: 1}, 1, 200, false, true}, {geom.Vec{X: 2, Y: 1}, 1, 184, true, true}, {geom.Vec{X: 2, Y: 1}, 1, -184, true, false}, {geom.Vec{X: 2, Y: 1}, 1, -200, false, false},
			{geom.Vec{X: 2, Z: -1}, 1, 200, false, true}, {geom.Vec{X: 2, Z: -1}, 1, -184, true, false},
		} {
			exact, meets, _ := castAt(c.center, c.radius+c.units*unit, by)
			if exact > 0 != c.exact || meets != c.meets {
				t.Errorf("a ball about %v of radius %g and %g units, scaled by %g: %d exact tests, meets %v", c.center, c.radius, c.units, by, exact, meets)
			}
		}
	}
}

// TestBoundsOfRaysAtBalls: where a ray enters a ball of radius 1 two units ahead, k is off by 64·5/3 units of
// itself, b by 64·2 of 3, the root by 64·5/2 of 3, and the bounds by 8 for their own rounding.
func TestBoundsOfRaysAtBalls(t *testing.T) {
	t.Parallel()
	for _, by := range scales {
		_, meets, hit := castAt(geom.Vec{X: 2}, 1, by)
		below, above := (1-hit.Lo)/unit, (hit.Hi-1)/unit
		if !meets || below < 200 || below > 222 || above < 200 || above > 222 {
			t.Errorf("scaled by %g: meets %v, %g units below and %g above", by, meets, below, above)
		}
	}
}
