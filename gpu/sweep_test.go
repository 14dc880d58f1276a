package gpu

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// sweptPoses are n poses near a torus, far from it, and, the first ones, where tori of gputest.Torus(16, 8, 0.3) touch in faces or stand still.
func sweptPoses(r *rand.Rand, n int) []geom.Pose {
	poses := []geom.Pose{geom.Identity, {R: geom.Identity.R, T: geom.Vec{X: 1e6}}, {R: geom.Identity.R, T: geom.Vec{Z: 0.6}}, {R: geom.Mat{1, 0.25, 0, 0, 1, 0, 0, 0, 0.5}}}
	for len(poses) < n {
		axis := gputest.Uniform(r, 1)
		poses = append(poses, geom.Pose{R: geom.AxisAngle(axis, 3*r.Float64()).Matrix(), T: gputest.Uniform(r, 2)})
	}
	return poses
}

// sweepByHost asks a detector on the CPU pose by pose.
func sweepByHost(t *testing.T, a, b collide.Body, poses []geom.Pose) (verdicts []collide.Verdict) {
	t.Helper()
	a.Immovable, b.Immovable = false, false
	det, err := collide.NewDetector([]collide.Body{a, b}, collide.Options{First: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = det.Close() }()
	for i := range poses {
		if err := det.SetPose(0, poses[i]); err != nil {
			t.Fatal(err)
		}
		r, err := det.Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, r.Verdict)
	}
	return verdicts
}

// TestSweep: in all poses the verdicts are those of the CPU, and the device decides nearly all, with lists that begin with room for one.
func TestSweep(t *testing.T) {
	d := &Device{vulkantest.Device(t)}
	r := rand.New(rand.NewPCG(31, 1))
	torus := collide.NewModel(gputest.Torus(16, 8, 0.3))
	turned := geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1, Z: 0.5}, 0.7).Matrix(), T: geom.Vec{X: 0.25, Y: -0.5}}
	n := require.Cases(6000, 100) // more than one batch
	for _, c := range []struct {
		name  string
		a, b  collide.Body
		scale float64
		open  int // poses that may be left to the CPU
	}{
		{"tori", collide.Body{Shape: torus}, collide.Body{Shape: collide.NewModel(gputest.Torus(20, 10, 0.4)), Pose: turned}, 1, n / 20},
		{"one model", collide.Body{Shape: torus, Immovable: true}, collide.Body{Shape: torus, Immovable: true}, 1, n / 20},
		{"a ball", collide.Body{Shape: shape.Sphere{Radius: 0.2}}, collide.Body{Shape: torus}, 1, n},
		{"one triangle", collide.Body{Shape: torus}, collide.Body{Shape: collide.NewModel(&mesh.Mesh{Vertices: []geom.Vec{{}, {X: 1}, {Y: 1}}, Triangles: [][3]uint32{{0, 1, 2}}})}, 1, n / 20},
	} {
		poses := sweptPoses(r, n)
		if c.name == "a ball" {
			poses = slices.Delete(poses, 3, 4) // sheared
		}
		got, err := d.Sweep(t.Context(), c.a, c.b, poses)
		if err != nil {
			t.Fatal(err)
		}
		want := sweepByHost(t, c.a, c.b, poses)
		touching := 0
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%s, pose %d: %v, the CPU says %v", c.name, i, got[i], want[i])
			}
			if want[i] == collide.InContact {
				touching++
			}
		}
		var words []uint32
		ready := func(first int, some []uint32) {
			if first != len(words) {
				t.Errorf("%s: the words of pose %d come after those of %d", c.name, first, len(words))
			}
			words = append(words, some...)
		}
		err = d.judge(t.Context(), []collide.Body{{Shape: c.a.Shape}, {Shape: c.b.Shape, Pose: c.b.Pose}}, query.Posing{Poses: poses, Most: 32, Ready: ready}, 1)
		if err != nil || len(words) != len(poses) {
			t.Fatal(len(words), err)
		}
		open := 0
		for i, w := range words {
			if v := verdictOf(w); v == collide.Unknown {
				open++
			} else if v != want[i] {
				t.Fatalf("%s, pose %d: the device alone says %v, the CPU %v", c.name, i, v, want[i])
			}
		}
		if open > c.open || touching < n/20 || touching > n*19/20 {
			t.Errorf("%s: %d poses are left to the CPU, at most %d; %d of %d touch", c.name, open, c.open, touching, n)
		}
		t.Logf("%s: %d of %d touch, %d left to the CPU", c.name, touching, n, open)
	}
}

// TestSweepStops: what a cancelled sweep has not looked at is unknown, and poses that no body may have are an error.
func TestSweepStops(t *testing.T) {
	d := &Device{vulkantest.Device(t)}
	torus := collide.Body{Shape: collide.NewModel(gputest.Torus(16, 8, 0.3))}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	poses := sweptPoses(rand.New(rand.NewPCG(1, 1)), 20)
	for _, b := range []collide.Body{torus, {Shape: shape.Sphere{Radius: 1}}} {
		got, err := d.Sweep(ctx, torus, b, poses)
		if !errors.Is(err, collide.ErrIncomplete) || len(got) != len(poses) || slices.ContainsFunc(got, func(v collide.Verdict) bool { return v != collide.Unknown }) {
			t.Errorf("cancelled: %v, %v", got, err)
		}
	}
	poses[7].T.X = math.NaN()
	if got, err := d.Sweep(t.Context(), torus, torus, poses); err == nil || got != nil {
		t.Errorf("a pose that is not finite: %v, %v", got, err)
	}
	if got, err := d.Sweep(t.Context(), torus, torus, nil); err != nil || len(got) != 0 {
		t.Errorf("no poses: %v, %v", got, err)
	}
	if verdictOf(models.Doubtful) != collide.Unknown || verdictOf(models.Doubtful|models.Touching) != collide.InContact {
		t.Error("what is in doubt is not unknown, or is so beside a contact")
	}
}
