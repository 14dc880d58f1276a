// Package world is what engines see and detectors keep: posed bodies, what is derived from
// their meshes, and the question. Methods are below and above package collide; the world
// is below all of them.
package world

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/simd"
)

// World is what an Engine sees: the posed bodies and the question.
type World struct {
	// Control decides when the search stops. Engines claim their steps from it.
	Control narrow.Control
	// Workers is the number of goroutines to use, at least 1.
	Workers int
	// First asks for any one contact of a pair that is not allowed; allowed pairs
	// are then no candidates.
	First bool
	// Self asks for contacts within each mesh too.
	Self bool
	// Stats is added to by the engine, from the calling goroutine.
	Stats *Stats
	// Progress reports the share done; it may be nil.
	Progress func(share float64)

	// used is set during a call that changes the world.
	used atomic.Bool
	// started is when Find was called; reading the clock costs as much as a whole
	// query of two bodies far apart.
	started time.Duration
	// treeless engines need the surfaces' trees for few pairs or none.
	treeless bool
	// orients: see OrientBoxes.
	orients bool
	few     few
	stop    func() bool           // reports whether Control has stopped the search
	full    func(listed int) bool // stop for a broad phase, whose list has a limit
	bodies  []body
	boxes   []geom.AABB
	mesh    []bool // whether a body is a mesh; small enough to stay in a cache
	stamps  []int  // another one with each pose of a body
	moves   int    // counts the calls that may have changed boxes
	rules   int    // counts the changes of what is admissible
	guests  int    // the bodies at the end that are there for one query alone
	// immovable is the number of immovable bodies, capsules and cylinders those of such, cones being cylinders.
	immovable, capsules, cylinders int
	halves                         []int32 // the half spaces, ascending
	halfWorker                     Worker
	allowed                        pairSet
	skipped                        pairSet // pairs that are never tested
	// vacant are the places of bodies that were removed. changed are the places that have
	// another body, or no body any more, since the engine was last notified.
	vacant, changed []int32
	// candidates are what Candidates last returned, for a trace; the engine owns them.
	candidates []broad.Pair
	room       slabs // for bodies to come
	// poses are those to be set, faults what was wrong with some, one a worker.
	poses  []geom.Pose
	faults []poseFault
	place  func(worker, lo, hi int) // placeBodies: a new value a call would allocate
}

// Engine computes contact sets for one detector's world.
type Engine interface {
	// Find appends every contact of the world's admissible pairs to dst, in any
	// order, each once. It stops early when the world's Control requires it; what it
	// appended by then must be exact.
	Find(w *World, dst []Contact) ([]Contact, error)
}

// PairSearcher is an engine that can search pairs of bodies which another broad phase has
// found.
type PairSearcher interface {
	Engine
	// FindPairs is Find for these pairs, which are ascending, each once.
	FindPairs(w *World, pairs []broad.Pair, dst []Contact) ([]Contact, error)
}

// Maker makes the engine of a method for one detector. The values of collide.Method have
// it: package collide finds it by a type assertion.
type Maker interface {
	Make(w *World) (Engine, error)
}

// Settings are those of a detector's options that a world has.
type Settings struct {
	Workers     int
	First, Self bool
	Progress    func(share float64)
	Allow, Skip [][2]int
}

// New returns a world without bodies, with room for some.
func New(s *Settings, bodies, meshes, boxes int) *World {
	w := &World{
		Workers: par.Workers(s.Workers), First: s.First, Self: s.Self, Progress: s.Progress,
		bodies:  make([]body, 0, bodies),
		boxes:   make([]geom.AABB, 0, bodies),
		mesh:    make([]bool, 0, bodies),
		stamps:  make([]int, 0, bodies),
		room:    slabs{surfaces: make([]narrow.Surface, meshes), hulls: make([]predicate.Hull, boxes)},
		allowed: newPairSet(s.Allow),
		skipped: newPairSet(s.Skip),
	}
	w.stop = func() bool { return w.Control.Poll() != narrow.Running }
	w.full = func(listed int) bool { return w.isFull(listed) || w.stop() }
	w.place, w.faults = w.placeBodies, make([]poseFault, w.Workers)
	return w
}

// maxUntimedBodies is the largest number of bodies for which the phases are not timed
// separately: reading the clock would take longer than they do.
const maxUntimedBodies = 8

