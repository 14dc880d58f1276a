package collide_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// TestTremblingContactsAreRecalled: two rods of strips as narrow as the steps between five places that they go round. Their contact is
// another one at each, and all answers come from those of the last queries.
func TestTremblingContactsAreRecalled(t *testing.T) {
	t.Parallel()
	rod := collide.NewModel((&scene.Procedural{Shape: scene.ShapeEllipsoid, Size: geom.Vec{X: 2, Y: 2, Z: 2.9}, Around: 2000, Section: 2}).Mesh())
	if got := recalls(t, rod, geom.Vec{X: 0.46, Y: 0.2, Z: 0.14}, 1e-3, collide.InContact); got < 40 {
		t.Errorf("%d of 50 answers were recalled", got)
	}
}

// TestApartBallsAreRecalled: two small meshes are apart, and so are the balls around them, while their boxes in the world overlap.
func TestApartBallsAreRecalled(t *testing.T) {
	t.Parallel()
	ball := collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: 1}).Mesh())
	if got := recalls(t, ball, geom.Vec{X: 1.3, Y: 1.3, Z: 1.3}, 1e-3, collide.Free); got < 40 {
		t.Errorf("%d of 50 answers were recalled", got)
	}
}

// recalls returns how many of 50 boolean answers about two bodies of a model come from those before, while one goes round five places about
// one that are a step away from it.
func recalls(t *testing.T, m *collide.Model, at geom.Vec, step float64, want collide.Verdict) (known int) {
	r := rand.New(rand.NewPCG(16, 5))
	var places [5]geom.Vec
	for i := range places {
		places[i] = at.Add(direction(r).Scale(step))
	}
	d := detector(t, []collide.Body{{Shape: m}, {Shape: m}}, collide.Options{First: true, Workers: 1})
	for k := range 250 {
		if err := d.SetPose(0, geom.Pose{R: geom.Identity.R, T: places[k%len(places)]}); err != nil {
			t.Fatal(err)
		}
		res := answer(t, d)
		if res.Verdict != want {
			t.Fatalf("query %d: %v", k, res.Verdict)
		}
		if k >= 200 && res.Stats.BroadPhase == recalled {
			known++
		}
	}
	return known
}
