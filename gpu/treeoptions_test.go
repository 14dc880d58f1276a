package gpu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/methods"
)

// TestTreeOptions: whatever the options, the contacts of a deforming model are right;
// those out of range are errors.
func TestTreeOptions(t *testing.T) {
	d := vulkantest.Device(t)
	for _, o := range []TreeOptions{{LevelRefit: true}, {LeafTriangles: 1}, {LeafTriangles: 32}, {RebuildFactor: 1}} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			a, b := collide.NewModel(gputest.Torus(24, 12, 0.4)), collide.NewModel(gputest.Torus(20, 9, 0.3))
			rest := slices.Clone(a.Mesh().Vertices)
			bodies := []collide.Body{{Name: "a", Shape: a}, {Name: "b", Shape: b, Pose: geom.Pose{R: geom.Mat{1, 0, 0, 0, 0, -1, 0, 1, 0}, T: geom.Vec{X: 1.1}}}}
			det, err := collide.NewDetector(bodies, collide.Options{Self: true, Method: BVH(always(d), o)})
			if err != nil {
				t.Fatal(err)
			}
			defer det.Close()
			for _, turns := range []float64{0, 0.3, 4} {
				if err := a.SetVertices(gputest.Twisted(rest, turns)); err != nil {
					t.Fatal(err)
				}
				got, err := det.Detect(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if want := gputest.Detect(t, bodies, collide.Options{Method: conformance.Named(methods.Table(), "bvh"), Self: true}); got.Hash() != want.Hash() {
					t.Errorf("twisted by %g: %d contacts, want %d", turns, len(got.Contacts), len(want.Contacts))
				}
			}
		})
	}
	for _, o := range []TreeOptions{{LeafTriangles: -1}, {LeafTriangles: 33}, {RebuildFactor: 0.5}, {RebuildFactor: math.NaN()}} {
		bodies := []collide.Body{{Name: "a", Shape: collide.NewModel(gputest.Torus(4, 3, 0.4))}}
		if _, err := collide.NewDetector(bodies, collide.Options{Method: BVH(always(d), o)}); !errors.Is(err, collide.ErrUnsupported) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
