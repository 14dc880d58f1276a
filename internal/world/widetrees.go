package world

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// Wide returns the hierarchy that the method auto descends. Like Tree, it builds the
// hierarchy first if necessary.
func (m *Model) Wide(workers int) *tree.Wide {
	if t := m.wide.Load(); t != nil {
		return t
	}
	return m.wide.Get(m, func() *tree.Wide { return tree.BuildWide(m.Soup(), tree.WideOptions{Workers: workers}) },
		func(t *tree.Wide) bool { return t.Refit(m.Soup(), 0) })
}

// Within returns the hierarchy for contacts within the mesh, nil if it has not been built.
func (m *Model) Within() *tree.Wide { return m.within.Load() }

// Shown returns a wide hierarchy of the model that has been built, preferably the one for
// pairs, and nil if none has been built.
func (m *Model) Shown() *tree.Wide {
	if t := m.wide.Load(); t != nil {
		return t
	}
	return m.within.Load()
}

// NeedWithin builds the tree for contacts within a mesh. It returns false if the search
// was stopped first.
func (w *World) NeedWithin(m *Model) bool {
	if m.within.Load() != nil {
		return true
	}
	workers := w.Workers
	return w.build(m.Triangles(), func() { m.pack(workers) })
}

// NeedWidePair builds the trees that two meshes need to meet in one unit. It returns false
// if the search was stopped first.
func (w *World) NeedWidePair(a, b *Model) bool {
	if !w.needWide(a) || !w.needWide(b) {
		return false
	}
	x, y := a.wide.Load(), b.wide.Load()
	if x.Exponent == y.Exponent || !x.Usable() || !y.Usable() || x.OtherExponent() != y.OtherExponent() ||
		a.rescaled.Load() != nil && b.rescaled.Load() != nil {
		return true
	}
	return w.build(a.Triangles()+b.Triangles(), func() {
		a.rescale()
		b.rescale()
	})
}

func (w *World) needWide(m *Model) bool {
	if m.wide.Load() != nil {
		return true
	}
	workers := w.Workers
	return w.build(m.Triangles(), func() { m.Wide(workers) }) && !w.Stopped() // a thousand small trees take seconds, too
}

// WideTrees returns the hierarchies that two bodies, or one with itself, are searched in;
// those of two bodies are in one unit if NeedWidePair found one.
func (w *World) WideTrees(p broad.Pair) (x, y *tree.Wide) {
	a, b := w.bodies[p.A].model, w.bodies[p.B].model
	if p.A == p.B {
		return a.within.Load(), a.within.Load()
	}
	return widePair(a, b)
}

func widePair(a, b *Model) (x, y *tree.Wide) {
	x, y = a.wide.Load(), b.wide.Load()
	if x != nil && y != nil && x.Exponent != y.Exponent {
		if p, q := a.rescaled.Load(), b.rescaled.Load(); p != nil && q != nil && p.Exponent == q.Exponent {
			return p, q
		}
	}
	return x, y
}

// rescale makes the tree in the other unit unless it is there.
func (m *Model) rescale() {
	m.rescaled.Get(m, func() *tree.Wide {
		wide := m.wide.Load()
		if wide == nil { // SetVertices may have dropped it since it was built
			return nil
		}
		t := &tree.Wide{}
		wide.Rescale(t)
		return t
	}, func(t *tree.Wide) bool {
		wide := m.wide.Load() // has followed before
		if wide == nil {
			return false
		}
		wide.Rescale(t)
		return true
	})
}

// pack builds the tree for contacts within the mesh: in a fraction of the time that Wide
// takes, and they are found in it as fast.
func (m *Model) pack(workers int) {
	m.within.Get(m, func() *tree.Wide {
		t := tree.PackWide(m.Soup(), tree.WideOptions{Workers: workers})
		if t.Usable() {
			t.Number(m.corners(), workers)
		}
		return t
	}, func(t *tree.Wide) bool {
		// Vertices of a scattered mesh that had equal coordinates, and numbers, may have
		// others now.
		return !m.scattered() && t.Refit(m.Soup(), 0)
	})
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
