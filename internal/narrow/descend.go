package narrow

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// Pair is a triangle of each surface, by file order; A < B within one surface.
type Pair struct{ A, B uint32 }

// Search is the question of which triangles of two surfaces touch, or of one
// surface with itself.
type Search struct {
	a, b *Surface
	self bool
	q    query
}

// Set prepares the search for the current poses; a == b asks for self contacts.
func (s *Search) Set(a, b *Surface) {
	s.a, s.b, s.self = a, b, a == b
	s.q.set(a, b)
}

// Root is the pair of nodes everything starts from.
func (s *Search) Root() NodePair { return NodePair{} }

// Worker does searches for one goroutine. The zero value is ready once Control
// is set.
type Worker struct {
	Control *Control
	// First stops the whole search at the first pair found.
	First bool
	// Counters of all work since Begin.
	Tally                   predicate.Tally
	BVTests, PrimitiveTests int64
	// Certain counts primitive pairs that the float32 filter decided, OnLattice those
	// decided by plain float64 on a lattice, Doubled those by one or two float64 a number, or
	// by equal corners.
	Certain, OnLattice, Doubled int64
	// Turns counts the nodes at which single descents turned to the other tree.
	Turns int64

	steps  int
	listed int // contacts since Begin
	stack  []NodePair
	nodes  []int32
	posedA leafCache
	posedB leafCache
	boxesA boxCache
	boxesB boxCache
}

// leafCache keeps the world triangles of the leaf visited last.
type leafCache struct {
	of        *Surface
	leaf      *uint32 // its first entry in the tree's order
	triangles []geom.Triangle
	own       []geom.Triangle
}

// Begin forgets what the last search left behind, counters included.
func (w *Worker) Begin() {
	w.posedA.of, w.posedB.of, w.steps, w.listed = nil, nil, 0, 0
	w.boxesA.of, w.boxesB.of = nil, nil
	w.BVTests, w.PrimitiveTests, w.Certain, w.OnLattice, w.Doubled, w.Turns = 0, 0, 0, 0, 0, 0
	w.Tally.Reset()
}

// Step takes one step of the budget and reports whether the search goes on.
func (w *Worker) Step() bool {
	if w.steps <= 0 && !w.claim() {
		return false
	}
	w.steps--
	return true
}

// claim gets new steps, first of all for those taken in excess.
func (w *Worker) claim() bool {
	for w.steps <= 0 {
		n := w.Control.Claim()
		if n == 0 {
			return false
		}
		w.steps += n
	}
	return true
}

// Found counts a contact, before it is appended to a list: no list of contacts grows otherwise. It reports whether the search goes
// on, which it does not when one contact is enough, or when the list is longer than Limits allow.
func (w *Worker) Found() bool {
	w.listed++
	switch {
	case w.First:
		w.end(Found)
	case w.listed > w.Control.mostContacts():
		w.end(OutOfContacts)
	default:
		return true
	}
	return false
}

// end stops the search of all workers, this one's at its next step.
func (w *Worker) end(cause Cause) {
	w.Control.Stop(cause)
	w.steps = 0
}

// Run appends the touching pairs below from to dst: simultaneous depth-first
// descent, the larger box first. It stops early when Control reports it.
func (w *Worker) Run(s *Search, from NodePair, dst []Pair) []Pair {
	stack := w.stack[:0]
	if w.Step() && !w.rejects(s, from) {
		stack = append(stack, from)
	}
	for len(stack) > 0 && w.Step() {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.atLeaves(p) {
			dst = w.leaves(s, p, dst)
			continue
		}
		n := len(stack)
		stack = w.expand(s, p, stack)
		if w.First && len(stack) == n+2 && s.gap(stack[n]) < s.gap(stack[n+1]) {
			stack[n], stack[n+1] = stack[n+1], stack[n] // the likelier contact first
		}
	}
	w.stack = stack[:0]
	return dst
}

// Split replaces the pairs by their descendants, breadth first, until there are
// at least want or only leaves remain. What it drops cannot touch.
func (w *Worker) Split(s *Search, want int, pairs []NodePair) []NodePair {
	next := w.stack[:0]
	for grew := true; grew && len(pairs) < want; {
		next, grew = next[:0], false
		for _, p := range pairs {
			if s.atLeaves(p) {
				next = append(next, p)
			} else {
				next, grew = w.expand(s, p, next), true
			}
		}
		pairs = append(pairs[:0], next...)
	}
	w.stack = next[:0]
	return pairs
}

func (w *Worker) rejects(s *Search, p NodePair) bool {
	if s.self && p.A == p.B {
		return false
	}
	w.BVTests++
	return s.q.apart(s.a, s.b, &s.a.Tree.Nodes[p.A].Box, &s.b.Tree.Nodes[p.B].Box)
}

func (s *Search) atLeaves(p NodePair) bool {
	return s.a.Tree.Nodes[p.A].IsLeaf() && s.b.Tree.Nodes[p.B].IsLeaf()
}

