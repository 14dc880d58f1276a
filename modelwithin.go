package collide

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// wideTrees returns the hierarchies that two bodies, or one with itself, are searched in.
func (w *World) wideTrees(p broad.Pair) (x, y *tree.Wide) {
	a, b := w.bodies[p.A].model, w.bodies[p.B].model
	if p.A == p.B {
		return a.within.Load(), a.within.Load()
	}
	return widePair(a, b)
}

// needWithin builds the tree for contacts within a mesh; false means that the search was
// stopped before.
func (w *World) needWithin(m *Model) bool {
	if m.within.Load() != nil {
		return true
	}
	workers := w.Workers
	return w.build(m.primitives(), func() { m.pack(workers) })
}

// pack builds the tree for contacts within the mesh: in a fraction of the time that Wide
// takes, and they are found in it as fast.
func (m *Model) pack(workers int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.within.Load() != nil {
		return
	}
	t := tree.PackWide(m.soup(), tree.WideOptions{Workers: workers})
	if t.Usable() {
		t.Number(m.corners(), workers)
	}
	m.within.Store(t)
}

// corners returns the triangles with numbers for their corners that are equal where their
// coordinates are, as far as that costs little: vertices are compared only where there
// are more of them than triangles, twice as many as a closed surface has.
func (m *Model) corners() [][3]uint32 {
	if !m.scattered() {
		return m.mesh.Triangles
	}
	w := mesh.Weld(m.mesh)
	t := make([][3]uint32, len(m.mesh.Triangles))
	for i := range t {
		t[i] = w.Corners(m.mesh.Triangles[i])
	}
	return t
}

// scattered reports whether vertices look as though triangles did not share them.
func (m *Model) scattered() bool { return len(m.mesh.Vertices) > len(m.mesh.Triangles) }

// refitWithin brings the tree up to date, or drops it to be built anew on demand.
func (m *Model) refitWithin() {
	// Vertices of a scattered mesh that had equal coordinates, and numbers, may have
	// others now.
	if t := m.within.Load(); t != nil && (m.scattered() || !t.Refit(m.soup(), 0)) {
		m.within.Store(nil)
	}
}
