package predicate

import "github.com/collide-go/collide/geom"

// piercingFeatures returns the features of the first common point of two triangles in Measure's order,
// if signs alone prove that an edge of one and the inside of the other have it.
//
// No corner may lie on the other triangle's plane, so no feature with a corner has a common point.
// Edges that meet have their ends strictly on either side of the other plane, and all four corners
// in one plane: none of the edges of p that cross the plane of q may be in one plane with an edge of q.
// What is left are edges that pierce a face, in the order in which faces tries them.
func (t *Tally) piercingFeatures(p, q *geom.Triangle) (a, b Feature, ok bool) {
	s, r := signs3(t.sides(q, p)), signs3(t.sides(p, q))
	if s[0]*s[1]*s[2] == 0 || r[0]*r[1]*r[2] == 0 {
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
	n.load(i, 0)
	n.load(i, 1)
	n.load(next[i], 0)
	normal := n.cross(&n.f[0], &n.f[1])
	h, k := n.dot(&normal, &n.r[i][0]), n.dot(&normal, &n.r[next[i]][0])
	n.onFace(zero, one, EdgeFeature+Feature(i), h, n.sub(h, k), true)
}

// faceEdge is edgeFace with the triangles exchanged.
func (n *featurePairs) faceEdge(j int) {
	n.load(0, j)
	n.load(1, j)
	n.load(0, next[j])
	normal := n.cross(&n.e[0], &n.e[1])
	h, k := n.neg(n.dot(&normal, &n.r[0][j])), n.neg(n.dot(&normal, &n.r[0][next[j]]))
	n.onFace(zero, one, EdgeFeature+Feature(j), h, n.sub(h, k), false)
}
