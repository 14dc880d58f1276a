package world

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// Contacts in pieces of any size end up in both orders.
func TestAssemblySorts(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	var a Assembly
	for round := range 201 {
		var contacts []Contact
		pieces := r.IntN(60)
		if a.Workers = round % 3; round >= 200 { // enough contacts for several goroutines
			pieces, a.Workers = 2500, 3
		}
		for range pieces {
			c := Contact{BodyA: uint32(r.IntN(4)), BodyB: uint32(4 + r.IntN(1+round%5))}
			for range 1 + r.IntN(80) {
				c.TriA, c.TriB = uint32(r.IntN(50)), uint32(r.IntN(50))
				contacts = append(contacts, c)
			}
		}
		switch round % 4 {
		case 0: // many pairs of bodies
			for range r.IntN(300) {
				contacts = append(contacts, Contact{BodyA: uint32(r.IntN(90)), TriA: uint32(r.IntN(2)), BodyB: uint32(90 + r.IntN(90))})
			}
		case 1: // numbers that no key holds
			for i := range contacts {
				contacts[i].BodyA, contacts[i].BodyB = contacts[i].BodyA<<29, contacts[i].BodyB<<29+1
			}
		}
		canonical, byPair := slices.Clone(contacts), slices.Clone(contacts)
		slices.SortFunc(canonical, Contact.Compare)
		slices.SortFunc(byPair, func(x, y Contact) int {
			return cmp.Or(cmp.Compare(x.BodyA, y.BodyA), cmp.Compare(x.BodyB, y.BodyB), x.Compare(y))
		})
		got := a.Sort(contacts)
		if !slices.Equal(contacts, canonical) || !slices.Equal(got, byPair) {
			t.Fatalf("round %d: %d contacts are out of order", round, len(contacts))
		}
		if round >= 200 && (len(contacts) < manyContacts || len(a.sorters) != 3) {
			t.Errorf("%d contacts, sorted by %d", len(contacts), len(a.sorters))
		}
	}
}
