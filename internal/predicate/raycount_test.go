package predicate

import (
	"math"
	"math/big"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestRaysCountExactSigns: each decision that float64 leaves open is counted once.
func TestRaysCountExactSigns(t *testing.T) {
	t.Parallel()
	up := Ray{Origin: geom.Vec{Z: -1}, Direction: geom.Vec{Z: 1}, Max: math.Inf(1)}
	upTo := func(x float64) Ray { r := up; r.Max = x; return r }
	wide := geom.Triangle{{X: -1, Y: -1}, {X: 2, Y: -1}, {X: -1, Y: 2}}
	var h, same RayHit
	for name, c := range map[string]struct {
		ray  Ray
		ask  func(c *RayCaster)
		want int64
	}{
		"through the inside":  {up, func(c *RayCaster) { c.Triangle(&wide, &h) }, 0},
		"through an edge":     {up, func(c *RayCaster) { c.Triangle(&geom.Triangle{{X: -1}, {X: 1}, {Y: 1}}, &h) }, 1},
		"to the plane":        {upTo(1), func(c *RayCaster) { c.Triangle(&wide, &h) }, 1},
		"in order":            {up, func(c *RayCaster) { c.Triangle(&wide, &h); c.Triangle(&wide, &same); c.Compare(&h, &same) }, 1},
		"beside a ball":       {up, func(c *RayCaster) { c.Sphere(&geom.Sphere{Center: geom.Vec{X: 3}, Radius: 1}, &h) }, 0},
		"from a ball's skin":  {up, func(c *RayCaster) { c.Sphere(&geom.Sphere{Center: geom.Vec{Z: -2}, Radius: 1}, &h) }, 1},
		"along a flat shape":  {up, func(c *RayCaster) { c.Triangle(&geom.Triangle{{Z: -1}, {Z: 1}, {Z: 2}}, &h) }, 4},
		"along an edge above": {up, func(c *RayCaster) { c.Triangle(&geom.Triangle{{}, {Z: 1}, {X: 1}}, &h) }, 5},
	} {
		var r RayCaster
		r.Set(&c.ray)
		if c.ask(&r); r.Tally.Exact != c.want {
			t.Errorf("%s: %d exact signs, want %d", name, r.Tally.Exact, c.want)
		}
	}
}

// TestNamesOfFeatures: every corner, edge and face has its name.
func TestNamesOfFeatures(t *testing.T) {
	t.Parallel()
	for f, want := range map[Feature]string{0: "vertex", 2: "vertex", EdgeFeature: "edge", EdgeFeature + 2: "edge", FaceFeature: "face"} {
		if f.String() != want {
			t.Errorf("feature %d is called %q, want %q", f, f, want)
		}
	}
}

// TestRangeOfRaysAtBalls: the filter has bounds up to the ends of its range, and none beyond.
func TestRangeOfRaysAtBalls(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		at, radius, direction float64
		want                  bool
	}{
		{0x1p-200, 0, 1, true}, {0x1p-201, 0, 1, false}, {0x1p+200, 0, 1, true}, {0x1p+201, 0, 1, false}, {0x1p+199, 0x1p+200, 1, false},
		{1, 0, 0x1p-200, true}, {1, 0, 0x1p-201, false}, {1, 0, 0x1p+200, true}, {1, 0, 0x1p+201, false},
	} {
		r := Ray{Direction: geom.Vec{X: c.direction}}
		s := geom.Sphere{Center: geom.Vec{X: c.at}, Radius: c.radius}
		var f rayBallFilter
		if got := f.set(&s, &r, r.Direction.Dot(r.Direction)); got != c.want {
			t.Errorf("a ball of radius %g at %g, direction %g: bounds %v, want %v", c.radius, c.at, c.direction, got, c.want)
		}
	}
}

