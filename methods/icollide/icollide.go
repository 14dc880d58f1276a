package icollide

import (
	"slices"
	"time"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/engines"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/world"
)

// engine is the method i-collide: sweep-and-prune with temporal coherence
// over the bodies; then, for each pair of meshes, a plane between the convex hulls,
// sought from where the last frame found one and proven before it counts; the
// pairs without one go to the trees. Pairs with a sphere or a box take the one
// exact path of all methods.
type engine struct {
	rest     engines.Trees // searches the pairs that no plane separates
	phase    broad.Coherent
	pairs    []broad.Pair
	searches []narrow.Search
	bodies   []hullBody
	models   map[*world.Model]*narrow.Features
	// known holds the pairs of the last frame, ascending except for the self pairs at the
	// end. next holds those of this frame.
	known, next []knownPair
	filter      func(worker, lo, hi int)
}

// hullBody is a body's vertices as a convex set.
type hullBody struct {
	features *narrow.Features
	version  int
}

// knownPair is a pair with what its last query left.
type knownPair struct {
	pair    broad.Pair
	closest narrow.Closest
	apart   bool
}

func newEngine(w *world.World) (world.Engine, error) {
	e := &engine{bodies: make([]hullBody, w.Len()), models: map[*world.Model]*narrow.Features{}}
	e.rest.Prepare(w.Workers)
	e.filter = e.separate
	return e, nil
}

// Find implements world.Engine.
func (e *engine) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	t := &e.rest
	t.World = w
	world.Begin(t.Workers, w)
	e.prepare(w)
	e.pairs = w.Candidates(&e.phase, e.pairs[:0])
	e.recall(w)
	par.For(len(e.pairs), w.Workers, 8, e.filter)
	t.Pairs = t.Pairs[:0]
	for i := range e.next {
		if !e.next[i].apart {
			t.Pairs = append(t.Pairs, e.pairs[i])
		}
	}
	e.known, e.next = e.next, e.known
	t.Plan(w)
	t.Done.Start(len(t.Tasks), w.Progress)
	par.For(len(t.Tasks), w.Workers, 1, t.Run)
	return world.Collect(t.Workers, w, dst), nil
}

// Rehouse implements world.Rehoused.
func (e *engine) Rehouse(w *world.World, changed []int32) {
	e.bodies = append(e.bodies, make([]hullBody, w.Len()-len(e.bodies))...)
	gone := make(map[int32]bool, len(changed))
	for _, i := range changed {
		e.bodies[i], gone[i] = hullBody{}, true
	}
	e.known = slices.DeleteFunc(e.known, func(k knownPair) bool { return gone[k.pair.A] || gone[k.pair.B] })
}

// prepare judges the meshes that are new, and stops walking on those that have
// deformed.
func (e *engine) prepare(w *world.World) {
	for i := range e.bodies {
		b, m := &e.bodies[i], w.Model(i)
		if m == nil || b.features != nil && b.version == m.Version() {
			continue
		}
		if b.features != nil {
			b.features.Unlink()
		} else if b.features = e.models[m]; b.features == nil {
			start := time.Now()
			b.features = narrow.NewFeatures(m.Mesh(), w.Surface(i).Tree)
			e.models[m] = b.features
			w.Stats.Build += time.Since(start)
		}
		b.version = m.Version()
	}
}

// recall hands every pair what it left last time, by merging two ascending lists.
func (e *engine) recall(w *world.World) {
	e.next, e.searches = e.next[:0], e.searches[:0]
	old := e.known
	for i, p := range e.pairs {
		k := knownPair{pair: p}
		for len(old) > 0 && broad.Precedes(old[0].pair, p) {
			old = old[1:]
		}
		if len(old) > 0 && old[0].pair == p {
			k.closest = old[0].closest
		}
		e.next = append(e.next, k)
		e.searches = append(e.searches, narrow.Search{})
		if !w.HasSolid(p) {
			e.searches[i].Set(w.Surface(int(p.A)), w.Surface(int(p.B)))
		}
	}
}

// separate looks for planes between pairs of meshes.
func (e *engine) separate(worker, lo, hi int) {
	t := &e.rest.Workers[worker]
	for i := lo; i < hi; i++ {
		k := &e.next[i]
		if k.pair.A == k.pair.B || e.rest.World.HasSolid(k.pair) {
			continue
		}
		fa, fb := e.bodies[k.pair.A].features, e.bodies[k.pair.B].features
		k.apart = t.Separated(&e.searches[i], fa, fb, &k.closest)
	}
}

// Trace implements world.Tracer: the pairs with a plane between them are not descended.
func (e *engine) Trace(w *world.World, t *world.Trace) { e.rest.Trace(w, t) }

// Level implements world.Leveler.
func (e *engine) Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool) {
	return engines.LevelOfBoxes(w, dst, level, most)
}
