package gpu

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestSimulationOfMany: bodies that attract each other down the hierarchy stay inside their walls, their energy does not rise, and frame
// by frame the device's contacts are those of auto on the CPU: 10,000 bodies and 10,000 steps in a long run, which prints how far it is.
func TestSimulationOfMany(t *testing.T) {
	n, steps := 200, 2
	if require.Long() {
		n, steps = 10_000, 10_000
	}
	d := vulkantest.Device(t)
	s, err := scene.GenerateTian(t.Context(), scene.TianOptions{Bodies: n, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s.Physics.G, s.Physics.Theta, s.Physics.Substeps = 1e-7, 1, 1
	w, err := new(scene.Loader).Build(t.Context(), s, "generated")
	if err != nil {
		t.Fatal(err)
	}
	run, err := sim.NewOnDevice(t.Context(), w, 0.004, func(bodies []scene.Placed, laws scene.Physics, walls *geom.AABB) (sim.Mover, error) {
		return simulate(d, bodies, laws, walls, d.Info().Doubles)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = run.Close() }()
	bodies := make([]collide.Body, len(run.Bodies()))
	for i, b := range run.Bodies() {
		bodies[i] = collide.Body{Name: b.Name, Shape: b.Shape, Immovable: b.Immovable}
	}
	auto, err := collide.NewDetector(bodies, collide.Options{Method: conformance.Named(methods.Table(), "auto")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = auto.Close() }()
	start, contacts, impacts, least, rise := run.Frame().Energy, 0, 0, math.Inf(1), 0.0
	for f := run.Frame(); ; {
		for i := range bodies {
			if err := auto.SetPose(i, f.Poses[i]); err != nil {
				t.Fatal(err)
			}
			if i < n && !inside(bodies[i].Shape, f.Poses[i].T, w.Walls) {
				t.Fatalf("frame %d: body %d is at %v, outside", f.Index, i, f.Poses[i].T)
			}
		}
		want, err := auto.Detect(t.Context())
		if err != nil || f.Hash != want.Hash() {
			t.Fatalf("frame %d: %d contacts, auto finds %d, %v", f.Index, f.Contacts, len(want.Contacts), err)
		}
		contacts, impacts, least = contacts+f.Contacts, impacts+len(f.Impacts), min(least, f.Energy)
		if rise = max(rise, (f.Energy-least)/start); rise > 1e-3 {
			t.Fatalf("frame %d: energy is %v, after %v", f.Index, f.Energy, least)
		}
		if f.Index%100 == 0 || f.Index == steps {
			t.Logf("frame %d: %d contacts, %d impacts, energy %.6g of %.6g at first, never more than %.2g of that above a frame before", f.Index, contacts, impacts, f.Energy, start, rise)
		}
		if f.Index == steps {
			break
		}
		if err := run.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// inside reports whether a ball or a box around its origin lies within walls.
func inside(s collide.Shape, at geom.Vec, walls *geom.AABB) bool {
	half := geom.Vec{}
	switch s := s.(type) {
	case shape.Sphere:
		half = geom.Vec{X: s.Radius, Y: s.Radius, Z: s.Radius}
	case shape.Box:
		half = s.Size.Scale(0.5)
	}
	b := geom.AABB{Min: at.Sub(half), Max: at.Add(half)}
	return half != geom.Vec{} && walls.Encloses(&b)
}
