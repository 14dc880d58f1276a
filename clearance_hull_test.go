package collide_test

import (
	"context"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestDeepInABox: what lies in a solid box, far from its sides, is within any distance of it, and nothing
// is nearer to a point in the box.
func TestDeepInABox(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	box := collide.Body{Name: "box", Shape: shape.Box{Size: geom.Vec{X: 9, Y: 9, Z: 9}}}
	cube := (&scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 1, Y: 1, Z: 1}, Detail: 3}).Mesh()
	for _, s := range []collide.Shape{
		shape.Sphere{Radius: 0.5}, shape.Sphere{}, shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}},
		shape.Capsule{B: geom.Vec{X: 1}, Radius: 0.5}, collide.NewModel(cube),
	} {
		inner := collide.Body{Name: "inner", Shape: s}
		for _, bodies := range [][]collide.Body{{box, inner}, {inner, box}} {
			for _, name := range measuring {
				d, err := collide.NewDetector(bodies, collide.Options{Method: named(name)})
				if err != nil {
					t.Fatal(err)
				}
				contacts, err := d.Detect(ctx)
				if err != nil || contacts.Verdict != collide.InContact {
					t.Fatalf("%s, %T: %v, %v", name, s, contacts, err)
				}
				hash := contacts.Hash()
				if r, err := d.Within(ctx, 0.1); err != nil || r.Verdict != collide.InContact || r.Hash() != hash {
					t.Errorf("%s, %T: %+v, %v, want what is in contact", name, s, r, err)
				}
				if r, ok, err := d.Distance(ctx); !ok || err != nil || r.Value != 0 {
					t.Errorf("%s, %T: distance %+v, %v", name, s, r, err)
				}
			}
		}
	}
	near := collide.Body{Name: "near", Shape: shape.Sphere{Radius: 0.5}}
	for _, bodies := range [][]collide.Body{{box, near}, {near, box}} {
		for _, name := range []string{"auto", "brute"} {
			d, err := collide.NewDetector(bodies, collide.Options{Method: named(name)})
			if err != nil {
				t.Fatal(err)
			}
			if r, ok, err := d.Nearest(ctx, geom.Vec{X: 0.7}); !ok || err != nil || r.Value != 0 {
				t.Errorf("%s, %s first: nearest to a point in the box: %+v, %v", name, bodies[0].Name, r, err)
			}
		}
	}
}
