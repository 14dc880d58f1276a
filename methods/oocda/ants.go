package oocda

import (
	"slices"

	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/world"
)

// antHill runs one colony for each pair of meshes that the last frame left
// undecided. Rounds are granted to the colonies in the order of the pairs, and each
// has a random sequence of its own, so that what they find does not depend on the
// number of workers.
type antHill struct {
	opt      narrow.AntsOptions
	always   bool
	colonies []narrow.Colony
	pairs    []int32 // of next, that colonies belong to
	active   []int32
	operator narrow.Operator
	found    []world.Contact
	run      func(worker, lo, hi int)
}

// sendAnts runs the colonies, which search for a contact of each pair that has tasks. A
// colony ends when it has found a contact, its rounds are over or the search is stopped.
func (e *engine) sendAnts(w *world.World) {
	h := &e.ants
	h.settle(e)
	for range h.opt.Rounds {
		h.active = h.active[:0]
		for i := range h.colonies {
			if !h.colonies[i].Found && w.Control.Take(narrow.RoundSteps) {
				h.active = append(h.active, int32(i))
			}
		}
		if len(h.active) == 0 {
			break
		}
		par.For(len(h.active), w.Workers, 4, h.run)
		h.operator.Apply(h.colonies, &h.opt)
	}
	for i := range h.colonies {
		if c := &h.colonies[i]; c.Found {
			p := e.known[h.pairs[i]].pair
			h.found = append(h.found, world.Contact{BodyA: uint32(p.A), TriA: c.Witness.A, BodyB: uint32(p.B), TriB: c.Witness.B})
		}
	}
}

// settle makes the colonies.
func (h *antHill) settle(e *engine) {
	h.pairs, h.found = h.pairs[:0], h.found[:0]
	for _, t := range e.tasks {
		if n := len(h.pairs); n == 0 || h.pairs[n-1] != t.pair {
			h.pairs = append(h.pairs, t.pair)
		}
	}
	if room := cap(h.colonies); room < len(h.pairs) { // colonies keep their memory
		h.colonies = append(h.colonies[:room], make([]narrow.Colony, len(h.pairs)-room)...)
	}
	h.colonies = h.colonies[:len(h.pairs)]
	for i, k := range h.pairs {
		p := e.known[k].pair
		key := uint64(p.A)<<32 | uint64(p.B)
		h.colonies[i].Reset(&h.opt, &e.bodies[p.A].posed, &e.bodies[p.B].posed, key)
	}
}

func (e *engine) runColonies(worker, lo, hi int) {
	for _, i := range e.ants.active[lo:hi] {
		e.ants.colonies[i].Round(e.level, &e.rest.Workers[worker].Worker, &e.ants.opt)
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
