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
	// order has the runs' places, sorted by their bodies.
	order   []uint64
	scratch []uint64
	// pieces are the parts of a list that are sorted apart, sorters what each worker has to do so.
	pieces  [][2]int
	sorters []sorter
}

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
	places := a.sortRuns()
	a.byPair = slices.Grow(a.byPair[:0], len(contacts))
	a.pieces = a.pieces[:0]
	from, last := 0, uint64(0)
	for _, k := range a.order {
		r := &a.runs[k&places]
		if r.bodies != last { // a pair may come in several pieces
			a.pieces = append(a.pieces, [2]int{from, len(a.byPair)})
			from, last = len(a.byPair), r.bodies
		}
		a.byPair = append(a.byPair, contacts[r.lo:r.hi]...)
	}
	a.pieces = append(a.pieces, [2]int{from, len(a.byPair)})
	a.sortPieces(contacts, false)
	a.canonical(contacts)
	return a.byPair
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

// canonical fills contacts from byPair. The two orders differ only among the
// contacts of one first body with several others.
func (a *Assembly) canonical(contacts []Contact) {
	copy(contacts, a.byPair)
	a.pieces = a.pieces[:0]
	for i := 0; i < len(contacts); {
		j, several := i+1, false
		for ; j < len(contacts) && contacts[j].BodyA == contacts[i].BodyA; j++ {
			several = several || contacts[j].BodyB != contacts[i].BodyB
		}
		if several {
			a.pieces = append(a.pieces, [2]int{i, j})
		}
		i = j
	}
	a.sortPieces(contacts, true)
}
