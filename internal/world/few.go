package world

import (
	"math/bits"
	"time"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
)

// few finds the pairs of few bodies that may touch by balls and oriented boxes around them, as a robot's links that move with every
// query. It brings up to date what pairs that it finds need; world boxes of meshes, which broad.Auto compares, are as much work
// and oriented boxes are smaller.
type few struct {
	// pairs are the admissible ones, ascending, if known: with the question first.
	pairs        []broad.Pair
	known, first bool
	bodies       []enclosed
	// partners are the other bodies of each body's pairs, as bits.
	partners []uint64
	// found are the pairs for Candidates, if listed, and how deep their boxes reach into each other.
	found  []broad.Pair
	depths []float64
	listed bool
	// whole reports that found are, of all pairs, those that may touch where their bodies were last enclosed.
	whole bool
	// proposed are pairs for the next query if proposes is set.
	proposed []broad.Pair
	proposes bool
}

// minFew and maxFew are the numbers of bodies that few is for: of two auto remembers the boxes, and of more than 64 a grid finds the
// pairs.
const minFew, maxFew = 3, 64

// OrientBoxes declares that the engine looks at the surfaces and the boxes of candidates alone.
func (w *World) OrientBoxes() { w.orients = true }

// ReadyForPairs is Ready for a query that looks at nothing but contacts: few bodies are not brought up to date, but those that Candidates
// lists.
func (w *World) ReadyForPairs() error {
	f := &w.few
	proposed := f.proposes
	f.proposes = false
	if w.Control.Cause() != narrow.Running || !w.AreFew() {
		return w.Ready()
	}
	start := Clock()
	if !f.known || f.first != w.First {
		w.pairUp()
	}
	if proposed {
		return w.readyProposed(start)
	}
	if err := w.lookAtAll(); err != nil {
		return err
	}
	f.listed, w.started = true, start
	return nil
}

// lookAtAll finds the pairs that may touch. Those of two bodies that have not moved since the last time are as they were.
func (w *World) lookAtAll() error {
	f, moved := &w.few, uint64(0)
	whole := f.whole
	f.whole = false
	for i := range w.bodies {
		anew, err := w.enclose(i)
		if err != nil {
			return err
		}
		if anew {
			moved |= 1 << i
		}
	}
	if f.whole = true; whole && 2*bits.OnesCount64(moved) <= len(w.bodies) {
		w.lookAgain(moved)
		return nil
	}
	f.found, f.depths = f.found[:0], f.depths[:0]
	for _, p := range f.pairs {
		w.look(p)
	}
	return nil
}

// lookAgain is the rest of lookAtAll if few bodies have moved.
func (w *World) lookAgain(moved uint64) {
	f, kept := &w.few, 0
	for k, p := range f.found {
		if (moved>>p.A|moved>>p.B)&1 == 0 {
			f.found[kept], f.depths[kept] = p, f.depths[k]
			kept++
		}
	}
	f.found, f.depths = f.found[:kept], f.depths[:kept]
	for left := moved; left != 0; left &= left - 1 {
		a := int32(bits.TrailingZeros64(left))
		seen := moved & (1<<a - 1)
		for row := f.partners[a] &^ seen; row != 0; row &= row - 1 {
			b := int32(bits.TrailingZeros64(row))
			w.look(broad.Pair{A: min(a, b), B: max(a, b)})
		}
	}
}

// AreFew reports whether few serves the world and the engine.
func (w *World) AreFew() bool {
	n := len(w.bodies)
	return w.orients && n >= minFew && n <= maxFew && !w.Self && w.guests == 0 && len(w.halves) == 0 && !w.deformed()
}

// Propose has the next query, which must be about contacts alone, look at these pairs, in this order. The caller has set the poses of their
// bodies and has proven that no other admissible pair touches: poses of other bodies may be old ones. It returns false, to no effect,
// where the query would look at more.
func (w *World) Propose(pairs []broad.Pair) bool {
	if w.few.proposes = w.AreFew(); !w.few.proposes {
		return false
	}
	w.few.proposed = append(w.few.proposed[:0], pairs...)
	return true
}

// Proposed reports whether the query that was begun is about pairs that were proposed.
func (w *World) Proposed() bool { return w.few.listed && !w.few.whole }

// readyProposed is ReadyForPairs for pairs that were proposed.
func (w *World) readyProposed(start time.Duration) error {
	f := &w.few
	f.whole = false
	for _, p := range f.proposed {
		for _, i := range [2]int32{p.A, p.B} {
			if _, err := w.enclose(int(i)); err != nil {
				return err
			}
			w.placeSurface(i)
		}
	}
	f.found, f.listed, w.started = append(f.found[:0], f.proposed...), true, start
	return nil
}

// pairUp lists the admissible pairs and forgets where bodies were.
func (w *World) pairUp() {
	f := &w.few
	f.pairs, f.bodies = f.pairs[:0], append(f.bodies[:0], make([]enclosed, len(w.bodies))...)
	f.partners = append(f.partners[:0], make([]uint64, len(w.bodies))...)
	for a := range int32(len(w.bodies)) {
		f.bodies[a].version = -1
		for b := a + 1; b < int32(len(w.bodies)); b++ {
			if p := (broad.Pair{A: a, B: b}); w.Admissible(p) {
				f.pairs = append(f.pairs, p)
				f.partners[a] |= 1 << b
				f.partners[b] |= 1 << a
			}
		}
	}
	f.known, f.first = true, w.First
}

// look tests a pair, and lists it unless the bodies are certainly apart. With First the deepest one comes first: it ends most queries that
// find a contact. Of two solids the oriented boxes are their world boxes.
func (w *World) look(p broad.Pair) {
	f := &w.few
	x, y := &f.bodies[p.A], &f.bodies[p.B]
	if w.isOutside(p, x, y) {
		return
	}
	w.Stats.BVTests++
	depth := 0.0
	if x.rigid && y.rigid && (w.First || x.r != y.r) {
		if depth = x.depth(y); depth < 0 {
			return
		}
	}
	w.placeSurface(p.A)
	w.placeSurface(p.B)
	at := len(f.found)
	f.found, f.depths = append(f.found, p), append(f.depths, depth)
	for ; w.First && at > 0 && f.depths[at-1] < depth; at-- {
		f.found[at], f.found[at-1] = f.found[at-1], p
		f.depths[at], f.depths[at-1] = f.depths[at-1], depth
	}
}
