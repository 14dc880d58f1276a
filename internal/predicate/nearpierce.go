package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// touchingFeatures returns the features of the first common point of two triangles that touch in Measure's
// order, if it is found without trying all: equal corners, a corner inside an edge, an edge
// that pierces a face, or edges that cross.
//
// Corners on edges are tried after piercingFeatures, which is most often the answer and takes fewer branches:
// it has none where a corner lies on the other triangle's plane, so the order of the answers is Measure's.
func (t *Tally) touchingFeatures(p, q *geom.Triangle) (a, b Feature, ok bool) {
	for k := range Feature(9) {
		if p[k/3] == q[k%3] {
			return CornerFeature + k/3, CornerFeature + k%3, true
		}
	}
	if a, b, ok = t.piercingFeatures(p, q); ok {
		return a, b, ok
	}
	for k := range Feature(9) {
		if t.isInside(p[k/3], q, k%3) {
			return CornerFeature + k/3, EdgeFeature + k%3, true
		}
	}
	for k := range Feature(9) {
		if t.isInside(q[k%3], p, k/3) {
			return EdgeFeature + k/3, CornerFeature + k%3, true
		}
	}
	return t.crossingFeatures(p, q)
}

// crossingFeatures returns the first edges that cross inside both. No corner may lie on an edge.
func (t *Tally) crossingFeatures(p, q *geom.Triangle) (a, b Feature, ok bool) {
	for k := range Feature(9) {
		if t.cross(p[k/3], p[next[k/3]], q[k%3], q[next[k%3]]) {
			return EdgeFeature + k/3, EdgeFeature + k%3, true
		}
	}
	return a, b, false
}

// cross reports whether two edges cross inside both: in one plane, and along some axis the ends of each are
// seen strictly on either side of the other. Edges in one plane that cross as seen along an axis are not parallel,
// and their common point is where it is seen.
func (t *Tally) cross(a, b, c, d geom.Vec) bool {
	if t.Orient3D(a, b, c, d) != 0 {
		return false
	}
	return t.cross2(a.X, a.Y, b.X, b.Y, c.X, c.Y, d.X, d.Y) || t.cross2(a.Y, a.Z, b.Y, b.Z, c.Y, c.Z, d.Y, d.Z) ||
		t.cross2(a.Z, a.X, b.Z, b.X, c.Z, c.X, d.Z, d.X)
}

func (t *Tally) cross2(ax, ay, bx, by, cx, cy, dx, dy float64) bool {
	return t.Orient2D(ax, ay, bx, by, cx, cy)*t.Orient2D(ax, ay, bx, by, dx, dy) < 0 &&
		t.Orient2D(cx, cy, dx, dy, ax, ay)*t.Orient2D(cx, cy, dx, dy, bx, by) < 0
}

// isInside reports whether a point that is no corner of a triangle lies on one of its edges.
func (t *Tally) isInside(x geom.Vec, q *geom.Triangle, i Feature) bool {
	a, b := q[i], q[next[i]]
	between := func(x, a, b float64) bool { return x >= min(a, b) && x <= max(a, b) }
	return between(x.X, a.X, b.X) && between(x.Y, a.Y, b.Y) && between(x.Z, a.Z, b.Z) && t.collinear(a, b, x)
}

// piercingFeatures returns the features of the first common point of two triangles in Measure's order,
// if signs alone prove that an edge of one and the inside of the other have it.
//
// No corner may lie on the other triangle's plane, so no feature with a corner has a common point.
// Edges that meet have their ends strictly on either side of the other plane, and all four corners
// in one plane: none of the edges of p that cross the plane of q may be in one plane with an edge of q.
// What is left are edges that pierce a face, in the order in which faces tries them.
func (t *Tally) piercingFeatures(p, q *geom.Triangle) (a, b Feature, ok bool) {
	s := signs3(t.sides(q, p))
	if s[0]*s[1]*s[2] == 0 {
		return a, b, false
	}
	r := signs3(t.sides(p, q))
	if r[0]*r[1]*r[2] == 0 {
		return a, b, false
	}
	for i := range Feature(3) {
		if s[i] == s[next[i]] {
			continue
		}
		switch turns, flat := t.turns(p, i, q); {
		case flat:
			return a, b, false
		case !ok && (turns == 3 || turns == -3):
			a, b, ok = EdgeFeature+i, FaceFeature, true
		}
	}
	for j := Feature(0); j < 3 && !ok; j++ {
		if r[j] == r[next[j]] {
			continue
		}
		if turns, _ := t.turns(q, j, p); turns == 3 || turns == -3 {
			a, b, ok = FaceFeature, EdgeFeature+j, true
		}
	}
	return a, b, ok
}

// turns adds up on which sides an edge of p passes the edges of q, and reports whether it is in one plane
// with one of them.
func (t *Tally) turns(p *geom.Triangle, i Feature, q *geom.Triangle) (sum int, flat bool) {
	for k := range 3 {
		o := t.Orient3D(p[i], p[next[i]], q[k], q[next[k]])
		sum, flat = sum+o, flat || o == 0
	}
	return sum, flat
}

// signs3 takes the three signs apart.
func signs3(s sides3) [3]int {
	k := int(s - allBelow)
	return [3]int{k/9 - 1, k/3%3 - 1, k%3 - 1}
}

// edgeFace is face for edge i of the first triangle, which pierces the second one.
func (n *featurePairs) edgeFace(i int) {
	h, k := n.above(&n.q, &n.p[i], &n.p[next[i]])
	n.onFace(zero, one, EdgeFeature+Feature(i), h, n.sub(h, k), true)
}

// faceEdge is edgeFace with the triangles exchanged.
func (n *featurePairs) faceEdge(j int) {
	h, k := n.above(&n.p, &n.q[j], &n.q[next[j]])
	n.onFace(zero, one, EdgeFeature+Feature(j), h, n.sub(h, k), false)
}

// above returns how far two points are above the plane of a triangle.
func (n *featurePairs) above(t *[3]bigVec, x, y *bigVec) (h, k *big.Int) {
	e, f := n.minus(&t[1], &t[0]), n.minus(&t[2], &t[1])
	normal, r, s := n.cross(&e, &f), n.minus(x, &t[0]), n.minus(y, &t[0])
	return n.dot(&normal, &r), n.dot(&normal, &s)
}
