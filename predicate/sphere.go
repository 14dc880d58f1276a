package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Tests of closed balls. A ball of radius 0 is a point, one of negative radius
// is empty.
//
// The filters compare a squared distance d² with a squared reach r². Each
// component of a difference is rounded once, each square once, and two sums
// follow, so the computed square is within (1±u)⁵ of the true one, and that of
// the (sum of) radii within (1±u)³. 16u covers the sum of both, 8.1u, and that of
// the comparison. Squares between ballLeast and ballMost neither overflow nor
// lose more than 2⁻¹⁰⁷⁴ ≪ u·2⁻⁹⁰⁰ to underflow.
const ballBound = 16 * u

var (
	ballLeast = math.Ldexp(1, -900)
	ballMost  = math.Ldexp(1, 900)
)

// compareSquares returns the sign of d−r for computed squares d and r, and
// whether the filter is sure of it.
func compareSquares(d, r float64) (s int, certain bool) {
	size := d + r
	if size >= ballLeast && size <= ballMost {
		if bound := ballBound * size; d-r > bound {
			return 1, true
		} else if r-d > bound {
			return -1, true
		}
	}
	return 0, false
}

// SphereSphere reports whether two closed balls share a point. Exact for every
// finite input.
func SphereSphere(a, b *geom.Sphere) bool {
	var t Tally
	return t.SphereSphere(a, b)
}

// SphereSphere is the package's SphereSphere, counted.
func (t *Tally) SphereSphere(a, b *geom.Sphere) bool {
	if a.Radius < 0 || b.Radius < 0 {
		return false
	}
	d, r := a.Center.Sub(b.Center), a.Radius+b.Radius
	if s, certain := compareSquares(d.Dot(d), float64(r*r)); certain {
		return s < 0
	}
	t.Exact++
	e := integerDifference(a.Center, b.Center)
	reach := integer(a.Radius)
	reach.Add(reach, integer(b.Radius))
	return e.dot(&e).Cmp(mul(reach, reach)) <= 0
}

// SphereTriangle reports whether a closed ball and a closed triangle share a
// point. Exact for every finite input, degenerate triangles included.
func SphereTriangle(s *geom.Sphere, q *geom.Triangle) bool {
	var t Tally
	return t.SphereTriangle(s, q)
}

// SphereTriangle is the package's SphereTriangle, counted.
func (t *Tally) SphereTriangle(s *geom.Sphere, q *geom.Triangle) bool {
	if s.Radius < 0 {
		return false
	}
	t.Exact++
	return sphereTriangleExact(s, q)
}

// sphereTriangleExact compares squared distances in integers: that of the plane
// where the centre's projection lies in the triangle, else those of the edges.
func sphereTriangleExact(s *geom.Sphere, q *geom.Triangle) bool {
	r := integer(s.Radius)
	r.Mul(r, r)
	var c, e [3]bigVec // centre − corner, and edges
	for k := range 3 {
		c[k], e[k] = integerDifference(s.Center, q[k]), integerDifference(q[(k+1)%3], q[k])
	}
	for k := range 3 {
		if ballMeetsEdge(&c[k], &c[(k+1)%3], &e[k], r) {
			return true
		}
	}
	n := e[0].cross(&e[1])
	size := n.dot(&n)
	if size.Sign() == 0 {
		return false
	}
	for k := range 3 {
		if inward := n.cross(&e[k]); inward.dot(&c[k]).Sign() < 0 {
			return false
		}
	}
	h := n.dot(&c[0])
	return mul(h, h).Cmp(mul(r, size)) <= 0
}

// ballMeetsEdge compares the squared distance of the segment ab = e from the
// centre with r, a and b being centre−a and centre−b.
func ballMeetsEdge(a, b, e *bigVec, r *big.Int) bool {
	along, length := a.dot(e), e.dot(e)
	switch {
	case along.Sign() <= 0:
		return a.dot(a).Cmp(r) <= 0
	case along.Cmp(length) >= 0:
		return b.dot(b).Cmp(r) <= 0
	}
	// |a|² − along²/length ≤ r
	return sub(mul(a.dot(a), length), mul(along, along)).Cmp(mul(r, length)) <= 0
}
