package narrow

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

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
