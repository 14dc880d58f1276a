package collide

import (
	"github.com/collide-go/collide/broad"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/narrow"
	"github.com/collide-go/collide/par"
	"github.com/collide-go/collide/tree"
)

// wideEngine is what auto runs: a broad phase over the bodies, then a descent of two
// wide trees (tree.Wide) by vector kernels for each pair of meshes. Pairs that
// float32 does not serve are given to the descent of bvh.
//
// Every pair is first searched by one worker for a while; what is left of large ones
// goes to a pool that all workers share, so that a small query starts no goroutines.
type wideEngine struct {
	phase    broad.Auto
	pairs    []broad.Pair
	searches []wideSearch
	workers  []worker
	descents []narrow.WideDescent
	world    *World
	// run and share are method values, made once: new closures would allocate.
	run, share func(worker, lo, hi int)
	pool       pool
	witness    witness
	done       meter
}

// wideSearch is one pair's question.
type wideSearch struct {
	narrow.Wide
	// plain: for bvh's trees.
	plain bool
}

// witness is where the last query with First found a contact.
type witness struct {
	pair   broad.Pair
	a, b   *tree.Wide
	leaves narrow.LeafPair
}

// alone is how many boxes a worker tests of a pair before it shares the rest: some
// 20 µs of work, far more than it costs to wake another.
const alone = 1 << 13

func newWideEngine(w *World) (Engine, error) {
	e := &wideEngine{phase: broad.Auto{Workers: w.Workers}, workers: make([]worker, w.Workers), descents: make([]narrow.WideDescent, w.Workers)}
	w.treeless = true
	for i := range e.descents {
		e.descents[i] = narrow.NewWideDescent(simd.Best())
	}
	e.run, e.share = e.runPairs, e.shareRest
	e.pool.work.L = &e.pool.mu
	return e, nil
}

// Find implements Engine.
func (e *wideEngine) Find(w *World, dst []Contact) ([]Contact, error) {
	e.pairs = w.Candidates(&e.phase, e.pairs[:0])
	if len(e.pairs) == 0 {
		return dst, nil
	}
	e.world = w
	begin(e.workers, w)
	e.plan(w)
	e.done.start(len(e.pairs), w.Progress)
	if !w.First || !e.askWitness() {
		e.pool.reset()
		par.For(len(e.pairs), w.Workers, 1, e.run)
		if len(e.pool.items) > 0 {
			par.For(w.Workers, w.Workers, 1, e.share)
		}
	}
	return collect(e.workers, w, dst), nil
}

// plan prepares the searches and builds the trees they need.
func (e *wideEngine) plan(w *World) {
	for len(e.searches) < len(e.pairs) {
		e.searches = append(e.searches, wideSearch{})
	}
	for i, p := range e.pairs {
		s := &e.searches[i]
		s.plain = w.HasSolid(p)
		if !s.plain {
			a, b := &w.bodies[p.A], &w.bodies[p.B]
			ta := a.model.timedWide(w.Workers, &w.Stats.Build)
			tb := b.model.timedWide(w.Workers, &w.Stats.Build)
			if s.plain = !s.SetWide(&a.surface, &b.surface, ta, tb); s.plain {
				w.Stats.Unlike++
				s.Set(&a.surface, &b.surface)
			}
		}
		if s.plain {
			w.needTree(int(p.A))
			w.needTree(int(p.B))
		}
	}
}

// askWitness looks where the last query found a contact: bodies that have moved
// little mostly still touch there.
func (e *wideEngine) askWitness() (found bool) {
	if e.witness.a == nil {
		return false
	}
	for i, p := range e.pairs {
		s := &e.searches[i]
		if a, b := s.Trees(); p != e.witness.pair || s.plain || s.Far() || a != e.witness.a || b != e.witness.b {
			continue
		}
		t, d := &e.workers[0], &e.descents[0]
		d.Begin(&s.Wide)
		t.pairs = d.Leaves(&t.Worker, &s.Wide, e.witness.leaves, t.pairs[:0])
		t.contacts = appendContacts(t.contacts, p, t.pairs)
		return len(t.pairs) > 0
	}
	return false
}

// runPairs searches pairs, each until it is done or looks large.
func (e *wideEngine) runPairs(worker, lo, hi int) {
	t := &e.workers[worker]
	limit := 0
	if len(e.workers) > 1 {
		limit = alone
	}
	for i := lo; i < hi; i++ {
		p, s := e.pairs[i], &e.searches[i]
		switch {
		case e.world.HasSolid(p):
			t.contacts = e.world.SolidPair(&t.Scratch, p, t.contacts)
		case s.plain:
			t.pairs = t.Run(&s.Search, s.Root(), t.pairs[:0])
			t.contacts = appendContacts(t.contacts, p, t.pairs)
		case !s.Far():
			root := [1]narrow.BoxPair{s.RootBoxes()}
			if rest := e.search(worker, i, root[:], limit); len(rest) > 0 {
				e.pool.put(i, rest)
			}
		}
	}
	e.done.add(hi - lo)
}

// search descends from the boxes on the list and returns what it left undone.
func (e *wideEngine) search(worker, pair int, from []narrow.BoxPair, limit int) []narrow.BoxPair {
	t, d := &e.workers[worker], &e.descents[worker]
	p, s := e.pairs[pair], &e.searches[pair]
	d.Begin(&s.Wide)
	from, t.pairs = d.Run(&t.Worker, &s.Wide, from, limit, t.pairs[:0])
	t.contacts = appendContacts(t.contacts, p, t.pairs)
	if t.First && len(t.pairs) > 0 { // only one worker can be the one that stopped the search
		e.pool.mu.Lock()
		a, b := s.Trees()
		e.witness = witness{p, a, b, d.Witness}
		e.pool.mu.Unlock()
	}
	if e.world.Control.Cause() != narrow.Running {
		return nil
	}
	return from
}

// shareRest works on the pool until nothing is left and nobody can add to it.
func (e *wideEngine) shareRest(worker, _, _ int) {
	for {
		item, ok := e.pool.take()
		if !ok {
			return
		}
		root := [1]narrow.BoxPair{item.box}
		for from := root[:]; len(from) > 0; {
			from = e.pool.give(item.pair, e.search(worker, item.pair, from, alone/4))
		}
		e.pool.release()
	}
}
