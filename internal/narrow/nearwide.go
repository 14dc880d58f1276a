package narrow

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
)

// nearWide is the search of Near in wide trees.
//
// Bounds of simd.Near8. Let v = P·(x−y) for world points x and y of two triangles, P carrying the
// world into B's frame (SetWide, relate): |x−y| ≥ shrink·|v|. By the derivations there v is off from
// the way between the points of the boxes by less than what A's half sizes have grown by, along
// every direction. Let u = 2⁻²⁴ and H be the sum of the six half sizes; the centres are at most
// |v| + 1.01H apart. What is left:
//   - along an axis of B: 4u(|v| + H) for the product, 34uH as at SetWide;
//   - along an axis of A: C is off by 13u; 23u + 7u + 4u + 12u of |v| + H for the product of X and
//     C, 30uH for the radius, where B's axes are off orthonormal by 4u;
//   - along a way n, in units of |n|: 7u + 4u + 12u of |v| + H, 60uH for the radii.
//
// wideSlack takes 256uH from each gap, which covers all parts of H. Then a gap is less than (1 +
// 46u)|v|, three of them along orthogonal axes less than (1 + 100u)|v| together. Squares, sums,
// roots and quotients are off by 10u. nearSlack is more than that.
//
// Squares below 2⁻¹⁴⁹ underflow, so that a root is off by up to 2⁻⁷³: nearLeast. Directions whose
// square is below 2⁻¹⁰⁰ count as longer. Centres are at most wayMost plus two sizes apart, 2⁵¹, so squares
// of ways and gaps along ways are below 2¹⁰⁴; the square of the latter would overflow, and
// is never formed: (g/l)·g, where a quotient that underflows makes the bound 0. The other way round, in A's frame, the boxes' way is off
// by no more than they have grown by, and lengths by shrinkBack.
type nearWide struct {
	on bool
	Wide
	// solid: A is a body without a tree, box around its triangles; it is the body b of Near where swapped.
	solid, swapped bool
	box            soleBox
	descent        WideDescent
	stack          []wideNear
	// toward is the direction of the nearest pair so far, from B to A in B's frame.
	toward [3]float32
	// limits are most for the frames of B and A, squared; they go with limited, a value of most.
	limits  [2]float32
	limited float64
	// squares are the bounds of the pairs of two leaves.
	squares [simd.LeafPairs]float32
	// backward times a square in the frame of A is at most what it is in that of B.
	backward float32
}

const (
	nearSlack = 0x1p-16
	nearLeast = 0x1p-60
	// wayMost bounds how far trees are apart, so that no square overflows float32.
	wayMost = 0x1p50
)

// wideNear is a pair of boxes, a node's index times 8 and a lane, and the square of a lower bound
// in the frame of B.
type wideNear struct {
	lo   float32
	a, b uint32
}

// StartWide is Start for two surfaces in wide trees. It reports false where SetWide's conditions do
// not hold; then Start must be called.
func (n *Near) StartWide(a, b *Surface, ta, tb *tree.Wide, most float64) bool {
	n.Start(NearBody{Surface: a}, NearBody{Surface: b}, most)
	n.wide.solid, n.wide.swapped = false, false
	return n.startWide(a, b, ta, tb)
}

// StartWideSolid is StartWide for a body without a tree and a surface in a wide one. The box with
// these ends under a pose encloses the triangles of the former as WideBox has it.
//
// What SetWide and nearWide derive of points of two triangles holds of points of a triangle and the
// box, which is all that bounds of boxes are used for. Leaves are measured in float64.
func (n *Near) StartWideSolid(a, b NearBody, ends *geom.AABB, pose *geom.Pose, t *tree.Wide, most float64) bool {
	n.Start(a, b, most)
	w := &n.wide
	w.solid, w.swapped = true, a.Surface != nil
	of := b.Surface
	if w.swapped {
		of = a.Surface
	}
	w.box.set(ends, pose, t)
	return n.startWide(&w.box.solid, of, &w.box.tree, t)
}

func (n *Near) startWide(a, b *Surface, ta, tb *tree.Wide) bool {
	w := &n.wide
	w.measured = true
	if w.on = w.SetWide(a, b, ta, tb); !w.on {
		return false
	}
	if w.descent.forth == nil {
		w.descent = NewWideDescent(simd.Best())
	}
	w.descent.Begin(&w.Wide)
	w.toward, w.limited = [3]float32{}, math.NaN()
	back := w.shrinkBack / w.shrink
	w.backward = float32(back * back * (1 - 0x1p-20))
	return true
}

