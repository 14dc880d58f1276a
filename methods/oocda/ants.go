package oocda

import (
	"slices"

	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/world"
)

// antHill runs one colony for each pair of meshes that the last frame left
// undecided and whose roots are not apart. Rounds are granted to the colonies in the order
// of the pairs, and each has a random sequence of its own, so that what they find does not
// depend on the number of workers.
type antHill struct {
	opt      narrow.AntsOptions
	colonies []narrow.Colony
	pairs    []int32 // of known, that colonies belong to
	active   []int32
	operator narrow.Operator
	found    []world.Contact
	run      func(worker, lo, hi int)
}

// sendAnts runs the colonies, which search for a contact of each pair that has tasks. A
// colony ends when it has found a contact, its rounds are over or the search is stopped.
func (e *engine) sendAnts(w *world.World) {
	h := &e.ants
	e.settle(w)
	for range h.opt.Rounds {
		h.active = h.active[:0]
		for i := range h.colonies {
			if !h.colonies[i].Over() && w.Control.Take(narrow.RoundSteps) {
				h.active = append(h.active, int32(i))
			}
		}
		if len(h.active) == 0 {
			break
		}
		par.For(len(h.active), w.Workers, 4, h.run)
		if !h.opt.NoOperator {
			h.operator.Apply(h.colonies, &h.opt)
		}
	}
	for i := range h.colonies {
		e.leave(w, &h.colonies[i], &e.known[h.pairs[i]])
	}
}

// leave keeps what a colony found and what it leaves to the next one of its pair.
func (e *engine) leave(w *world.World, c *narrow.Colony, k *frontPair) {
	w.Stats.WitnessTests += int64(c.Tests)
	k.memory = c.Leave()
	if c.Found {
		w.Stats.Witnesses++
		e.ants.found = append(e.ants.found, witnessOf(c, k))
	}
}

// witnessOf is what a colony found.
func witnessOf(c *narrow.Colony, k *frontPair) world.Contact {
	return world.Contact{BodyA: uint32(k.pair.A), TriA: c.Witness.A, BodyB: uint32(k.pair.B), TriB: c.Witness.B}
}

// settle makes the colonies. The test of the roots is one step of the budget a pair.
func (e *engine) settle(w *world.World) {
	h := &e.ants
	h.pairs, h.colonies, h.found = h.pairs[:0], h.colonies[:0], h.found[:0]
	granted := 0
	for i, t := range e.tasks {
		if i > 0 && e.tasks[i-1].pair == t.pair {
			continue
		}
		if granted == 0 {
			if granted = min(narrow.RoundSteps, len(e.tasks)-i); !w.Control.Take(granted) {
				return
			}
		}
		granted--
		e.found(w, t.pair)
	}
}

// found founds the colony of a pair unless the roots are apart.
func (e *engine) found(w *world.World, pair int32) {
	h, n := &e.ants, len(e.ants.colonies)
	if n == cap(h.colonies) {
		h.colonies = append(h.colonies, narrow.Colony{})
	}
	h.colonies = h.colonies[:n+1] // colonies keep their memory
	e.begin(&h.colonies[n], &e.known[pair])
	if !h.colonies[n].Meet(&e.rest.Workers[0].Worker) {
		w.Stats.WitnessTests++
		h.colonies = h.colonies[:n]
		return
	}
	h.pairs = append(h.pairs, pair)
}

// begin makes a colony that of a pair.
func (e *engine) begin(c *narrow.Colony, k *frontPair) {
	a, b := &e.bodies[k.pair.A], &e.bodies[k.pair.B]
	c.Reset(&e.ants.opt, &a.posed, &b.posed, uint64(k.pair.A)<<32|uint64(k.pair.B))
	c.Kind = [2]uint64{a.kind, b.kind}
	if !e.ants.opt.NoMemory {
		c.Recall(&k.memory)
	}
}

func (e *engine) runColonies(worker, lo, hi int) {
	for _, i := range e.ants.active[lo:hi] {
		e.ants.colonies[i].Round(e.level, &e.rest.Workers[worker].Worker, &e.ants.opt, narrow.RoundSteps/2)
	}
}

// addWitnesses appends what colonies found to dst, whose contacts since from are
// this query's, unless the fronts found everything.
func (h *antHill) addWitnesses(w *world.World, dst []world.Contact, from int) []world.Contact {
	if w.Control.Cause() != narrow.Running {
		dst = append(dst, h.found...)
		slices.SortFunc(dst[from:], world.Contact.Compare)
		dst = append(dst[:from], slices.Compact(dst[from:])...)
	}
	h.found = h.found[:0]
	return dst
}

// seek sends the ants of one pair, for as many tests as are in proportion to the pair. It
// sends none while a worker's ants have taken more tests than its fronts, so that all of
// them take at most as many tests as the fronts and those of one pair a worker.
func (e *engine) seek(worker int, k *frontPair) {
	t, own := &e.rest.Workers[worker], &e.own[worker]
	if own.antTests > t.BVTests+t.PrimitiveTests-own.antTests {
		return
	}
	c := &own.colony
	e.begin(c, k)
	c.Seek(e.level, &t.Worker, &e.ants.opt, narrow.SeekSteps(c.A, c.B))
	own.antTests += int64(c.Tests)
	k.memory = c.Leave()
	if c.Found {
		own.witnesses++
		t.Contacts = append(t.Contacts, witnessOf(c, k))
	}
}
