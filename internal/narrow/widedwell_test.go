package narrow

import (
	"slices"
	"testing"
)

// TestDwell: six pairs in a row with one leaf of either tree are enough, and a search that goes on elsewhere comes to each of the oldest pairs
// of boxes in turn.
func TestDwell(t *testing.T) {
	t.Parallel()
	var d dwell
	for i := range int32(12) {
		if got, want := d.stays(3, 10+i), i%fruitless == fruitless-1; got != want {
			t.Errorf("pair %d with leaf 3 of A: %v, expected %v", i, got, want)
		}
	}
	for i := range int32(fruitless) {
		if got, want := d.stays(20+i, 7), i == fruitless-1; got != want {
			t.Errorf("pair %d with leaf 7 of B: %v, expected %v", i, got, want)
		}
	}
	for i := range int32(20) {
		if d.stays(i/3, 2-i%3) {
			t.Errorf("pair %d of leaves that change", i)
		}
	}
	list := []BoxPair{{a: 0}, {a: 1}, {a: 2}, {a: 3}}
	for want := range uint32(3) {
		if d.elsewhere(list); list[len(list)-1].a != want {
			t.Errorf("pair %d is taken, expected %d", list[len(list)-1].a, want)
		}
	}
	before := slices.Clone(list)
	d.elsewhere(list)
	d.elsewhere(list[:1])
	d.elsewhere(nil)
	slices.SortFunc(list, func(p, q BoxPair) int { return int(p.a) - int(q.a) })
	slices.SortFunc(before, func(p, q BoxPair) int { return int(p.a) - int(q.a) })
	if !slices.Equal(list, before) {
		t.Errorf("the list has %v, expected %v", list, before)
	}
}