// expand appends the pairs that p consists of, except for those certainly apart.
func (w *Worker) expand(s *Search, p NodePair, dst []NodePair) []NodePair {
	x, y := &s.a.Tree.Nodes[p.A], &s.b.Tree.Nodes[p.B]
	if s.self && p.A == p.B {
		l, r := x.Child, x.Child+1
		return w.keep(s, NodePair{l, r}, append(dst, NodePair{r, r}, NodePair{l, l}))
	}
	if y.IsLeaf() || !x.IsLeaf() && girth(&x.Box) > girth(&y.Box) {
		return w.keep(s, NodePair{x.Child, p.B}, w.keep(s, NodePair{x.Child + 1, p.B}, dst))
	}
	if s.q.kind == turned { // one view of A's box serves both children of B
		var t turnedBox
		s.q.turn(&x.Box, &t)
		w.BVTests += 2
		for c := y.Child + 1; c >= y.Child; c-- {
			if !s.q.apartTurned(&t, &s.b.Tree.Nodes[c].Box) {
				dst = append(dst, NodePair{p.A, c})
			}
		}
		return dst
	}
	return w.keep(s, NodePair{p.A, y.Child}, w.keep(s, NodePair{p.A, y.Child + 1}, dst))
}

// keep appends a pair that may touch.
func (w *Worker) keep(s *Search, p NodePair, dst []NodePair) []NodePair {
	if w.rejects(s, p) {
		return dst
	}
	return append(dst, p)
}

// gap ranks node pairs by the distance of their boxes' centres; any order is
// right, but a first contact is found sooner where boxes overlap most.
func (s *Search) gap(p NodePair) float64 {
	c := s.a.Tree.Nodes[p.A].Box.Center()
	if s.q.kind == turned {
		c = s.q.m.MulVec(c)
	}
	d := c.Add(s.q.t).Sub(s.b.Tree.Nodes[p.B].Box.Center())
	return d.Dot(d)
}

// girth ranks boxes by size; any order is right.
func girth(b *geom.AABB) float64 {
	d := b.Size()
	return d.X + d.Y + d.Z
}

// leaves tests the triangles of two leaves, or of one with each other.
func (w *Worker) leaves(s *Search, p NodePair, dst []Pair) []Pair {
	x, y := &s.a.Tree.Nodes[p.A], &s.b.Tree.Nodes[p.B]
	orderA := s.a.Tree.Order[x.First : x.First+x.Count]
	orderB := s.b.Tree.Order[y.First : y.First+y.Count]
	w.posedA.load(s.a, orderA, s.a.packed(x))
	w.posedB.load(s.b, orderB, s.b.packed(y))
	return w.triangles(s, orderA, orderB, s.self && p.A == p.B, dst)
}

// triangles tests those of a leaf of A with those of a leaf of B, same telling
// that it is one leaf of one surface. The slices are parts of a tree's order.
func (w *Worker) triangles(s *Search, orderA, orderB []uint32, same bool, dst []Pair) []Pair {
	as, bs := w.posedA.load(s.a, orderA, nil), w.posedB.load(s.b, orderB, nil)
	for i := range as {
		from := 0
		if same {
			from = i + 1
		}
		w.steps -= len(bs) - from
		for j := from; j < len(bs); j++ {
			w.PrimitiveTests++
			if !w.touch(s, orderA[i], orderB[j], &as[i], &bs[j]) {
				continue
			}
			dst = append(dst, s.ordered(orderA[i], orderB[j]))
			if !w.Found() {
				return dst
			}
		}
	}
	return dst
}

func (s *Search) ordered(a, b uint32) Pair {
	if s.self && b < a {
		return Pair{b, a}
	}
	return Pair{a, b}
}

// touch asks package predicate.
func (w *Worker) touch(s *Search, i, j uint32, p, q *geom.Triangle) bool {
	if !s.self {
		return w.Tally.TriangleTriangle(p, q)
	}
	if s.a.identity {
		return w.Tally.SelfContact(p, q, p, q)
	}
	localP, localQ := s.a.Mesh.Triangle(int(i)), s.a.Mesh.Triangle(int(j))
	return w.Tally.SelfContact(&localP, &localQ, p, q)
}

// load returns the world triangles of a leaf; packed are its local ones, or nil.
func (c *leafCache) load(s *Surface, leaf []uint32, packed []geom.Triangle) []geom.Triangle {
	if c.of == s && c.leaf == &leaf[0] {
		return c.triangles
	}
	c.of, c.leaf = s, &leaf[0]
	if packed != nil && s.identity {
		c.triangles = packed
		return packed
	}
	c.own = c.own[:0]
	for k, i := range leaf {
		var t geom.Triangle
		if packed != nil {
			t = packed[k]
			s.toWorld(&t)
		} else {
			s.Triangle(i, &t)
		}
		c.own = append(c.own, t)
	}
	c.triangles = c.own
	return c.own
}
