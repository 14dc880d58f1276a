package narrow

import (
	"math/bits"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/simd"
)

// nearTies leaves out pairs of triangles that are certainly no nearer than a candidate and come
// after it, so that they are not the lowest nearest pair either: on parts from CAD hundreds
// are exactly as near as each other.
type nearTies struct {
	// best is the nearest candidate so far if there is some, p and q are its triangles, or those of one
	// that is as near, lo and hi bound their distance.
	some   bool
	best   Pair
	lo, hi float64
	p, q   geom.Triangle
	// shared is where p and q are nearest. Around a vertex or an edge dozens of pairs are nearest there.
	shared predicate.SharedFeatures
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
	t.shared = predicate.SharedFeatures{}
}

// add counts a candidate. The lowest of those that are as near as the best one is made the witness after
// tiesLeast candidates, and whenever there are twice as many.
func (t *nearTies) add(n *Near) {
	if t.candidates++; t.candidates < t.until || !t.some {
		return
	}
	t.until *= 2
	if !predicate.MayWitness(&t.p, &t.q) {
		return
	}
	tally := &n.Worker.Tally
	tally.Measure(&t.near, &t.p, &t.q)
	if t.near.Square.IsZero() {
		return
	}
	t.witness, t.of = t.near.Witness(&t.p, &t.q), t.best
	at := n.lowest()
	if at == nil { // another worker has found something nearer
		return
	}
	if p, q := n.Triangles(at); at.before(t.of) {
		if tally.Measure(&t.other, &p, &q); t.other.Square.Compare(&t.near.Square) == 0 {
			t.witness, t.of = t.other.Witness(&p, &q), at.Pair
		}
	}
}

// lowest returns the lowest of the candidates that may be nearest, nil where there is none.
func (n *Near) lowest() (at *NearPair) {
	n.drop()
	for i := range n.found {
		if c := &n.found[i]; at == nil || c.before(at.Pair) {
			at = c
		}
	}
	return at
}

func (c *NearPair) before(o Pair) bool { return c.A < o.A || c.A == o.A && c.B < o.B }

// among returns those of the pairs of two leaves that are not certainly left out.
func (t *nearTies) among(pairs uint32, x, y *simd.Leaf, ps, qs *simd.Corners) uint32 {
	if !t.witness.Known() {
		return pairs
	}
	var behindA, behindB uint32
	for i := range simd.LeafTriangles {
		if p := cornersOf(ps, i); pairs>>(4*i)&0xf != 0 && t.witness.BehindA(&p) {
			behindA |= 0xf << (4 * i)
		}
		if q := cornersOf(qs, i); pairs>>i&0x1111 != 0 && t.witness.BehindB(&q) {
			behindB |= 0x1111 << i
		}
	}
	for out := pairs & behindA & behindB; out != 0; out &= out - 1 {
		k := bits.TrailingZeros32(out)
		if at := (NearPair{Pair: Pair{x.ID[k>>2&3], y.ID[k&3]}}); !at.before(t.of) {
			pairs &^= 1 << k
		}
	}
	return pairs
}

// leavesOut reports whether a pair cannot be the lowest nearest one.
func (t *nearTies) leavesOut(c *NearPair, p, q *geom.Triangle) bool {
	return c.Pair != t.of && !c.before(t.of) && t.witness.NoNearer(p, q)
}