// UseLevel makes searches use the kernels of a level.
func (n *Near) UseLevel(l simd.Level) { n.wide.descent = NewWideDescent(l) }

// aim notes the way of the nearest pair so far.
func (w *nearWide) aim(way geom.Vec) {
	if l := way.MaxAbs(); w.on && l > 0 && l <= math.MaxFloat64 {
		v := w.b.pose.R.TMulVec(geom.Vec{X: way.X / l, Y: way.Y / l, Z: way.Z / l})
		w.toward = [3]float32{float32(v.X), float32(v.Y), float32(v.Z)}
	}
}

// nearer is most, less the error that is allowed.
func (n *Near) nearer() float64 {
	if n.grow > 1 {
		return n.most / n.grow * (1 + 4*u)
	}
	return n.most
}

// reach is the greatest length in B's frame, in units, that is of interest.
func (n *Near) reach() float64 { return n.nearer() / n.wide.shrink * n.wide.treeB.Scale() }

// limit brings the limits up to date with most.
func (n *Near) limit() {
	w := &n.wide
	if w.limited == n.most {
		return
	}
	w.limited = n.most
	reach := n.reach()
	for k, r := range [2]float64{reach, reach * (w.shrink / w.shrinkBack)} {
		w.limits[k] = nearSquare(r)
	}
}

// nearSquare is what squares of the bounds of boxes are compared with for a distance in their frame.
func nearSquare(distance float64) float32 {
	r := distance*(1+nearSlack) + nearLeast
	return float32(min(r*r*(1+0x1p-20), math.MaxFloat32))
}

// runWide descends both trees, nearer boxes first.
func (n *Near) runWide(sink bool) bool {
	n.wide.stack = append(n.wide.stack[:0], wideNear{})
	return n.descendWide(sink, math.MaxInt) == nearDone
}

// nearEnd is how a descent ended: all boxes on the stack were searched, it was stopped, or it has tested
// as many boxes as it may.
type nearEnd uint8

const (
	nearDone nearEnd = iota
	nearStopped
	nearMore
)

// descendWide searches the boxes on the stack, until about limit boxes were tested.
func (n *Near) descendWide(sink bool, limit int) nearEnd {
	w, t := &n.wide, n.Worker
	for until := t.BVTests + int64(min(limit, math.MaxInt/2)); len(w.stack) > 0; {
		if t.steps <= 0 && !t.claim() {
			return nearStopped
		}
		if t.BVTests >= until {
			return nearMore
		}
		e := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		n.adopt()
		if n.limit(); e.lo > w.limits[0] {
			n.leave()
			continue
		}
		a, b := &w.treeA.Nodes[e.a>>3], &w.treeB.Nodes[e.b>>3]
		x, y := a.Child[e.a&7], b.Child[e.b&7]
		switch {
		case w.solid && y < 0:
			if !n.solidLeaf(^y, sink) {
				return nearStopped
			}
		case x < 0 && y < 0:
			if !n.wideLeaves(^x, ^y, sink) {
				return nearStopped
			}
		case x < 0 || y >= 0 && w.noLarger(a, b, int(e.a&7), int(e.b&7)):
			n.expand(w.descent.forth, a, e, y, false)
		default:
			n.expand(w.descent.back, b, e, x, true)
		}
	}
	return nearDone
}

// adopt takes over the distance that other workers have found.
func (n *Near) adopt() {
	if n.pool != nil {
		n.most = min(n.most, math.Float64frombits(n.pool.most.Load()))
	}
}

// expand replaces the box of one tree by those of the node that it encloses, the nearest one on top.
func (n *Near) expand(m *simd.Motion, box *simd.Node, e wideNear, child int32, ofA bool) {
	w := &n.wide
	lane, nodes, limit := e.a, w.treeB.Nodes, w.limits[0]
	if ofA {
		lane, nodes, limit = e.b, w.treeA.Nodes, w.limits[1]
	}
	var squares [simd.Lanes]float32
	near := w.descent.level.Near8(m, box, int(lane&7), &nodes[child], &squares, limit)
	n.Worker.BVTests += simd.Lanes
	n.Worker.steps -= simd.Lanes
	n.leave()
	from := len(w.stack)
	for ; near != 0; near &= near - 1 {
		i := uint32(bits.TrailingZeros32(near))
		c := wideNear{squares[i&7], e.a, uint32(child)<<3 | i}
		if ofA {
			c = wideNear{squares[i&7] * w.backward, uint32(child)<<3 | i, e.b}
		}
		w.stack = append(w.stack, c)
		w.prefetch(c)
		for k := len(w.stack) - 1; k > from && w.stack[k-1].lo < w.stack[k].lo; k-- {
			w.stack[k-1], w.stack[k] = w.stack[k], w.stack[k-1]
		}
	}
}

