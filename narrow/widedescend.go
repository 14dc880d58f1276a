package narrow

import (
	"math/bits"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/predicate"
)

// WideDescent descends wide trees for one worker. NewWideDescent makes it.
type WideDescent struct {
	level       simd.Level
	forth, back *simd.Motion
	stack       []BoxPair
	a, b        leafWorld
	// Witness is the pair of leaves that the last search with First ended at.
	Witness LeafPair
}

// LeafPair is a leaf of each tree.
type LeafPair struct{ A, B int32 }

// leafWorld keeps the world triangles of the leaf looked at last.
type leafWorld struct {
	leaf *simd.Leaf
	tri  [simd.LeafTriangles]geom.Triangle
}

// NewWideDescent returns a descent by the kernels of that level.
func NewWideDescent(l simd.Level) WideDescent {
	m := simd.MakeMotions(2)
	return WideDescent{level: l, forth: &m[0], back: &m[1], stack: make([]BoxPair, 0, 512)}
}

// Begin prepares for the search; it must be called before the others, and again
// when the search was set anew.
func (d *WideDescent) Begin(s *Wide) {
	d.forth.Placement, d.back.Placement = s.forth, s.back
	d.a.leaf, d.b.leaf = nil, nil
}

// Run appends the touching pairs below the boxes on the list to dst, depth first, and
// returns the list of those it did not come to: none, unless Control stopped it or
// more than limit boxes were tested (0 for no limit).
func (d *WideDescent) Run(w *Worker, s *Wide, from []BoxPair, limit int, dst []Pair) ([]BoxPair, []Pair) {
	stack := d.stack[:0]
	stack = append(stack, from...)
	tests := int64(0)
	na, nb := s.treeA.Nodes, s.treeB.Nodes
	if limit == 0 {
		limit = int(^uint(0) >> 1)
	}
	for len(stack) > 0 && int(tests) < limit {
		if w.steps <= 0 && !w.claim() {
			break
		}
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		ra, rb := uint32(p>>32), uint32(p)
		a, b := &na[ra>>3], &nb[rb>>3]
		ca, cb := a.Child[ra&7], b.Child[rb&7]
		if ca < 0 && cb < 0 {
			if s.self && ca == cb {
				dst = d.selfLeaf(w, s, ^ca, dst)
			} else {
				dst = d.leaves(w, s, ^ca, ^cb, dst)
			}
			continue
		}
		if s.self && ra == rb {
			stack, tests = d.expandSelf(w, s, ca, stack, tests)
			continue
		}
		tests += simd.Lanes
		w.steps -= simd.Lanes
		if ca < 0 || cb >= 0 && size(b, rb&7) >= size(a, ra&7) {
			base := p&^0xffffffff | BoxPair(uint32(cb)<<3)
			for m := d.level.BoxBox8(d.forth, a, int(ra&7), &nb[cb]); m != 0; m &= m - 1 {
				stack = append(stack, base|BoxPair(bits.TrailingZeros32(m)))
			}
		} else {
			base := BoxPair(uint32(ca)<<3)<<32 | p&0xffffffff
			for m := d.level.BoxBox8(d.back, b, int(rb&7), &na[ca]); m != 0; m &= m - 1 {
				stack = append(stack, base|BoxPair(bits.TrailingZeros32(m))<<32)
			}
		}
	}
	w.BVTests += tests
	d.stack = stack
	return stack, dst
}

// expandSelf appends the pairs of boxes of one node with each other, and each with
// itself.
func (d *WideDescent) expandSelf(w *Worker, s *Wide, node int32, stack []BoxPair, tests int64) ([]BoxPair, int64) {
	n := &s.treeA.Nodes[node]
	for i := range simd.Lanes {
		if n.H[0][i] < 0 {
			break
		}
		at := BoxPair(uint32(node)<<3 | uint32(i))
		stack = append(stack, at<<32|at)
		tests += simd.Lanes
		w.steps -= simd.Lanes
		for m := d.level.BoxBox8(d.forth, n, i, n) & (^uint32(1) << i); m != 0; m &= m - 1 {
			stack = append(stack, at<<32|BoxPair(uint32(node)<<3|uint32(bits.TrailingZeros32(m))))
		}
	}
	return stack, tests
}

