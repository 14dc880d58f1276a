package volumes_test

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/methods/volumes"
	"github.com/collide-go/collide/scene"
)

// TestClearancesConcurrently measures many pairs by 8 workers, whatever the number of workers that search contacts: the race
// detector watches what they share.
func TestClearancesConcurrently(t *testing.T) {
	t.Parallel()
	model := collide.NewModel(scene.Torus("ring", 0.5, 0.2, 12, 6))
	var bodies []collide.Body
	for i := range 12 {
		bodies = append(bodies, collide.Body{Shape: model, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: float64(i%4) * 1.5, Y: float64(i/4) * 1.5}}})
	}
	hash := ""
	for i, m := range []collide.Method{volumes.Rapid(), volumes.Sphere(), volumes.SCDA(), volumes.OctreeHybrid(volumes.HybridOptions{})} {
		d, err := collide.NewDetector(bodies, collide.Options{Method: m, Workers: 8})
		if err != nil {
			t.Fatal(err)
		}
		for step := range 3 {
			if err := d.SetPose(0, geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.1 * float64(step)}}); err != nil {
				t.Fatal(err)
			}
			r, err := d.Within(t.Context(), 0.6)
			if err != nil || r.Verdict != collide.InContact {
				t.Fatalf("%s: %+v, %v", m.About().Name, r, err)
			}
			if step < 2 {
				continue
			}
			if i == 0 {
				hash = r.Hash()
			} else if r.Hash() != hash {
				t.Errorf("%s: another clearance than rapid's", m.About().Name)
			}
		}
	}
}
