package narrow

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// Front is what a descent over two hierarchies of 18-DOPs leaves behind for the
// next frame: its test tree down to where it stopped (the front of Klosowski and
// others, "Efficient Collision Detection Using Bounding Volume Hierarchies of
// k-DOPs", IEEE TVCG 4(1), 1998, §5; of Tang, Manocha and Tong, "Multi-Core
// Collision Detection between Deformable Models", SPM 2009). The zero value is
// the front of a pair never seen: its root.
//
// Nodes evaluated apart by a gap carry a slack: with path the sum of what Approach
// said in all frames so far, they stay apart until path has grown by the gap. A
// node above others carries the least of theirs, so that a subtree whose slack
// holds is skipped whole.
type Front struct {
	path   float64
	pieces []Piece
}

// Piece is a part of a front that one worker takes as a whole. Pieces do not grow
// beyond the option's size; what would is a piece of its own.
type Piece struct {
	tests []test
	free  []int32
	split bool // some of it has become another piece
}

// test is a node of one tree against the children of a node of the other, a block:
// up to eight nodes of the test tree.
type test struct {
	// least is the least expiry of the lanes; below it nothing is to be done.
	least float32
	// lane is the one node, in tree B if inB; block the children, in the other tree.
	lane  int32
	block int32
	inB   bool
	// still counts the visits in a row that found everything below apart.
	still uint8
	// expiry is up to which path a lane stays apart, or everything below it.
	expiry [simd.Lanes]float32
	// child is the test that a lane is taken apart by, 0 for a lane of the front.
	child [simd.Lanes]int32
}

// elsewhere, as a child, is a piece of its own.
const elsewhere = -1

// FrontOptions configure a FrontSearch.
type FrontOptions struct {
	// Level is the kernels to use.
	Level simd.Level
	// Plain revisits the whole front each frame, without slack.
	Plain bool
	// PieceSize is how many tests a piece may hold, 0 for 1024.
	PieceSize int
}

// defaultPiece holds some 10⁴ nodes: a fraction of a millisecond.
const defaultPiece = 1024

// FrontSearch finds the touching triangles of two bodies along their front. It is
// used by one worker at a time.
type FrontSearch struct {
	FrontOptions
	// A and B are the two bodies.
	A, B *PosedBlocks
	// Seeds are the pieces that the last Run split off: to be added by Add, and run.
	Seeds []Piece

	w     *Worker
	p     *Piece
	path  float64
	never float32 // the expiry of what must be looked at again
	size  int
	dst   []Pair
}

// Advance adds what Approach says of the pair since the last frame. A motion
// without a bound voids the front. It must be called once a frame, even in frames
// in which no piece is run.
func (f *Front) Advance(m float64) {
	if !(m <= math.MaxFloat32/2) || f.path > math.MaxFloat32/2 {
		f.Forget()
		return
	}
	if m > 0 {
		f.path = math.Nextafter(f.path+m, math.Inf(1))
	}
}

// Forget makes the front that of a pair never seen, but keeps its memory.
func (f *Front) Forget() {
	f.path = 0
	for i := range f.pieces {
		f.pieces[i].tests = f.pieces[i].tests[:0]
	}
	f.pieces = f.pieces[:min(len(f.pieces), 1)]
}

// Pieces returns the number of pieces, at least 1 once the front was prepared.
func (f *Front) Pieces() int { return len(f.pieces) }

// Prepare makes sure there is a first piece.
func (f *Front) Prepare() {
	if len(f.pieces) == 0 {
		f.Add(nil)
	}
}

// Add appends pieces that a search split off.
func (f *Front) Add(seeds []Piece) {
	if seeds == nil {
		f.pieces = append(f.pieces, Piece{})
	}
	f.pieces = append(f.pieces, seeds...)
}

// Idle reports whether the slack of all of piece i still holds.
func (s *FrontSearch) Idle(f *Front, i int) bool {
	p := &f.pieces[i]
	return !s.Plain && len(p.tests) > 0 && f.path < float64(p.tests[0].least)
}

// Tests counts the tests that the front keeps, each of up to eight nodes.
func (f *Front) Tests() int {
	n := 0
	for i := range f.pieces {
		n += len(f.pieces[i].tests) - len(f.pieces[i].free)
	}
	return n
}

