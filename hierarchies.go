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
	blocks atomic.Pointer[tree.Blocks]
}

// onDemand returns the tree at p, building it first if need be and adding the
// time to spent.
func onDemand[T any](mu *sync.Mutex, p *atomic.Pointer[T], spent *time.Duration, build func() *T) *T {
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

// dopTree returns the binary hierarchy of 18-DOPs. Its volumes are those of the
// vertices it was built from.
func (m *Model) dopTree(spent *time.Duration) *tree.Of[geom.DOP] {
	return onDemand(&m.others.mu, &m.others.dop, spent, func() *tree.Of[geom.DOP] {
		return tree.BuildDOP(m.soup(), tree.DOPOptions{})
	})
}

// dopBlocks returns the hierarchy's shape in blocks of eight.
func (m *Model) dopBlocks(spent *time.Duration) *tree.Blocks {
	if b := m.others.blocks.Load(); b != nil {
		return b
	}
	t := m.dopTree(spent)
	return onDemand(&m.others.mu, &m.others.blocks, spent, func() *tree.Blocks { return tree.BuildBlocks(t, 8) })
}

func (m *Model) soup() *tree.Soup {
	return &tree.Soup{Vertices: m.mesh.Vertices, Triangles: m.mesh.Triangles}
}
