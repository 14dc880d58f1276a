package oocda

import (
	"runtime"
	"sync/atomic"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/engines"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/world"
)

// engine is the method oocda (Journal of Jilin University, Engineering and
// Technology, 2017): 18-DOP trees refitted in the world eight volumes at a time, the
// fronts of the pairs kept from frame to frame, their pieces shared out over the
// workers. Its steps are the paper's: bodies in, hierarchies and fronts
// initialised, undecided pairs decided in parallel, fronts and hierarchies updated
// in parallel, colliding pairs out. Pairs with a sphere or a box, and meshes with
// themselves, take the path of bvh.
type engine struct {
	opt    Options
	level  simd.Level
	phase  broad.Coherent
	rest   engines.Trees
	bodies []frontBody
	pairs  []broad.Pair
	// known are the pairs of meshes of the last frame, ascending; next is this frame's.
	known, next []frontPair
	spare       []narrow.Front
	tasks       []frontTask
	due         []int32 // bodies to refit
	own         []frontWorker
	origin      geom.Vec
	world       *world.World
	ants        antHill

	follow, refit, search func(worker, lo, hi int)
}

// frontBody is a body as its fronts see it.
type frontBody struct {
	posed narrow.PosedBlocks
	drift narrow.Drift
	stale bool // moved since the volumes were set
	// state is that of the volumes, one of the constants below. Volumes that are due are
	// set before a task reads them, by the worker that changes state to volumesBusy.
	state atomic.Uint32
}

// The states of a body's volumes.
const (
	volumesSet = iota
	volumesDue
	volumesBusy // a worker is setting them
)

// frontPair is a pair of meshes whose boxes overlap.
type frontPair struct {
	pair  broad.Pair
	front narrow.Front
}

// frontTask is a piece of the front of a pair of next.
type frontTask struct{ pair, piece int32 }

// frontWorker is the state of a goroutine, in addition to its world.Worker.
type frontWorker struct {
	search   narrow.FrontSearch
	refitter tree.Refitter
	split    []splitPiece
}

// splitPiece is what a pair's front has to take in.
type splitPiece struct {
	pair int32
	made narrow.Piece
}

func newEngine(w *world.World, opt Options) *engine {
	e := &engine{opt: opt, level: simd.Best(), bodies: make([]frontBody, w.Len()), own: make([]frontWorker, w.Workers)}
	if e.opt.Scalar {
		e.level = simd.Go
	}
	for i := range e.own {
		e.own[i].search.FrontOptions = narrow.FrontOptions{Level: e.level, Plain: e.opt.NoSlack}
	}
	e.rest.Prepare(w.Workers)
	e.ants.opt = opt.Colonies.inner()
	e.ants.opt.Fill()
	e.ants.run = e.runColonies
	e.follow, e.refit, e.search = e.followBodies, e.refitBodies, e.runTasks
	return e
}

// Find implements world.Engine.
func (e *engine) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	e.world, e.rest.World = w, w
	world.Begin(e.rest.Workers, w)
	e.pairs = w.Candidates(&e.phase, e.pairs[:0])
	start := world.Clock()
	e.chooseOrigin(w)
	par.For(w.Len(), w.Workers, 128, e.follow)
	e.recall(w)
	w.Stats.Update += world.Clock() - start
	e.rest.Plan(w)
	e.rest.Done.Start(len(e.tasks)+len(e.rest.Tasks), w.Progress)
	workers := w.Workers
	if e.ants.always || !e.opt.NoAnts && (w.First || w.Control.Bounded()) {
		par.For(len(e.due), w.Workers, 16, e.refit)
		e.sendAnts(w)
		if w.Control.Limited() {
			workers = 1 // the steps that are left go to the same pairs in every run
		}
	}
	for len(e.tasks) > 0 {
		par.For(len(e.tasks), workers, 1+len(e.tasks)/(16*workers), e.search)
		e.takeSplit()
	}
	par.For(len(e.rest.Tasks), workers, 1, e.rest.Run)
	from := len(dst)
	dst = world.Collect(e.rest.Workers, w, dst)
	return e.ants.addWitnesses(w, dst, from), nil
}

// Rehouse implements world.Rehoused: the fronts of the other bodies stay.
func (e *engine) Rehouse(w *world.World, changed []int32) {
	e.bodies = append(e.bodies, make([]frontBody, w.Len()-len(e.bodies))...)
	gone := make(map[int32]bool, len(changed))
	for _, i := range changed {
		e.bodies[i], gone[i] = frontBody{}, true
	}
	kept := e.known[:0]
	for i := range e.known {
		if k := &e.known[i]; gone[k.pair.A] || gone[k.pair.B] {
			e.retire(&k.front)
		} else {
			kept = append(kept, *k)
		}
	}
	e.known = kept
}

