package collide

import (
	"time"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
)

// icollideEngine is the method i-collide: sweep-and-prune with temporal coherence
// over the bodies; then, for each pair of meshes, a plane between the convex hulls,
// sought from where the last frame found one and proven before it counts; the
// pairs without one go to the trees. Pairs with a sphere or a box take the one
// exact path of all methods.
type icollideEngine struct {
	rest     treeEngine // searches the pairs that no plane separates
	phase    broad.Coherent
	pairs    []broad.Pair
	searches []narrow.Search
	bodies   []hullBody
	models   map[*Model]*narrow.Features
	// known holds what the last frame left, ascending by pair but for the self
	// pairs at its end; next is this frame's.
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

func newICollideEngine(w *World) (Engine, error) {
	e := &icollideEngine{bodies: make([]hullBody, w.Len()), models: map[*Model]*narrow.Features{}}
	e.rest.workers = make([]worker, w.Workers)
	e.rest.run, e.filter = e.rest.runTasks, e.separate
	return e, nil
}

// Find implements Engine.
func (e *icollideEngine) Find(w *World, dst []Contact) ([]Contact, error) {
	t := &e.rest
	t.world = w
	begin(t.workers, w)
	e.prepare(w)
	e.pairs = w.Candidates(&e.phase, e.pairs[:0])
	e.recall(w)
	par.For(len(e.pairs), w.Workers, 8, e.filter)
	t.pairs = t.pairs[:0]
	for i := range e.next {
		if !e.next[i].apart {
			t.pairs = append(t.pairs, e.pairs[i])
		}
	}
	e.known, e.next = e.next, e.known
	t.plan(w)
	t.done.start(len(t.tasks), w.Progress)
	par.For(len(t.tasks), w.Workers, 1, t.run)
	return collect(t.workers, w, dst), nil
}

// prepare judges the meshes that are new, and stops walking on those that have
// deformed.
func (e *icollideEngine) prepare(w *World) {
	for i := range e.bodies {
		b, m := &e.bodies[i], w.bodies[i].model
		if m == nil || b.features != nil && b.version == m.version {
			continue
		}
		if b.features != nil {
			b.features.Unlink()
		} else if b.features = e.models[m]; b.features == nil {
			start := time.Now()
			b.features = narrow.NewFeatures(m.mesh, w.Surface(i).Tree)
			e.models[m] = b.features
			w.Stats.Build += time.Since(start)
		}
		b.version = m.version
	}
}

// recall hands every pair what it left last time, by merging two ascending lists.
func (e *icollideEngine) recall(w *World) {
	e.next, e.searches = e.next[:0], e.searches[:0]
	old := e.known
	for i, p := range e.pairs {
		k := knownPair{pair: p}
		for len(old) > 0 && precedes(old[0].pair, p) {
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

// precedes orders pairs as they come: ascending, self pairs last.
func precedes(p, q broad.Pair) bool {
	if self := p.A == p.B; self != (q.A == q.B) {
		return !self
	}
	return p.A < q.A || p.A == q.A && p.B < q.B
}

// separate looks for planes between pairs of meshes.
func (e *icollideEngine) separate(worker, lo, hi int) {
	t := &e.rest.workers[worker]
	for i := lo; i < hi; i++ {
		k := &e.next[i]
		if k.pair.A == k.pair.B || e.rest.world.HasSolid(k.pair) {
			continue
		}
		fa, fb := e.bodies[k.pair.A].features, e.bodies[k.pair.B].features
		k.apart = t.Separated(&e.searches[i], fa, fb, &k.closest)
	}
}