// Run brings piece i of the pair's front up to date and appends the touching
// triangles below it to dst. Stopped by the worker's Control, it leaves a front
// that the next frame can go on from.
func (s *FrontSearch) Run(w *Worker, f *Front, i int, dst []Pair) []Pair {
	s.w, s.p, s.path, s.dst, s.Seeds = w, &f.pieces[i], f.path, dst, s.Seeds[:0]
	s.never = float32(math.Inf(-1))
	if s.size = s.PieceSize; s.size <= 0 {
		s.size = defaultPiece
	}
	if len(s.p.tests) == 0 {
		s.p.free, s.p.split = s.p.free[:0], false
		s.sprout(test{})
	}
	s.visit(0)
	dst = s.dst
	s.dst, s.w = nil, nil
	return dst
}

// sprout adds a test to the piece.
func (s *FrontSearch) sprout(t test) int32 {
	t.least = s.never
	for i := range t.expiry {
		t.expiry[i] = s.never
	}
	if n := len(s.p.free); n > 0 {
		i := s.p.free[n-1]
		s.p.free = s.p.free[:n-1]
		s.p.tests[i] = t
		return i
	}
	s.p.tests = append(s.p.tests, t)
	return int32(len(s.p.tests) - 1)
}

// prune gives back test i, 0 for none, and all below it, unless some of it has
// become a piece of its own.
func (s *FrontSearch) prune(i int32) bool {
	if i == 0 {
		return true
	}
	if s.p.split && s.splits(i) {
		return false
	}
	s.free(i)
	return true
}

func (s *FrontSearch) free(i int32) {
	for _, c := range s.p.tests[i].child {
		if c > 0 {
			s.free(c)
		}
	}
	s.p.free = append(s.p.free, i)
}