// StopInterval is the number of pairs or bodies after which a loop polls Control.
const StopInterval = 1 << 12

// Begin starts a query: it brings surfaces and boxes up to date after poses or vertices
// changed, as far as the context and the budget (0 for none) allow.
func (w *World) Begin(ctx context.Context, limit time.Duration, steps int64) error {
	w.Start(ctx, limit, steps)
	return w.Ready()
}

// Start is the part of Begin before surfaces and boxes are brought up to date: a context that has ended is seen whatever follows.
func (w *World) Start(ctx context.Context, limit time.Duration, steps int64) {
	w.few.listed = false
	w.Control.Reset(ctx, limit, steps)
	w.Control.Poll()
}

// Ready is the rest of Begin.
func (w *World) Ready() error {
	start := Clock()
	if w.Control.Cause() == narrow.Running {
		if err := w.Update(); err != nil {
			return err
		}
	}
	w.started = start + w.Stats.Build
	if len(w.bodies) > maxUntimedBodies {
		w.started = Clock()
		w.Stats.Update = w.started - start - w.Stats.Build
	}
	return nil
}

// Find lets the engine answer the query that Begin started.
func (w *World) Find(e Engine, dst []Contact) (contacts []Contact, err error) {
	s := w.Stats
	before := s.Build + s.Update // Find may build and update, too
	if w.Control.Cause() == narrow.Running {
		dst, err = e.Find(w, dst)
	}
	if len(w.halves) > 0 && err == nil {
		dst = w.halfContacts(dst)
	}
	s.Narrow = Clock() - w.started - s.Broad - (s.Build + s.Update - before)
	return dst, err
}

// Update brings surfaces and boxes up to date, or as many as Control allows. A deformed
// mesh may leave the range of float64 under a pose that was fine before.
func (w *World) Update() error {
	for i := range w.bodies {
		if i%StopInterval == StopInterval-1 && w.stop() {
			return nil
		}
		b := &w.bodies[i]
		if b.model == nil || b.version == b.model.version {
			continue
		}
		if done, err := w.updateSurface(i); !done {
			return err
		}
		w.moves++
	}
	return nil
}

// updateSurface brings the surface and the box of a mesh up to date. It returns false if the
// search was stopped, and with an error.
func (w *World) updateSurface(i int) (bool, error) {
	b := &w.bodies[i]
	if b.checked != b.model.version {
		if err := b.checkRange(&b.pose); err != nil {
			return false, fmt.Errorf("body %d (%s): %w", i, b.name, err)
		}
		b.checked = b.model.version
	}
	box := b.model.localBox()
	b.surface.SetMesh(b.model.mesh, &box.AABB, box.extent)
	if !w.treeless && !w.NeedTree(i) {
		return false, nil
	}
	b.surface.SetPose(&b.pose)
	w.boxes[i] = b.surface.WorldBox(&b.surface.Box)
	b.version = b.model.version
	return true, nil
}

// isFull stops the search when a list has more pairs of bodies than it may.
func (w *World) isFull(listed int) bool {
	if listed <= w.Control.Limits().Pairs {
		return false
	}
	w.Control.Stop(narrow.OutOfPairs)
	return true
}

// Stopped polls Control and reports whether the search is to end.
func (w *World) Stopped() bool { return w.Control.Poll() != narrow.Running }

// Treeless declares that the engine has hierarchies of its own: surfaces get their trees
// only from NeedTree.
func (w *World) Treeless() { w.treeless = true }

// Prefetch prefetches the bodies of the pairs that follow pair i into the cache: the bodies
// of consecutive pairs are scattered in memory.
func (w *World) Prefetch(pairs []broad.Pair, i int) {
	const far, near = 12, 6
	if i+far < len(pairs) {
		p := pairs[i+far]
		simd.Prefetch(unsafe.Pointer(&w.bodies[p.A]), 96)
		simd.Prefetch(unsafe.Pointer(&w.bodies[p.B]), 96)
	}
	if i+near >= len(pairs) {
		return
	}
	p := pairs[i+near]
	for _, k := range [2]int32{p.A, p.B} {
		if b := &w.bodies[k]; b.hull != nil {
			simd.Prefetch(unsafe.Pointer(b.hull), int(unsafe.Sizeof(*b.hull)))
		} else if b.surface != nil {
			simd.Prefetch(unsafe.Pointer(b.surface), int(unsafe.Sizeof(*b.surface)))
		}
	}
}