// prefetch asks for what a pair of boxes will read.
func (w *nearWide) prefetch(c wideNear) {
	x, y := w.treeA.Nodes[c.a>>3].Child[c.a&7], w.treeB.Nodes[c.b>>3].Child[c.b&7]
	if x < 0 && y < 0 && !w.solid {
		w.treeA.Leaves[^x].Prefetch()
		w.treeB.Leaves[^y].Prefetch()
	}
}

// leave notes what may be left out within the error that is allowed.
func (n *Near) leave() {
	if n.grow > 1 && n.most <= math.MaxFloat64 {
		n.left = min(n.left, n.nearer())
	}
}

// wideLeaves measures the pairs of two leaves that may be near enough, nearer ones first.
func (n *Near) wideLeaves(ia, ib int32, sink bool) bool {
	w, d := &n.wide, &n.wide.descent
	x, y := &w.treeA.Leaves[ia], &w.treeB.Leaves[ib]
	pairs := simd.PairsOf(x, y)
	n.Worker.steps -= bits.OnesCount32(pairs)
	n.leave()
	if pairs &= predicate.NearLeaves(d.level, d.forth, x, y, &w.toward, n.reach()); pairs == 0 {
		return true
	}
	if n.ties.witness.Known() {
		ps, qs := d.a.load(d.level, w.a, x, ia, d.query), d.b.load(d.level, w.b, y, ib, d.query)
		if pairs = n.ties.among(pairs, x, y, &ps.Corners, &qs.Corners); pairs == 0 {
			return true
		}
	}
	if pairs = predicate.NearEdges(d.level, d.forth, x, y, pairs, n.reach(), &w.squares); pairs == 0 {
		return true
	}
	ps, qs := d.a.load(d.level, w.a, x, ia, d.query), d.b.load(d.level, w.b, y, ib, d.query)
	for most := n.most; pairs != 0; {
		k := w.nearest(pairs)
		pairs &^= 1 << k
		i, j := k>>2&3, k&3
		p, q := cornersOf(&ps.Corners, i), cornersOf(&qs.Corners, j)
		n.measure(NearPair{Pair: Pair{x.ID[i], y.ID[j]}}, &p, &q, sink)
		if k := len(n.found) - 1; k >= 0 && n.found[k].Hi <= n.enough {
			return false
		}
		if n.most != most {
			most = n.most
			pairs = w.within(pairs, predicate.NearLimit(d.forth, x, y, n.reach()))
		}
	}
	return true
}

// solidLeaf measures the triangles of a leaf and those of the body without a tree.
func (n *Near) solidLeaf(leaf int32, sink bool) bool {
	x := &n.wide.treeB.Leaves[leaf]
	of, other, mesh, solid := &n.b, &n.a, &n.leafB, &n.leafA
	if n.wide.swapped {
		of, other, mesh, solid = other, of, solid, mesh
	}
	mesh.loadOrder(of, leaf, x.ID[:x.N])
	solid.load(other, 0)
	return n.leafPairs(sink)
}

// nearest returns the pair of the least bound.
func (w *nearWide) nearest(pairs uint32) int {
	at := bits.TrailingZeros32(pairs) & (simd.LeafPairs - 1)
	for rest := pairs & (pairs - 1); rest != 0; rest &= rest - 1 {
		if k := bits.TrailingZeros32(rest) & (simd.LeafPairs - 1); w.squares[k] < w.squares[at] {
			at = k
		}
	}
	return at
}

// within returns the pairs whose bounds are at most a limit.
func (w *nearWide) within(pairs uint32, limit float32) (near uint32) {
	for ; pairs != 0; pairs &= pairs - 1 {
		if k := bits.TrailingZeros32(pairs) & (simd.LeafPairs - 1); w.squares[k] <= limit {
			near |= 1 << k
		}
	}
	return near
}

// Try makes a pair of primitives the first candidate of a search of two surfaces.
func (n *Near) Try(at Pair) {
	c := NearPair{Pair: at}
	p, q := n.Triangles(&c)
	n.measure(c, &p, &q, true)
}
