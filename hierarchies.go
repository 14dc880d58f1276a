package collide

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
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
	blocks atomic.Pointer[dopBlocks]
}

// dopBlocks is the hierarchy of 18-DOPs in blocks of eight, with what it encloses.
type dopBlocks struct {
	shape   *tree.Blocks
	corners tree.Corners
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
// demand; DOPs are refitted each time they are posed, from corners that are copied.
func (h *hierarchies) deformed(m *Model) {
	h.obb.Store(nil)
	h.hybrid.Store(nil)
	if t := h.sphere.Load(); t != nil {
		tree.RefitSphere(t, m.soup())
	}
	if b := h.blocks.Load(); b != nil {
		b.shape.SetCorners(&b.corners, m.soup())
	}
}

// dopTree returns the binary hierarchy of 18-DOPs. Its volumes are those of the
// vertices it was built from.
func (m *Model) dopTree(spent *time.Duration) *tree.Of[geom.DOP] {
	return onDemand(&m.others.mu, &m.others.dop, spent, func() *tree.Of[geom.DOP] {
		return tree.BuildDOP(m.soup(), tree.DOPOptions{})
	})
}

// dopBlocks returns the hierarchy in blocks of eight.
func (m *Model) dopBlocks(spent *time.Duration) *dopBlocks {
	if b := m.others.blocks.Load(); b != nil {
		return b
	}
	t := m.dopTree(spent)
	return onDemand(&m.others.mu, &m.others.blocks, spent, func() *dopBlocks {
		b := &dopBlocks{shape: tree.BuildBlocks(t, simd.Lanes)}
		b.shape.SetCorners(&b.corners, m.soup())
		return b
	})
}

func (m *Model) soup() *tree.Soup {
	return &tree.Soup{Vertices: m.mesh.Vertices, Triangles: m.mesh.Triangles}
}
