package narrow

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// FrontOptions configure a FrontSearch.
type FrontOptions struct {
	// Level is the kernels to use.
	Level simd.Level
	// Plain revisits the whole front each frame, without slack.
	Plain bool
	// Strict descends one side a step down to single triangles, so that nodes
	// evaluated can be compared with other descents. Otherwise two blocks of
	// triangles are taken apart row by row, in one step.
	Strict bool
	// PieceSize is how many tests a piece may hold, 0 for 1024.
	PieceSize int
}

// defaultPiece holds some 10⁴ nodes: a fraction of a millisecond. int16 can count
// mostPiece.
const (
	defaultPiece = 1024
	mostPiece    = 1 << 14
)

// FrontSearch finds the touching triangles of two bodies along their front. It is
// used by one worker at a time.
type FrontSearch struct {
	FrontOptions
	// A and B are the two bodies.
	A, B *PosedBlocks
	// Seeds are the pieces that the last Run split off: to be added by Add, and run.
	Seeds []Piece

	leaves leafSearch
	w      *Worker
	p      *Piece
	path   float64
	upper  float32 // no less than path
	size   int
	dst    []Pair
}

// Run brings piece i of the pair's front up to date and appends the touching
// triangles below it to dst. Stopped by the worker's Control, it leaves a front
// that the next frame can go on from.
func (s *FrontSearch) Run(w *Worker, f *Front, i int, dst []Pair) []Pair {
	s.w, s.p, s.path, s.dst, s.Seeds = w, f.piece(i), f.path, dst, s.Seeds[:0]
	if s.upper = float32(s.path); float64(s.upper) < s.path {
		s.upper = math.Nextafter32(s.upper, always)
	}
	if s.size = min(s.PieceSize, mostPiece); s.size <= 0 {
		s.size = defaultPiece
	}
	s.leaves.begin()
	if len(s.p.tests) == 0 {
		s.p.free, s.p.split = s.p.free[:0], false
		s.sprout(test{})
	}
	s.visit(0)
	s.p.least = s.p.tests[0].least
	dst = s.dst
	s.dst, s.w = nil, nil
	return dst
}

// sides returns the tree of a test's one node and that of its block.
func (s *FrontSearch) sides(t *test) (of, block *PosedBlocks) {
	if t.inB {
		return s.B, s.A
	}
	return s.A, s.B
}

// visit brings test i and all below it up to date. It reports whether anything is
// not apart.
func (s *FrontSearch) visit(i int16) (alive bool) {
	t := &s.p.tests[i]
	of, block := s.sides(t)
	if t.rows {
		s.visitRows(t, of, block)
		return t.least == never
	}
	used := uint8(1<<block.Shape.Lanes[t.block] - 1)
	todo := s.reached(t) & used
	s.prefetch(t, todo&^t.front, block)
	apart, ok := s.evaluate(t, of, block, todo, used)
	for m := todo &^ apart; ok && m != 0; m &= m - 1 {
		s.below(i, bits.TrailingZeros8(m), of, block)
	}
	t = &s.p.tests[i] // sprouting may have moved it
	s.settle(t)
	return t.front != used || t.least == never
}

// prefetch asks for what the visits below some lanes begin with.
func (s *FrontSearch) prefetch(t *test, lanes uint8, block *PosedBlocks) {
	for m := lanes; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros8(m)
		if c := t.child[lane]; c > 0 {
			simd.Prefetch(unsafe.Pointer(&s.p.tests[c]), 1)
		}
		if y := block.Shape.Child[simd.Lanes*t.block+int32(lane)]; y > 0 {
			simd.Prefetch(unsafe.Pointer(&block.Volumes[y]), int(unsafe.Sizeof(simd.Block{})))
		}
	}
}

// reached returns the lanes whose slack is used up.
func (s *FrontSearch) reached(t *test) uint8 {
	if s.Plain {
		return 0xff
	}
	return s.Level.Reached(&t.expiry, s.upper)
}

