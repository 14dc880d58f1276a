package collide

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
)

// newRapidEngine makes the method rapid: oriented boxes along the principal axes
// of the surface, simultaneous descent in one body's frame (Gottschalk, Lin,
// Manocha, "OBBTree", SIGGRAPH 1996), with sweep-and-prune for many bodies.
func newRapidEngine(w *World) (Engine, error) {
	e := &volumeEngine[geom.OBB, *geom.OBB]{phase: &broad.Auto{Workers: w.Workers}, load: (*World).OBBTree}
	return e.start(w, w.Workers), nil
}
