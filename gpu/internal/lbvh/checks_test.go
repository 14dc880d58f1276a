package lbvh

import (
	"slices"
	"testing"
)

// The kernels can decide all pairs of the self-test's triangles: the pairs that touch stay
// the same while one body moves by more than the error that together allows for.
func TestFixedTrianglesAreFarFromUndecided(t *testing.T) {
	t.Parallel()
	const n = 120
	step := float32(1e-5)
	if r := together(n); r.Errors >= step {
		t.Fatalf("the records allow for errors of %g, the test moves by %g", r.Errors, step)
	}
	corners := fixedTriangles(2 * n)
	want := touching(corners[:9*n], corners[9*n:])
	for way := range 27 {
		moved := slices.Clone(corners[:9*n])
		for i := range moved {
			moved[i] += step * float32([3]int{way % 3, way / 3 % 3, way / 9}[i%3]-1)
		}
		if got := touching(moved, corners[9*n:]); !slices.Equal(got, want) {
			t.Errorf("moved in direction %d: %d pairs touch, want %d", way, len(got), len(want))
		}
	}
}
