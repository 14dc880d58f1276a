package world

import (
	"math/bits"
	"slices"

	"github.com/collide-go/collide/internal/par"
)

// sorter sorts contacts for one worker.
type sorter struct{ keys, scratch []uint64 }

// manyContacts is how many contacts one goroutine sorts sooner than several are awake: at some ten nanoseconds each.
const manyContacts = 1 << 16

// each fills the pieces of byPair from the runs of contacts or, with canonical, those of contacts from byPair. The two orders differ only
// among the contacts of one first body with several others.
func (a *Assembly) each(contacts []Contact, pieces []piece, canonical bool) {
	if a.Workers <= 1 || len(contacts) < manyContacts { // without the memory of a closure
		for i := range pieces {
			a.fill(&a.sorters[0], contacts, &pieces[i], canonical)
		}
		return
	}
	for len(a.sorters) < a.Workers {
		a.sorters = append(a.sorters, sorter{})
	}
	par.For(len(pieces), a.Workers, 1, func(worker, i, _ int) {
		a.fill(&a.sorters[worker], contacts, &pieces[i], canonical)
	})
}

// fill fills a piece.
func (a *Assembly) fill(s *sorter, contacts []Contact, p *piece, canonical bool) {
	to := a.byPair[p.lo:p.hi]
	switch {
	case !canonical:
		for _, k := range a.order[p.run:p.end] {
			r := &a.runs[k&a.places]
			to = to[copy(to, contacts[r.lo:r.hi]):]
		}
		s.sortWithinPair(a.byPair[p.lo:p.hi])
	case p.end-p.run == 1:
		copy(contacts[p.lo:p.hi], to)
	default:
		s.byTriangle(contacts[p.lo:p.hi], to)
	}
}

// maxInsertionContacts is the largest number of contacts that insertion sorts faster than
// a radix sort.
const maxInsertionContacts = 32

// sortWithinPair sorts many contacts by keys, which is several times as fast as
// comparing. Keys hold only the bits that the triangles' numbers use.
func (s *sorter) sortWithinPair(c []Contact) {
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
	s.keys = slices.Grow(s.keys[:0], len(c))[:len(c)]
	for i := range c {
		s.keys[i] = uint64(c[i].TriA)<<low | uint64(c[i].TriB)
	}
	s.scratch = par.SortKeys(s.keys, s.scratch)
	for i, k := range s.keys {
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

// byTriangle brings the contacts of one first body, in the order of Result.Pairs, into the canonical order: that of its triangles. Of one
// triangle they keep theirs.
func (s *sorter) byTriangle(dst, src []Contact) {
	low := bits.Len(uint(len(src)))
	s.keys = slices.Grow(s.keys[:0], len(src))[:len(src)]
	for i := range src {
		s.keys[i] = uint64(src[i].TriA)<<low | uint64(i)
	}
	s.scratch = par.SortKeysAbove(low, s.keys, s.scratch)
	for i, k := range s.keys {
		dst[i] = src[k&(1<<low-1)]
	}
}
