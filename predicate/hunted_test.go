package predicate

import "testing"

// TestHuntedBounds holds the bounds that package simd's TestHunt hunts for against those in use.
func TestHuntedBounds(t *testing.T) {
	if leafBound != 320*0x1p-24 || leafLeast != 0x1p-34 || doubleBound != 0x1p-95 {
		t.Error("internal/simd hunts for other bounds: its constants must follow")
	}
}
