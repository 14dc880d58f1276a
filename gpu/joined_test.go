package gpu

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/methods"
)

// watched is a phase over triangles that calls follow when it follows a change.
type watched struct {
	query.TrianglePhase
	follow func()
}

func (p *watched) Follow(b *vulkan.Batch) {
	p.TrianglePhase.Follow(b)
	p.follow()
}

// bend is a scene of two bodies of which the first may be bent, under a method whose lists begin
// with room for one element, and under bvh.
func bend(t *testing.T, d *vulkan.Device, name string) (phase *watched, twist func(float64), detect func(context.Context) (*collide.Result, error), want func() string) {
	t.Helper()
	model, other := collide.NewModel(gputest.Torus(40, 20, 0.4)), collide.NewModel(gputest.Torus(30, 14, 0.3))
	rest := slices.Clone(model.Mesh().Vertices)
	bodies := []collide.Body{{Name: "a", Shape: model}, {Name: "b", Shape: other, Pose: geom.Pose{R: geom.Mat{1, 0, 0, 0, 0, -1, 0, 1, 0}, T: geom.Vec{X: 0.5}}}}
	phase = &watched{follow: func() {}}
	det, err := collide.NewDetector(bodies, collide.Options{Method: table(d, name, 1, func(e *query.Engine) {
		made := e.Triangles
		e.Triangles = func(w *world.World, b *vulkan.Batch, g *models.Geometry, first int) query.TrianglePhase {
			phase.TrianglePhase = made(w, b, g, first)
			return phase
		}
	})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = det.Close() })
	twist = func(turns float64) {
		if err := model.SetVertices(gputest.Twisted(rest, turns)); err != nil {
			t.Fatal(err)
		}
	}
	return phase, twist, det.Detect, func() string {
		return gputest.Detect(t, bodies, collide.Options{Method: conformance.Named(methods.Table(), "bvh")}).Hash()
	}
}

// TestDegradedInOneQuery: a tree that a refit has made so bad that the lists have no room is built again
// in the same query.
func TestDegradedInOneQuery(t *testing.T) {
	phase, twist, detect, want := bend(t, vulkantest.Device(t), "gpu-bvh")
	for _, turns := range []float64{0, 8} {
		twist(turns)
		r, err := detect(context.Background())
		if err != nil || r.Hash() != want() {
			t.Fatalf("%g turns: %v, %v", turns, r, err)
		}
		if s := r.Stats; s.Build <= 0 || s.Update < 0 || s.Narrow < 0 {
			t.Errorf("%g turns: build %v, update %v, narrow %v: each build must be counted once", turns, s.Build, s.Update, s.Narrow)
		}
	}
	if n := phase.TrianglePhase.(*aabb.Triangles).Trees.Of[0].Builds; n != 2 {
		t.Errorf("the tree was built %d times, want 2", n)
	}
}

// TestUpdateByTheClock: where a refit and the search are one submission, the device's clock says how
// much of it was the refit.
func TestUpdateByTheClock(t *testing.T) {
	vulkantest.Device(t)
	var refit time.Duration
	d, err := vulkan.Open(vulkan.Options{Phase: func(name string, took time.Duration) {
		if name == "vertices" || name == "refit" {
			refit += took
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	_, twist, detect, _ := bend(t, d, "gpu-bvh")
	for i := range 3 {
		twist(0.01 * float64(i))
		refit = 0
		r, err := detect(context.Background())
		switch s := &r.Stats; {
		case err != nil:
			t.Fatal(err)
		case i == 0: // builds
		case refit == 0:
			require.Missing(t, require.GPU, "the device has no clock")
		case s.Build != 0 || s.Update < refit || s.Narrow <= 0:
			t.Errorf("query %d: build %v, update %v of which the device says %v, narrow %v", i, s.Build, s.Update, refit, s.Narrow)
		}
	}
}

// TestStoppedBeforeTheSearch: a query that is over when the vertices are recorded and the search has not
// joined them leaves none of them for sent.
func TestStoppedBeforeTheSearch(t *testing.T) {
	for name := range recipes {
		phase, twist, detect, want := bend(t, vulkantest.Device(t), name)
		before, err := detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		before = before.Clone()
		ctx, cancel := context.WithCancel(context.Background())
		phase.follow = cancel
		twist(0.5)
		if r, err := detect(ctx); r == nil || r.Verdict == collide.Free || !errors.Is(err, collide.ErrIncomplete) {
			t.Errorf("%s, cancelled: %v, %v", name, r, err)
		}
		phase.follow = func() {}
		if r, err := detect(context.Background()); err != nil || r.Hash() != want() || len(r.Contacts) == 0 || r.Hash() == before.Hash() {
			t.Errorf("%s, afterwards: %v, %v", name, r, err)
		}
	}
}
