package collide

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
)

// What methods outside this package ask of a World beyond poses and boxes.

// Version counts the deformations of body i's mesh; 0 for a sphere or a box.
func (w *World) Version(i int) int {
	if w.bodies[i].model == nil {
		return 0
	}
	return w.bodies[i].model.version
}

// OBBTree returns body i's hierarchy of oriented boxes in the mesh's coordinates,
// the one of method rapid, to be read only. It is built on demand, O(n log n), and
// the time added to Stats.Build; nil where the search was stopped before. A deformed mesh gets
// a new one.
func (w *World) OBBTree(i int) *tree.Of[geom.OBB] {
	m := w.bodies[i].model
	return onDemand(w, m, &m.others.obb, func(m *Model) *tree.Of[geom.OBB] {
		return tree.BuildOBB(m.soup(), tree.OBBOptions{})
	})
}
