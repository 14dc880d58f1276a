package broad

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestReorderLosesNoBox: a grid of many boxes works in an order that it brings up to date between
// calls. Boxes in several rows, large ones and ones without bound are in it once each.
func TestReorderLosesNoBox(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	boxes := scenes["floor"](r, minReorderBoxes+100)
	var g Grid
	for call := range 2 {
		want, got := sorted(new(Sweep).Pairs(boxes, nil)), sorted(g.Pairs(boxes, nil))
		if !slices.Equal(got, want) {
			t.Fatalf("call %d: %d pairs, %d by the sweep", call, len(got), len(want))
		}
		if call == 0 {
			if slices.IsSorted(g.perm) {
				t.Error("the order is the one that boxes came in: nothing was tested")
			}
			once := slices.Clone(g.perm)
			slices.Sort(once)
			for i, id := range once {
				if id != uint32(i) {
					t.Fatalf("place %d of the order's boxes is %d", i, id)
				}
			}
		}
		drift(r, boxes, false)
	}
}
