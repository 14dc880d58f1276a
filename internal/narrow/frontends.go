package narrow

import (
	"math/bits"

	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
)

// FrontEnd is a pair of nodes at which a front stands: lanes of A's and of B's
// hierarchy.
type FrontEnd struct{ A, B int32 }

// Ends appends the pairs of nodes that a front consists of, until there are most in
// dst, and reports whether those are all. The hierarchies are those that it was last
// run on.
func (f *Front) Ends(a, b *tree.Blocks, dst []FrontEnd, most int) ([]FrontEnd, bool) {
	for i := range f.Pieces() {
		p := f.piece(i)
		if len(p.tests) == 0 {
			continue // never run
		}
		var all bool
		if dst, all = p.ends(0, [2]*tree.Blocks{a, b}, dst, most); !all {
			return dst, false
		}
	}
	return dst, true
}

// ends is Ends for test i and all below it.
func (p *Piece) ends(i int16, shapes [2]*tree.Blocks, dst []FrontEnd, most int) ([]FrontEnd, bool) {
	t := &p.tests[i]
	for m := t.front; m != 0; m &= m - 1 {
		if len(dst) >= most {
			return dst, false
		}
		dst = append(dst, t.end(int32(bits.TrailingZeros8(m)), shapes))
	}
	for _, c := range t.child {
		if c <= 0 {
			continue
		}
		var all bool
		if dst, all = p.ends(c, shapes, dst, most); !all {
			return dst, false
		}
	}
	return dst, true
}

// end is what a lane of a test stands for.
func (t *test) end(lane int32, shapes [2]*tree.Blocks) FrontEnd {
	x, y := t.lane, simd.Lanes*t.block+lane
	if t.rows { // a triangle against all of a block, which is what the node above holds
		block := shapes[1]
		if t.inB {
			block = shapes[0]
		}
		x, y = simd.Lanes*t.lane+lane, block.Parent[t.block]
	}
	if t.inB {
		return FrontEnd{y, x}
	}
	return FrontEnd{x, y}
}
