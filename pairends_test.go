package collide

import (
	"math/rand/v2"
	"testing"
)

// The contacts of a pair end where the next pair begins, whatever the lengths of both.
func TestEndOfPair(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		var list []Contact
		var ends []int
		a, b := uint32(0), uint32(1)
		for range 1 + r.IntN(6) {
			for range 1 + r.IntN(1+r.IntN(40)) {
				list = append(list, Contact{BodyA: a, BodyB: b})
			}
			ends = append(ends, len(list))
			if b++; r.IntN(2) == 0 {
				a, b = a+1, a+2 // the second body may be the one before
			}
		}
		for k, at := 0, 0; k < len(ends); k++ {
			for ; at < ends[k]; at++ {
				if got := endOfPair(list, at); got != ends[k] {
					t.Fatalf("the pair of contact %d ends at %d, expected %d of %v", at, got, ends[k], ends)
				}
			}
		}
	}
}
