package collide

import (
	"github.com/collide-go/collide/broad"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/tree"
)

// newOctreeHybridEngine makes the method octree-hybrid: an octree over the
// bodies, Sphere-OBB hierarchies built when two bodies first share a cell, and
// the classified traversal (Electronic Design Engineering, 2016).
func newOctreeHybridEngine(w *World) (Engine, error) {
	e := &volumeEngine[geom.SphereOBB, *geom.SphereOBB]{phase: &broad.Octree{}, classify: true, load: func(w *World, body int) *tree.Of[geom.SphereOBB] {
		m := w.bodies[body].model
		return onDemand(&m.others.mu, &m.others.hybrid, &w.Stats.Build, func() *tree.Of[geom.SphereOBB] {
			return tree.BuildSphereOBB(m.soup(), tree.OBBOptions{})
		})
	}}
	return e.start(w, w.Workers), nil
}
