package collide

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/tree"
)

// newSphereEngine makes the method sphere: trees of balls, simultaneous descent
// (after Palmer and Grimsdale, "Collision Detection for Animation using
// Sphere-Trees", Computer Graphics Forum 14(2), 1995).
func newSphereEngine(w *World) (Engine, error) {
	e := &volumeEngine[geom.Sphere, *geom.Sphere]{phase: &broad.Auto{Workers: w.Workers}, load: func(w *World, body int) *tree.Of[geom.Sphere] {
		m := w.bodies[body].model
		return onDemand(w, m, &m.others.sphere, func(m *Model) *tree.Of[geom.Sphere] {
			return tree.BuildSphere(m.soup(), tree.SphereOptions{})
		})
	}}
	return e.start(w, w.Workers), nil
}
