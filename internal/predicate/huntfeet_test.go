package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// footEdgeRatio is the error of a foot on an edge, and of the rest of the edge, over its bound:
// the ends of the edge and a point.
func footEdgeRatio(x []float64) float64 {
	a, b, p := vecAt(x, 0), vecAt(x, 3), vecAt(x, 6)
	r, e := p.Sub(a), b.Sub(a)
	l, m := r.Norm(), e.Norm()
	if !tame(x) || !isSafe(l, m) {
		return -1
	}
	br, be := bvOf(p).minus(bvOf(a)), bvOf(b).minus(bvOf(a))
	along, rest := br.dot(be), bsub(be.dot(be), br.dot(be))
	return max(off(r.Dot(e), along, footBound*(l*m)), off(e.Dot(e)-r.Dot(e), rest, footBound*(l+m)*m))
}

// footEdgesRatio is that of the feet of two edges: the ends of both.
func footEdgesRatio(x []float64) float64 {
	a, b, c, d := vecAt(x, 0), vecAt(x, 3), vecAt(x, 6), vecAt(x, 9)
	r, e, f := a.Sub(c), b.Sub(a), d.Sub(c)
	l, m, n := r.Norm(), e.Norm(), f.Norm()
	if !tame(x) || !isSafe(l, m, n) {
		return -1
	}
	s, t, den := edgeNumerators(r, e, f)
	br, be, bf := bvOf(a).minus(bvOf(c)), bvOf(b).minus(bvOf(a)), bvOf(d).minus(bvOf(c))
	ee, ff, ef, er, fr := be.dot(be), bf.dot(bf), be.dot(bf), be.dot(br), bf.dot(br)
	of := func(p, q, r, s *big.Float) *big.Float { return bsub(bmul(p, q), bmul(r, s)) }
	return max(off(s, of(ef, fr, ff, er), footBound*(l*m*(n*n))), off(t, of(ee, fr, ef, er), footBound*(l*n*(m*m))),
		off(den, of(ee, ff, ef, ef), footBound*((m*m)*(n*n))))
}

// footFaceRatio is that of a point above an edge of a face: the face and the point.
func footFaceRatio(x []float64) float64 {
	t, p := geom.Triangle{vecAt(x, 0), vecAt(x, 3), vecAt(x, 6)}, vecAt(x, 9)
	e, f := edgeOf(&t, 0), edgeOf(&t, 1)
	size := e.Norm() * f.Norm()
	be, bf := bvOf(t[1]).minus(bvOf(t[0])), bvOf(t[2]).minus(bvOf(t[1]))
	worst := -1.0
	for i := range Feature(3) {
		g, r := edgeOf(&t, i), p.Sub(t[i])
		if !tame(x) || !isSafe(e.Norm(), f.Norm(), g.Norm(), r.Norm()) {
			return -1
		}
		bg, br := bvOf(t[next[i]]).minus(bvOf(t[i])), bvOf(p).minus(bvOf(t[i]))
		inward := be.cross(bf).cross(bg)
		worst = math.Max(worst, off(e.Cross(f).Cross(g).Dot(r), inward.dot(br), footBound*(size*g.Norm()*r.Norm())))
	}
	return worst
}
