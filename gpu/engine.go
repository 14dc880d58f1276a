package gpu

import (
	"runtime"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broad"
	"github.com/collide-go/collide/narrow"
)

// engine runs a method of this package: a broad phase over the bodies, a phase over
// the triangles of the pairs of meshes, and the confirmation of its candidates.
type engine struct {
	recipe
	device  *Device
	world   *collide.World
	first   int // capacity of the append buffers to begin with
	on      *resident
	confirm *confirmer
	pairs   []broad.Pair
}

// recipe tells the methods apart.
type recipe struct {
	// bodies makes the broad phase, triangles the phase over triangles.
	bodies    func(b *batch, first, workers int) bodyPhaser
	triangles func(w *collide.World, b *batch, g *geometry, first int) phase
}

// bodyPhaser is a broad phase that may fail and may hold memory on the device.
type bodyPhaser interface {
	broad.Phase
	// failure is the error of the last call of Pairs, bytesMoved its bytes.
	failure() error
	bytesMoved() int64
	close()
}

// resident is what an engine has on the device. Nothing in it may lead back to the
// engine or its detector, whose end it must not prevent: commands point into it.
type resident struct {
	device    *Device
	batch     *batch
	geometry  *geometry
	bodies    bodyPhaser
	triangles phase
}

// firstCapacity of append buffers: they grow from there.
const firstCapacity = 1 << 14

func newEngine(d *Device, w *collide.World, r recipe) *engine {
	w.Treeless()
	return &engine{recipe: r, device: d, world: w, first: firstCapacity, confirm: newConfirmer(w)}
}

// open makes what lives on the device, which is freed with the engine at the latest;
// Close may have been called before.
func (e *engine) open() error {
	if e.on != nil {
		return nil
	}
	b, err := e.device.newBatch()
	if err != nil {
		return err
	}
	g := e.device.newGeometry(e.world)
	e.on = &resident{e.device, b, g, e.bodies(b, e.first, e.world.Workers), e.triangles(e.world, b, g, e.first)}
	runtime.AddCleanup(e, (*resident).close, e.on)
	return nil
}

// close frees everything, once, unless the device is gone.
func (r *resident) close() {
	if r.batch == nil || !r.device.hold() {
		return
	}
	defer r.device.release()
	r.bodies.close()
	r.triangles.close()
	r.geometry.close()
	r.batch.close()
	r.batch = nil
}

// Close frees what the engine has on the device; Find makes it anew.
func (e *engine) Close() error {
	if e.on != nil {
		e.on.close()
		e.on = nil
	}
	return nil
}

// Find implements collide.Engine.
func (e *engine) Find(w *collide.World, dst []collide.Contact) ([]collide.Contact, error) {
	if err := e.open(); err != nil {
		return dst, err
	}
	e.confirm.begin()
	e.on.batch.spent = 0
	err := e.search(w)
	w.Stats.Device += e.on.batch.spent
	if err != nil { // what the device holds may not be what its owners think
		_ = e.Close()
	}
	return e.confirm.collect(dst), err
}

func (e *engine) search(w *collide.World) error {
	on := e.on
	e.pairs = w.Candidates(on.bodies, e.pairs[:0])
	w.Stats.Moved += on.bodies.bytesMoved()
	if err := on.bodies.failure(); err != nil {
		return err
	}
	meshes := e.confirm.separateSolids(e.pairs)
	e.confirm.answerSolids()
	if len(meshes) == 0 || w.Control.Poll() != narrow.Running {
		return nil
	}
	if err := e.update(w); err != nil {
		return err
	}
	return e.searchMeshes(w, meshes)
}

// update brings the models on the device up to date.
func (e *engine) update(w *collide.World) error {
	on, start := e.on, time.Now()
	defer func() { w.Stats.Update += time.Since(start) }()
	if err := on.geometry.grow(); err != nil {
		return err
	}
	if err := on.triangles.grow(); err != nil {
		return err
	}
	if on.geometry.stale() {
		on.batch.start()
		w.Stats.Moved += on.geometry.update(on.batch, w)
		on.batch.mark("vertices")
		on.triangles.follow(on.batch)
		if err := on.batch.run(); err != nil {
			return err
		}
	}
	return on.triangles.prepare(w)
}

func (e *engine) searchMeshes(w *collide.World, meshes []broad.Pair) error {
	p := e.on.triangles
	counts := p.counted()
	*counts = phaseCounts{}
	defer func() {
		w.Stats.Moved += counts.moved
		w.Stats.BVTests += counts.boxes
	}()
	for done := 0; done < len(meshes) && w.Control.Poll() == narrow.Running; {
		taken, found, err := p.search(w, meshes[done:])
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