// chooseOrigin keeps the origin of the volumes near the middle of the scene, so
// that float32 has digits for it.
func (e *engine) chooseOrigin(w *world.World) {
	all := geom.EmptyAABB()
	for i := range w.Boxes() {
		if w.IsMesh(int32(i)) {
			all.Include(&w.Boxes()[i])
		}
	}
	c := all.Center()
	if !c.IsFinite() || c.Sub(e.origin).MaxAbs() <= all.Size().MaxAbs() {
		return
	}
	e.origin = c
	for i := range e.bodies {
		e.bodies[i].stale = true
	}
}

// followBodies notes how far the bodies moved since the last frame.
func (e *engine) followBodies(_, lo, hi int) {
	for i := lo; i < hi; i++ {
		b := &e.bodies[i]
		b.state.Store(volumesSet)
		if s := e.world.Surface(i); s != nil && b.drift.Follow(s, e.world.Posed(i)) {
			b.stale = true
		}
	}
}

// recall gives every pair of meshes the front that it left, by merging two
// ascending lists, and makes the tasks: the pieces whose slack is used up.
func (e *engine) recall(w *world.World) {
	e.next, e.tasks, e.due, e.rest.Pairs = e.next[:0], e.tasks[:0], e.due[:0], e.rest.Pairs[:0]
	old := e.known
	for _, p := range e.pairs {
		if p.A == p.B || w.HasSolid(p) {
			e.rest.Pairs = append(e.rest.Pairs, p)
			continue
		}
		for len(old) > 0 && broad.Precedes(old[0].pair, p) {
			e.retire(&old[0].front)
			old = old[1:]
		}
		k := frontPair{pair: p}
		if len(old) > 0 && old[0].pair == p {
			k.front = old[0].front
			old = old[1:]
			k.front.Advance(narrow.Approach(&e.bodies[p.A].drift, &e.bodies[p.B].drift))
		} else {
			k.front = e.recruit()
		}
		if e.opt.NoFront {
			k.front.Forget()
		}
		e.next = append(e.next, k)
		e.plan(w, int32(len(e.next)-1))
	}
	for i := range old {
		e.retire(&old[i].front)
	}
	e.known, e.next = e.next, e.known
}

// plan makes the tasks of a pair. If there are any, it loads the blocks of the pair's bodies
// and marks outdated volumes as due.
func (e *engine) plan(w *world.World, pair int32) {
	k := &e.next[pair]
	from := len(e.tasks)
	for i := range k.front.Pieces() {
		if e.opt.NoSlack || !k.front.Idle(i) {
			e.tasks = append(e.tasks, frontTask{pair, int32(i)})
		}
	}
	if len(e.tasks) == from {
		return
	}
	for _, i := range [2]int32{k.pair.A, k.pair.B} {
		b := &e.bodies[i]
		if b.posed.Shape == nil {
			blocks := blocksOf(w, int(i))
			if blocks == nil { // the search was stopped
				e.tasks = e.tasks[:from]
				return
			}
			b.posed.Take(blocks.shape, &blocks.corners)
			b.stale = true
		}
		if b.stale && b.state.Load() == volumesSet {
			b.state.Store(volumesDue)
			e.due = append(e.due, i)
			w.Stats.BVUpdates += int64(b.posed.Shape.Nodes())
		}
	}
}

func (e *engine) recruit() narrow.Front {
	if n := len(e.spare); n > 0 {
		f := e.spare[n-1]
		e.spare = e.spare[:n-1]
		return f
	}
	return narrow.Front{}
}

func (e *engine) retire(f *narrow.Front) {
	f.Forget()
	e.spare = append(e.spare, *f)
}

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
		own.search.A, own.search.B = &e.bodies[p.pair.A].posed, &e.bodies[p.pair.B].posed
		t.Pairs = own.search.Run(&t.Worker, &p.front, int(k.piece), t.Pairs[:0])
		t.Contacts = world.AppendContacts(t.Contacts, p.pair, t.Pairs)
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
			e.tasks = append(e.tasks, frontTask{s.pair, int32(f.Pieces() - 1)})
		}
		own.split = own.split[:0]
	}
	e.rest.Done.Extend(len(e.tasks))
}
