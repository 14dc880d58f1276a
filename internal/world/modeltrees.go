package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
)

// Tree returns the hierarchy of boxes over the triangles and builds it first if necessary:
// O(n log n) time, on up to workers goroutines (0 for GOMAXPROCS).
func (m *Model) Tree(workers int) *tree.Tree {
	if t := m.tree.Load(); t != nil {
		return t
	}
	return m.keepTree(func() *tree.Tree { return tree.BuildSAH(m.Boxes(), tree.SAHOptions{Workers: workers}) })
}

// TakeTree gives the model a hierarchy that was built elsewhere from a mesh of the same
// triangles.
func (m *Model) TakeTree(t *tree.Tree) { m.keepTree(func() *tree.Tree { return t }) }

func (m *Model) keepTree(build func() *tree.Tree) *tree.Tree {
	return m.tree.Get(m, build, func(t *tree.Tree) bool {
		t.Refit(m.Boxes())
		return true
	})
}

// leafTriangles returns the triangles in the order of the tree's leaves: 72 bytes
// each, and a leaf is read as one piece of memory.
func (m *Model) leafTriangles(workers int) []geom.Triangle {
	if l := m.leaves.Load(); l != nil {
		return *l
	}
	t := m.Tree(workers)
	return *m.leaves.Get(m, func() *[]geom.Triangle {
		l := make([]geom.Triangle, len(t.Order))
		m.fillLeaves(t, l)
		return &l
	}, func(l *[]geom.Triangle) bool {
		m.fillLeaves(t, *l)
		return true
	})
}

func (m *Model) fillLeaves(t *tree.Tree, leaves []geom.Triangle) {
	for k, i := range t.Order {
		leaves[k] = m.mesh.Triangle(int(i))
	}
}

// Boxes returns the triangles' boxes.
func (m *Model) Boxes() []geom.AABB {
	boxes := make([]geom.AABB, 0, len(m.mesh.Triangles))
	for i := range m.mesh.Triangles {
		t := m.mesh.Triangle(i)
		boxes = append(boxes, t.Bounds())
	}
	return boxes
}

// Solid returns whether the mesh is closed and which vertices represent its components,
// computed once, in the mesh's own coordinates, on up to workers goroutines (0 for
// GOMAXPROCS).
func (m *Model) Solid(workers int) *narrow.Solid {
	if v := m.solid.Load(); v != nil {
		return v
	}
	t := m.Tree(workers)
	return m.solid.Get(m, func() *narrow.Solid { return narrow.NewSolid(m.mesh, t) }, nil)
}

// Shells returns what the mesh's own coordinates show of the sides of its triangles; it must
// be closed.
func (m *Model) Shells(workers int) *kind.Shells {
	if v := m.shells.Load(); v != nil {
		return v
	}
	t := m.Tree(workers)
	return m.shells.Get(m, func() *kind.Shells {
		s := narrow.NewSurface(m.mesh, t)
		return kind.NewShells(m.mesh, &s)
	}, nil)
}

// OBBTree returns body i's hierarchy of oriented boxes, nil where the search was stopped
// before it was built. Boxes would keep axes that no longer fit, so a deformed mesh gets
// a new one.
func (w *World) OBBTree(i int) *tree.Of[volume.OBB] {
	m := w.Model(i)
	return OnDemand(w, m, &m.obb, func(m *Model) *tree.Of[volume.OBB] { return tree.BuildOBB(m.Soup(), tree.OBBOptions{}) }, nil)
}

// Oriented returns the boxes of OBBTree for kernels, nil where the search was stopped before there were any. A build that a stopped
// query left behind may begin after the vertices were set, which drops the hierarchy: it makes nothing then.
func (w *World) Oriented(i int) *tree.Oriented {
	m := w.Model(i)
	if o := m.oriented.Load(); o != nil {
		return o
	}
	if w.OBBTree(i) == nil {
		return nil
	}
	return OnDemand(w, m, &m.oriented, func(m *Model) *tree.Oriented {
		t := m.obb.Load()
		if t == nil {
			return nil
		}
		box := m.mesh.Bounds()
		return tree.NewOriented(t, box.Center())
	}, nil)
}

// DOPTree returns body i's hierarchy of 18-DOPs, nil if the search was stopped before
// the hierarchy was built. The hierarchy does not follow deformations: its volumes are those
// of the vertices at the build, and the caller refits them when posing it.
func (w *World) DOPTree(i int) *tree.Of[volume.DOP] {
	m := w.Model(i)
	return OnDemand(w, m, &m.dop, func(m *Model) *tree.Of[volume.DOP] { return tree.BuildDOP(m.Soup(), tree.DOPOptions{}) },
		func(*Model, *tree.Of[volume.DOP]) bool { return true })
}
