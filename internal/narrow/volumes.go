package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
)

// Mode is the order in which a descent over volumes takes two trees apart.
type Mode uint8

const (
	// Larger descends one tree at a time: the node with the larger volume.
	Larger Mode = iota
	// Both descends the two trees together, four pairs of children a step.
	Both
	// Single descends one tree to its leaves, then the other; where Classes marks
	// a node, it turns to the other tree there.
	Single
)

// Volumes is the question of a Search put to two hierarchies of the same kind of
// volume.
type Volumes[V any, P tree.Volume[V]] struct {
	Search
	treeA  *tree.Of[V]
	treeB  *tree.Of[V]
	mode   Mode
	turns  *Classes
	kind   volumeKind
	motion geom.Pose
	margin float64
	// boxed leaves compare boxes of triangles first; leavesA and leavesB hold them
	// ready, nil for a surface whose leaves are posed when they are met.
	boxed            bool
	leavesA, leavesB *PosedLeaves
}

type volumeKind uint8

const (
	// together: both hierarchies are in the same coordinates.
	together volumeKind = iota
	// moved: A's volumes are seen in B's frame through motion.
	moved
	// boxed: a matrix is not rigid; world boxes of the volumes are compared.
	boxed
)

// SetLocal prepares the search over hierarchies in the surfaces' own coordinates.
//
// Derivation of margin. By the derivation at query, triangles that share a point
// have points a, b within their node volumes with |M̂·a + t̂ − b|∞ ≤ 80u·W + 4δ·W,
// W being the sum of the reaches, δ that of the defects. A volume turned with
// rounding differs from the exact image by less than 32u·W in its centre (four
// operations on values up to 4W), 8u in each axis, hence 64u·W over half sizes of
// up to 4W, and (16u + 2δ + 8u)·8W for axes and M̂ off orthonormal. Separating
// directions have |L|₁ ≤ 2; the distance along them and the radii take fewer than
// 40 operations on values up to 8W each. The sum is below 2048u·W + 32δ·W; the
// constant covers underflow.
func (s *Volumes[V, P]) SetLocal(a, b *Surface, ta, tb *tree.Of[V]) {
	s.Search = Search{a: a, b: b, self: a == b}
	s.treeA, s.treeB, s.mode, s.turns, s.boxed = ta, tb, Larger, nil, false
	w, defect := a.reach+b.reach, a.defect+b.defect
	s.margin = 4096*u*w + 64*defect*w + 4096*math.SmallestNonzeroFloat64
	switch {
	case !(w <= most) || !(defect <= rigidDefect):
		s.kind = boxed
	case a == b || a.identity && b.identity:
		s.kind = together
	default:
		s.kind = moved
		s.motion = geom.Pose{R: b.pose.R.TMul(&a.pose.R), T: b.pose.R.TMulVec(a.pose.T.Sub(b.pose.T))}
	}
}

// SetWorld prepares the search over hierarchies of world coordinates, in which
// the volumes need no margin: DOPs, whose rounding is monotone.
func (s *Volumes[V, P]) SetWorld(a, b *Surface, ta, tb *tree.Of[V]) {
	s.Search = Search{a: a, b: b, self: a == b}
	s.treeA, s.treeB, s.mode, s.turns, s.boxed = ta, tb, Larger, nil, false
	s.kind, s.margin = together, 0
}

// SetMode chooses the traversal, Larger after Set; turns may be nil. The
// contacts do not depend on it. Within one surface Single is Both: the two trees
// have no difference to follow.
func (s *Volumes[V, P]) SetMode(m Mode, turns *Classes) {
	s.mode, s.turns = m, turns
	if m == Single && s.self {
		s.mode = Both
	}
}

// BoxLeaves makes leaves compare the boxes of their posed triangles before they ask
// the predicate, which pays for leaves of several triangles. a and b hold all of a
// surface's, or are nil.
func (s *Volumes[V, P]) BoxLeaves(a, b *PosedLeaves) { s.boxed, s.leavesA, s.leavesB = true, a, b }

// Root is the pair of nodes everything starts from.
func (s *Volumes[V, P]) Root() NodePair {
	if s.mode == Single && s.turns != nil && s.turns.beginB {
		return NodePair{B: ^0}
	}
	return NodePair{}
}

// sides returns the nodes of a pair and whether tree B is to be descended next,
// which a single descent keeps in the complement of B.
func (p NodePair) sides() (a, b int32, inB bool) {
	if p.B < 0 {
		return p.A, ^p.B, true
	}
	return p.A, p.B, false
}

// Descent does searches over volumes for one worker. The zero value is ready.
type Descent[V any, P tree.Volume[V]] struct {
	// turned is scratch; a local variable would escape through the type
	// parameter's methods.
	turned V
}

// Run appends the touching pairs below from to dst, depth first. It stops early
// when the worker's Control reports it.
func (d *Descent[V, P]) Run(w *Worker, s *Volumes[V, P], from NodePair, dst []Pair) []Pair {
	stack := w.stack[:0]
	if w.Step() {
		stack = d.keep(w, s, from, stack)
	}
	for len(stack) > 0 && w.Step() {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		a, b, _ := p.sides()
		x, y := &s.treeA.Nodes[a], &s.treeB.Nodes[b]
		if x.IsLeaf() && y.IsLeaf() {
			dst = d.leaves(w, s, x, y, s.self && a == b, dst)
		} else {
			stack = d.expand(w, s, p, stack)
		}
	}
	w.stack = stack[:0]
	return dst
}

