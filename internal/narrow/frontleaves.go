package narrow

import (
	"math/bits"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// leafSearch tests triangles in fours by the float32 filter of wide trees.
type leafSearch struct {
	wide    Wide
	descent WideDescent
	level   simd.Level
	state   leafState
}

type leafState uint8

const (
	leavesUnknown leafState = iota
	leavesUsable
	leavesUnusable // of unlike sizes, not rigid, no kernels
)

// begin forgets the pair of bodies.
func (l *leafSearch) begin() { l.state = leavesUnknown }

// prepare reports whether the filter can be used for two bodies.
func (l *leafSearch) prepare(level simd.Level, a, b *PosedBlocks) bool {
	if l.state != leavesUnknown {
		return l.state == leavesUsable
	}
	l.state = leavesUnusable
	if level == simd.Go || !l.wide.SetWide(a.surface, b.surface, &a.Corners.Leaves, &b.Corners.Leaves) || l.wide.Far() {
		return false
	}
	if l.level != level {
		l.descent, l.level = NewWideDescent(level), level
	}
	l.descent.Begin(&l.wide)
	l.state = leavesUsable
	return true
}

// nearRows tests the triangles of two blocks whose volumes are not apart: near has
// the lanes of block for each row of the other.
func (s *FrontSearch) nearRows(t *test, of, block *PosedBlocks, near *[simd.Lanes]uint8) {
	if !s.leaves.prepare(s.Level, s.A, s.B) {
		for row, lanes := range near {
			s.exactRow(t, of, block, row, lanes)
		}
		return
	}
	x, y := 2*of.Shape.Leaf[t.lane], 2*block.Shape.Leaf[t.block]
	for i := range int32(2) {
		lanes := near[4*i] | near[4*i+1] | near[4*i+2] | near[4*i+3]
		for j := range int32(2) {
			if lanes>>(4*j)&0xf == 0 || s.w.Control.Cause() != Running {
				continue
			}
			p := LeafPair{x + i, y + j}
			if t.inB {
				p.A, p.B = p.B, p.A
			}
			s.dst = s.leaves.descent.Leaves(s.w, &s.leaves.wide, p, s.dst)
		}
	}
}

// exactRow tests a triangle exactly with some of a block.
func (s *FrontSearch) exactRow(t *test, of, block *PosedBlocks, row int, lanes uint8) {
	if lanes == 0 {
		return
	}
	x := ^of.Shape.Child[int(simd.Lanes*t.lane)+row]
	var p, q geom.Triangle
	of.triangle(x, &p)
	for ; lanes != 0; lanes &= lanes - 1 {
		y := ^block.Shape.Child[int(simd.Lanes*t.block)+bits.TrailingZeros8(lanes)]
		block.triangle(y, &q)
		s.exact(x, y, t.inB, &p, &q)
	}
}
