package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
	"github.com/collide-go/collide/internal/tree"
)

// NearSearch is a search of Near in hierarchies that are not those of the surfaces. NearVolumes
// implements it.
type NearSearch interface {
	// search finds the candidates of n. It returns false if it was stopped first.
	search(n *Near, sink bool) bool
}

// NearVolumes searches two surfaces in hierarchies of one kind of volume. Two nodes are left out if
// the test by which contacts are searched, Volume.Apart, shows that they are farther apart than what is of
// interest. The zero value is ready for SetLocal and SetWorld.
type NearVolumes[V any, P tree.Volume[V]] struct {
	volumes Volumes[V, P]
	descent Descent[V, P]
	// stretch is the greatest gap along a direction of Apart between volumes of points that are 1 apart.
	stretch float64
	margin  float64
	inWorld bool
	stack   []nearVolume
}

// nearVolume is a pair of nodes and about the square of the distance of their middles.
type nearVolume struct {
	a, b int32
	rank float64
}

// longest bounds the length of the directions of Apart: 1 of boxes and balls, √2 of DOPs.
const longest = 1.4142135623730952

// SetLocal prepares the search in hierarchies in the surfaces' own coordinates, whose test takes directions of
// length 1 at most.
//
// Derivation. Let W be the sum of the reaches, δ that of the defects, and x and y points of the
// posed triangles below two nodes, |x − y| ≤ d. With R the matrix of B, Rᵀ·(x − y) is within
// 80u·W + 4δ·W of M̂·a + t̂ − b in each coordinate for points a and b of the volumes, by the
// derivation at query, and |Rᵀ·(x − y)| ≤ (1 + 1.5δ + 6u)·d. So the gap of the volumes along a direction
// of length 1 is at most (1 + 1.5δ + 6u)·d more than it may be for points in common, which
// the margin of Volumes.SetLocal bounds. Volumes reach less than 8W, so sums with the
// pad that are rounded count only up to 16W: 32u·W for two of them, of 2048u·W that the margin has
// to spare. The balls compare squares of lengths, which are off by less.
func (s *NearVolumes[V, P]) SetLocal(a, b *Surface, ta, tb *tree.Of[V]) {
	s.volumes.SetLocal(a, b, ta, tb)
	s.inWorld, s.margin = false, s.volumes.margin
	s.stretch = 1 + 4*(a.defect+b.defect) + 32*u
}

// SetWorld prepares the search in hierarchies of world coordinates, those of DOPs.
//
// Derivation. |L·(x − y)| ≤ √2·d for the directions L. The slabs have L·x and L·y rounded, each off by
// u times the sum of two coordinates of at most W, and the sum with the pad counts only up to 4W: less
// than 8u·W in all.
func (s *NearVolumes[V, P]) SetWorld(a, b *Surface, ta, tb *tree.Of[V]) {
	s.volumes.SetWorld(a, b, ta, tb)
	w := a.reach + b.reach
	if s.inWorld = true; !(w <= most) {
		s.volumes.kind = boxed
	}
	s.margin, s.stretch = 16*u*w+16*math.SmallestNonzeroFloat64, longest*(1+4*u)
}

// search implements NearSearch. A step is a pair of nodes, or a pair of triangles in leaves.
func (s *NearVolumes[V, P]) search(n *Near, sink bool) bool {
	s.stack = append(s.stack[:0], nearVolume{})
	for len(s.stack) > 0 {
		if !n.Worker.Step() {
			return false
		}
		e := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		view := s.descent.view(&s.volumes, e.a)
		if s.leavesOut(n, view, &e) {
			continue
		}
		x, y := &s.volumes.treeA.Nodes[e.a], &s.volumes.treeB.Nodes[e.b]
		switch {
		case x.IsLeaf() && y.IsLeaf():
			n.leafA.loadOrder(&n.a, e.a, s.volumes.treeA.Order[x.First:x.First+x.Count])
			n.leafB.loadOrder(&n.b, e.b, s.volumes.treeB.Order[y.First:y.First+y.Count])
			if !n.leafPairs(sink) {
				return false
			}
		case y.IsLeaf() || !x.IsLeaf() && P(&x.Volume).Girth() > P(&y.Volume).Girth():
			to := middle[V, P](&y.Volume)
			s.push(s.pairA(x.Child, e.b, to), s.pairA(x.Child+1, e.b, to))
		default:
			from := middle[V, P](view)
			s.push(s.pairB(e.a, y.Child, from), s.pairB(e.a, y.Child+1, from))
		}
	}
	return true
}

func middle[V any, P tree.Volume[V]](v *V) geom.Vec {
	b := P(v).Bounds()
	return b.Center()
}

func (s *NearVolumes[V, P]) pairA(a, b int32, to geom.Vec) nearVolume {
	d := middle[V, P](s.descent.view(&s.volumes, a)).Sub(to)
	return nearVolume{a, b, d.Dot(d)}
}

func (s *NearVolumes[V, P]) pairB(a, b int32, from geom.Vec) nearVolume {
	d := middle[V, P](&s.volumes.treeB.Nodes[b].Volume).Sub(from)
	return nearVolume{a, b, d.Dot(d)}
}

// push puts two pairs on the stack, the one that is likely nearer on top.
func (s *NearVolumes[V, P]) push(p, q nearVolume) {
	if p.rank < q.rank {
		p, q = q, p
	}
	s.stack = append(s.stack, p, q)
}

// leavesOut reports whether two nodes are farther apart than what is of interest, or by less than the
// allowed error nearer.
func (s *NearVolumes[V, P]) leavesOut(n *Near, view *V, e *nearVolume) bool {
	n.Worker.BVTests++
	far := n.most
	if n.grow > 1 && far <= math.MaxFloat64 {
		far = round.Up(far / n.grow)
	}
	if !s.apart(view, e.a, e.b, far) {
		return false
	}
	if n.grow > 1 {
		n.left = min(n.left, far)
	}
	return true
}

// apart reports whether all triangles below two nodes, A's seen as view, are farther than d from each other.
func (s *NearVolumes[V, P]) apart(view *V, a, b int32, d float64) bool {
	v := &s.volumes
	if v.kind != boxed {
		return P(view).Apart(&v.treeB.Nodes[b].Volume, round.Up(d*s.stretch)+s.margin)
	}
	x, y := P(&v.treeA.Nodes[a].Volume).Bounds(), P(&v.treeB.Nodes[b].Volume).Bounds()
	if !s.inWorld {
		x, y = v.a.WorldBox(&x), v.b.WorldBox(&y)
	}
	return BoxDistance(&x, &y) > d
}
