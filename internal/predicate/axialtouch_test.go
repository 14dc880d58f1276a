package predicate

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestTouchingAxialsDoNotOverlap: two of cylinder and cone that touch from outside share no inside, which is decided where a plane square to an axis or to both, or one at an
// end of an axis, lies between them; moved together by little they do, and apart they do not.
func TestTouchingAxialsDoNotOverlap(t *testing.T) {
	cylinder := func(a, b geom.Vec, radius float64) *Axial { return &Axial{A: a, B: b, Radius: radius, Flat: true} }
	cone := func(a, b geom.Vec, radius float64) *Axial {
		return &Axial{A: a, B: b, Radius: radius, Flat: true, Pointed: true}
	}
	post := cylinder(geom.Vec{}, geom.Vec{Z: 4}, 2)
	hat := cone(geom.Vec{}, geom.Vec{Z: 4}, 3) // its side is 3/4 steep
	for _, c := range []struct {
		name string
		a, b *Axial
		way  geom.Vec // of b from a
	}{
		{"a rim on the top of a cylinder", post, cylinder(geom.Vec{Z: 5}, geom.Vec{X: 4, Z: 8}, 1.25), geom.Vec{Z: 1}},
		{"a rim below a cylinder", post, cylinder(geom.Vec{Z: -1}, geom.Vec{X: 4, Z: -4}, 1.25), geom.Vec{Z: -1}},
		{"a rim below a cone", hat, cylinder(geom.Vec{Z: -1}, geom.Vec{X: 4, Z: -4}, 1.25), geom.Vec{Z: -1}},
		{"the rim of a cone on a cylinder", post, cone(geom.Vec{Z: 5}, geom.Vec{X: 4, Z: 8}, 1.25), geom.Vec{Z: 1}},
		{"sides that cross", post, cylinder(geom.Vec{X: 3, Y: -4, Z: -1}, geom.Vec{X: 3, Y: 4, Z: 5}, 1), geom.Vec{X: 1}},
		{"sides that cross on the other side", post, cylinder(geom.Vec{X: -3, Y: -4, Z: -1}, geom.Vec{X: -3, Y: 4, Z: 5}, 1), geom.Vec{X: -1}},
		{"an apex at a side", post, cone(geom.Vec{X: 6, Z: 5}, geom.Vec{X: 2, Z: 2}, 1), geom.Vec{X: 1}},
		{"an apex on the top", post, cone(geom.Vec{X: 2, Y: 1, Z: 9}, geom.Vec{X: 0.5, Z: 4}, 1), geom.Vec{Z: 1}},
		{"an apex at the side of a cone", hat, cone(geom.Vec{X: 1.5 + 4, Z: 2 + 4}, geom.Vec{X: 1.5, Z: 2}, 1), geom.Vec{X: 4, Z: 3}},
		{"an apex at an apex", hat, cone(geom.Vec{X: 1, Z: 9}, geom.Vec{Z: 4}, 1), geom.Vec{Z: 1}},
		{"a side at the side of a cone", hat, cylinder(geom.Vec{X: 1.5 + 4, Y: -4, Z: 2 + 3}, geom.Vec{X: 1.5 + 4, Y: 4, Z: 2 + 3}, 5), geom.Vec{X: 4, Z: 3}},
	} {
		for _, scale := range []float64{1, 0x1p-60, 0x1p100} {
			for step, want := range map[float64]bool{0: false, 0x1p-30: false, 1: false, -0x1p-30: true, -0x1p-10: true} {
				moved := *c.b
				moved.A, moved.B = c.b.A.Add(c.way.Scale(step)), c.b.B.Add(c.way.Scale(step))
				a, b := c.a.scaled(scale), moved.scaled(scale)
				for range 2 {
					var tally Tally
					if overlap, decided := tally.AxialsOverlap(a, b); overlap != want || !decided {
						t.Errorf("%s, scale %g, by %g: overlap %v, decided %v", c.name, scale, step, overlap, decided)
					}
					a, b = b, a
				}
			}
		}
	}
}