func (s *FrontSearch) splits(i int32) bool {
	for _, c := range s.p.tests[i].child {
		if c == elsewhere || c > 0 && s.splits(c) {
			return true
		}
	}
	return false
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
func (s *FrontSearch) visit(i int32) (alive bool) {
	t := &s.p.tests[i]
	of, block := s.sides(t)
	lanes := int(block.Shape.Lanes[t.block])
	var gaps [simd.Lanes]float32
	seen, ok := s.evaluate(t, of, block, lanes, &gaps)
	if !ok {
		t.least = s.never
		return true
	}
	var corners geom.Triangle // of the one node, when it is a triangle
	loaded := false
	for lane := range lanes {
		t = &s.p.tests[i] // sprouting may have moved it
		known, node := seen>>lane&1 == 1, simd.Lanes*t.block+int32(lane)
		switch child := t.child[lane]; {
		case child == elsewhere:
			alive = true
		case known && gaps[lane] > 0 && s.prune(child):
			t.child[lane], t.expiry[lane] = 0, s.expiry(gaps[lane])
		case child > 0:
			alive = s.follow(i, lane) || alive
		case !known:
		case of.Shape.Child[t.lane] >= 0 || block.Shape.Child[node] >= 0:
			alive = true
			s.open(i, lane)
		default:
			alive = true
			if !loaded {
				of.triangle(^of.Shape.Child[t.lane], &corners)
				loaded = true
			}
			s.leaf(t, lane, &corners)
		}
	}
	t = &s.p.tests[i]
	t.least = t.expiry[0]
	for lane := 1; lane < lanes; lane++ {
		t.least = min(t.least, t.expiry[lane])
	}
	if s.w.Control.Cause() != Running {
		t.least = s.never // something may have been left undone
	}
	return alive
}

// evaluate finds the gaps of the lanes of the front whose slack is used up, or, if
// they are several, of all lanes; seen has a bit for each. It fails when the
// search is over.
func (s *FrontSearch) evaluate(t *test, of, block *PosedBlocks, lanes int, gaps *[simd.Lanes]float32) (seen uint8, ok bool) {
	for lane := range lanes {
		if t.child[lane] == 0 && (s.Plain || !(s.path < float64(t.expiry[lane]))) {
			seen |= 1 << lane
		}
	}
	if seen == 0 {
		return 0, s.w.Control.Cause() == Running
	}
	if !s.w.Step() {
		return 0, false
	}
	a, at := &of.Volumes[t.lane/simd.Lanes], int(t.lane%simd.Lanes)
	b := &block.Volumes[t.block]
	if bits.OnesCount8(seen) > 2 || lanes > 2 && s.Level != simd.Go {
		s.Level.Gap(gaps, a, at, b)
		seen = 1<<lanes - 1
	} else {
		for m := seen; m != 0; m &= m - 1 {
			lane := bits.TrailingZeros8(m)
			gaps[lane] = simd.GapOne(a, at, b, lane)
		}
	}
	s.count(bits.OnesCount8(seen))
	return seen, true
}

// count charges evaluations, the first of which Step has.
func (s *FrontSearch) count(n int) {
	s.w.BVTests += int64(n)
	s.w.steps -= n - 1
}

// follow goes on below a lane that was taken apart, and prunes what is there if all
// of it has come apart and so has the lane.
func (s *FrontSearch) follow(i int32, lane int) (alive bool) {
	t := &s.p.tests[i]
	child := t.child[lane]
	if !s.Plain && s.path < float64(s.p.tests[child].least) {
		t.expiry[lane] = s.p.tests[child].least
		return true
	}
	alive = s.visit(child)
	t = &s.p.tests[i]
	below := &s.p.tests[child]
	t.expiry[lane] = below.least
	if alive || s.w.Control.Cause() != Running {
		below.still = 0
		return true
	}
	// Most nodes that come apart from all they consist of do not come apart
	// themselves, so they are looked at ever more rarely.
	if below.still++; below.still&(below.still-1) != 0 {
		return true
	}
	of, block := s.sides(t)
	s.w.BVTests++
	g := simd.GapOne(&of.Volumes[t.lane/simd.Lanes], int(t.lane%simd.Lanes), &block.Volumes[t.block], lane)
	if !(g > 0) || !s.prune(child) {
		return true
	}
	t.child[lane], t.expiry[lane] = 0, max(s.expiry(g), t.expiry[lane])
	return false
}

// expiry is up to which path nodes at a distance of at least gap stay apart:
// rounded down, and without the errors of simd.Gap. Infinite gaps have overflowed.
func (s *FrontSearch) expiry(gap float32) float32 {
	if !(gap <= math.MaxFloat32) {
		return s.never
	}
	x := s.path + float64(float64(gap)*(1-simd.GapError)-math.SmallestNonzeroFloat32)
	e := float32(x)
	if float64(e) >= x {
		e = math.Nextafter32(e, s.never)
	}
	return e
}

// open takes apart a pair of nodes that may touch: the larger, or the one that can
// be.
func (s *FrontSearch) open(i int32, lane int) {
	t := &s.p.tests[i]
	of, block := s.sides(t)
	node := 8*t.block + int32(lane)
	x, y := of.Shape.Child[t.lane], block.Shape.Child[node]
	next := test{lane: t.lane, block: y, inB: t.inB}
	if y < 0 || x > 0 && of.Shape.Girth[t.lane] > block.Shape.Girth[node] {
		next = test{lane: node, block: x, inB: !t.inB}
	}
	if len(s.p.tests)-len(s.p.free) >= s.size {
		seed := Piece{}
		own := s.p
		s.p = &seed
		s.sprout(next)
		s.p = own
		s.Seeds, s.p.split = append(s.Seeds, seed), true
		t.child[lane], t.expiry[lane] = elsewhere, float32(math.Inf(1))
		return
	}
	child := s.sprout(next)
	t = &s.p.tests[i]
	t.child[lane] = child
	s.visit(child)
	s.p.tests[i].expiry[lane] = s.p.tests[child].least
}

// leaf tests two triangles exactly.
func (s *FrontSearch) leaf(t *test, lane int, corners *geom.Triangle) {
	of, block := s.sides(t)
	x, y := ^of.Shape.Child[t.lane], ^block.Shape.Child[8*t.block+int32(lane)]
	var other geom.Triangle
	block.triangle(y, &other)
	s.w.PrimitiveTests++
	s.w.steps--
	t.expiry[lane] = s.never
	if s.w.Control.Cause() != Running || !s.w.Tally.TriangleTriangle(corners, &other) {
		return
	}
	if t.inB {
		x, y = y, x
	}
	s.dst = append(s.dst, Pair{uint32(x), uint32(y)})
	if s.w.First {
		s.w.Control.Stop(Found)
		s.w.steps = 0
	}
}
