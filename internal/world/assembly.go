package world

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/collide-go/collide/internal/par"
)

// Assembly sorts and groups contacts. Engines append the contacts of a pair of
// bodies in one piece or a few, so it sorts pieces and what is within them instead
// of all contacts.
type Assembly struct {
	// Workers is the number of goroutines that sort many contacts.
	Workers int
	// byPair holds the contacts of several pairs in the order of Result.Pairs.
	byPair []Contact
	runs   []run
	// order has the runs' places in its bits of places, sorted by their bodies.
	order   []uint64
	places  uint64
	scratch []uint64
	// pairs are the pieces of byPair, one a pair of bodies, and firsts are those of the canonical list, one a first body. sorters is what each worker
	// has to sort them.
	pairs, firsts []piece
	sorters       []sorter
}

// piece is a part [lo, hi) of a list that is sorted apart, from the runs [run, end) of order or from that many pairs.
type piece struct{ lo, hi, run, end int }

// run is the contacts [lo, hi) of one pair of bodies.
type run struct {
	bodies uint64
	lo, hi int
}

// bodies and triangles order contacts within each other.
func (c *Contact) bodies() uint64    { return uint64(c.BodyA)<<32 | uint64(c.BodyB) }
func (c *Contact) triangles() uint64 { return uint64(c.TriA)<<32 | uint64(c.TriB) }

// Sort brings contacts into the canonical order and returns them in that of Result.Pairs.
func (a *Assembly) Sort(contacts []Contact) (byPair []Contact) {
	if len(a.sorters) == 0 {
		a.sorters = make([]sorter, 1)
	}
	a.split(contacts)
	if len(a.runs) <= 1 { // of one pair the orders are the same
		a.sorters[0].sortWithinPair(contacts)
		return contacts
	}
	a.places = a.sortRuns()
	a.byPair = slices.Grow(a.byPair[:0], len(contacts))[:len(contacts)]
	a.plan()
	a.each(contacts, a.pairs, false)
	a.each(contacts, a.firsts, true)
	return a.byPair
}

// plan finds where the contacts of each pair and of each first body go. A pair may come in several runs.
func (a *Assembly) plan() {
	a.pairs, a.firsts = a.pairs[:0], a.firsts[:0]
	from, last, first := 0, uint64(math.MaxUint64), uint64(math.MaxUint64)
	for i, k := range a.order {
		r := &a.runs[k&a.places]
		if r.bodies != last {
			a.pairs = append(a.pairs, piece{from, from, i, i})
		}
		if r.bodies>>32 != first {
			a.firsts = append(a.firsts, piece{from, from, len(a.pairs) - 1, 0})
		}
		last, first, from = r.bodies, r.bodies>>32, from+r.hi-r.lo
		p, f := &a.pairs[len(a.pairs)-1], &a.firsts[len(a.firsts)-1]
		p.hi, p.end, f.hi, f.end = from, i+1, from, len(a.pairs)
	}
}

// split finds the pieces.
func (a *Assembly) split(contacts []Contact) {
	a.runs = a.runs[:0]
	for i := 0; i < len(contacts); {
		r := run{contacts[i].bodies(), i, i + 1}
		for r.hi < len(contacts) && contacts[r.hi].bodies() == r.bodies {
			r.hi++
		}
		a.runs = append(a.runs, r)
		i = r.hi
	}
}

// sortRuns fills order with keys whose low bits, those of places, are the runs'. The
// numbers of two bodies and the place together rarely need more than 64 bits.
func (a *Assembly) sortRuns() (places uint64) {
	all := uint64(0)
	for i := range a.runs {
		all |= a.runs[i].bodies
	}
	ofB, low := bits.Len32(uint32(all)), bits.Len(uint(len(a.runs)))
	places = 1<<low - 1
	a.order = a.order[:0]
	for i := range a.runs {
		b := a.runs[i].bodies
		a.order = append(a.order, (b>>32<<ofB|b&math.MaxUint32)<<low|uint64(i))
	}
	if bits.Len32(uint32(all>>32))+ofB+low <= 64 {
		a.scratch = par.SortKeysAbove(low, a.order, a.scratch)
		return places
	}
	for i := range a.order {
		a.order[i] = uint64(i)
	}
	slices.SortFunc(a.order, func(x, y uint64) int {
		return cmp.Or(cmp.Compare(a.runs[x].bodies, a.runs[y].bodies), cmp.Compare(x, y))
	})
	return math.MaxUint64
}
