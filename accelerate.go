package collide

import (
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/tree"
)

// What methods outside this package ask of a World beyond poses and boxes.

// DeviceStats counts what a device did in one query; the zero value stands for
// none.
type DeviceStats struct {
	// Candidates is how many primitive pairs the device could not tell apart and
	// handed to the exact test, each counted once.
	Candidates int64
	// Queries is how many occlusion queries were asked.
	Queries int64
	// BytesMoved between the host and the device, both ways.
	BytesMoved int64
	// Time is how long the device was busy, 0 where it has no clock.
	Time time.Duration
	// ImageVerdict is what an image-space method would have answered by its image
	// alone, "colliding" or "free"; it decides nothing.
	ImageVerdict string
}

// Version counts the deformations of body i's mesh; 0 for a sphere or a box.
func (w *World) Version(i int) int {
	if w.bodies[i].model == nil {
		return 0
	}
	return w.bodies[i].model.version
}

// OBBTree returns body i's hierarchy of oriented boxes in the mesh's coordinates,
// the one of method rapid, to be read only. It is built on demand, O(n log n), and
// the time added to Stats.Build. A deformed mesh gets a new one.
func (w *World) OBBTree(i int) *tree.Of[geom.OBB] {
	m := w.bodies[i].model
	return onDemand(&m.others.mu, &m.others.obb, &w.Stats.Build, func() *tree.Of[geom.OBB] {
		return tree.BuildOBB(m.soup(), tree.OBBOptions{})
	})
}
