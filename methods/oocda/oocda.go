package oocda

import (
	"cmp"
	"slices"
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
// in parallel, colliding pairs out. Pairs of a mesh and a sphere or a box descend the mesh's
// 18-DOPs; meshes with themselves take the path of bvh.
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
	solids      []broad.Pair // of a mesh and a sphere or a box
	due         []int32      // bodies to refit
	own         []frontWorker
	origin      geom.Vec
	world       *world.World
	ants        antHill
	seeking     bool // each task begins with ants

	follow, refit, search, solid func(worker, lo, hi int)
}

// frontBody is a body as its fronts see it.
type frontBody struct {
	posed narrow.PosedBlocks
	drift narrow.Drift
	kind  uint64 // of posed.Shape
	stale bool   // moved since the volumes were set
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
	// memory is what the pair's last ants left.
	memory narrow.Memory
}

// frontTask is a piece of the front of a pair of next.
type frontTask struct {
	pair, piece int32
	// promise is how deep the bodies' boxes overlap, where one contact is enough.
	promise float64
}

// frontWorker is the state of a goroutine, in addition to its world.Worker.
type frontWorker struct {
	search   narrow.FrontSearch
	refitter tree.Refitter
	split    []splitPiece
	solid    solidWorker
	colony   narrow.Colony
	// Counters of this query.
	updates, witnesses, antTests int64
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
	w.Treeless()
	e.rest.Prepare(w.Workers)
	e.ants.opt = opt.Colonies.inner()
	e.ants.opt.Fill()
	e.ants.run = e.runColonies
	e.follow, e.refit, e.search, e.solid = e.followBodies, e.refitBodies, e.runTasks, e.runSolids
	return e
}

// Find implements world.Engine.
func (e *engine) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	e.pairs = w.Candidates(&e.phase, e.pairs[:0])
	return e.find(w, dst), nil
}

// FindPairs implements world.PairSearcher. Fronts of other pairs are given up.
func (e *engine) FindPairs(w *world.World, pairs []broad.Pair, dst []world.Contact) ([]world.Contact, error) {
	e.pairs = append(e.pairs[:0], pairs...)
	return e.find(w, dst), nil
}

// find searches the pairs.
func (e *engine) find(w *world.World, dst []world.Contact) []world.Contact {
	e.world, e.rest.World = w, w
	world.Begin(e.rest.Workers, w)
	start, built := world.Clock(), w.Stats.Build
	e.chooseOrigin(w)
	par.For(w.Len(), w.Workers, 128, e.follow)
	e.recall(w)
	w.Stats.Update += world.Clock() - start - (w.Stats.Build - built)
	e.rest.Plan(w)
	e.rest.Done.Start(len(e.tasks)+len(e.solids)+len(e.rest.Tasks), w.Progress)
	workers, grain := w.Workers, 1+len(e.tasks)/(16*w.Workers)
	send := e.opt.AntsFirst || !e.opt.NoAnts && (w.First || w.Control.Bounded())
	if send && !w.First {
		par.For(len(e.due), w.Workers, 16, e.refit)
		e.sendAnts(w)
	}
	if send && w.Control.Limited() {
		workers = 1 // the steps that are left go to the same pairs in every run
	}
	if e.seeking = send && w.First; w.First {
		e.sortTasks(w)
		grain = 1
	}
	for len(e.tasks) > 0 {
		par.For(len(e.tasks), workers, grain, e.search)
		e.takeSplit()
		grain = 1 + len(e.tasks)/(16*workers)
	}
	par.For(len(e.solids), workers, 1+len(e.solids)/(16*workers), e.solid)
	par.For(len(e.rest.Tasks), workers, 1, e.rest.Run)
	from := len(dst)
	dst = world.Collect(e.rest.Workers, w, dst)
	e.count(w)
	return e.ants.addWitnesses(w, dst, from)
}

// sortTasks puts the pairs of meshes whose boxes overlap most first.
func (e *engine) sortTasks(w *world.World) {
	for i := range e.tasks {
		p := e.known[e.tasks[i].pair].pair
		e.tasks[i].promise = overlap(&w.Boxes()[p.A], &w.Boxes()[p.B])
	}
	slices.SortFunc(e.tasks, func(x, y frontTask) int {
		return cmp.Or(-cmp.Compare(x.promise, y.promise), cmp.Compare(x.pair, y.pair), cmp.Compare(x.piece, y.piece))
	})
}

// overlap is the least extent of what two boxes share, as a part of the smaller box's.
func overlap(a, b *geom.AABB) float64 {
	shared, x, y := a.Max.Min(b.Max).Sub(a.Min.Max(b.Min)), a.Size(), b.Size()
	return min(shared.X/min(x.X, y.X), shared.Y/min(x.Y, y.Y), shared.Z/min(x.Z, y.Z))
}

// count adds up the counters of the workers.
func (e *engine) count(w *world.World) {
	for i := range e.own {
		own := &e.own[i]
		w.Stats.BVUpdates += own.updates
		w.Stats.Witnesses += own.witnesses
		w.Stats.WitnessTests += own.antTests
		own.updates, own.witnesses, own.antTests = 0, 0, 0
	}
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
