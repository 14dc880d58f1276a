package narrow

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/round"
)

// Near searches the primitives of two bodies that are nearest to each other, or all that are
// near enough. Nothing is decided by the search: it leaves out what is provably farther than
// something else, and package predicate measures what is left, on world coordinates.
//
// A body is a set of triangles, in a tree or not, with a ball of some radius around each of
// its points: a mesh, the facets of a hull, or the centre of a ball.
type Near struct {
	Worker *Worker
	a, b   NearBody
	// core is the sum of the radii, rounded up: what is this near touches.
	core float64
	// most bounds the distance of interest between the triangles; what is farther is left
	// out. It only ever sinks while the nearest pair is searched.
	most float64
	// grow is 1 for an exact answer, else 1 plus the allowed relative error; left is the
	// least bound of what was left out although it may be the nearest.
	grow, left float64
	// enough ends a search at a pair that is so near; −1 for never.
	enough float64
	found  []NearPair
	stack  []nearNodes
	tidy   int
	leafA  nearLeaf
	leafB  nearLeaf
	frame  nearFrame
	framed bool // boxes are compared in frame
	wide   nearWide
	ties   nearTies
	pool   *nearPool // of a search by several workers
	own    NearSearch
}

// NearBody is one side of the question.
type NearBody struct {
	// Surface is a mesh, which needs its tree unless every pair is tried.
	Surface *Surface
	// Triangles are those of a body without a tree. They belong to its primitive 0 or, with
	// Each, are primitives themselves.
	Triangles []geom.Triangle
	Each      bool
	// Hull is set where the triangles bound a solid one.
	Hull *predicate.Hull
	// Bounds encloses the triangles in the world.
	Bounds geom.AABB
	Radius float64
}

// NearPair is a pair of primitives and bounds on the distance of their triangles p and q. Touch
// is set where it is known to be 0, or less than the radii.
type NearPair struct {
	Pair
	Lo, Hi float64
	Touch  bool
	p, q   int32 // of bodies without a tree
}

type nearNodes struct {
	lo   float64
	a, b int32
}

// Start prepares a search for pairs whose triangles are at most a distance apart, +Inf for any.
func (n *Near) Start(a, b NearBody, most float64) {
	n.a, n.b, n.most = a, b, most
	n.leafA.of, n.leafB.of = nil, nil
	n.core, n.grow, n.left = 0, 1, math.Inf(1)
	if r := a.Radius + b.Radius; r > 0 {
		n.core = round.Up(r)
	}
	n.found, n.stack, n.tidy, n.wide.on = n.found[:0], n.stack[:0], tidyLeast, false
	n.ties.reset()
	n.own = nil
	if n.framed = a.Surface != nil && b.Surface != nil; n.framed {
		n.frame.set(a.Surface, b.Surface)
		n.framed = !n.frame.inWorld
	}
}

// Place prepares for Name and Triangles alone.
func (n *Near) Place(a, b NearBody) { n.a, n.b = a, b }

// StartIn prepares a search of two meshes in other hierarchies than their surfaces'.
func (n *Near) StartIn(in NearSearch, a, b *Surface, most float64) {
	n.Start(NearBody{Surface: a}, NearBody{Surface: b}, most)
	n.own = in
}

// tidyLeast is the number of candidates after which those that are too far are dropped.
const tidyLeast = 256

// Allow lets the next search leave out what is nearer than another pair by less than a relative
// error. Left then is a lower bound of the distance of what was left out.
func (n *Near) Allow(relative float64) { n.grow = 1 + relative }

// Keeps reports whether bounds are as near to each other as the allowed error wants.
func (n *Near) Keeps(lo, hi float64) bool { return hi <= float64(lo*n.grow) }

// Left returns the lower bound, +Inf where nothing was left out.
func (n *Near) Left() float64 { return n.left }

// isFar reports whether what is at least lo away can be left out.
func (n *Near) isFar(lo float64) bool {
	if lo > n.most {
		return true
	}
	if n.grow > 1 && n.most <= math.MaxFloat64 && float64(lo*n.grow) >= n.most {
		n.left = min(n.left, lo)
		return true
	}
	return false
}

// Nearest searches the lowest nearest pair. It reports false where it was stopped before; Found
// then holds what was found by then.
func (n *Near) Nearest() bool {
	n.enough = -1
	return n.run(true)
}

