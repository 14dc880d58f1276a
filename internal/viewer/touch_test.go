package viewer

import (
	"slices"
	"testing"

	"github.com/collide-go/collide/internal/sim"
)

// TestImpactsAreShown: pairs that hit each other since the frame before are among those in
// contact, once, after those that touch.
func TestImpactsAreShown(t *testing.T) {
	touching := []pairRow{{a: 1, b: 2, contacts: 1}}
	got := appendStruck(touching, []sim.Impact{{A: 0, B: 3}, {A: 1, B: 2}, {A: 0, B: 3}})
	if want := []pairRow{{a: 1, b: 2, contacts: 1}, {a: 0, b: 3}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	full := make([]pairRow, mostPairs)
	if got := appendStruck(full, []sim.Impact{{A: 0, B: 3}}); len(got) != mostPairs {
		t.Errorf("%d rows, at most %d are sent", len(got), mostPairs)
	}
}

// TestImpactsReachThePage: the frames of a scene of masses have such pairs.
func TestImpactsReachThePage(t *testing.T) {
	var f frame
	m := &film{stage: &stage{}}
	now := &sim.Frame{Impacts: []sim.Impact{{A: 0, B: 1}}}
	if err := m.takeContacts(t.Context(), now, &f, &state{}, nil); err != nil || len(f.pairs) != 1 {
		t.Errorf("%v, %d pairs; want the one of the impact", err, len(f.pairs))
	}
}
