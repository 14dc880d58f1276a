package collide

import (
	"github.com/collide-go/collide/internal/tree"
)

// Wide returns the hierarchy that the method auto descends, building it first if need
// be as Tree does.
func (m *Model) Wide(workers int) *tree.Wide {
	if t := m.wide.Load(); t != nil {
		return t
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if t := m.wide.Load(); t != nil {
		return t
	}
	t := tree.BuildWide(m.soup(), tree.WideOptions{Workers: workers})
	m.wide.Store(t)
	return t
}

// needWide builds the wide tree of a mesh; false means that the search was stopped before.
func (w *World) needWide(m *Model) bool {
	if m.wide.Load() != nil {
		return true
	}
	workers := w.Workers
	return w.build(m.primitives(), func() { m.Wide(workers) })
}

// needWidePair builds what two meshes need to meet in one unit; false means that the
// search was stopped before.
func (w *World) needWidePair(a, b *Model) bool {
	if !w.needWide(a) || !w.needWide(b) {
		return false
	}
	x, y := a.wide.Load(), b.wide.Load()
	if x.Exponent == y.Exponent || !x.Usable() || !y.Usable() || x.OtherExponent() != y.OtherExponent() ||
		a.rescaled.Load() != nil && b.rescaled.Load() != nil {
		return true
	}
	return w.build(a.primitives()+b.primitives(), func() {
		a.rescale()
		b.rescale()
	})
}

// rescale makes the tree in the other unit unless it is there.
func (m *Model) rescale() {
	if m.rescaled.Load() != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rescaled.Load() != nil {
		return
	}
	if wide := m.wide.Load(); wide != nil { // SetVertices may have dropped it since it was built
		t := &tree.Wide{}
		wide.Rescale(t)
		m.rescaled.Store(t)
	}
}

// widePair returns the hierarchies of two meshes, in one unit if needWidePair found one.
func widePair(a, b *Model) (x, y *tree.Wide) {
	x, y = a.wide.Load(), b.wide.Load()
	if x != nil && y != nil && x.Exponent != y.Exponent {
		if p, q := a.rescaled.Load(), b.rescaled.Load(); p != nil && q != nil && p.Exponent == q.Exponent {
			return p, q
		}
	}
	return x, y
}

// refitWide brings the wide trees up to date, or drops them to be built anew on demand.
func (m *Model) refitWide() {
	t, other := m.wide.Load(), m.rescaled.Load()
	switch {
	case t == nil:
	case !t.Refit(m.soup(), 0):
		m.wide.Store(nil)
		m.rescaled.Store(nil)
	case other != nil:
		t.Rescale(other)
	}
}