// settle sets what holds for all lanes of a test. If the search is over, something
// may have been left undone.
func (s *FrontSearch) settle(t *test) {
	least := t.expiry[0]
	for _, e := range t.expiry[1:] {
		if e < least {
			least = e
		}
	}
	if s.w.Control.Cause() != Running {
		least = never
	}
	t.least = least
}

// evaluate finds which lanes are apart. It looks at the lanes of the front that are
// to do, and at those that may no longer have to be taken apart; since a kernel
// tests all lanes at once, the others' slack is renewed, too. It fails when the
// search is over.
func (s *FrontSearch) evaluate(t *test, of, block *PosedBlocks, todo, used uint8) (apart uint8, ok bool) {
	need := todo & (t.front | t.idle)
	if need == 0 {
		return 0, true
	}
	if !s.w.Step() {
		return 0, false
	}
	var gaps [simd.Lanes]float32
	a, at := &of.Volumes[t.lane/simd.Lanes], int(t.lane%simd.Lanes)
	b := &block.Volumes[t.block]
	if bits.OnesCount8(need) > 2 || !s.Strict && s.Level != simd.Go {
		apart, need = s.Level.Gap(&gaps, a, at, b)&used, used
	} else {
		for m := need; m != 0; m &= m - 1 {
			lane := bits.TrailingZeros8(m)
			if gaps[lane] = simd.GapOne(a, at, b, lane); gaps[lane] > 0 {
				apart |= 1 << lane
			}
		}
	}
	s.count(bits.OnesCount8(need))
	for m := apart; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros8(m)
		if !s.prune(t, lane) {
			apart &^= 1 << lane
		} else if e := s.expiry(gaps[lane]); e > t.expiry[lane] || todo>>lane&1 == 1 {
			t.expiry[lane] = e
		}
	}
	return apart, true
}

// count charges evaluations, the first of which Step has.
func (s *FrontSearch) count(n int) {
	s.w.BVTests += int64(n)
	s.w.steps -= n - 1
}

// visitRows brings a test of two blocks of triangles up to date.
func (s *FrontSearch) visitRows(t *test, of, block *PosedBlocks) {
	lanes := int(block.Shape.Lanes[t.block])
	used := uint8(1<<lanes - 1)
	a, b := &of.Volumes[t.lane], &block.Volumes[t.block]
	var near [simd.Lanes]uint8
	some := uint8(0)
	for m := s.reached(t) & t.front; m != 0 && s.w.Step(); m &= m - 1 {
		row := bits.TrailingZeros8(m)
		var gaps [simd.Lanes]float32
		apart := s.Level.Gap(&gaps, a, row, b)
		s.count(lanes)
		if near[row] = used &^ apart; near[row] != 0 {
			t.expiry[row] = never
			some |= near[row]
			continue
		}
		least := gaps[0]
		for _, g := range gaps[1:lanes] {
			if g < least {
				least = g
			}
		}
		t.expiry[row] = s.expiry(least)
	}
	if some != 0 {
		s.nearRows(t, of, block, &near)
	}
	s.settle(t)
}

// expiry is up to which path nodes at a distance of at least gap stay apart:
// rounded down, and without the errors of simd.Gap. Infinite gaps have overflowed.
func (s *FrontSearch) expiry(gap float32) float32 {
	if !(gap <= math.MaxFloat32) {
		return never
	}
	x := s.path + float64(float64(gap)*(1-simd.GapError)-math.SmallestNonzeroFloat32)
	e := float32(x) // above 0 except for gaps of no account
	if float64(e) >= x && e > 0 {
		e = math.Float32frombits(math.Float32bits(e) - 1)
	} else if !(e > 0) {
		return never
	}
	return e
}

// exact tests triangle x of one tree, B if inB, with y of the other.
func (s *FrontSearch) exact(x, y int32, inB bool, p, q *geom.Triangle) {
	if s.w.Control.Cause() != Running {
		return
	}
	s.w.PrimitiveTests++
	s.w.steps--
	if !s.w.Tally.TriangleTriangle(p, q) {
		return
	}
	if inB {
		x, y = y, x
	}
	s.dst = append(s.dst, Pair{uint32(x), uint32(y)})
	s.w.Found()
}
