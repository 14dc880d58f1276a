package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
)

// Wide is the question of a Search put to two wide trees.
type Wide struct {
	Search
	treeA, treeB *tree.Wide
	// unit is the unit of B's tree in the world, rounded up.
	unit float64
	// far: the balls around the surfaces are apart; aligned: all boxes have the axes of the
	// one tree's coordinates.
	far, aligned bool
	// twins: both surfaces are one mesh under one pose, so that pairs come in twos: where i and j touch, so do j and i.
	twins bool
	// between is a lower bound of the distance of balls that are apart, in units and in the frame of B.
	between float64
	// measured: boxes are to be compared although the surfaces are far from each other.
	measured bool
	// shrink times a length in B's frame is at most what it is in the world, units aside;
	// shrinkBack is that of A's frame.
	shrink, shrinkBack float64
	// forth carries A's boxes into B's frame, back B's into A's.
	forth, back simd.Placement
}

const (
	u32 = 0x1p-24
	// wideSlack times the sum of all half sizes is added to every radius.
	wideSlack = 256 * u32
)

// wideRigid is the defect up to which a transposed matrix serves as the inverse: that of
// rotations computed in float64. Beyond it a matrix is inverted (relate).
const wideRigid = 0x1p-46

// SetWide prepares the search and reports whether float32 can be reckoned with; if
// not, only the Search is set: matrices that bend one frame seen from the other, meshes of
// extreme sizes or in unlike units, coordinates so large that rounding them hides the mesh. The
// tree of a surface that is searched for contacts with itself must have Numbers.
//
// Derivation. Units are those of the trees. By the derivation at query, points of two
// world triangles that touch come from points a, b with |M̂·a + t̂ − b|∞ ≤ 80u·W + 4δ·W,
// u = 2⁻⁵³, W being the sum of the reaches and δ that of the defects. Moving the
// origins costs at most 10u·W for t, and 4u·W a side for the trees' local
// coordinates, W including where the poses take the origins (span): those of
// refitted trees may lie outside their meshes. The way between two leaves' origins takes
// six operations in float64, 17u·W. e = 128u·W + 4δ·W bounds it all. For the
// way back, M̂ᵀ is the inverse but
// for 3δ: 8e bounds the length of the error either way. Matrices with larger defects are
// related in another way, with an e of its own (widerelate.go).
//
// Boxes, with u = 2⁻²⁴ and H the sum of the six half sizes in B's frame. The vector d between
// the centres is off, as a vector, by 14u(|t| + |c_A| + |c_B|) ≤ 14u(|t| + √3(S_A + S_B)) for
// rounding M, t and five sums or products, S being the trees' radii in B's frame; growing each of
// A's half sizes by that and by 8e covers both, because Σ|L·aᵢ| ≥ |L| for every axis L.
// What remains is relative to H: if |d| > 2H the boxes are apart and any answer is
// right. Else the entries of C = (N·Q_A)·Q_B, N = M/Stretch, are off by 20u, a dot product d·Q_B by 8uH, so
//   - axes of B: 20uH for the radius, 6uH for stretching and summing it, 8uH;
//   - axes of A, d·C: 38uH + 14uH + 6uH for the product, 8uH for Q_B off orthonormal, 26uH for
//     the radius;
//   - cross products: 44uH + 16uH + 3uH + 8uH for X_j·C − X_k·C, 26uH for the radius. |X_j|
//     is at most H where the axes of B did not separate.
//   - the coordinates, where all axes are along them (aligned): 5u times the two half
//     sizes on one of them, wideSlack times which are added.
//
// Boxes as built contain their triangles as sums Σ sᵢQᵢ (tree.Wide). All is below 128uH;
// wideSlack is twice that. Every length is below 2⁴⁰, far from simd.Unused.
func (s *Wide) SetWide(a, b *Surface, ta, tb *tree.Wide) bool {
	s.Search = Search{a: a, b: b, self: a == b}
	s.treeA, s.treeB, s.far, s.aligned = ta, tb, false, s.self && ta.Aligned
	s.twins = !s.self && ta == tb && a.Mesh == b.Mesh && a.pose == b.pose
	w, defect := a.span(ta)+b.span(tb), a.defect+b.defect
	if !(w <= most) || ta.Exponent != tb.Exponent || !ta.Usable() {
		return false
	}
	r := relation{e: wideError(w, defect), stretch: 1, back: 1, slack: wideSlack, unit: 1 + 0x1p-10, one: s.self || s.twins}
	r.shrink = 1 - 4*defect - 32*u // |P| ≤ 1 + 1.5δ + 6u
	switch {
	case r.one || a.identity && b.identity:
		r.m, r.k = geom.Identity.R, geom.Identity.R
	case defect <= wideRigid:
		r.m = b.pose.R.TMul(&a.pose.R)
		r.k = transposed(&r.m)
		r.t = b.pose.R.TMulVec(a.pose.T.Sub(b.pose.T))
	}
	if !(defect <= wideRigid) && !r.relate(a, b, w) {
		return false
	}
	return s.setRelation(&r)
}

