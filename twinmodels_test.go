package collide_test

import (
	"context"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// TestTwoModelsOfOneMesh deforms one of two models of a mesh, and the mesh itself: the other
// model must stay as it was.
func TestTwoModelsOfOneMesh(t *testing.T) {
	m := slab(1, 1, 1)
	a, b := collide.NewModel(m), collide.NewModel(m)
	bodies := []collide.Body{{Shape: b}, {Shape: collide.NewModel(slab(1, 1, 1)), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 5}}}}
	for _, method := range []string{"auto", "brute"} {
		d := detector(t, bodies, collide.Options{Method: named(method)})
		for _, by := range []float64{0, 5, 10} {
			v := append([]geom.Vec(nil), m.Vertices...)
			for i := range v {
				v[i].X += by
			}
			if err := a.SetVertices(v); err != nil {
				t.Fatal(err)
			}
			if r, err := d.Detect(context.Background()); err != nil || r.Verdict != collide.Free {
				t.Errorf("%s: the other model moved by %v: %v, %v; want free", method, by, r.Verdict, err)
			}
		}
	}
	m.Vertices[0] = geom.Vec{X: 5, Y: 5, Z: 5}
	if b.Mesh().Vertices[0] == m.Vertices[0] {
		t.Error("the model shares the vertices of the mesh that it was made of")
	}
}
