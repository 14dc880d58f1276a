package gpu

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// mass is a body with one.
func mass(name string, s collide.Shape, at, v geom.Vec) scene.Placed {
	return scene.Placed{
		Name: name, Shape: s, Pose: geom.Pose{R: geom.Identity.R, T: at}, Restitution: 0.9,
		Dynamics: &scene.Dynamics{Mass: 2, Velocity: v},
	}
}

// tian is the original scene where it is at hand, or one like it.
func tian(t *testing.T) *scene.World {
	t.Helper()
	var l scene.Loader
	original := require.Shared("tian/collidables.txt")
	if _, err := os.Stat(original); err == nil {
		w, err := l.World(t.Context(), original)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	s, err := scene.GenerateTian(t.Context(), scene.TianOptions{Bodies: 64, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	w, err := l.Build(t.Context(), s, "generated")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// lattice has n³ unit boxes and balls that touch their neighbours exactly and rest, except for
// one; its coordinates lie far from the origin.
func lattice(n int, at geom.Vec, size float64) *scene.World {
	w := &scene.World{}
	for i := range n * n * n {
		x := geom.Vec{X: float64(i % n), Y: float64(i / n % n), Z: float64(i / n / n)}.Scale(size).Add(at)
		var s collide.Shape = shape.Box{Size: geom.Vec{X: size, Y: size, Z: size}}
		if i%3 == 1 {
			s = shape.Sphere{Center: geom.Vec{X: size}, Radius: size / 2}
			x.X -= size
		}
		w.Bodies = append(w.Bodies, mass("", s, x, geom.Vec{}))
	}
	w.Bodies[0].Dynamics.Velocity = geom.Vec{X: size / 8}
	w.Bodies[1].Dynamics = nil
	return w
}

// TestSimulationContacts: frame by frame the device's contacts are those that brute force
// finds where the device put the bodies: 10,000 frames of the original scene in a long run.
func TestSimulationContacts(t *testing.T) {
	frames := 4
	if require.Long() {
		frames = 2000
	}
	d := vulkantest.Device(t)
	dense := tian(t)
	for i := range dense.Bodies {
		switch s := dense.Bodies[i].Shape.(type) {
		case shape.Sphere:
			dense.Bodies[i].Shape = shape.Sphere{Center: s.Center, Radius: 6 * s.Radius}
		case shape.Box:
			dense.Bodies[i].Shape = shape.Box{Center: s.Center, Size: s.Size.Scale(9)}
		}
	}
	dense.Walls = &geom.AABB{Min: geom.Vec{X: -1, Y: -1, Z: -1}, Max: geom.Vec{X: 2, Y: 2, Z: 2}}
	for name, w := range map[string]*scene.World{
		"tian": tian(t), "dense": dense, "lattice": lattice(3, geom.Vec{}, 1), "far": lattice(3, geom.Vec{X: 1e5, Y: -3e4, Z: 7}, 0.3),
		"tiny": lattice(3, geom.Vec{}, 0x1p-20), "huge": lattice(3, geom.Vec{}, 0x1p20), "thin": thin(), "resting": resting(), "one": {Bodies: []scene.Placed{mass("a", shape.Sphere{Radius: 1}, geom.Vec{}, geom.Vec{X: 1})}},
	} {
		for _, double := range []bool{true, false} {
			if double && !d.Info().Doubles || !require.Full() && !require.Long() && d.Info().Doubles && double != (len(name)%2 > 0) {
				continue // a sample has each scene with one of the two
			}
			frames := frames
			if name == "tian" && require.Long() {
				frames = 10_000
			}
			t.Run(name+map[bool]string{true: "/float64", false: "/float32"}[double], func(t *testing.T) { sameContacts(t, d, w, double, frames) })
		}
	}
}

// resting has bodies without a mass that touch each other, and one with a mass that passes.
func resting() *scene.World {
	w := &scene.World{Bodies: []scene.Placed{mass("m", shape.Sphere{Radius: 0.1}, geom.Vec{Z: 1}, geom.Vec{Y: 1})}}
	for i, s := range []collide.Shape{shape.Sphere{Radius: 0.1}, shape.Box{Size: geom.Vec{X: 0.05, Y: 0.05, Z: 0.05}}, shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}} {
		w.Bodies = append(w.Bodies, scene.Placed{Name: string(rune('a' + i)), Shape: s, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{Y: 1}}})
	}
	return w
}

// thin has boxes without a volume and balls without a radius, some of them at one place.
func thin() *scene.World {
	w := &scene.World{}
	for i, s := range []collide.Shape{
		shape.Box{Size: geom.Vec{X: 1, Y: 1}}, shape.Box{Size: geom.Vec{X: 1}}, shape.Box{}, shape.Sphere{}, shape.Sphere{Radius: 0.5},
	} {
		for k := range 4 {
			w.Bodies = append(w.Bodies, mass("", s, geom.Vec{X: float64(k/2) * 0.5, Z: float64(i%2) * 0.5}, geom.Vec{Y: float64(k) / 4}))
		}
	}
	return w
}

func sameContacts(t *testing.T, d *vulkan.Device, w *scene.World, double bool, frames int) {
	run, err := sim.NewOnDevice(t.Context(), w, 1.0/60, func(bodies []scene.Placed, laws scene.Physics, walls *geom.AABB) (sim.Mover, error) {
		return simulate(d, bodies, laws, walls, double)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = run.Close() }()
	bodies := make([]collide.Body, len(run.Bodies()))
	for i, b := range run.Bodies() {
		bodies[i] = collide.Body{Name: b.Name, Shape: b.Shape, Immovable: b.Immovable}
	}
	contacts, doubts := 0, int64(0)
	for f := run.Frame(); ; {
		for i := range bodies {
			bodies[i].Pose = f.Poses[i]
		}
		want := gputest.Detect(t, bodies, collide.Options{Method: conformance.Named(methods.Table(), "brute")})
		if f.Hash != want.Hash() {
			t.Fatalf("frame %d: %d contacts, brute force finds %d", f.Index, f.Contacts, len(want.Contacts))
		}
		contacts, doubts = contacts+f.Contacts, doubts+f.Result.Stats.Candidates
		if f.Index == frames {
			break
		}
		if f.Index%500 == 0 && require.Long() {
			t.Logf("frame %d: %d contacts, %d in doubt", f.Index, contacts, doubts)
		}
		if err := run.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d contacts, %d in doubt", contacts, doubts)
}

// TestSimulationRefuses what it would not do right.
func TestSimulationRefuses(t *testing.T) {
	d := vulkantest.Device(t)
	ball := mass("a", shape.Sphere{Radius: 1}, geom.Vec{}, geom.Vec{})
	spinning, driven, turned, heavy, fast := ball, ball, mass("a", shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, geom.Vec{}, geom.Vec{}), ball, ball
	spinning.Dynamics = &scene.Dynamics{Mass: 1, Spin: geom.Vec{X: 1}}
	driven.Dynamics, driven.Motion = nil, &motion.Rigid{}
	turned.Pose.R = geom.AxisAngle(geom.Vec{X: 1}, 0.5).Matrix()
	heavy.Dynamics = &scene.Dynamics{Mass: math.MaxFloat64}
	fast.Dynamics = &scene.Dynamics{Mass: 1, Velocity: geom.Vec{X: 1e300}}
	for want, b := range map[string]scene.Placed{
		"spins": spinning, "by the time alone": driven, "turned": turned, "a mass of": heavy, "a velocity of": fast,
		"a mesh":    {Name: "a", Pose: geom.Identity, Shape: collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: 1}).Mesh())},
		"a capsule": mass("a", shape.Capsule{B: geom.Vec{X: 1}, Radius: 1}, geom.Vec{}, geom.Vec{}),
	} {
		s, err := (&Device{d}).Simulate([]scene.Placed{b}, scene.Physics{}, nil)
		if err == nil || s != nil || !strings.HasPrefix(err.Error(), "body a: ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", want, err)
		}
	}
	for want, laws := range map[string]scene.Physics{
		"gravity": {Gravity: geom.Vec{Z: -1e300}}, "constant of gravitation": {G: math.MaxFloat64}, "opening angle": {Theta: 0x1p-900},
	} {
		s, err := (&Device{d}).Simulate([]scene.Placed{ball}, laws, nil)
		if err == nil || s != nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestSimulationStops: a step ends with its context; Reset begins again.
func TestSimulationStops(t *testing.T) {
	d := vulkantest.Device(t)
	bodies := tian(t).Bodies
	bodies = bodies[:min(len(bodies), require.Samples(len(bodies), 64, 16))]
	s, err := (&Device{d}).Simulate(bodies, scene.Physics{G: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Step(ctx, 1.0/60, 1); !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, context.Canceled) {
		t.Errorf("a step that was cancelled: %v", err)
	}
	if err := s.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Step(t.Context(), 1.0/60, 1); err != nil {
		t.Fatal(err)
	}
	if _, place, _, potential := s.Body(0); !place.IsFinite() || potential >= 0 {
		t.Errorf("body 0 at %v with potential %v", place, potential)
	}
}