// setRelation prepares the kernels for surfaces that are so related.
func (s *Wide) setRelation(r *relation) bool {
	ta, tb, scale := s.treeA, s.treeB, s.treeA.Scale()
	s.unit = r.unit / scale
	e, t := r.e*scale, r.t
	if !s.self {
		t = r.m.MulVec(ta.Origin).Add(t).Sub(tb.Origin).Scale(scale)
	}
	radii := r.stretch*ta.Radius + tb.Radius
	if radii > 2*sizeMost || r.back*radii > 2*sizeMost {
		return false
	}
	s.shrink, s.shrinkBack = r.shrink, r.shrink/r.back*(1-0x1p-40)
	if reach := radii*(1+0x1p-20) + 8*e; t.Dot(t) > reach*reach {
		s.between = math.Sqrt(t.Dot(t))*(1-0x1p-40) - reach
		if s.far = true; !s.measured {
			return true
		}
		if !(t.Dot(t) <= wayMost*wayMost) {
			return false
		}
	}
	f, b := &s.forth, &s.back
	if !predicate.SetLeafBounds(f, e) {
		return false
	}
	grow := (16*u32*(math.Sqrt(t.Dot(t))+1.8*radii) + 8*e) * (1 + 0x1p-20)
	f.Grow, f.Slack = float32(grow), float32(r.slack)
	b.Grow, b.Slack = float32(grow*r.back), f.Slack
	o := r.k.MulVec(t)
	f.Set((*[9]float64)(&r.m), [3]float64{t.X, t.Y, t.Z}, r.stretch)
	b.Set((*[9]float64)(&r.k), [3]float64{-o.X, -o.Y, -o.Z}, r.back)
	return true
}

// wideError is e of the derivation at SetWide, in the world's unit.
func wideError(reach, defect float64) float64 { return 128*u*reach + 4*defect*reach }

// span is reach extended to the tree's origin, which lies outside a mesh that has moved
// in its own coordinates since the tree was built.
func (s *Surface) span(t *tree.Wide) float64 {
	if o := t.Origin.MaxAbs(); o > s.extent {
		return reachOf(&s.pose, o)
	}
	return s.reach
}

// BoxPair is a pair of boxes of wide trees and what becomes of it.
type BoxPair struct {
	// a and b are boxes, a node's index times 8 and a lane, or two leaves.
	a, b uint32
	// next ≥ 0 is the node of B that takes the place of its box, ^next that of A, unless
	// it is one of the values below.
	next int32
}

const (
	// itself: a and b are one box of one surface.
	itself = math.MinInt32
	// twoLeaves are to be tested triangle by triangle.
	twoLeaves = math.MinInt32 + 1
)

// RootBoxes is the pair of boxes everything starts from.
func (s *Wide) RootBoxes() BoxPair {
	if s.self || s.twins {
		return BoxPair{next: itself}
	}
	a, b := &s.treeA.Nodes[0], &s.treeB.Nodes[0]
	return s.plan(BoxPair{}, a.Child[0], b.Child[0], s.noLarger(a, b, 0, 0))
}

// noLarger reports whether a box of A, seen from B, is no larger than one of B, by area.
func (s *Wide) noLarger(a, b *simd.Node, laneA, laneB int) bool {
	k := s.forth.Stretch
	return b.Area(laneB) >= float32(k*k)*a.Area(laneA)
}

// Far reports whether nothing can touch.
func (s *Wide) Far() bool { return s.far }

// Between returns what the distance of surfaces is at least that are far.
func (s *Wide) Between() float64 { return s.between * s.shrink / s.treeA.Scale() }

// Trees returns the two hierarchies.
func (s *Wide) Trees() (a, b *tree.Wide) { return s.treeA, s.treeB }