// Within searches all pairs that may be within the distance of Start or, with first, until one
// is: what is at most sure apart certainly is.
func (n *Near) Within(sure float64, first bool) bool {
	n.enough = -1
	if first {
		n.enough = sure
	}
	return n.run(false)
}

// Found returns the candidates of a search, ascending, each pair once for each pair of its
// triangles: the lowest nearest pair, or all within the distance, are among them.
func (n *Near) Found() []NearPair {
	n.drop()
	slices.SortFunc(n.found, func(x, y NearPair) int {
		return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B), cmp.Compare(x.p, y.p), cmp.Compare(x.q, y.q))
	})
	n.found = slices.Compact(n.found) // the search may have come to the pair of Try
	return n.found
}

// Name completes a pair of primitives that the search did not find: of a primitive of several
// triangles the first one is taken.
func (n *Near) Name(p *NearPair) {
	if n.a.Each {
		p.p = int32(p.A)
	}
	if n.b.Each {
		p.q = int32(p.B)
	}
}

// Triangles returns the triangles of a pair.
func (n *Near) Triangles(p *NearPair) (a, b geom.Triangle) {
	return n.a.triangle(p.A, p.p), n.b.triangle(p.B, p.q)
}

func (b *NearBody) triangle(i uint32, k int32) (t geom.Triangle) {
	if b.Surface == nil {
		return b.Triangles[k]
	}
	b.Surface.Triangle(i, &t)
	return t
}

// drop removes candidates that are farther than another.
func (n *Near) drop() {
	n.found = slices.DeleteFunc(n.found, func(p NearPair) bool { return p.Lo > n.most })
	n.tidy = max(tidyLeast, 2*len(n.found))
}

// run descends both trees, nearer boxes first. A step is a pair of nodes, or a pair of triangles that is
// left out by its boxes or measured: the counters add up to the steps.
func (n *Near) run(sink bool) bool {
	if n.wide.on {
		return n.runWide(sink)
	}
	if n.own != nil {
		return n.own.search(n, sink)
	}
	n.push(0, n.apart(0, 0), 0, 0)
	for len(n.stack) > 0 {
		if !n.Worker.Step() {
			return false
		}
		n.Worker.BVTests++
		e := n.stack[len(n.stack)-1]
		n.stack = n.stack[:len(n.stack)-1]
		if n.isFar(e.lo) {
			continue
		}
		leafA, leafB := n.a.isLeaf(e.a), n.b.isLeaf(e.b)
		switch {
		case leafA && leafB:
			if !n.leaves(e.a, e.b, sink) {
				return false
			}
		case leafA || !leafB && n.b.size(e.b) >= n.a.size(e.a):
			n.split(e, false)
		default:
			n.split(e, true)
		}
	}
	return true
}

// split goes on with the children of one of two nodes.
func (n *Near) split(e nearNodes, ofA bool) {
	from := len(n.stack)
	if ofA {
		child := n.a.Surface.Tree.Nodes[e.a].Child
		for c := range int32(2) {
			n.push(from, n.apart(child+c, e.b), child+c, e.b)
		}
		return
	}
	child := n.b.Surface.Tree.Nodes[e.b].Child
	for c := range int32(2) {
		n.push(from, n.apart(e.a, child+c), e.a, child+c)
	}
}

// apart returns a lower bound of the distance of two nodes.
func (n *Near) apart(a, b int32) float64 {
	if !n.framed {
		x, y := n.a.box(a), n.b.box(b)
		return BoxDistance(&x, &y)
	}
	x, y := &n.a.Surface.Tree.Nodes[a].Box, &n.b.Surface.Tree.Nodes[b].Box
	if n.frame.kind == shifted {
		return n.frame.shifted(x, y)
	}
	t := n.frame.seen(x)
	return n.frame.distance(&t, y)
}

// push puts a pair of nodes on the stack, below those from a place on that are nearer.
func (n *Near) push(from int, lo float64, a, b int32) {
	if n.isFar(lo) {
		return
	}
	n.stack = append(n.stack, nearNodes{lo, a, b})
	for k := len(n.stack) - 1; k > from && n.stack[k-1].lo < lo; k-- {
		n.stack[k-1], n.stack[k] = n.stack[k], n.stack[k-1]
	}
}

// leaves measures all pairs of two leaves.
func (n *Near) leaves(a, b int32, sink bool) bool {
	n.leafA.load(&n.a, a)
	n.leafB.load(&n.b, b)
	return n.leafPairs(sink)
}

