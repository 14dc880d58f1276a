package query

import (
	"errors"
	"runtime"
	"time"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// Engine runs a method: a broad phase over the bodies, a phase over
// the triangles of the pairs of meshes, and the confirmation of its candidates.
type Engine struct {
	Recipe
	device   *vulkan.Device
	world    *world.World
	Capacity int // capacity of the append buffers to begin with
	on       *resident
	confirm  *Confirmer
	pairs    []broad.Pair
}

// New makes an engine; nothing is on the device before its first query.
func New(d *vulkan.Device, w *world.World, r Recipe) *Engine {
	w.Treeless()
	return &Engine{Recipe: r, device: d, world: w, Capacity: FirstCapacity, confirm: NewConfirmer(w)}
}

// open makes what lives on the device, which is freed with the engine at the latest;
// Close may have been called before. It waits for what the query before left running, and
// starts afresh where that failed or the device was lost.
func (e *Engine) open(c *narrow.Control) error {
	if err := e.settle(c); err != nil {
		return err
	}
	d, err := e.device.Live(c)
	if err != nil {
		return err
	}
	if e.on != nil && e.on.device != d {
		_ = e.Close()
	}
	if e.on != nil {
		return nil
	}
	b, err := d.NewBatch()
	if err != nil {
		return d.Judge(err)
	}
	g := models.NewGeometry(d, e.world)
	e.on = &resident{device: d, batch: b, geometry: g, bodies: e.Bodies(b, e.Capacity, e.world.Workers), triangles: e.Triangles(e.world, b, g, e.Capacity)}
	d.Attach()
	runtime.AddCleanup(e, (*resident).close, e.on)
	return nil
}

// settle waits for what the query before left running; where that failed, nothing on the device is
// what its owners think, and all is freed. The error is vulkan.ErrStopped.
func (e *Engine) settle(c vulkan.Control) error {
	if e.on == nil {
		return nil
	}
	err := e.on.settle(c)
	if err == nil || errors.Is(err, vulkan.ErrStopped) {
		return err
	}
	_ = e.on.device.Judge(err)
	return e.Close()
}

// Lives returns a function that reports whether what the engine has on the device now is
// still there; that function does not keep the engine alive.
func (e *Engine) Lives() func() bool {
	on := e.on
	return func() bool { return on.batch != nil }
}

// Close frees what the engine has on the device; Find makes it again.
func (e *Engine) Close() error {
	if e.on != nil {
		e.on.close()
		e.on = nil
	}
	return nil
}

// Find implements world.Engine.
func (e *Engine) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	return e.find(w, dst, e.search)
}

// find does a query whose work is search.
func (e *Engine) find(w *world.World, dst []world.Contact, search func(w *world.World) error) ([]world.Contact, error) {
	if err := e.open(&w.Control); err != nil {
		return dst, Known(UnlessStopped(err, &w.Control))
	}
	on := e.on
	on.batch.Control = &w.Control
	e.confirm.Begin()
	count := Count(on.batch)
	err := search(w)
	if errors.Is(err, primitives.ErrFull) {
		w.Control.Stop(narrow.OutOfCandidates)
		err = nil
	}
	if errors.Is(err, vulkan.ErrStopped) {
		err = UnlessStopped(err, &w.Control)
		e.leave()
	} else if on.batch.Control = nil; err != nil { // what the device holds may not be what its owners think
		_ = on.device.Judge(err)
		_ = e.Close()
	} else {
		count.Add(w.Stats)
		if on.uncertain = on.uncertain && on.batch.Recording(); on.uncertain { // the query was over before
			_ = e.Close()
		}
		on.device.KeepPipelines()
	}
	return e.confirm.Collect(dst), Known(err)
}

// leave hands over what a stopped query left running.
func (e *Engine) leave() {
	on := e.on
	switch {
	case on.busy != nil: // trees that are built
	case on.batch.Pending():
		on.uncertain = false // unless finish fails, which starts all afresh
		on.finish(on.batch.Finish)
	case on.uncertain:
		_ = e.Close()
	default:
		on.batch.Control = nil
	}
}

func (e *Engine) search(w *world.World) error {
	on := e.on
	e.pairs = w.Candidates(on.bodies, e.pairs[:0])
	if err := on.bodies.Failure(); err != nil {
		return err
	}
	meshes := e.confirm.SeparateSolids(e.pairs)
	e.confirm.AnswerSolids()
	if len(meshes) == 0 || w.Control.Poll() != narrow.Running {
		return nil
	}
	if err := e.update(w); err != nil {
		return err
	}
	return e.searchMeshes(w, meshes)
}

// update brings the models on the device up to date.
func (e *Engine) update(w *world.World) error {
	on, start, built := e.on, time.Now(), w.Stats.Build
	defer func() { w.Stats.Update += time.Since(start) - (w.Stats.Build - built) }()
	if err := on.geometry.Grow(); err != nil {
		return err
	}
	if err := on.triangles.Grow(); err != nil {
		return err
	}
	if on.geometry.Stale() {
		on.uncertain = true // what is recorded here counts as done
		on.batch.Start()
		on.geometry.Update(on.batch, w)
		on.batch.Mark("vertices")
		on.triangles.Follow(on.batch)
		if !on.triangles.Lacking() {
			on.batch.EndUpdate()
			return nil // the search joins the batch
		}
		if err := on.batch.Run(); err != nil {
			return err
		}
		on.uncertain = false
		w.Stats.BVUpdates += on.triangles.Followed()
	}
	return e.prepare(w)
}

// prepare builds what is missing and adds the time to Stats.Build. A build goes on when the query is stopped: what it makes
// serves the next one, so that queries with a budget less than a build come to an end one day.
func (e *Engine) prepare(w *world.World) error {
	on := e.on
	w.Stats.BVUpdates += on.triangles.Followed() // of a query that was stopped before
	lacking := on.triangles.Lacking()
	if lacking {
		start := time.Now()
		defer func() { w.Stats.Build += time.Since(start) }()
	}
	if !lacking || !w.Control.Stoppable() {
		n, err := on.triangles.Prepare()
		w.Stats.BVUpdates += n
		return err
	}
	on.batch.Control = nil
	built := int64(0)
	on.finish(func() (err error) {
		built, err = on.triangles.Prepare()
		return err
	})
	if err := on.settle(&w.Control); err != nil {
		return err
	}
	w.Stats.BVUpdates += built
	on.batch.Control = &w.Control
	return nil
}

func (e *Engine) searchMeshes(w *world.World, meshes []broad.Pair) error {
	p := e.on.triangles
	counts := p.Counted()
	*counts = Counts{}
	defer func() { w.Stats.BVTests += counts.Boxes }()
	for done := 0; done < len(meshes) && w.Control.Poll() == narrow.Running; {
		taken, found, err := p.Search(w, meshes[done:])
		if again := errors.Is(err, ErrAgain); again || err == nil { // the batch has run
			w.Stats.BVUpdates += p.Followed()
			if again {
				err = e.prepare(w)
			}
		}
		if err != nil {
			return err
		}
		if err := e.confirm.Confirm(meshes[done:done+taken], found); err != nil {
			return err
		}
		done += taken
		if w.Progress != nil {
			w.Progress(float64(done) / float64(len(meshes)))
		}
	}
	return nil
}
