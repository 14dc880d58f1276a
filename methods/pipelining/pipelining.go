package pipelining

import (
	"sync"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/engines"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// pipeline is the method pipelining: the frame passes through stages, each with
// its own goroutines, in batches over channels:
//
//	broad, update ─ pairs ─> p × descend ─ leaves ─> p × confirm ─> collect
//
// Batches go back to a pool when they have been used. The caller's goroutine is
// the first stage and the last.
type pipeline struct {
	world    *world.World
	phase    broad.Auto
	pairs    []broad.Pair
	searches []narrow.Search
	tasks    int
	workers  []world.Worker // those that descend, then those that confirm
	// ranges carries pairs [lo, hi); an empty one ends a goroutine, as a nil batch
	// does in full.
	ranges     chan [2]int
	full, free chan *leafBatch
	done       world.Meter
}

// leafBatch is a batch of pairs of leaves, of one or more pairs of bodies.
type leafBatch struct {
	items  []leafItem
	leaves []narrow.NodePair // scratch
}

type leafItem struct {
	pair  int32
	nodes narrow.NodePair
}

// pairsPerBatch is the number of pairs of bodies in a batch, leavesPerBatch the number of pairs
// of leaves.
const (
	pairsPerBatch  = 16
	leavesPerBatch = 256
)

func newPipeline(w *world.World, opt Options) (world.Engine, error) {
	p := opt.Tasks
	if p == 0 {
		p = max(w.Workers/2, 1)
	}
	e := &pipeline{
		phase: broad.Auto{Workers: w.Workers},
		tasks: p, workers: make([]world.Worker, 2*p),
		ranges: make(chan [2]int, 2*p), full: make(chan *leafBatch, 4*p), free: make(chan *leafBatch, 4*p),
	}
	for range cap(e.free) {
		e.free <- &leafBatch{}
	}
	return e, nil
}

// Find implements world.Engine.
func (e *pipeline) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	e.pairs = w.Candidates(&e.phase, e.pairs[:0])
	return e.search(w, dst), nil
}

// FindPairs implements world.PairSearcher.
func (e *pipeline) FindPairs(w *world.World, pairs []broad.Pair, dst []world.Contact) ([]world.Contact, error) {
	e.pairs = append(e.pairs[:0], pairs...)
	return e.search(w, dst), nil
}

// search puts the pairs through the stages.
func (e *pipeline) search(w *world.World, dst []world.Contact) []world.Contact {
	e.world = w
	world.Begin(e.workers, w)
	e.done.Start(len(e.pairs), w.Progress)
	e.searches = e.searches[:0]
	for range e.pairs { // all at once: the stages hold on to their elements
		e.searches = append(e.searches, narrow.Search{})
	}
	var descending, confirming sync.WaitGroup
	for i := range e.tasks {
		descending.Go(func() { e.descend(&e.workers[i]) })
		confirming.Go(func() { e.confirm(&e.workers[e.tasks+i]) })
	}
	e.feed(w)
	descending.Wait()
	for range e.tasks {
		e.full <- nil
	}
	confirming.Wait()
	return world.Collect(e.workers, w, dst)
}

// Rehouse implements world.Rehoused: nothing is kept of a body.
func (*pipeline) Rehouse(*world.World, []int32) {}

// feed is the first stage: it sees the bodies of a pair in each other's frames.
func (e *pipeline) feed(w *world.World) {
	for lo := 0; lo < len(e.pairs); lo += pairsPerBatch {
		hi := min(lo+pairsPerBatch, len(e.pairs))
		for i, p := range e.pairs[lo:hi] {
			if !w.HasSolid(p) {
				e.searches[lo+i].Set(w.Surface(int(p.A)), w.Surface(int(p.B)))
			}
		}
		e.ranges <- [2]int{lo, hi}
	}
	for range e.tasks {
		e.ranges <- [2]int{}
	}
}

// descend is the second stage: pairs of bodies in, pairs of leaves out. Pairs
// with a sphere or a box are answered here.
func (e *pipeline) descend(t *world.Worker) {
	b := <-e.free
	for r := range e.ranges {
		if r[0] == r[1] {
			break
		}
		for i := r[0]; i < r[1]; i++ {
			if p := e.pairs[i]; e.world.HasSolid(p) {
				t.Contacts = e.world.SolidPair(t, p, t.Contacts)
			} else {
				b = e.leaves(t, int32(i), b)
			}
		}
		e.done.Add(r[1] - r[0])
	}
	e.full <- b
}

// leaves descends one pair, sends every batch that is full and returns the one
// that is not.
func (e *pipeline) leaves(t *world.Worker, pair int32, b *leafBatch) *leafBatch {
	s := &e.searches[pair]
	stack := t.Open(s, t.Stack[:0])
	for len(stack) > 0 {
		stack, b.leaves = t.Descend(s, stack, b.leaves[:0], leavesPerBatch-len(b.items))
		for _, n := range b.leaves {
			b.items = append(b.items, leafItem{pair, n})
		}
		if len(b.items) >= leavesPerBatch {
			e.full <- b
			b = <-e.free
		} else if len(stack) > 0 { // Control stopped the search
			break
		}
	}
	t.Stack = stack[:0]
	return b
}

// confirm is the third stage: exact tests.
func (e *pipeline) confirm(t *world.Worker) {
	for b := range e.full {
		if b == nil {
			return
		}
		for _, it := range b.items {
			t.Pairs = t.Confirm(&e.searches[it.pair], it.nodes, t.Pairs[:0])
			t.Keep(e.pairs[it.pair])
		}
		b.items = b.items[:0]
		e.free <- b
	}
}

// Trace implements world.Tracer.
func (e *pipeline) Trace(w *world.World, t *world.Trace) {
	engines.TraceSearches(w, e.pairs, e.searches, t)
}

// Level implements world.Leveler.
func (e *pipeline) Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool) {
	return engines.LevelOfBoxes(w, dst, level, most)
}
