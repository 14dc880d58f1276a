package world

import (
	"slices"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/round"
)

// Within finds the pairs of primitives that are at most a distance apart.
type Within struct {
	nearest  Nearest // its broad phase
	spanners []spanner
	world    *World
	distance float64
	run      func(worker, lo, hi int)
	done     Meter
	// Open are the pairs, not permitted ones, that have primitives of which it is not decided whether they are near, ascending.
	Open []Inside
}

// Find appends the pairs of primitives of different bodies that are at most q.Within apart,
// decided exactly. With First it stops at the first pair.
func (c *Within) Find(w *World, q *Question, dst []Contact) []Contact {
	if c.run == nil {
		c.run = c.runPairs
	}
	c.world, c.distance = w, q.Within
	c.spanners = append(c.spanners, make([]spanner, max(0, w.Workers-len(c.spanners)))...)
	for i := range c.spanners {
		c.spanners[i].begin(w, q)
		c.spanners[i].worker.Contacts = c.spanners[i].worker.Contacts[:0]
	}
	c.nearest.begin(w, q)
	c.nearest.few = c.nearest.movers.start(w)
	c.nearest.near(w, q.Within)
	c.nearest.spanner.count(w)
	if c.prepare(w, q.By) {
		if c.spanners[0].helpers = c.spanners[0].helpers[:0]; len(c.nearest.list) == 1 {
			c.spanners[0].gather(w, w.Workers-1)
		}
		c.done.Start(len(c.nearest.list), w.Progress)
		par.For(len(c.nearest.list), w.Workers, 1, c.run)
	}
	if s := &c.spanners[0]; len(w.halves) > 0 {
		s.nearHalves(w, q.Within, func(p broad.Pair) {
			if w.hasCylinder(p) {
				s.gapWithin(w, p, q.Within)
			} else {
				s.halfWithin(w, p, q.Within)
			}
		})
	}
	c.Open = c.Open[:0]
	for i := range c.spanners {
		s := &c.spanners[i]
		dst, c.Open = append(dst, s.worker.Contacts...), append(c.Open, s.open...)
		s.count(w)
	}
	slices.SortStableFunc(c.Open, func(a, b Inside) int { return a.Pair.Compare(b.Pair) })
	c.Open = slices.CompactFunc(c.Open, func(a, b Inside) bool { return a.Pair == b.Pair })
	return dst
}

// prepare builds the trees that pairs need, from one goroutine. It returns false if the search
// was stopped first.
func (c *Within) prepare(w *World, by Ranging) bool {
	for _, p := range c.nearest.list {
		if w.hasCylinder(p) {
			if !w.NeedTrees(p) {
				return false
			}
			continue
		}
		started, stopped := c.spanners[0].startMeshes(w, p, 0)
		if stopped || by != ByEveryPair && !started && !w.NeedTrees(p) {
			return false
		}
	}
	return true
}

func (c *Within) runPairs(worker, lo, hi int) {
	s := &c.spanners[worker]
	for _, p := range c.nearest.list[lo:hi] {
		if c.world.Control.Cause() != narrow.Running {
			return
		}
		s.within(c.world, p, c.distance)
	}
	c.done.Add(hi - lo)
}

// within collects the primitives of two bodies that are at most a distance apart. What was
// found before a search was stopped is within it, too.
func (s *spanner) within(w *World, p broad.Pair, distance float64) {
	if w.hasCylinder(p) {
		s.gapWithin(w, p, distance)
		return
	}
	limit, sure := distance, distance
	if r := w.radius(p.A) + w.radius(p.B); r > 0 {
		limit = round.Up(distance + round.Up(r)) // distances of centres
		sure = round.Down(distance + round.Down(r))
	}
	if !s.start(w, p, limit) {
		return
	}
	s.crew.Within(&s.near, sure, w.First, s.helpers)
	last, some := narrow.Pair{}, false
	for i, found := 0, s.near.Found(); i < len(found); i++ {
		if s.stopped(i) {
			return
		}
		c := &found[i]
		if some && c.Pair == last || !s.isWithin(c, distance, sure) { // a primitive may have several triangles
			continue
		}
		last, some = c.Pair, true
		s.worker.Contacts = append(s.worker.Contacts, Contact{uint32(p.A), c.A, uint32(p.B), c.B})
		if s.worker.Found(); w.First {
			w.Control.Stop(narrow.Found)
			return
		}
	}
}

// isWithin decides for a candidate.
func (s *spanner) isWithin(c *narrow.NearPair, distance, sure float64) bool {
	if c.Touch || c.Hi <= sure {
		return true
	}
	a, b := s.near.Triangles(c)
	s.worker.Tally.Measure(&s.next, &a, &b)
	r := s.reach(s.next.Square)
	return r.CompareDistance(distance) <= 0
}

// count adds up the counters of a query.
func (s *spanner) count(w *World) {
	w.Stats.measured(&s.worker.Worker)
	for i := range s.helpers {
		w.Stats.measured(&s.helpers[i])
	}
}

// measured adds the counters of a worker that measured.
func (s *Stats) measured(t *narrow.Worker) {
	s.BVTests, s.PrimitiveTests = s.BVTests+t.BVTests, s.PrimitiveTests+t.PrimitiveTests
	s.Adaptive, s.Exact = s.Adaptive+t.Tally.Adaptive, s.Exact+t.Tally.Exact
}
