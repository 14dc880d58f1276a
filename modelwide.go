package collide

import (
	"sync/atomic"
	"time"

	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/tree"
)

// wideTrees are the hierarchies that the method auto descends: one built with care for
// pairs of meshes, one packed in a fraction of the time for contacts within the mesh,
// which it finds as fast.
type wideTrees struct{ pairs, self atomic.Pointer[tree.Wide] }

func (w *wideTrees) of(self bool) *atomic.Pointer[tree.Wide] {
	if self {
		return &w.self
	}
	return &w.pairs
}

// any returns a tree that is there, that for pairs first.
func (w *wideTrees) any() *tree.Wide {
	if t := w.pairs.Load(); t != nil {
		return t
	}
	return w.self.Load()
}

// Wide returns the hierarchy that the method auto descends for pairs of meshes, building
// it first if need be as Tree does.
func (m *Model) Wide(workers int) *tree.Wide { return m.wideTree(workers, false) }

func (m *Model) wideTree(workers int, self bool) *tree.Wide {
	p := m.wide.of(self)
	if t := p.Load(); t != nil {
		return t
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if t := p.Load(); t != nil {
		return t
	}
	t := m.buildWide(workers, self)
	p.Store(t)
	return t
}

func (m *Model) buildWide(workers int, self bool) *tree.Wide {
	opt := tree.WideOptions{Workers: workers}
	if !self {
		return tree.BuildWide(m.soup(), opt)
	}
	t := tree.PackWide(m.soup(), opt)
	if t.Usable() {
		t.Number(m.corners(), workers)
	}
	return t
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

// refitWide brings the trees up to date with new vertices; those that are then missing
// are built anew on demand.
func (m *Model) refitWide() {
	if t := m.wide.pairs.Load(); t != nil && !t.Refit(m.soup(), 0) {
		m.wide.pairs.Store(nil)
	}
	// Vertices that had equal coordinates, and numbers, may no longer have.
	if t := m.wide.self.Load(); t != nil && (m.scattered() || !t.Refit(m.soup(), 0)) {
		m.wide.self.Store(nil)
	}
}

// needWide builds the tree that is not there yet and adds the time to spent.
func (m *Model) needWide(workers int, self bool, spent *time.Duration) {
	if m.wide.of(self).Load() != nil {
		return
	}
	start := clock()
	m.wideTree(workers, self)
	*spent += clock() - start
}