// TestGapsOfHalfSpaces: the gap of a cylinder and a cone from a half space, and how far they are beneath it, by heights that are known, in a turned frame too.
func TestGapsOfHalfSpaces(t *testing.T) {
	for _, c := range []struct {
		name string
		a    Axial
		low  float64 // the least height
		end  geom.Vec
	}{
		{"a standing cylinder", Axial{A: geom.Vec{Z: 3}, B: geom.Vec{Z: 7}, Radius: 2, Flat: true}, 3, geom.Vec{Z: 3}},
		{"one the other way up", Axial{A: geom.Vec{Z: 7}, B: geom.Vec{Z: -3}, Radius: 2, Flat: true}, -3, geom.Vec{Z: -3}},
		{"a lying cylinder", Axial{A: geom.Vec{X: 1, Z: 3}, B: geom.Vec{X: 9, Z: 3}, Radius: 2, Flat: true}, 1, geom.Vec{X: 1, Z: 1}},
		{"a leaning cylinder", Axial{A: geom.Vec{Z: 5}, B: geom.Vec{X: 4, Z: 8}, Radius: 1.25, Flat: true}, 4, geom.Vec{X: 0.75, Z: 4}},
		{"a leaning cylinder beneath", Axial{A: geom.Vec{Z: -5}, B: geom.Vec{X: 4, Z: -2}, Radius: 1.25, Flat: true}, -6, geom.Vec{X: 0.75, Z: -6}},
		{"a cone on its apex", Axial{A: geom.Vec{Z: 5}, B: geom.Vec{X: 3, Z: 1}, Radius: 2, Flat: true, Pointed: true}, 1, geom.Vec{X: 3, Z: 1}},
		{"a cone on its rim", Axial{A: geom.Vec{Z: 5}, B: geom.Vec{X: 4, Z: 8}, Radius: 1.25, Flat: true, Pointed: true}, 4, geom.Vec{X: 0.75, Z: 4}},
		{"a cone whose apex is lower than its middle but not than its rim", Axial{A: geom.Vec{Z: 5}, B: geom.Vec{X: 4, Z: 4.5}, Radius: 2, Flat: true, Pointed: true}, 5 - 2*8/math.Sqrt(65), geom.Vec{X: math.NaN()}},
	} {
		for _, scale := range []float64{1, 0x1p-60, 0x1p100} {
			for _, length := range []float64{1, 0x1p-30, 3} {
				var tally Tally
				h := HalfSpace{Point: geom.Vec{X: 17, Y: -5}.Scale(scale), Normal: geom.Vec{Z: length}}
				g := tally.GapHalf(c.a.scaled(scale), &h)
				lo, hi := tally.AxialBeneath(c.a.scaled(scale), &h)
				about(t, c.name+": gap", g.Lo/scale, g.Hi/scale, max(c.low, 0))
				about(t, c.name+": beneath", lo/scale, hi/scale, max(-c.low, 0))
				if end := g.Ends[0].Scale(1 / scale); !math.IsNaN(c.end.X) && !(end.Sub(c.end).Norm() < 1e-12) {
					t.Errorf("%s: the lowest point is at %v, want %v", c.name, end, c.end)
				}
				if foot := g.Ends[1].Scale(1 / scale); !(math.Abs(foot.Z) < 1e-12) {
					t.Errorf("%s: the foot is at %v", c.name, foot)
				}
			}
		}
	}
}

// about fails the test unless an interval is narrow and has a number.
func about(t *testing.T, what string, lo, hi, want float64) {
	t.Helper()
	if !(lo <= want+1e-15 && want-1e-15 <= hi && hi-lo <= 1e-12) || want == 0 && (lo != 0 || hi != 0) {
		t.Errorf("%s: %v to %v, want %v", what, lo, hi, want)
	}
}

// TestTouchingBallsDoNotOverlap: a ball that touches a capsule, a cylinder or a cone from outside shares no inside with it; one a unit larger does, and what has no radius
// has no inside.
func TestTouchingBallsDoNotOverlap(t *testing.T) {
	capsule := &Axial{B: geom.Vec{Z: 4}, Radius: 2}
	cylinder := &Axial{B: geom.Vec{Z: 4}, Radius: 2, Flat: true}
	cone := &Axial{B: geom.Vec{Z: 4}, Radius: 3, Flat: true, Pointed: true}
	for _, c := range []struct {
		name   string
		a      *Axial
		center geom.Vec
		radius float64 // with which it touches
	}{
		{"beside a capsule", capsule, geom.Vec{X: 3, Z: 1}, 1},
		{"beyond the end of a capsule", capsule, geom.Vec{Z: 9}, 3},
		{"askew beyond a capsule", capsule, geom.Vec{X: 3, Z: -4}, 3},
		{"beside a cylinder", cylinder, geom.Vec{Y: -3, Z: 1}, 1},
		{"above a cylinder", cylinder, geom.Vec{X: 1, Z: 6}, 2},
		{"below a cylinder", cylinder, geom.Vec{X: 1, Z: -6}, 6},
		{"at the rim of a cylinder", cylinder, geom.Vec{X: 5, Z: 8}, 5},
		{"above a cone", cone, geom.Vec{Z: 6}, 2},
		{"beside a cone", cone, geom.Vec{X: 1.5 + 4, Z: 2 + 3}, 5},
		{"below a cone", cone, geom.Vec{Y: 1, Z: -1}, 1},
	} {
		for _, scale := range []float64{1, 0x1p-60, 0x1p100} {
			for radius, want := range map[float64]bool{c.radius: false, math.Nextafter(c.radius, 0): false, math.Nextafter(c.radius, 99): true, c.radius / 2: false, 2 * c.radius: true} {
				var tally Tally
				ball := geom.Sphere{Center: c.center.Scale(scale), Radius: radius * scale}
				if tally.AxialOverlapsBall(c.a.scaled(scale), &ball) != want {
					t.Errorf("%s, scale %g, radius %v: %v", c.name, scale, radius, !want)
				}
				none := *c.a
				if none.Radius = 0; tally.AxialOverlapsBall(&none, &ball) {
					t.Errorf("%s: a solid of no radius has an inside", c.name)
				}
			}
		}
	}
}
