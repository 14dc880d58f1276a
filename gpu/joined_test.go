package gpu

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
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
		if r, err := detect(context.Background()); err != nil || r.Hash() != want() {
			t.Fatalf("%g turns: %v, %v", turns, r, err)
		}
	}
	if n := phase.TrianglePhase.(*aabb.Triangles).Trees.Of[0].Builds; n != 2 {
		t.Errorf("the tree was built %d times, want 2", n)
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
