package collide

import (
	"sync"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
)

// worker is one goroutine's share of an engine.
type worker struct {
	Scratch
	contacts []Contact
}

// begin prepares the workers for one query.
func begin(workers []worker, w *World) {
	for i := range workers {
		t := &workers[i]
		t.Control, t.First, t.contacts = &w.Control, w.First, t.contacts[:0]
		t.Begin()
	}
}

// collect appends what the workers found and adds up their counters.
func collect(workers []worker, w *World, dst []Contact) []Contact {
	for i := range workers {
		t := &workers[i]
		dst = append(dst, t.contacts...)
		w.Stats.BVTests += t.BVTests
		w.Stats.PrimitiveTests += t.PrimitiveTests
		w.Stats.Certain += t.Certain
		w.Stats.OnLattice += t.OnLattice
		w.Stats.Doubled += t.Doubled
		w.Stats.Adaptive += t.Tally.Adaptive
		w.Stats.Exact += t.Tally.Exact
	}
	return dst
}

func appendContacts(dst []Contact, p broad.Pair, pairs []narrow.Pair) []Contact {
	for _, q := range pairs {
		dst = append(dst, Contact{uint32(p.A), q.A, uint32(p.B), q.B})
	}
	return dst
}

// meter reports progress from several workers, one call at a time.
type meter struct {
	mu          sync.Mutex
	done, total int
	report      func(share float64)
}

func (m *meter) start(total int, report func(float64)) {
	m.done, m.total, m.report = 0, total, report
}

func (m *meter) add(n int) {
	if m.report == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += n
	m.report(float64(m.done) / float64(m.total))
}
