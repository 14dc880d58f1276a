package predicate

import "math/big"

// faces tries corners above the inside of the other triangle, and edges that pierce it.
func (n *featurePairs) faces() {
	n.face(&n.f, &n.e, &n.r, true)
	var back [3][3]bigVec
	for i := range 3 {
		for j := range 3 {
			back[j][i] = n.negated(&n.r[i][j])
		}
	}
	n.face(&n.e, &n.f, &back, false)
}

// face tries the corners and the edges e of one triangle against the face of the other, with
// edges f; r are the ways from the corners of the latter to those of the former. ofQ means that
// the face is the second triangle's.
func (n *featurePairs) face(f, e *[3]bigVec, r *[3][3]bigVec, ofQ bool) {
	normal := n.cross(&f[0], &f[1])
	size := n.dot(&normal, &normal)
	if size.Sign() == 0 {
		return
	}
	var h [3]*big.Int
	for i := range 3 {
		above := true
		for k := range 3 {
			inward := n.cross(&normal, &f[k])
			above = above && n.dot(&inward, &r[i][k]).Sign() > 0
		}
		if h[i] = n.dot(&normal, &r[i][0]); above {
			n.onFace(n.mul(h[i], h[i]), size, CornerFeature+Feature(i), h[i], size, ofQ)
		}
	}
	for i := range 3 {
		j := next[i]
		if h[i].Sign()*h[j].Sign() < 0 && n.pierces(&e[i], f, &r[i]) {
			n.onFace(zero, one, EdgeFeature+Feature(i), h[i], n.sub(h[i], h[j]), ofQ)
		}
	}
}

// onFace offers the face with a feature of the other triangle, s/w being where the end is.
func (n *featurePairs) onFace(num, den *big.Int, part Feature, s, w *big.Int, ofQ bool) {
	if ofQ {
		n.offer(num, den, part, FaceFeature, s, nil, w)
	} else {
		n.offer(num, den, FaceFeature, part, nil, s, w)
	}
}

// cornerFace is face for corner i of the first triangle, whose foot is inside the second one.
func (n *featurePairs) cornerFace(i int) {
	n.load(i, 0)
	n.load(i, 1)
	normal := n.cross(&n.f[0], &n.f[1])
	h, size := n.dot(&normal, &n.r[i][0]), n.dot(&normal, &normal)
	n.onFace(n.mul(h, h), size, CornerFeature+Feature(i), h, size, true)
}

// faceCorner is cornerFace with the triangles exchanged.
func (n *featurePairs) faceCorner(j int) {
	n.load(0, j)
	n.load(1, j)
	normal, to := n.cross(&n.e[0], &n.e[1]), n.negated(&n.r[0][j])
	h, size := n.dot(&normal, &to), n.dot(&normal, &normal)
	n.onFace(n.mul(h, h), size, CornerFeature+Feature(j), h, size, false)
}

// pierces reports whether the line along e passes all edges f of a triangle on one side; to
// are the ways from the corners of the triangle to a point of the line.
func (n *featurePairs) pierces(e *bigVec, f, to *[3]bigVec) bool {
	turns := 0
	for k := range 3 {
		m := n.cross(&f[k], &to[k])
		turns += n.dot(&m, e).Sign()
	}
	return turns == 3 || turns == -3
}

func (a *arena) negated(v *bigVec) bigVec { return bigVec{a.neg(v[0]), a.neg(v[1]), a.neg(v[2])} }
