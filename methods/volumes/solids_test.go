package volumes_test

import (
	"context"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// spread is a torus, a sphere and a box that move through it, and ten spheres around.
func spread() []collide.Body {
	bodies := []collide.Body{
		{Name: "torus", Shape: collide.NewModel(scene.Torus("torus", 1, 0.3, 60, 16))},
		{Name: "sphere", Shape: shape.Sphere{Radius: 0.3}},
		{Name: "box", Shape: shape.Box{Size: geom.Vec{X: 0.4, Y: 0.3, Z: 0.2}}},
	}
	for i := range 10 {
		bodies = append(bodies, collide.Body{Name: "small", Shape: shape.Sphere{Radius: 0.05}, Pose: conformance.At(0.2531*float64(i)-1.217, 0.1137, 0.0171)})
	}
	return bodies
}

// TestSolidsAllocateNothing: repeated queries about spheres and boxes next to a mesh allocate
// nothing, and answer as brute force does, whatever the leaves and the traversal are.
func TestSolidsAllocateNothing(t *testing.T) {
	brute := conformance.Detector(t, spread(), collide.Options{Method: methods.Brute()})
	for _, m := range []struct {
		name    string
		options []string
	}{
		{name: "rapid"}, {name: "sphere"}, {name: "scda"}, {name: "oocda"}, {name: "octree-hybrid"},
		{"octree-hybrid", []string{"leaf=1"}}, {"octree-hybrid", []string{"leaf=3", "classes=off"}},
	} {
		d := conformance.Detector(t, spread(), collide.Options{Method: conformance.Named(methods.Table(), m.name, m.options...), Workers: 1})
		k, contacts := 0, 0
		step := func() {
			k++
			for i := 1; i < 3; i++ {
				p := conformance.At(0.3017*float64(k%7)-0.913*float64(i), 0.0531*float64(k%5), 0.0123)
				if err := d.SetPose(i, p); err != nil {
					t.Fatal(err)
				}
				if err := brute.SetPose(i, p); err != nil {
					t.Fatal(err)
				}
			}
			if r, err := d.Detect(context.Background()); err != nil {
				t.Fatal(err)
			} else {
				contacts += len(r.Contacts)
			}
		}
		for range 40 {
			step()
			got, _ := d.Detect(context.Background())
			hash := got.Hash()
			if want, err := brute.Detect(context.Background()); err != nil || want.Hash() != hash {
				t.Fatalf("%s %v, step %d: not the contacts of brute force (%v)", m.name, m.options, k, err)
			}
		}
		if n := testing.AllocsPerRun(20, step); n > 0 || contacts < 1000 {
			t.Errorf("%s %v: %g allocations a query, %d contacts", m.name, m.options, n, contacts)
		}
	}
}
