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
	// byPair holds the contacts of several pairs in the order of Result.Pairs.
	byPair []Contact
	runs   []run
	// order has the runs' places, sorted by their bodies.
	order []uint64
	// keys are those of sorting within a pair.
	keys, scratch []uint64
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
	a.split(contacts)
	if len(a.runs) <= 1 { // of one pair the orders are the same
		a.sortWithinPair(contacts)
		return contacts
	}
	places := a.sortRuns()
	a.byPair = slices.Grow(a.byPair[:0], len(contacts))
	from, last := 0, uint64(0)
	for _, k := range a.order {
		r := &a.runs[k&places]
		if r.bodies != last { // a pair may come in several pieces
			a.sortWithinPair(a.byPair[from:])
			from, last = len(a.byPair), r.bodies
		}
		a.byPair = append(a.byPair, contacts[r.lo:r.hi]...)
	}
	a.sortWithinPair(a.byPair[from:])
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

// maxInsertionContacts is the largest number of contacts that insertion sorts faster than
// a radix sort.
const maxInsertionContacts = 32

// sortWithinPair sorts many contacts by keys, which is several times as fast as
// comparing. Keys hold only the bits that the triangles' numbers use.
func (a *Assembly) sortWithinPair(c []Contact) {
	if len(c) <= maxInsertionContacts {
		insertContacts(c)
		return
	}
	ofA, ofB := uint32(0), uint32(0)
	for i := range c {
		ofA |= c[i].TriA
		ofB |= c[i].TriB
	}
	low := bits.Len32(ofB)
	a.keys = slices.Grow(a.keys[:0], len(c))[:len(c)]
	for i := range c {
		a.keys[i] = uint64(c[i].TriA)<<low | uint64(c[i].TriB)
	}
	a.scratch = par.SortKeys(a.keys, a.scratch)
	for i, k := range a.keys {
		c[i].TriA, c[i].TriB = uint32(k>>low), uint32(k)&(1<<low-1)
	}
}

// insertContacts sorts few contacts.
func insertContacts(c []Contact) {
	for i := 1; i < len(c); i++ {
		x, j := c[i], i
		for ; j > 0 && x.triangles() < c[j-1].triangles(); j-- {
			c[j] = c[j-1]
		}
		c[j] = x
	}
}

// canonical fills contacts from byPair. The two orders differ only among the
// contacts of one first body with several others.
func (a *Assembly) canonical(contacts []Contact) {
	copy(contacts, a.byPair)
	for i := 0; i < len(contacts); {
		j, several := i+1, false
		for ; j < len(contacts) && contacts[j].BodyA == contacts[i].BodyA; j++ {
			several = several || contacts[j].BodyB != contacts[i].BodyB
		}
		if several {
			a.byTriangle(contacts[i:j], a.byPair[i:j])
		}
		i = j
	}
}

// byTriangle brings the contacts of one first body, in the order of Result.Pairs, into the canonical order: that of its triangles. Of one
// triangle they keep theirs.
func (a *Assembly) byTriangle(dst, src []Contact) {
	low := bits.Len(uint(len(src)))
	a.keys = slices.Grow(a.keys[:0], len(src))[:len(src)]
	for i := range src {
		a.keys[i] = uint64(src[i].TriA)<<low | uint64(i)
	}
	a.scratch = par.SortKeysAbove(low, a.keys, a.scratch)
	for i, k := range a.keys {
		dst[i] = src[k&(1<<low-1)]
	}
}
