package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Near is the exact distance of two closed triangles and where it is attained.
type Near struct {
	Square Square
	// A and B hold the ends of a shortest segment. Of several pairs of features the one of
	// fewest dimensions is taken, then the first one.
	A, B Feature
	// s and t are how far along its edge an end is, or how far a corner is above the plane:
	// numerators over w.
	s, t, w *big.Int
	ints    *arena // of all these
}

// Distance returns the distance of two triangles, exact for every finite input, degenerate
// triangles included.
func (t *Tally) Distance(p, q *geom.Triangle) Near {
	var n Near
	t.Measure(&n, p, q)
	return n
}

// Measure sets n to the distance of two triangles, in the memory of n: a Square that was
// taken from it before is void.
//
// Let x and y be the ends of a shortest segment, on features of the fewest dimensions
// together. If x ≠ y, xy is square to both features, or is at a corner. Two parallel edges,
// an edge along a face or two parallel faces could slide until an end is on the boundary of
// its feature; so two corners, a corner and an edge, a corner and a face or two edges that
// are not parallel are left. If x = y, the triangles have an extreme common point, where in
// addition an edge may pierce a face. All these pairs of features whose feet are inside them
// are tried; each has two points of the triangles, so the least value is the distance. Where
// float64 arithmetic or signs prove which pair it is (provenFeatures, piercingFeatures), that one alone
// is.
func (t *Tally) Measure(n *Near, p, q *geom.Triangle) {
	a, b, ok := provenFeatures(p, q)
	if !ok {
		a, b, ok = t.piercingFeatures(p, q)
	}
	t.measure(n, p, q, a, b, ok)
}

// measure tries one pair of features if it is known, else all.
func (t *Tally) measure(n *Near, p, q *geom.Triangle, a, b Feature, known bool) {
	t.Exact++
	if n.ints == nil {
		n.ints = new(arena)
	}
	var f featurePairs
	if f.set(n.ints, p, q); known {
		f.only(a, b)
	} else {
		f.all()
	}
	*n = f.best
}

// PointDistance returns the square of the distance of two points.
func (t *Tally) PointDistance(a, b geom.Vec) Square {
	return t.Distance(&geom.Triangle{a, a, a}, &geom.Triangle{b, b, b}).Square
}

// featurePairs holds what the pairs of features need: the corners, r[i][j] = pᵢ−qⱼ, the edges
// and their squares.
type featurePairs struct {
	*arena
	p, q   [3]bigVec
	r      [3][3]bigVec
	rr     [3][3]*big.Int
	e, f   [3]bigVec
	ee, ff [3]*big.Int
	best   Near
	u      units
}

func (n *featurePairs) set(a *arena, p, q *geom.Triangle) {
	a.reset()
	n.arena, n.u = a, unitsOf(p, q)
	for i := range 3 {
		n.p[i], n.q[i] = a.vec(n.u, p[i]), a.vec(n.u, q[i])
	}
}

// load computes what belongs to corner and edge i of the one triangle and j of the other.
func (n *featurePairs) load(i, j int) {
	n.e[i], n.f[j] = n.minus(&n.p[next[i]], &n.p[i]), n.minus(&n.q[next[j]], &n.q[j])
	n.ee[i], n.ff[j] = n.dot(&n.e[i], &n.e[i]), n.dot(&n.f[j], &n.f[j])
	n.r[i][j] = n.minus(&n.p[i], &n.q[j])
	n.rr[i][j] = n.dot(&n.r[i][j], &n.r[i][j])
}

// all tries all pairs of features.
func (n *featurePairs) all() {
	for i := range 3 {
		for j := range 3 {
			n.load(i, j)
		}
	}
	for k := range 9 {
		n.corners(k/3, k%3)
	}
	for k := range 9 {
		n.cornerEdge(k/3, k%3)
	}
	for k := range 9 {
		n.edgeCorner(k/3, k%3)
	}
	for k := range 9 {
		n.edges(k/3, k%3)
	}
	n.faces()
}

// only tries one pair of features.
func (n *featurePairs) only(a, b Feature) {
	i, j := int(a%EdgeFeature), int(b%EdgeFeature) // of corner or edge
	switch {
	case a >= EdgeFeature && b == FaceFeature:
		n.edgeFace(i)
		return
	case a == FaceFeature && b >= EdgeFeature:
		n.faceEdge(j)
		return
	}
	switch n.load(i, j); {
	case b == FaceFeature:
		n.cornerFace(i)
	case a == FaceFeature:
		n.faceCorner(j)
	case a >= EdgeFeature && b >= EdgeFeature:
		n.edges(i, j)
	case a >= EdgeFeature:
		n.edgeCorner(i, j)
	case b >= EdgeFeature:
		n.cornerEdge(i, j)
	default:
		n.corners(i, j)
	}
}

// offer takes a pair of features if it is nearer than the best one.
func (n *featurePairs) offer(num, den *big.Int, a, b Feature, s, t, w *big.Int) {
	if n.best.Square.den == nil || n.mul(num, n.best.Square.den).Cmp(n.mul(n.best.Square.num, den)) < 0 {
		n.best = Near{Square{num, den, n.u, n.arena}, a, b, s, t, w, n.arena}
	}
}

func (n *featurePairs) corners(i, j int) {
	n.offer(n.rr[i][j], one, CornerFeature+Feature(i), CornerFeature+Feature(j), nil, nil, nil)
}

// cornerEdge tries a corner whose foot on an edge is inside it: |r|² − (r·e)²/|e|².
func (n *featurePairs) cornerEdge(i, j int) {
	n.foot(i, j, n.dot(&n.r[i][j], &n.f[j]), n.ff[j], CornerFeature+Feature(i), EdgeFeature+Feature(j))
}

// edgeCorner is cornerEdge with the triangles exchanged.
func (n *featurePairs) edgeCorner(i, j int) {
	n.foot(i, j, n.neg(n.dot(&n.r[i][j], &n.e[i])), n.ee[i], EdgeFeature+Feature(i), CornerFeature+Feature(j))
}

func (n *featurePairs) foot(i, j int, along, length *big.Int, a, b Feature) {
	if along.Sign() > 0 && along.Cmp(length) < 0 {
		n.offer(n.cross2(n.rr[i][j], length, along, along), length, a, b, along, along, length)
	}
}

// edges tries edges in different directions whose common perpendicular ends inside both.
func (n *featurePairs) edges(i, j int) {
	r, e, f := &n.r[i][j], &n.e[i], &n.f[j]
	x := n.cross(e, f)
	den := n.dot(&x, &x)
	if den.Sign() == 0 {
		return
	}
	ef, er, fr := n.dot(e, f), n.dot(e, r), n.dot(f, r)
	s, t := n.cross2(ef, fr, n.ff[j], er), n.cross2(n.ee[i], fr, ef, er)
	if s.Sign() <= 0 || t.Sign() <= 0 || s.Cmp(den) >= 0 || t.Cmp(den) >= 0 {
		return
	}
	h := n.dot(r, &x)
	n.offer(n.mul(h, h), den, EdgeFeature+Feature(i), EdgeFeature+Feature(j), s, t, den)
}
