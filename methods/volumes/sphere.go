package volumes

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/internal/world"
)

// sphereKey is the key of the models' trees of balls.
type sphereKey struct{}

func newSphere(w *world.World) (world.Engine, error) {
	e := &volumeEngine[volume.Ball, *volume.Ball]{phase: &broad.Auto{Workers: w.Workers}, load: func(w *world.World, body int) *tree.Of[volume.Ball] {
		m := w.Model(body)
		return world.OnDemand(w, m, world.CacheOf[tree.Of[volume.Ball]](m, sphereKey{}), buildSphere, refitSphere)
	}}
	return e.start(w, w.Workers), nil
}

func buildSphere(m *world.Model) *tree.Of[volume.Ball] {
	return tree.BuildSphere(m.Soup(), tree.SphereOptions{})
}

func refitSphere(m *world.Model, t *tree.Of[volume.Ball]) bool {
	tree.RefitSphere(t, m.Soup())
	return true
}
