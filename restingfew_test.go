package collide_test

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestDeformedOfFewBodies: one of six tori is deformed, so that it touches others, and back; each time auto is asked four times, while
// another one moves.
func TestDeformedOfFewBodies(t *testing.T) {
	t.Parallel()
	for _, first := range []bool{false, true} {
		deformed, other := collide.NewModel(scene.Torus("a", 1, 0.4, 12, 8)), collide.NewModel(scene.Torus("b", 1, 0.4, 12, 8))
		bodies := make([]collide.Body, 6)
		for i := range bodies {
			bodies[i] = collide.Body{Shape: other, Pose: geom.Identity}
			bodies[i].Pose.T.X = 10 * float64(i)
		}
		bodies[2].Shape = deformed
		d := detector(t, bodies, collide.Options{First: first})
		small := append([]geom.Vec(nil), deformed.Mesh().Vertices...)
		large := make([]geom.Vec, len(small))
		for i := range small {
			large[i] = small[i].Scale(8)
		}
		for k := range 6 {
			vertices, want := large, collide.InContact
			if k%2 == 0 {
				vertices, want = small, collide.Free
			}
			if err := deformed.SetVertices(append([]geom.Vec(nil), vertices...)); err != nil {
				t.Fatal(err)
			}
			for i := range 4 {
				if got := answer(t, d).Verdict; got != want {
					t.Errorf("first %v, deformation %d, query %d: %v, want %v", first, k, i, got, want)
				}
				bodies[5].Pose.T.Y += float64(i + k)
				if err := d.SetPose(5, bodies[5].Pose); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestProgressOfRest: a query of which all contacts are known reports its end, as any other.
func TestProgressOfRest(t *testing.T) {
	t.Parallel()
	last := 0.0
	box := shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}
	d := detector(t, []collide.Body{{Shape: box}, {Shape: box}, {Shape: box}, {Shape: box}}, collide.Options{Progress: func(done float64) { last = done }})
	for k := range 4 {
		last = 0
		if r := answer(t, d); len(r.Contacts) != 6 || last != 1 {
			t.Errorf("query %d: %d contacts, progress ends at %g", k, len(r.Contacts), last)
		}
	}
}