// size ranks boxes by half area; any order is right.
func size(n *simd.Node, lane uint32) float32 {
	x, y, z := n.H[0][lane&7], n.H[1][lane&7], n.H[2][lane&7]
	return float32(x*y) + float32(y*z) + float32(z*x)
}

// Leaves tests two leaves, as Run would.
func (d *WideDescent) Leaves(w *Worker, s *Wide, p LeafPair, dst []Pair) []Pair {
	return d.leaves(w, s, p.A, p.B, dst)
}

func (d *WideDescent) leaves(w *Worker, s *Wide, ia, ib int32, dst []Pair) []Pair {
	x, y := &s.treeA.Leaves[ia], &s.treeB.Leaves[ib]
	hit, apart := predicate.LeafPair(d.level, d.forth, x, y)
	valid := rowsOf[x.N&7] & columnsOf[y.N&7]
	hit &= valid
	unsure := valid &^ (hit | apart)
	n := bits.OnesCount32(valid)
	w.PrimitiveTests += int64(n)
	w.steps -= n
	w.Certain += int64(n - bits.OnesCount32(unsure))
	if unsure != 0 {
		hit |= d.decide(w, s, x, y, unsure, hit != 0)
	}
	for ; hit != 0; hit &= hit - 1 {
		i := bits.TrailingZeros32(hit)
		dst = append(dst, s.ordered(x.ID[i>>2&3], y.ID[i&3]))
		if w.First {
			d.Witness = LeafPair{ia, ib}
			w.found()
			return dst
		}
	}
	return dst
}

// rowsOf[n] are the pairs of the first n triangles of A, columnsOf[n] those of B.
var (
	rowsOf    = [8]uint32{0, 0xf, 0xff, 0xfff, 0xffff}
	columnsOf = [8]uint32{0, 0x1111, 0x3333, 0x7777, 0xffff}
)

// selfLeaf tests the triangles of one leaf with each other.
func (d *WideDescent) selfLeaf(w *Worker, s *Wide, i int32, dst []Pair) []Pair {
	x := &s.treeA.Leaves[i]
	unsure := laterOf & rowsOf[x.N&7] & columnsOf[x.N&7]
	n := bits.OnesCount32(unsure)
	w.PrimitiveTests += int64(n)
	w.steps -= n
	for hit := d.decide(w, s, x, x, unsure, false); hit != 0; hit &= hit - 1 {
		k := bits.TrailingZeros32(hit)
		dst = append(dst, s.ordered(x.ID[k>>2&3], x.ID[k&3]))
		if w.First {
			w.found()
			return dst
		}
	}
	return dst
}

// laterOf are the pairs of a triangle with a later one.
const laterOf = 0x08ce

// decide asks package predicate about the pairs that the filter left open; enough
// tells that a contact is known already.
func (d *WideDescent) decide(w *Worker, s *Wide, x, y *simd.Leaf, unsure uint32, enough bool) (hit uint32) {
	if enough && w.First {
		return 0
	}
	as, bs := d.a.load(s.a, x), d.b.load(s.b, y)
	for ; unsure != 0; unsure &= unsure - 1 {
		k := bits.TrailingZeros32(unsure)
		i, j := k>>2&3, k&3
		if w.touch(&s.Search, x.ID[i], y.ID[j], &as[i], &bs[j]) {
			hit |= 1 << k
			if w.First {
				return hit
			}
		}
	}
	return hit
}

func (l *leafWorld) load(s *Surface, x *simd.Leaf) *[simd.LeafTriangles]geom.Triangle {
	if l.leaf != x {
		l.leaf = x
		for i := range x.N {
			s.Triangle(x.ID[i], &l.tri[i])
		}
	}
	return &l.tri
}
