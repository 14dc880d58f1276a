package gpu_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// TestListsEnd: what has more contacts, or candidates for them, than may be listed ends the query of every method of the package incomplete,
// and the device serves on.
func TestListsEnd(t *testing.T) {
	d := gpu.TestDevice(t)
	one := &mesh.Mesh{Vertices: []geom.Vec{{}, {X: 1}, {Y: 1}}}
	for range 60 {
		one.Triangles = append(one.Triangles, [3]uint32{0, 1, 2})
	}
	model, ball := collide.NewModel(one), collide.Body{Shape: shape.Sphere{Radius: 1}, Pose: geom.Identity}
	turned := geom.Pose{R: geom.Mat{0, 0, 1, 1, 0, 0, 0, 1, 0}, T: geom.Vec{X: 0.125, Y: 0.125}}
	crowds := map[string][]collide.Body{
		"meshes": {{Shape: model, Pose: geom.Identity}, {Shape: model, Pose: turned}},
		"solids": slices.Repeat([]collide.Body{ball}, 90),
	}
	const most = 1000
	for _, m := range gpu.Table(func() (*gpu.Device, error) { return d, nil }) {
		if m.About().Chosen != "" {
			continue
		}
		for crowd, bodies := range crowds {
			if m.About().Name == "recode" && crowd == "meshes" {
				continue // not convex
			}
			det, err := collide.NewDetector(bodies, collide.Options{Method: conformance.Limited{Method: m, Limits: narrow.Limits{Contacts: most}}, Workers: 1})
			if errors.Is(err, collide.ErrUnsupported) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = det.Close() })
			for range 2 {
				r, err := det.Detect(context.Background())
				if r == nil || !errors.Is(err, collide.ErrBudget) || !strings.Contains(err.Error(), "more than 1000 ") || len(r.Contacts) > most+64 {
					t.Errorf("%s, %s: error %v, want a list with more than %d", m.About().Name, crowd, err, most)
				}
			}
		}
	}
}
