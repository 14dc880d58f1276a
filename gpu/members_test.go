package gpu

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/methods"
)

// TestBodiesComeAndGo: the engines of this package begin again where bodies were added or
// removed, and have the contacts of those who are there.
func TestBodiesComeAndGo(t *testing.T) {
	d := vulkantest.Device(t)
	ring := collide.NewModel(gputest.Torus(16, 8, 0.3))
	at := func(x float64) collide.Body {
		return collide.Body{Shape: ring, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x}}}
	}
	bodies := []collide.Body{at(0), at(1), at(2)}
	for _, m := range methodsOn(d) {
		name := m.About().Name
		if name == "recode" { // convex meshes only
			continue
		}
		det, err := collide.NewDetector(bodies, collide.Options{Method: m})
		if err != nil {
			t.Fatal(err)
		}
		want := gputest.Detect(t, bodies, collide.Options{Method: methods.Brute()}).Hash()
		if r, err := det.Detect(t.Context()); err != nil || r.Hash() != want {
			t.Errorf("%s: %v", name, err)
		}
		det.Remove(1)
		if r, err := det.Detect(t.Context()); err != nil || len(r.Pairs) != 0 && r.Pairs[0].A != 0 {
			t.Errorf("%s, without the middle one: %+v, %v", name, r, err)
		}
		if i, err := det.Add(at(1)); i != 1 || err != nil {
			t.Errorf("%s: place %d, %v", name, i, err)
		}
		if r, err := det.Detect(t.Context()); err != nil || r.Hash() != want {
			t.Errorf("%s, with it again: %v", name, err)
		}
		if err := det.Close(); err != nil {
			t.Error(err)
		}
	}
}
