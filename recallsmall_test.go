package collide_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
)

// TestRecallOfSmallBodies: two triangles whose boxes were apart, and whose corners come to touch and pass each other, are in contact at any
// magnitude: squares of lengths about 2⁻⁵³⁷ may be rounded up to twice what they are.
func TestRecallOfSmallBodies(t *testing.T) {
	t.Parallel()
	for e := -1070; e <= 1000; e += require.Cases(1, 7) {
		for _, f := range []float64{1, 1.23, 1.42, 1.8} {
			comesToTouch(t, math.Ldexp(f, e))
		}
	}
}

func comesToTouch(t *testing.T, s float64) {
	t.Helper()
	at := func(x float64) geom.Pose { return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x}} }
	bodies := []collide.Body{
		{Shape: collide.NewModel(&mesh.Mesh{Name: "left", Vertices: []geom.Vec{{}, {X: -s, Y: s}, {X: -s, Y: -s}}, Triangles: [][3]uint32{{0, 1, 2}}})},
		{Shape: collide.NewModel(&mesh.Mesh{Name: "right", Vertices: []geom.Vec{{}, {X: s, Z: s}, {X: s, Z: -s}}, Triangles: [][3]uint32{{0, 1, 2}}})},
	}
	auto := detector(t, bodies, collide.Options{Workers: 1})
	brute := detector(t, bodies, collide.Options{Workers: 1, Method: methods.Brute()})
	for _, x := range []float64{1, 0.3, 1, 0, 1, -0.01, 1, -0.2} {
		for _, d := range []*collide.Detector{auto, brute} {
			if err := d.SetPose(1, at(s*x)); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := answer(t, auto), answer(t, brute); got.Verdict != want.Verdict {
			t.Errorf("triangles of size %g that are %v of it apart: auto %v by %s, brute %v", s, x, got.Verdict, got.Stats.BroadPhase, want.Verdict)
		}
	}
}
