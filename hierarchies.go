package collide

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/tree"
)

// hierarchies are a model's trees of other volumes than boxes, each built when a
// method first asks for it.
type hierarchies struct {
	mu     sync.Mutex
	obb    atomic.Pointer[tree.Of[geom.OBB]]
	hybrid atomic.Pointer[tree.Of[geom.SphereOBB]]
	sphere atomic.Pointer[tree.Of[geom.Sphere]]
	dop    atomic.Pointer[tree.Of[geom.DOP]]
}

// onDemand returns the tree at p, building it first if need be and adding the
// time to spent.
func onDemand[V any](mu *sync.Mutex, p *atomic.Pointer[tree.Of[V]], spent *time.Duration, build func() *tree.Of[V]) *tree.Of[V] {
	if t := p.Load(); t != nil {
		return t
	}
	mu.Lock()
	defer mu.Unlock()
	if t := p.Load(); t != nil {
		return t
	}
	start := clock()
	t := build()
	p.Store(t)
	*spent += clock() - start
	return t
}

// deformed brings the trees up to date with new vertices: balls are refitted.
// Boxes and hybrids would keep axes that no longer fit, so they are built anew on
// demand; DOPs are refitted each time they are posed.
func (h *hierarchies) deformed(m *Model) {
	h.obb.Store(nil)
	h.hybrid.Store(nil)
	if t := h.sphere.Load(); t != nil {
		tree.RefitSphere(t, m.soup())
	}
}

func (m *Model) soup() *tree.Soup {
	return &tree.Soup{Vertices: m.mesh.Vertices, Triangles: m.mesh.Triangles}
}
