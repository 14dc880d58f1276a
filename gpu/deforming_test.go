package gpu

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/motion"
)

// twistsAndWaves are deformations that the device computes.
var twistsAndWaves = map[string]motion.Deformation{
	"twist x":    &motion.Twist{Axis: motion.X, Rate: 2, Period: 1},
	"twist z":    &motion.Twist{Axis: motion.Z, Rate: -70, Period: 1},
	"wave":       &motion.Wave{Along: motion.X, Across: motion.Y, Amplitude: 0.3, Length: 0.7, Period: 1},
	"wave along": &motion.Wave{Along: motion.Z, Across: motion.Z, Amplitude: 0.1, Length: 0.3, Period: 1},
}

// TestDeformedOnDevice: two models deform, one of them far away; contacts, self
// contacts too, are those of the CPU, and from the second frame on no vertex is sent. In a sample the methods share the
// deformations out.
func TestDeformedOnDevice(t *testing.T) {
	d := vulkantest.Device(t)
	for k, name := range slices.Sorted(maps.Keys(recipes)) {
		for i, kind := range slices.Sorted(maps.Keys(twistsAndWaves)) {
			if !require.Full() && i%len(recipes) != k {
				continue
			}
			by := twistsAndWaves[kind]
			t.Run(name+"/"+kind, func(t *testing.T) {
				a, b := collide.NewModel(gputest.Torus(24, 12, 0.4)), collide.NewModel(gputest.Torus(20, 9, 0.3))
				rest := [2][]geom.Vec{append([]geom.Vec(nil), a.Mesh().Vertices...), append([]geom.Vec(nil), b.Mesh().Vertices...)}
				bodies := []collide.Body{
					{Name: "a", Shape: a, Pose: geom.Pose{R: geom.Mat{1, 0, 0, 0, 0, -1, 0, 1, 0}, T: geom.Vec{X: 1e6}}},
					{Name: "b", Shape: b, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1e6 + 1.1}}},
				}
				got, err := collide.NewDetector(bodies, collide.Options{Self: true, Method: table(d, name, 1<<12, nil)})
				if err != nil {
					t.Fatal(err)
				}
				defer got.Close()
				want, err := collide.NewDetector(bodies, collide.Options{Method: conformance.Named(methods.Table(), "bvh"), Self: true})
				if err != nil {
					t.Fatal(err)
				}
				for frame, at := range []float64{0, 0.03, 0.1, 0.25, 0.8} {
					for i, m := range []*collide.Model{a, b} {
						if err := m.Deform(by, rest[i], at); err != nil {
							t.Fatal(err)
						}
					}
					g, err := got.Detect(context.Background())
					if err != nil {
						t.Fatal(err)
					}
					w, err := want.Detect(context.Background())
					if err != nil {
						t.Fatal(err)
					}
					if g.Hash() != w.Hash() {
						t.Fatalf("frame %d: %d contacts, want %d", frame, len(g.Contacts), len(w.Contacts))
					}
					t.Logf("frame %d: %d contacts, %d candidates, %d bytes", frame, len(g.Contacts), g.Stats.Candidates, g.Stats.Sent+g.Stats.Received)
				}
			})
		}
	}
}

// TestBuildsAreNotUpdates: the time for trees that are built is that of the build, of frames
// that refit alone none is.
func TestBuildsAreNotUpdates(t *testing.T) {
	d := vulkantest.Device(t)
	a, b := collide.NewModel(gputest.Torus(24, 12, 0.4)), collide.NewModel(gputest.Torus(20, 9, 0.3))
	det, err := collide.NewDetector([]collide.Body{{Name: "a", Shape: a}, {Name: "b", Shape: b}}, collide.Options{Method: table(d, "gpu-bvh", 1<<12, nil)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = det.Close() }()
	for frame := range 2 {
		r, err := det.Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if first := frame == 0; r.Stats.Update < 0 || (r.Stats.Build > 0) != first {
			t.Errorf("frame %d: build %v, update %v", frame, r.Stats.Build, r.Stats.Update)
		}
	}
}
