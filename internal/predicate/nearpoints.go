package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Points returns the ends of the shortest segment between the features of two triangles that
// Distance returned n for, each coordinate rounded to the nearest float64, and a bound on
// how far either is from its exact place.
func (n *Near) Points(p, q *geom.Triangle) (x, y geom.Vec, bound float64) {
	a, b := n.end(n.A, p, n.B, q, n.s), n.end(n.B, q, n.A, p, n.t)
	x, y = a.vec(), b.vec()
	if !a.corner {
		bound = roundingOf(x)
	}
	if !b.corner {
		bound = max(bound, roundingOf(y))
	}
	return x, y, bound
}

// end returns the end on feature f of triangle p; s is n's numerator for it.
func (n *Near) end(f Feature, p *geom.Triangle, other Feature, q *geom.Triangle, s *big.Int) ratPoint {
	u := n.Square.u
	switch {
	case f < EdgeFeature:
		return u.point(p[f])
	case f < FaceFeature:
		i := f - EdgeFeature
		e := u.difference(p[next[i]], p[i])
		return u.onward(p[i], &e, s, n.w)
	case other >= EdgeFeature: // an edge pierces the face
		return n.end(other, q, f, p, n.along())
	}
	e, g := u.difference(p[1], p[0]), u.difference(p[2], p[1])
	normal := e.cross(&g)
	h := new(big.Int).Neg(n.along())
	return u.onward(q[other], &normal, h, n.w)
}

// along returns the one numerator of a pair with a face.
func (n *Near) along() *big.Int {
	if n.s != nil {
		return n.s
	}
	return n.t
}

// onward returns a + (s/w)·e.
func (u units) onward(a geom.Vec, e *bigVec, s, w *big.Int) ratPoint {
	r := ratPoint{w: new(big.Int).Abs(w), u: u}
	if w.Sign() < 0 {
		s = new(big.Int).Neg(s)
	}
	for k := range 3 {
		r.v[k] = mul(u.of(a.At(k)), r.w)
		r.v[k].Add(r.v[k], mul(e[k], s))
	}
	return r
}

// roundingOf bounds the length of a vector of half units in the last place: what rounding
// to x may have moved. Halves of subnormal units are taken whole.
func roundingOf(x geom.Vec) float64 {
	l := geom.Length(geom.Vec{X: halfUnit(x.X), Y: halfUnit(x.Y), Z: halfUnit(x.Z)})
	return math.Nextafter(float64(l*(1+8*u)), math.Inf(1)) // Length is off by 4u of itself
}

func halfUnit(x float64) float64 {
	x = math.Abs(x)
	unit := math.Nextafter(x, math.Inf(1)) - x
	if math.IsInf(unit, 1) {
		unit = x - math.Nextafter(x, 0)
	}
	return max(unit/2, math.SmallestNonzeroFloat64)
}
