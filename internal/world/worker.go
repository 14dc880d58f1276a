package world

import (
	"slices"
	"sync"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
)

// Worker is one goroutine's share of an engine. The zero value is ready once Begin has
// been called.
type Worker struct {
	narrow.Worker
	// Contacts are those found since Begin.
	Contacts []Contact
	// Pairs and Stack are scratch.
	Pairs []narrow.Pair
	Stack []narrow.NodePair
	nodes []int32
}

// Begin prepares the workers for one query.
func Begin(workers []Worker, w *World) {
	for i := range workers {
		t := &workers[i]
		t.Control, t.First, t.Contacts = &w.Control, w.First, t.Contacts[:0]
		t.Begin()
	}
}

// Collect appends what the workers found and adds up their counters.
func Collect(workers []Worker, w *World, dst []Contact) []Contact {
	total := 0
	for i := range workers {
		total += len(workers[i].Contacts)
	}
	dst = slices.Grow(dst, total) // at once, see AppendContacts
	for i := range workers {
		t := &workers[i]
		w.Stats.BusiestTests = max(w.Stats.BusiestTests, t.BVTests+t.PrimitiveTests)
		dst = append(dst, t.Contacts...)
		w.Stats.count(&t.Worker)
	}
	return dst
}

// count adds the counters of a worker.
func (s *Stats) count(t *narrow.Worker) {
	s.BVTests, s.PrimitiveTests = s.BVTests+t.BVTests, s.PrimitiveTests+t.PrimitiveTests
	s.Certain, s.OnLattice, s.Doubled = s.Certain+t.Certain, s.OnLattice+t.OnLattice, s.Doubled+t.Doubled
	s.Adaptive, s.Exact = s.Adaptive+t.Tally.Adaptive, s.Exact+t.Tally.Exact
	s.Turns += t.Turns
}

// Keep adds the primitives in Pairs, those of a pair of bodies, to the contacts.
func (s *Worker) Keep(p broad.Pair) {
	s.Contacts = AppendContacts(s.Contacts, p, s.Pairs)
}

// AppendContacts appends the pairs of triangles found between two bodies.
func AppendContacts(dst []Contact, p broad.Pair, pairs []narrow.Pair) []Contact {
	dst = slices.Grow(dst, len(pairs)) // at once: what append leaves behind of a long list would be longer than the list
	for _, q := range pairs {
		dst = append(dst, Contact{uint32(p.A), q.A, uint32(p.B), q.B})
	}
	return dst
}

// Meter reports progress from several workers, one call at a time.
type Meter struct {
	mu          sync.Mutex
	done, total int
	report      func(share float64)
}

// Start resets the meter to 0 of total; report may be nil.
func (m *Meter) Start(total int, report func(float64)) {
	m.done, m.total, m.report = 0, total, report
}

// Extend adds n to the total.
func (m *Meter) Extend(n int) { m.total += n }

// Add adds n to what is done and reports progress.
func (m *Meter) Add(n int) {
	if m.report == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += n
	m.report(float64(m.done) / float64(m.total))
}
