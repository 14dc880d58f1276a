package narrow

import (
	"math"
	"unsafe"

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
