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
	for e := -1070; e <= 1000; e += require.Cases(1, 13) {
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

// TestRecallSeesOtherVertices: a distance that was kept does not answer for vertices that reach farther, also where a pose was set
// since and the range of the mesh is known.
func TestRecallSeesOtherVertices(t *testing.T) {
	t.Parallel()
	v := []geom.Vec{{}, {X: -1, Y: 1}, {X: -1, Y: -1}}
	m := collide.NewModel(&mesh.Mesh{Name: "left", Vertices: v, Triangles: [][3]uint32{{0, 1, 2}}})
	other := collide.NewModel(&mesh.Mesh{Name: "right", Vertices: []geom.Vec{{X: 1}, {X: 2, Z: 1}, {X: 2, Z: -1}}, Triangles: [][3]uint32{{0, 1, 2}}})
	d := detector(t, []collide.Body{{Shape: m}, {Shape: other}}, collide.Options{Workers: 1})
	answer(t, d)
	if r := answer(t, d); r.Verdict != collide.Free || r.Stats.BroadPhase != recalled {
		t.Fatalf("%v by %s", r.Verdict, r.Stats.BroadPhase)
	}
	if err := m.SetVertices([]geom.Vec{{X: 1.5}, v[1], v[2]}); err != nil {
		t.Fatal(err)
	}
	if err := d.SetPose(0, geom.Identity); err != nil {
		t.Fatal(err)
	}
	if r := answer(t, d); r.Verdict != collide.InContact {
		t.Errorf("%v by %s of a corner that was moved into the other triangle", r.Verdict, r.Stats.BroadPhase)
	}
}