// leafPairs measures all pairs of the leaves that are loaded.
func (n *Near) leafPairs(sink bool) bool {
	for i := range n.leafA.triangles {
		p, box := &n.leafA.triangles[i], &n.leafA.boxes[i]
		idA, kA := n.leafA.primitive(i)
		for j := range n.leafB.triangles {
			if !n.Worker.Step() {
				return false
			}
			if q := &n.leafB.triangles[j]; n.isFar(BoxDistance(box, &n.leafB.boxes[j])) && !n.isSunk(i, j, p, q) {
				n.Worker.BVTests++
				continue
			}
			idB, kB := n.leafB.primitive(j)
			n.measure(NearPair{Pair: Pair{idA, idB}, p: kA, q: kB}, p, &n.leafB.triangles[j], sink)
			if k := len(n.found) - 1; k >= 0 && n.found[k].Hi <= n.enough {
				return false
			}
		}
	}
	return true
}

// nearLeaf is the triangles of a leaf in the world; the one visited last is kept.
type nearLeaf struct {
	of        *NearBody
	leaf      int32
	order     []uint32 // the primitives, nil for a body without a tree
	triangles []geom.Triangle
	boxes     []geom.AABB
}

// load takes a leaf of the body's own tree, or all triangles of a body without one.
func (l *nearLeaf) load(b *NearBody, leaf int32) {
	if b.Surface != nil {
		n := &b.Surface.Tree.Nodes[leaf]
		l.loadOrder(b, leaf, b.Surface.Tree.Order[n.First:n.First+n.Count])
		return
	}
	if l.of == b {
		return
	}
	l.of, l.leaf, l.order, l.triangles, l.boxes = b, leaf, nil, append(l.triangles[:0], b.Triangles...), l.boxes[:0]
	for i := range l.triangles {
		l.boxes = append(l.boxes, l.triangles[i].Bounds())
	}
}

// loadOrder takes the triangles of a leaf of some tree over the body's.
func (l *nearLeaf) loadOrder(b *NearBody, leaf int32, order []uint32) {
	if l.of == b && l.leaf == leaf {
		return
	}
	l.of, l.leaf, l.order, l.triangles, l.boxes = b, leaf, order, l.triangles[:0], l.boxes[:0]
	var t geom.Triangle
	for _, id := range order {
		b.Surface.Triangle(id, &t)
		l.triangles, l.boxes = append(l.triangles, t), append(l.boxes, t.Bounds())
	}
}

// primitive returns the primitive of a triangle, and the place of a triangle of primitive 0.
func (l *nearLeaf) primitive(i int) (id uint32, k int32) {
	switch {
	case l.order != nil:
		return l.order[i], 0
	case l.of.Each:
		return uint32(i), int32(i)
	}
	return 0, int32(i)
}

// box encloses a node in the world.
func (b *NearBody) box(i int32) geom.AABB {
	if b.Surface == nil {
		return b.Bounds
	}
	return b.Surface.WorldBox(&b.Surface.Tree.Nodes[i].Box)
}

func (b *NearBody) isLeaf(i int32) bool {
	return b.Surface == nil || b.Surface.Tree.Nodes[i].IsLeaf()
}

// size compares nodes: the larger one is split.
func (b *NearBody) size(i int32) float64 {
	if b.Surface == nil {
		return 0
	}
	return b.Surface.Tree.Nodes[i].Box.HalfArea()
}

// boxSlack is the relative error of BoxDistance, 8u: each gap is off by u of itself, its
// square by 3u, two sums by 2u, and the root of that by 2.5u and u; geom.Length claims 4u
// for itself, 5u with the gaps.
const boxSlack = 8 * u

// BoxDistance returns a lower bound of the distance of two boxes, which may be unbounded.
func BoxDistance(x, y *geom.AABB) float64 {
	g := geom.Vec{
		X: max(0, x.Min.X-y.Max.X, y.Min.X-x.Max.X),
		Y: max(0, x.Min.Y-y.Max.Y, y.Min.Y-x.Max.Y),
		Z: max(0, x.Min.Z-y.Max.Z, y.Min.Z-x.Max.Z),
	}
	if g == (geom.Vec{}) {
		return 0
	}
	l := min(geom.Length(g), math.MaxFloat64) * (1 - boxSlack)
	return max(0, l-subnormals)
}

// subnormals is what geom.Length may be off by in addition to its relative error.
const subnormals = 4 * math.SmallestNonzeroFloat64
