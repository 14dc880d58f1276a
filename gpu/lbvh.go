package gpu

import (
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broad"
	"github.com/collide-go/collide/narrow"
)

// lbvhEngine is the method lbvh: a linear hierarchy over the bodies' boxes, then one
// over the triangles of all pairs of meshes, both built anew for each query.
type lbvhEngine struct {
	device    *Device
	world     *collide.World
	first     int // capacity of the append buffers to begin with
	batch     *batch
	geometry  *geometry
	bodies    *bodyPhase
	triangles *trianglePhase
	confirm   *confirmer
	pairs     []broad.Pair
	took      func(phase string, d time.Duration)
}

// firstCapacity of append buffers: they grow from there.
const firstCapacity = 1 << 14

func newLBVH(d *Device, w *collide.World) *lbvhEngine {
	e := &lbvhEngine{device: d, world: w, first: firstCapacity, confirm: newConfirmer(w)}
	e.took = func(_ string, d time.Duration) { w.Stats.Device += d }
	return e
}

// open makes what lives on the device; Close may have been called before.
func (e *lbvhEngine) open() error {
	if e.batch != nil {
		return nil
	}
	b, err := e.device.newBatch()
	if err != nil {
		return err
	}
	b.ran = e.took
	e.batch, e.geometry = b, e.device.newGeometry(e.world)
	e.bodies = newBodyPhase(b, e.first, e.world.Workers)
	e.triangles = newTrianglePhase(b, e.geometry, e.first)
	return e.geometry.grow()
}

// Close frees what the engine has on the device; Find makes it anew.
func (e *lbvhEngine) Close() error {
	if e.batch == nil {
		return nil
	}
	e.bodies.close()
	e.triangles.close()
	e.geometry.close()
	e.batch.close()
	e.batch = nil
	return nil
}

// Find implements collide.Engine.
func (e *lbvhEngine) Find(w *collide.World, dst []collide.Contact) ([]collide.Contact, error) {
	if err := e.open(); err != nil {
		return dst, err
	}
	e.confirm.begin()
	err := e.search(w)
	return e.confirm.collect(dst), err
}

func (e *lbvhEngine) search(w *collide.World) error {
	e.pairs = w.Candidates(e.bodies, e.pairs[:0])
	if e.bodies.err != nil {
		return e.bodies.err
	}
	w.Stats.Moved += e.bodies.moved
	meshes := e.confirm.separateSolids(e.pairs)
	e.confirm.answerSolids()
	if err := e.upload(w, meshes); err != nil {
		return err
	}
	e.triangles.counts = phaseCounts{}
	defer func() {
		w.Stats.Moved += e.triangles.counts.moved
		w.Stats.BVTests += e.triangles.counts.boxes
	}()
	for done := 0; done < len(meshes) && w.Control.Poll() == narrow.Running; {
		taken, triangles, err := e.triangles.take(w, meshes[done:])
		if err != nil {
			return err
		}
		found, err := e.triangles.search(triangles)
		if err != nil {
			return err
		}
		e.confirm.confirm(meshes[done:done+taken], found)
		done += taken
		if w.Progress != nil {
			w.Progress(float64(done) / float64(len(meshes)))
		}
	}
	return nil
}

// upload brings the models on the device up to date.
func (e *lbvhEngine) upload(w *collide.World, meshes []broad.Pair) error {
	if len(meshes) == 0 {
		return nil
	}
	e.batch.start()
	w.Stats.Moved += e.geometry.update(e.batch, w)
	e.batch.mark("upload")
	return e.batch.run()
}
