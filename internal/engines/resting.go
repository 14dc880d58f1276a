package engines

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// resting is what the last query found, for the bodies that have not moved before the next one: a pair of two such bodies has the contacts
// that it had. A search that ended early or was about some pairs alone leaves nothing to keep.
type resting struct {
	// states are those of the bodies at the last query, rules those of the world; moved are the bodies with another state now.
	states []int
	rules  world.Rules
	moved  []bool
	// known reports that contacts are all of that query.
	known    bool
	contacts []world.Contact
	// asked are the pairs with a body that has moved.
	asked []broad.Pair
}

const (
	// leastResting is the least number of bodies of which some can rest while others move, and have a pair.
	leastResting = 3
	// mostResting is the number of contacts that are kept at most: 16 MB.
	mostResting = 1 << 20
)

// follow compares the bodies with the last query, and reports whether at most half of them have moved.
func (r *resting) follow(w *world.World) bool {
	n := w.Len()
	if n < leastResting {
		return false
	}
	same := len(r.states) == n && r.rules == w.Rules()
	if r.rules = w.Rules(); len(r.states) != n {
		r.states, r.moved = make([]int, n), make([]bool, n)
	}
	movers := 0
	for i := range r.states {
		state := w.State(i)
		if r.moved[i] = r.states[i] != state; r.moved[i] {
			movers++
			r.states[i] = state
		}
	}
	r.known = r.known && same && 2*movers <= n
	return 2*movers <= n
}

// rests reports whether a pair's bodies are where they were at the last query.
func (r *resting) rests(p broad.Pair) bool { return !r.moved[p.A] && !r.moved[p.B] }

// take appends the contacts of the bodies that rest, and returns the other pairs.
func (r *resting) take(pairs []broad.Pair, dst []world.Contact) ([]broad.Pair, []world.Contact) {
	r.asked = r.asked[:0]
	for _, p := range pairs {
		if !r.rests(p) {
			r.asked = append(r.asked, p)
		}
	}
	for _, c := range r.contacts {
		if r.rests(broad.Pair{A: int32(c.BodyA), B: int32(c.BodyB)}) {
			dst = append(dst, c)
		}
	}
	return r.asked, dst
}

// keep keeps what a query has found, if few of the bodies moved before it: others may move before the next one.
func (r *resting) keep(w *world.World, few bool, found []world.Contact) {
	if r.known = few && w.Control.Cause() == narrow.Running && len(found) <= mostResting; r.known {
		r.contacts = append(r.contacts[:0], found...)
	}
}
