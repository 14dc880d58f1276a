package tree

import "testing"

// Hilbert's curve visits every cube of a grid once, and neighbours one after another.
func TestHilbertIndex(t *testing.T) {
	const side = 8
	at := make([][3]uint32, side*side*side)
	seen := make([]bool, len(at))
	for x := range uint32(side) {
		for y := range uint32(side) {
			for z := range uint32(side) {
				i := hilbertIndex(x, y, z)
				if i >= uint32(len(at)) || seen[i] {
					t.Fatalf("cube %d %d %d has place %d, beyond the end or taken", x, y, z, i)
				}
				at[i], seen[i] = [3]uint32{x, y, z}, true
			}
		}
	}
	for i := range at[1:] {
		steps := uint32(0)
		for k := range 3 {
			d := at[i+1][k] - at[i][k]
			steps += min(d, -d)
		}
		if steps != 1 {
			t.Fatalf("place %d is %v, the next %v: no neighbours", i, at[i], at[i+1])
		}
	}
}
