package narrow

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// nearTies leaves out pairs of triangles that are certainly no nearer than a candidate and come
// after it, so that they are not the lowest nearest pair either: on parts from CAD hundreds
// are exactly as near as each other.
type nearTies struct {
	// best is the nearest candidate so far if there is some, p and q are its triangles.
	some bool
	best Pair
	p, q geom.Triangle
	// candidates counts those since the start, until is when a witness is made next.
	candidates, until int
	near, other       predicate.Near
	witness           predicate.Witness
	of                Pair
}

// tiesLeast is the number of candidates from which on a witness is made, which takes exact arithmetic.
const tiesLeast = 24

func (t *nearTies) reset() {
	t.some, t.candidates, t.until, t.witness = false, 0, tiesLeast, predicate.Witness{}
}

// add counts a candidate. The lowest of those that are as near as the best one is made the witness after
// tiesLeast candidates, and whenever there are twice as many.
func (t *nearTies) add(n *Near) {
	if t.candidates++; t.candidates < t.until || !t.some {
		return
	}
	t.until *= 2
	tally := &n.Worker.Tally
	tally.Measure(&t.near, &t.p, &t.q)
	if t.near.Square.IsZero() {
		return
	}
	t.witness, t.of = t.near.Witness(&t.p, &t.q), t.best
	at := n.lowest()
	if p, q := n.Triangles(at); at.before(t.of) {
		if tally.Measure(&t.other, &p, &q); t.other.Square.Compare(&t.near.Square) == 0 {
			t.witness, t.of = t.other.Witness(&p, &q), at.Pair
		}
	}
}

// lowest returns the lowest of the candidates that may be nearest, of which there are some.
func (n *Near) lowest() *NearPair {
	n.drop()
	at := &n.found[0]
	for i := range n.found {
		if c := &n.found[i]; c.before(at.Pair) {
			at = c
		}
	}
	return at
}

func (c *NearPair) before(o Pair) bool { return c.A < o.A || c.A == o.A && c.B < o.B }

// leavesOut reports whether a pair cannot be the lowest nearest one.
func (t *nearTies) leavesOut(c *NearPair, p, q *geom.Triangle) bool {
	return c.Pair != t.of && !c.before(t.of) && t.witness.NoNearer(p, q)
}
