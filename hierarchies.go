package collide

import (
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
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

// onDemand returns the tree at p, which is one of m's, building it first if need be: see
// World.build. It is nil where the search was stopped before. Engines call it from one
// goroutine.
func onDemand[T any](w *World, m *Model, p *atomic.Pointer[T], build func(*Model) *T) *T {
	if t := p.Load(); t != nil {
		return t
	}
	if w.Control.Cause() != narrow.Running {
		return nil
	}
	built := w.build(m.primitives(), func() {
		m.others.mu.Lock()
		defer m.others.mu.Unlock()
		if p.Load() == nil {
			p.Store(build(m))
		}
	})
	if !built {
		return nil
	}
	return p.Load()
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

// dopTree returns the binary hierarchy of 18-DOPs, nil where the search was stopped before
// it was built. Its volumes are those of the vertices it was built from.
func (m *Model) dopTree(w *World) *tree.Of[geom.DOP] {
	return onDemand(w, m, &m.others.dop, func(m *Model) *tree.Of[geom.DOP] {
		return tree.BuildDOP(m.soup(), tree.DOPOptions{})
	})
}

// dopBlocks returns the hierarchy in blocks of eight, likewise.
func (m *Model) dopBlocks(w *World) *dopBlocks {
	if b := m.others.blocks.Load(); b != nil {
		return b
	}
	t := m.dopTree(w)
	if t == nil {
		return nil
	}
	return onDemand(w, m, &m.others.blocks, func(m *Model) *dopBlocks {
		b := &dopBlocks{shape: tree.BuildBlocks(t, simd.Lanes)}
		b.shape.SetCorners(&b.corners, m.soup())
		return b
	})
}

func (m *Model) soup() *tree.Soup {
	return &tree.Soup{Vertices: m.mesh.Vertices, Triangles: m.mesh.Triangles}
}