// TestSharesOfFeet: the foot of a corner on a face is inside the face, and what is called nearest on edges
// is an end where it is one.
func TestSharesOfFeet(t *testing.T) {
	t.Parallel()
	e, f := geom.Vec{X: 4}, geom.Vec{X: 1, Y: 2}
	for _, c := range []struct {
		v, w   float64
		inside bool
	}{{0.25, 0.5, true}, {0.5, 0.25, true}, {0.125, 0.125, true}, {-0.25, 0.5, false}, {0.5, -0.25, false}, {0.75, 0.5, false}, {0, 0.5, false}, {0.5, 0, false}, {0.5, 0.5, false}} {
		a := e.Scale(c.v).Add(f.Scale(c.w)).Add(geom.Vec{Z: 7})
		v, w, inside := footShares(a, e, f)
		if inside != c.inside || inside && (math.Abs(v-c.v) > 0x1p-50 || math.Abs(w-c.w) > 0x1p-50) {
			t.Errorf("foot at %g, %g: %g, %g, inside %v", c.v, c.w, v, w, inside)
		}
	}
	if _, _, inside := footShares(geom.Vec{X: 1}, e, e); inside {
		t.Error("a face without an area has an inside")
	}
	// Edges along X and Y, the second begins at (s, t) from the first and passes over it.
	for _, c := range []struct {
		s, t   float64
		inside bool
	}{{0.5, 0.5, true}, {0.25, 0.75, true}, {0, 0.5, false}, {1, 0.5, false}, {0.5, 0, false}, {0.5, 1, false}, {2, 0.5, false}, {0.5, -3, false}, {0.5, 4, false}} {
		r := geom.Vec{X: -c.s, Y: c.t, Z: 1}
		s, at, inside := edgeShares(r, geom.Vec{X: 1}, geom.Vec{Y: 1})
		wantS, wantT := min(max(c.s, 0), 1), min(max(c.t, 0), 1)
		if inside != c.inside || s != wantS || at != wantT {
			t.Errorf("edges that are nearest at %g and %g: %g, %g, inside %v", c.s, c.t, s, at, inside)
		}
	}
}

// TestHitsKnownByTheirBounds: bounds that end at the ray's Max, and those of two starts, need no exact test.
func TestHitsKnownByTheirBounds(t *testing.T) {
	t.Parallel()
	var c RayCaster
	c.Set(&Ray{Direction: geom.Vec{X: 1}, Max: 2})
	if !c.withinMax(&RayHit{Lo: 1, Hi: 2}) || c.withinMax(&RayHit{Lo: 2.5, Hi: 3}) || c.Compare(&RayHit{}, &RayHit{}) != 0 || c.Tally.Exact != 0 {
		t.Errorf("%d exact tests of what bounds decide", c.Tally.Exact)
	}
	if c.Hull(hullOf(), &RayHit{}) {
		t.Error("a ray meets a hull of no points")
	}
}

// TestRoundingOfHoldsHalfUnits: the bound is at least the length of the half units, and hardly more.
func TestRoundingOfHoldsHalfUnits(t *testing.T) {
	t.Parallel()
	for _, v := range []geom.Vec{{X: 1, Y: 1, Z: 1}, {X: 1, Y: 3, Z: -5}, {X: 1e9, Y: 1, Z: 1e8}, {X: -7, Y: 6}, {X: 0x1p500, Y: 0x1p501, Z: 0x1p500}} {
		square := new(big.Rat)
		for _, x := range []float64{v.X, v.Y, v.Z} {
			h := rat(max((math.Nextafter(math.Abs(x), math.Inf(1))-math.Abs(x))/2, math.SmallestNonzeroFloat64))
			square.Add(square, rmul(h, h))
		}
		got := rat(roundingOf(v))
		more := rat(roundingOf(v) / (1 + 0x1p-45))
		if rmul(got, got).Cmp(square) < 0 || rmul(more, more).Cmp(square) > 0 {
			t.Errorf("the bound of %v is %g", v, roundingOf(v))
		}
	}
}
