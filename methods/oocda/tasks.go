package oocda

import (
	"runtime"

	"github.com/collide-go/collide/internal/narrow"
)

func (e *engine) refitBodies(worker, lo, hi int) {
	for _, i := range e.due[lo:hi] {
		e.prepare(worker, i)
	}
}

// prepare sets the volumes of a body if they are due. Tasks call it right before they read
// the volumes, so that the volumes are still in the cache. If another worker is setting
// them, prepare waits until that is done, about a microsecond.
func (e *engine) prepare(worker int, i int32) {
	b := &e.bodies[i]
	for b.state.Load() != volumesSet {
		if !b.state.CompareAndSwap(volumesDue, volumesBusy) {
			runtime.Gosched()
			continue
		}
		b.posed.Set(e.world.Surface(int(i)), e.level, &e.own[worker].refitter, e.origin)
		b.stale = false
		e.own[worker].updates += int64(b.posed.Shape.Nodes())
		b.state.Store(volumesSet)
	}
}

func (e *engine) runTasks(worker, lo, hi int) {
	t, own := &e.rest.Workers[worker], &e.own[worker]
	for i, k := range e.tasks[lo:hi] {
		if next := lo + i + 1; next < hi {
			e.prefetch(e.tasks[next])
		}
		if e.world.Control.Cause() != narrow.Running {
			break // this frame's poses are not needed any more; fronts stay as they were
		}
		p := &e.known[k.pair]
		e.prepare(worker, p.pair.A)
		e.prepare(worker, p.pair.B)
		if e.seeking && k.piece == 0 {
			if e.seek(worker, p); e.world.Control.Cause() != narrow.Running {
				break
			}
		}
		own.search.A, own.search.B = &e.bodies[p.pair.A].posed, &e.bodies[p.pair.B].posed
		t.Pairs = own.search.Run(&t.Worker, &p.front, int(k.piece), t.Pairs[:0])
		t.Keep(p.pair)
		for _, made := range own.search.Seeds {
			own.split = append(own.split, splitPiece{k.pair, made})
		}
	}
	e.rest.Done.Add(hi - lo)
}

// prefetch asks for what a task begins with.
func (e *engine) prefetch(t frontTask) {
	p := &e.known[t.pair]
	p.front.Prefetch(int(t.piece))
	e.bodies[p.pair.A].posed.Prefetch()
	e.bodies[p.pair.B].posed.Prefetch()
}

// takeSplit hands the pieces that were split off to their fronts; they are the next
// tasks.
func (e *engine) takeSplit() {
	e.tasks = e.tasks[:0]
	for i := range e.own {
		own := &e.own[i]
		for _, s := range own.split {
			f := &e.known[s.pair].front
			f.Add(s.made)
			e.tasks = append(e.tasks, frontTask{pair: s.pair, piece: int32(f.Pieces() - 1)})
		}
		own.split = own.split[:0]
	}
	e.rest.Done.Extend(len(e.tasks))
}
