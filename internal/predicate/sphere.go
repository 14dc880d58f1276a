package predicate

import (
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

// ballError is the error of ballFilter in units of the largest distances at hand.
const ballError = 64 * u

const (
	ballLeast = 0x1p-900
	ballMost  = 0x1p+900
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
	return t.compareDistance(a.Center, b.Center, a.Radius, b.Radius) <= 0
}

// compareDistance returns the sign of |a−b| − |r+s|.
func (t *Tally) compareDistance(a, b geom.Vec, r, s float64) int {
	d, reach := a.Sub(b), r+s
	if sign, certain := compareSquares(d.Dot(d), float64(reach*reach)); certain {
		return sign
	}
	t.Exact++
	e := integerDifference(a, b)
	sum := integer(r)
	sum.Add(sum, integer(s))
	return e.dot(&e).Cmp(mul(sum, sum))
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
	if v := ballFilter(s, q); v != unsure {
		return v == sureYes
	}
	t.Exact++
	return sphereTriangleExact(s, q) <= 0
}

// ballFilter looks at x = Σ wₖ·qₖ, about the nearest point, with weights in [0, 1]
// that sum to 1 within 4u, and at n = Σ wₖ·(c−qₖ), about c−x. With M the largest
// component of the rounded c−qₖ and w the true weights, divided by their sum,
// |n−(c−x)| < 16u·M, so |n| well below the radius proves contact. And any n
// at all separates if n·(c−qₖ) > r·|n| for each k; that product is off by less
// than 8u·M·|n|. 64u·(M+r) covers either with the rounding of r and |n|.
func ballFilter(s *geom.Sphere, q *geom.Triangle) verdict {
	a, b, c := s.Center.Sub(q[0]), s.Center.Sub(q[1]), s.Center.Sub(q[2])
	m := max(a.MaxAbs(), b.MaxAbs(), c.MaxAbs())
	if !(m >= frameLeast && m <= frameMost && s.Radius <= frameMost) {
		return unsure
	}
	n := toNearest(a, b, c)
	d, e := n.Norm(), float64(ballError*(m+s.Radius))
	if d+e < s.Radius {
		return sureYes
	}
	if d > e && min(n.Dot(a), n.Dot(b), n.Dot(c)) > (s.Radius+e)*d {
		return sureNo
	}
	return unsure
}

// toNearest returns about the way from the nearest point of a triangle to a point, given
// those from its corners.
func toNearest(a, b, c geom.Vec) geom.Vec {
	v, w := nearest(a, a.Sub(b), a.Sub(c))
	return a.Scale(1 - v - w).Add(b.Scale(v)).Add(c.Scale(w))
}

// nearest returns weights v, w ≥ 0 with v+w ≤ 1, so that v·e+w·f is about the
// point nearest to a in the triangle 0, e, f, by the regions of Ericson,
// "Real-Time Collision Detection", 2005, §5.1.5. Nothing depends on their quality.
func nearest(a, e, f geom.Vec) (v, w float64) {
	ae, af, ee, ff, ef := a.Dot(e), a.Dot(f), e.Dot(e), f.Dot(f), e.Dot(f)
	det := float64(ee*ff) - float64(ef*ef)
	v, w = float64(ff*ae)-float64(ef*af), float64(ee*af)-float64(ef*ae)
	if v >= 0 && w >= 0 && v+w <= det && det > 0 {
		return share(v, det), min(share(w, det), 1-share(v, det))
	}
	// Outside, the nearest point lies on an edge; take the best of three.
	v, w = share(ae, ee), 0
	best := offEdge(a, e.Scale(v))
	if x := share(af, ff); offEdge(a, f.Scale(x)) < best {
		v, w, best = 0, x, offEdge(a, f.Scale(x))
	}
	g := f.Sub(e)
	if x := share(a.Sub(e).Dot(g), g.Dot(g)); offEdge(a, e.Add(g.Scale(x))) < best {
		v, w = 1-x, x
	}
	return v, w
}

// share returns x/y clamped to [0, 1], 0 where there is no quotient.
func share(x, y float64) float64 {
	if !(x > 0 && y > 0) {
		return 0
	}
	return min(x/y, 1)
}

func offEdge(a, x geom.Vec) float64 {
	d := a.Sub(x)
	return d.Dot(d)
}

// sphereTriangleExact returns the sign of the distance from the centre less the radius. It
// compares squared distances in integers: that of the plane where the centre's projection lies in
// the triangle, and those of the edges.
func sphereTriangleExact(s *geom.Sphere, q *geom.Triangle) int {
	r := integer(s.Radius)
	r.Mul(r, r)
	var c, e [3]bigVec // centre − corner, and edges
	for k := range 3 {
		c[k], e[k] = integerDifference(s.Center, q[k]), integerDifference(q[(k+1)%3], q[k])
	}
	least := 1
	for k := range 3 {
		if least = min(least, ballToEdge(&c[k], &c[(k+1)%3], &e[k], r)); least < 0 {
			return least
		}
	}
	n := e[0].cross(&e[1])
	size := n.dot(&n)
	if size.Sign() == 0 {
		return least
	}
	for k := range 3 {
		if inward := n.cross(&e[k]); inward.dot(&c[k]).Sign() < 0 {
			return least
		}
	}
	h := n.dot(&c[0])
	return min(least, mul(h, h).Cmp(mul(r, size)))
}

// ballToEdge compares the squared distance of the segment ab = e from the
// centre with r, a and b being centre−a and centre−b.
func ballToEdge(a, b, e *bigVec, r *big.Int) int {
	along, length := a.dot(e), e.dot(e)
	switch {
	case along.Sign() <= 0:
		return a.dot(a).Cmp(r)
	case along.Cmp(length) >= 0:
		return b.dot(b).Cmp(r)
	}
	// |a|² − along²/length against r
	return sub(mul(a.dot(a), length), mul(along, along)).Cmp(mul(r, length))
}
