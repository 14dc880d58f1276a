package aabb

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/world"
)

// TestHalfBuiltIsLacking: a tree of which a stop left a root is no tree: it must be built, it is not
// refitted, and nobody sees its boxes.
func TestHalfBuiltIsLacking(t *testing.T) {
	model := collide.NewModel(gputest.Torus(30, 12, 0.3))
	bodies := []collide.Body{{Name: "a", Shape: model}, {Name: "b", Shape: model}}
	gputest.Detect(t, bodies, collide.Options{Method: gputest.Method(vulkantest.Device(t), "gpu-bvh", Recipe(Options{}.WithDefaults()), 1<<14, func(_ *world.World, e *query.Engine) {
		e.Triangles = func(w *world.World, b *vulkan.Batch, g *models.Geometry, first int) query.TrianglePhase {
			return &halter{NewTriangles(b, g, first, Options{}.WithDefaults()), t, w}
		}
	})})
}

// halter stops a build before it lets it go on.
type halter struct {
	*Triangles
	t *testing.T
	w *world.World
}

func (h *halter) Prepare() (int64, error) {
	if _, err := h.Triangles.Prepare(); err != nil {
		return 0, err
	}
	tree, b := &h.Trees.Of[0], h.batch
	if h.Lacking() {
		h.t.Error("a tree is lacking that was built")
	}
	tree.now = math.Inf(1)
	control := b.Control
	b.Control = vulkan.Within(-time.Second)
	if _, err := h.Triangles.Prepare(); !errors.Is(err, vulkan.ErrStopped) {
		h.t.Errorf("a build that is over: %v", err)
	}
	b.Control = control
	tree.now, tree.version = tree.cost, -1 // it deforms again
	if v, _, err := h.Level(h.w, nil, 0, 10); len(v) != 0 || err != nil || !h.Lacking() {
		h.t.Errorf("half a tree has %d boxes, %v; lacking: %v", len(v), err, h.Lacking())
	}
	b.Start()
	h.Follow(b)
	if err := b.Run(); err != nil || h.Trees.Refitting() || h.Followed() != 0 {
		h.t.Errorf("half a tree was refitted: %v", err)
	}
	if !math.IsInf(h.Trees.weighed(0), 1) {
		h.t.Error("a tree of nothing has a cost")
	}
	return h.Triangles.Prepare()
}
