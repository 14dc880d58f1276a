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
}

// Distance returns the distance of two triangles, exact for every finite input, degenerate
// triangles included.
//
// Let x and y be the ends of a shortest segment, on features of the fewest dimensions
// together. If x ≠ y, xy is square to both features, or is at a corner. Two parallel edges,
// an edge along a face or two parallel faces could slide until an end is on the boundary of
// its feature; so two corners, a corner and an edge, a corner and a face or two edges that
// are not parallel are left. If x = y, the triangles have an extreme common point, where in
// addition an edge may pierce a face. All these pairs of features whose feet are inside them
// are tried; each has two points of the triangles, so the least value is the distance.
func (t *Tally) Distance(p, q *geom.Triangle) Near {
	t.Exact++
	n := newFeaturePairs(p, q)
	n.corners()
	n.cornerEdges()
	n.edges()
	n.faces()
	return n.best
}

// PointDistance returns the square of the distance of two points.
func (t *Tally) PointDistance(a, b geom.Vec) Square {
	return t.Distance(&geom.Triangle{a, a, a}, &geom.Triangle{b, b, b}).Square
}

// featurePairs holds what the pairs of features need: r[i][j] = pᵢ−qⱼ, the edges and their
// squares.
type featurePairs struct {
	r      [3][3]bigVec
	rr     [3][3]*big.Int
	e, f   [3]bigVec
	ee, ff [3]*big.Int
	best   Near
	u      units
}

func newFeaturePairs(p, q *geom.Triangle) *featurePairs {
	n := &featurePairs{u: unitsOf(p, q)}
	for i := range 3 {
		n.e[i], n.f[i] = n.u.difference(p[next[i]], p[i]), n.u.difference(q[next[i]], q[i])
		n.ee[i], n.ff[i] = n.e[i].dot(&n.e[i]), n.f[i].dot(&n.f[i])
		for j := range 3 {
			n.r[i][j] = n.u.difference(p[i], q[j])
			n.rr[i][j] = n.r[i][j].dot(&n.r[i][j])
		}
	}
	return n
}

// offer takes a pair of features if it is nearer than the best one.
func (n *featurePairs) offer(num, den *big.Int, a, b Feature, s, t, w *big.Int) {
	if n.best.Square.den == nil || mul(num, n.best.Square.den).Cmp(mul(n.best.Square.num, den)) < 0 {
		n.best = Near{Square{num, den, n.u}, a, b, s, t, w}
	}
}

func (n *featurePairs) corners() {
	for i := range 3 {
		for j := range 3 {
			n.offer(n.rr[i][j], one, CornerFeature+Feature(i), CornerFeature+Feature(j), nil, nil, nil)
		}
	}
}

// cornerEdges tries corners whose foot on an edge is inside it: |r|² − (r·e)²/|e|².
func (n *featurePairs) cornerEdges() {
	foot := func(i, j int, along, length *big.Int, a, b Feature) {
		if along.Sign() <= 0 || along.Cmp(length) >= 0 {
			return
		}
		n.offer(sub(mul(n.rr[i][j], length), mul(along, along)), length, a, b, along, along, length)
	}
	for i := range 3 {
		for j := range 3 {
			foot(i, j, n.r[i][j].dot(&n.f[j]), n.ff[j], CornerFeature+Feature(i), EdgeFeature+Feature(j))
		}
	}
	for i := range 3 {
		for j := range 3 {
			along := n.r[i][j].dot(&n.e[i])
			foot(i, j, along.Neg(along), n.ee[i], EdgeFeature+Feature(i), CornerFeature+Feature(j))
		}
	}
}

// edges tries edges in different directions whose common perpendicular ends inside both.
func (n *featurePairs) edges() {
	for i := range 3 {
		for j := range 3 {
			r, e, f := &n.r[i][j], &n.e[i], &n.f[j]
			x := e.cross(f)
			den := x.dot(&x)
			if den.Sign() == 0 {
				continue
			}
			ef, er, fr := e.dot(f), e.dot(r), f.dot(r)
			s := sub(mul(ef, fr), mul(n.ff[j], er))
			t := sub(mul(n.ee[i], fr), mul(ef, er))
			if s.Sign() <= 0 || t.Sign() <= 0 || s.Cmp(den) >= 0 || t.Cmp(den) >= 0 {
				continue
			}
			h := r.dot(&x)
			n.offer(mul(h, h), den, EdgeFeature+Feature(i), EdgeFeature+Feature(j), s, t, den)
		}
	}
}

// faces tries corners above the inside of the other triangle, and edges that pierce it.
func (n *featurePairs) faces() {
	normal := n.f[0].cross(&n.f[1])
	n.face(&normal, &n.f, &n.e, func(i, j int) bigVec { return n.r[i][j] }, func(i int, num, den *big.Int, part Feature, s, w *big.Int) {
		n.offer(num, den, part+Feature(i), FaceFeature, s, nil, w)
	})
	normal = n.e[0].cross(&n.e[1])
	n.face(&normal, &n.e, &n.f, func(j, i int) bigVec { return n.r[i][j].negated() }, func(j int, num, den *big.Int, part Feature, t, w *big.Int) {
		n.offer(num, den, FaceFeature, part+Feature(j), nil, t, w)
	})
}

// face tries the corners and the edges e of one triangle against the face of the other, with
// edges f; r returns the way from a corner of the latter to one of the former.
func (n *featurePairs) face(normal *bigVec, f, e *[3]bigVec, r func(i, j int) bigVec, offer func(i int, num, den *big.Int, part Feature, s, w *big.Int)) {
	size := normal.dot(normal)
	if size.Sign() == 0 {
		return
	}
	var h [3]*big.Int
	for i := range 3 {
		above := true
		for k := range 3 {
			inward, to := normal.cross(&f[k]), r(i, k)
			above = above && inward.dot(&to).Sign() > 0
		}
		to := r(i, 0)
		if h[i] = normal.dot(&to); above {
			offer(i, mul(h[i], h[i]), size, CornerFeature, h[i], size)
		}
	}
	for i := range 3 {
		j := next[i]
		if h[i].Sign()*h[j].Sign() < 0 && pierces(&e[i], f, func(k int) bigVec { return r(i, k) }) {
			offer(i, new(big.Int), one, EdgeFeature, h[i], sub(h[i], h[j]))
		}
	}
}

// pierces reports whether the line along e passes all edges f of a triangle on one side; r
// returns the way from a corner of the triangle to a point of the line.
func pierces(e *bigVec, f *[3]bigVec, r func(k int) bigVec) bool {
	turns := 0
	for k := range 3 {
		to := r(k)
		m := f[k].cross(&to)
		turns += m.dot(e).Sign()
	}
	return turns == 3 || turns == -3
}

func (a *bigVec) negated() bigVec {
	return bigVec{new(big.Int).Neg(a[0]), new(big.Int).Neg(a[1]), new(big.Int).Neg(a[2])}
}
