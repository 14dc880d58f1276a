package narrow

import (
	"math"
	"math/bits"
	"unsafe"

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
	path  float64
	first Piece
	more  []Piece
}

// Piece is a part of a front that one worker takes as a whole. Pieces do not grow
// beyond the option's size; what would is a piece of its own.
type Piece struct {
	tests []test
	free  []int16
	least float32 // of the first test; −Inf for a piece that has none
	split bool    // some of it has become another piece
}

// test is a node of one tree against the children of a node of the other, a block:
// up to eight nodes of the test tree.
type test struct {
	// least is the least expiry of the lanes; below it nothing is to be done.
	least float32
	// lane is the one node, in tree B if inB; block the children, in the other tree.
	// With rows set, lane is a block of triangles, too: lane i of the test stands for
	// its triangle i against all of block.
	lane  int32
	block int32
	inB   bool
	rows  bool
	// front has the lanes that nothing was found under, idle those under which
	// everything was apart when last visited.
	front, idle uint8
	// expiry is up to which path a lane stays apart, or everything below it; never
	// for a pair of triangles that has to be tested; +Inf for lanes not in use.
	expiry [simd.Lanes]float32
	// child is the test that a lane is taken apart by, 0 for a lane of the front.
	child [simd.Lanes]int16
}

// elsewhere, as a child, is a piece of its own.
const elsewhere = -1

// never is the expiry of what must be looked at again, always of what need not.
var never, always = float32(math.Inf(-1)), float32(math.Inf(1))

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
	f.path, f.more = 0, f.more[:0]
	f.first.tests = f.first.tests[:0]
}

// Pieces returns the number of pieces, at least 1.
func (f *Front) Pieces() int { return 1 + len(f.more) }

func (f *Front) piece(i int) *Piece {
	if i == 0 {
		return &f.first
	}
	return &f.more[i-1]
}

// Add appends a piece that a search split off.
func (f *Front) Add(seed Piece) { f.more = append(f.more, seed) }

// Idle reports whether the slack of all of piece i still holds.
func (f *Front) Idle(i int) bool {
	p := f.piece(i)
	return len(p.tests) > 0 && f.path < float64(p.least)
}

// Prefetch asks for the start of piece i, which is soon to be run.
func (f *Front) Prefetch(i int) {
	const most = 64 // tests
	p := f.piece(i)
	simd.Prefetch(unsafe.Pointer(unsafe.SliceData(p.tests)), min(len(p.tests), most)*int(unsafe.Sizeof(test{})))
}

// Tests counts the tests that the front keeps, each of up to eight nodes.
func (f *Front) Tests() int {
	n := 0
	for i := range f.Pieces() {
		p := f.piece(i)
		n += len(p.tests) - len(p.free)
	}
	return n
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

// sprout adds a test to the piece.
func (s *FrontSearch) sprout(t test) int16 {
	of, block := s.sides(&t)
	lanes := block.Shape.Lanes[t.block]
	if t.rows {
		lanes = of.Shape.Lanes[t.lane]
	}
	t.least, t.front = never, uint8(1<<lanes-1)
	for i := range t.expiry {
		t.expiry[i] = always
		if i < int(lanes) {
			t.expiry[i] = never
		}
	}
	if n := len(s.p.free); n > 0 {
		i := s.p.free[n-1]
		s.p.free = s.p.free[:n-1]
		s.p.tests[i] = t
		return i
	}
	s.p.tests = append(s.p.tests, t)
	return int16(len(s.p.tests) - 1)
}

// prune gives back all tests below a lane, unless some of it has become a piece of
// its own.
func (s *FrontSearch) prune(t *test, lane int) bool {
	child := t.child[lane]
	if child == 0 {
		return true
	}
	if child == elsewhere || s.p.split && s.splits(child) {
		return false
	}
	s.free(child)
	t.child[lane] = 0
	t.front, t.idle = t.front|1<<lane, t.idle&^(1<<lane)
	return true
}

func (s *FrontSearch) free(i int16) {
	for _, c := range s.p.tests[i].child {
		if c > 0 {
			s.free(c)
		}
	}
	s.p.free = append(s.p.free, i)
}

func (s *FrontSearch) splits(i int16) bool {
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

// below goes on with a lane that is not known to be apart.
func (s *FrontSearch) below(i int16, lane int, of, block *PosedBlocks) {
	t := &s.p.tests[i]
	node := simd.Lanes*t.block + int32(lane)
	switch child := t.child[lane]; {
	case child > 0:
		alive := s.visit(child)
		t = &s.p.tests[i]
		t.expiry[lane] = s.p.tests[child].least
		t.idle &^= 1 << lane
		if !alive {
			t.idle |= 1 << lane
		}
	case child == elsewhere:
	case of.Shape.Child[t.lane] >= 0 || block.Shape.Child[node] >= 0:
		s.open(i, lane, of, block)
	default:
		t.expiry[lane] = never
		var p, q geom.Triangle
		x, y := ^of.Shape.Child[t.lane], ^block.Shape.Child[node]
		of.triangle(x, &p)
		block.triangle(y, &q)
		s.exact(x, y, t.inB, &p, &q)
	}
}

// open takes apart a pair of nodes that may touch: the larger, or the one that can
// be.
func (s *FrontSearch) open(i int16, lane int, of, block *PosedBlocks) {
	t := &s.p.tests[i]
	node := simd.Lanes*t.block + int32(lane)
	x, y := of.Shape.Child[t.lane], block.Shape.Child[node]
	next := test{lane: t.lane, block: y, inB: t.inB}
	switch {
	case !s.Strict && x > 0 && y > 0 && of.Shape.IsTriangles(x) && block.Shape.IsTriangles(y):
		next.lane, next.rows = x, true
		if of.Shape.Lanes[x] > block.Shape.Lanes[y] { // the fewer rows the better
			next.lane, next.block, next.inB = y, x, !t.inB
		}
	case y < 0 || x > 0 && s.prefers(of, t.lane, block, node):
		next = test{lane: node, block: x, inB: !t.inB}
	}
	t.front &^= 1 << lane
	if len(s.p.tests)-len(s.p.free) >= s.size {
		t.child[lane], t.expiry[lane] = elsewhere, always
		s.seed(next)
		return
	}
	child := s.sprout(next)
	s.p.tests[i].child[lane] = child
	s.visit(child)
	s.p.tests[i].expiry[lane] = s.p.tests[child].least
}

// prefers reports whether x is to be taken apart rather than y: the larger, unless
// that leaves single triangles to a descent that can test blocks of them.
func (s *FrontSearch) prefers(of *PosedBlocks, x int32, block *PosedBlocks, y int32) bool {
	if !s.Strict {
		p, q := of.Shape.IsTriangles(of.Shape.Child[x]), block.Shape.IsTriangles(block.Shape.Child[y])
		if p != q {
			return q
		}
	}
	return of.Shape.Girth[x] > block.Shape.Girth[y]
}

// seed makes a test the root of a piece of its own.
func (s *FrontSearch) seed(t test) {
	own, made := s.p, Piece{}
	s.p = &made
	s.sprout(t)
	s.p, own.split = own, true
	s.Seeds = append(s.Seeds, made)
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
	e := float32(x) // above 0 but for gaps of no account
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
	if s.w.First {
		s.w.Control.Stop(Found)
		s.w.steps = 0
	}
}