// leaves tests the triangles of two leaves, or of one with each other.
func (d *Descent[V, P]) leaves(w *Worker, s *Volumes[V, P], x, y *tree.NodeOf[V], same bool, dst []Pair) []Pair {
	orderA, orderB := s.treeA.Order[x.First:x.First+x.Count], s.treeB.Order[y.First:y.First+y.Count]
	if !s.boxed {
		return w.triangles(&s.Search, orderA, orderB, same, dst)
	}
	as := w.boxesA.leaf(s.leavesA, s.a, orderA, x.First)
	bs := w.boxesB.leaf(s.leavesB, s.b, orderB, y.First)
	return w.boxedTriangles(&s.Search, &as, &bs, same, dst)
}

// Split replaces the pairs by their descendants, breadth first, until there are
// at least want or only leaves remain. What it drops cannot touch.
func (d *Descent[V, P]) Split(w *Worker, s *Volumes[V, P], want int, pairs []NodePair) []NodePair {
	next := w.stack[:0]
	for grew := true; grew && len(pairs) < want; {
		next, grew = next[:0], false
		for _, p := range pairs {
			if a, b, _ := p.sides(); s.treeA.Nodes[a].IsLeaf() && s.treeB.Nodes[b].IsLeaf() {
				next = append(next, p)
			} else {
				next, grew = d.expand(w, s, p, next), true
			}
		}
		pairs = append(pairs[:0], next...)
	}
	w.stack = next[:0]
	return pairs
}

// expand appends the pairs that p consists of, except for those certainly apart.
func (d *Descent[V, P]) expand(w *Worker, s *Volumes[V, P], p NodePair, dst []NodePair) []NodePair {
	a, b, inB := p.sides()
	x, y := &s.treeA.Nodes[a], &s.treeB.Nodes[b]
	if s.self && a == b {
		l, r := x.Child, x.Child+1
		return d.keep(w, s, NodePair{l, r}, append(dst, NodePair{r, r}, NodePair{l, l}))
	}
	switch {
	case s.mode == Both && !x.IsLeaf() && !y.IsLeaf():
		dst = d.pairB(w, s, x.Child+1, y, dst)
		return d.pairB(w, s, x.Child, y, dst)
	case s.mode == Single:
		return d.expandSingle(w, s, a, b, inB, dst)
	case y.IsLeaf() || !x.IsLeaf() && P(&x.Volume).Girth() > P(&y.Volume).Girth():
		return d.keep(w, s, NodePair{x.Child, b}, d.keep(w, s, NodePair{x.Child + 1, b}, dst))
	}
	return d.pairB(w, s, a, y, dst)
}

// pairB appends the pairs of node a with both children of y; one view of A's
// volume serves both.
func (d *Descent[V, P]) pairB(w *Worker, s *Volumes[V, P], a int32, y *tree.NodeOf[V], dst []NodePair) []NodePair {
	view := d.view(s, a)
	for c := y.Child + 1; c >= y.Child; c-- {
		if !s.apart(w, view, a, c) {
			dst = append(dst, NodePair{a, c})
		}
	}
	return dst
}

// expandSingle descends the tree it is in, or the other one below a leaf, and
// turns to the other tree at the children that Classes marks.
func (d *Descent[V, P]) expandSingle(w *Worker, s *Volumes[V, P], a, b int32, inB bool, dst []NodePair) []NodePair {
	x, y := &s.treeA.Nodes[a], &s.treeB.Nodes[b]
	if inB && y.IsLeaf() || !inB && x.IsLeaf() {
		inB = !inB
	}
	if !inB {
		for c := x.Child + 1; c >= x.Child; c-- {
			p := NodePair{c, b}
			if s.turns.turnA(c) {
				p.B = ^b
			}
			n := len(dst)
			if dst = d.keep(w, s, p, dst); len(dst) > n && p.B < 0 {
				w.Turns++
			}
		}
		return dst
	}
	view := d.view(s, a)
	for c := y.Child + 1; c >= y.Child; c-- {
		if !s.apart(w, view, a, c) {
			p := NodePair{a, ^c}
			if s.turns.turnB(c) {
				p.B = c
				w.Turns++
			}
			dst = append(dst, p)
		}
	}
	return dst
}

// keep appends a pair that may touch.
func (d *Descent[V, P]) keep(w *Worker, s *Volumes[V, P], p NodePair, dst []NodePair) []NodePair {
	a, b, _ := p.sides()
	if s.self && a == b {
		return append(dst, p)
	}
	if s.apart(w, d.view(s, a), a, b) {
		return dst
	}
	return append(dst, p)
}

// view returns A's volume as B sees it.
func (d *Descent[V, P]) view(s *Volumes[V, P], a int32) *V {
	x := &s.treeA.Nodes[a].Volume
	if s.kind != moved {
		return x
	}
	P(x).Turn(&s.motion, &d.turned)
	return &d.turned
}

// apart reports whether no triangle below node a, seen as view, can touch one
// below b.
func (s *Volumes[V, P]) apart(w *Worker, view *V, a, b int32) bool {
	w.BVTests++
	if s.kind != boxed {
		return P(view).Apart(&s.treeB.Nodes[b].Volume, s.margin)
	}
	x, y := P(&s.treeA.Nodes[a].Volume).Bounds(), P(&s.treeB.Nodes[b].Volume).Bounds()
	p, q := s.a.WorldBox(&x), s.b.WorldBox(&y)
	return !p.Overlaps(&q)
}
