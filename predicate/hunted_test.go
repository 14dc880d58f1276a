package predicate

import (
	"math"
	"testing"

	"github.com/collide-go/collide/internal/simd"
)

// TestHuntedBounds holds the bounds that package simd's TestHunt hunts for against those in use.
func TestHuntedBounds(t *testing.T) {
	if leafBound != 320*0x1p-24 || leafLeast != 0x1p-34 || doubleBound != 0x1p-95 {
		t.Error("internal/simd hunts for other bounds: its constants must follow")
	}
}

// TestLeafBoundsKnowTheirRange: beyond an error of some 2¹⁴ units float32 overflows, below one of 2⁻⁵⁸ the
// least radius takes over.
func TestLeafBoundsKnowTheirRange(t *testing.T) {
	for _, c := range []struct {
		e     float64
		least float64
		ok    bool
	}{{0, 0x1p-34, true}, {0x1p-60, 0x1p-34, true}, {0x1p-50, 0x1p-26, true}, {0x1p13, 0x1p37, true}, {0x1p14, 0, false}, {0x1p60, 0, false}, {math.Inf(1), 0, false}} {
		var p simd.Placement
		ok := SetLeafBounds(&p, c.e)
		if ok != c.ok || ok && (float64(p.Least) < c.least || float64(p.Least) > c.least*(1+0x1p-18)) || p.Bound != leafBound {
			t.Errorf("SetLeafBounds(%g) = %v: least %g, bound %g", c.e, ok, p.Least, p.Bound)
		}
	}
}
