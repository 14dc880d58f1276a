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
	defer n.ints.release(n.ints.used)
	x = n.end(n.A, p, n.B, q, n.s)
	if y = x; !n.pierces() {
		y = n.end(n.B, q, n.A, p, n.t)
	}
	if n.A >= EdgeFeature {
		bound = roundingOf(x)
	}
	if n.B >= EdgeFeature {
		bound = max(bound, roundingOf(y))
	}
	return x, y, bound
}

// pierces reports whether an edge of one triangle pierces the face of the other: both ends are one point.
func (n *Near) pierces() bool {
	return n.A >= EdgeFeature && n.B >= EdgeFeature && (n.A == FaceFeature || n.B == FaceFeature)
}

// end returns the end on feature f of triangle p; s is n's numerator for it.
func (n *Near) end(f Feature, p *geom.Triangle, other Feature, q *geom.Triangle, s *big.Int) geom.Vec {
	switch {
	case f < EdgeFeature:
		return geom.Vec{X: p[f].X + 0, Y: p[f].Y + 0, Z: p[f].Z + 0} // −0 is 0
	case f < FaceFeature:
		i := f - EdgeFeature
		e := n.way(p[i], p[next[i]])
		return n.onward(p[i], &e, s)
	case other >= EdgeFeature: // an edge pierces the face
		return n.end(other, q, f, p, n.along())
	}
	e, g := n.way(p[0], p[1]), n.way(p[1], p[2])
	normal := n.ints.cross(&e, &g)
	return n.onward(q[other], &normal, n.ints.neg(n.along()))
}

// way returns b−a.
func (n *Near) way(a, b geom.Vec) bigVec {
	x, y := n.ints.vec(n.Square.u, a), n.ints.vec(n.Square.u, b)
	return n.ints.minus(&y, &x)
}

// along returns the one numerator of a pair with a face.
func (n *Near) along() *big.Int {
	if n.s != nil {
		return n.s
	}
	return n.t
}

// onward returns a + (s/w)·e, each coordinate rounded to the nearest float64.
func (n *Near) onward(a geom.Vec, e *bigVec, s *big.Int) geom.Vec {
	at := n.ints.vec(n.Square.u, a)
	coordinate := func(k int) float64 {
		v := n.ints.add(n.ints.mul(at[k], n.w), n.ints.mul(e[k], s))
		x := n.ints.rounded(n.ints.next().Abs(v), n.ints.next().Abs(n.w), n.Square.u, 1)
		if v.Sign()*n.w.Sign() < 0 {
			return -x
		}
		return x
	}
	return geom.Vec{X: coordinate(0), Y: coordinate(1), Z: coordinate(2)}
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
