package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// The static filter evaluates n·(x−o), n being the computed normal of a
// triangle with corner o, for three points x at once. With M the largest
// component of the rounded differences involved, every one of the six terms is
// at most M³, so by the derivation in orient.go the error is below
// 8.1u·6M³ < 49u·M³; underflow adds less than 2⁻⁷⁷³ while M ≤ 2³⁰⁰, below u·M³
// once M ≥ 2⁻²³⁰. 64u leaves room for the rounding of M³ itself.
const staticBound = 64 * u

var (
	staticLeast = math.Ldexp(1, -230)
	staticMost  = math.Ldexp(1, 300)
)

// TriangleTriangle reports whether the closed triangles share a point. Exact
// for every finite input, degenerate triangles included.
func TriangleTriangle(p, q *geom.Triangle) bool {
	var t Tally
	return t.TriangleTriangle(p, q)
}

// TriangleTriangle is the package's TriangleTriangle, counted. General position
// costs six to eight orientation signs, after Guigue and Devillers, "Fast and
// Robust Triangle-Triangle Overlap Test Using Orientation Predicates", Journal
// of Graphics Tools 8(1), 2003.
func (t *Tally) TriangleTriangle(p, q *geom.Triangle) bool {
	s := t.sides(q, p)
	if s[0]*s[1] > 0 && s[0]*s[2] > 0 {
		return false
	}
	if s == [3]int{} { // coplanar, or q spans no plane
		return t.flat(p, q)
	}
	r := t.sides(p, q)
	if r[0]*r[1] > 0 && r[0]*r[2] > 0 {
		return false
	}
	if r == [3]int{} { // p spans no plane
		return t.flat(p, q)
	}
	return t.crossing(p, q, s, r)
}

// sides returns on which side of the plane of t the corners of x lie; all 0
// when t is degenerate.
func (t *Tally) sides(plane, x *geom.Triangle) [3]int {
	d, bound := distances(plane, x)
	return [3]int{
		t.side(d[0], bound, plane, x[0]),
		t.side(d[1], bound, plane, x[1]),
		t.side(d[2], bound, plane, x[2]),
	}
}

// distances returns how far the corners of x are from a plane, in units of its
// normal, and a bound on the error, infinite where none is known.
func distances(plane, x *geom.Triangle) (d [3]float64, bound float64) {
	o := plane[0]
	e, f := plane[1].Sub(o), plane[2].Sub(o)
	a, b, c := x[0].Sub(o), x[1].Sub(o), x[2].Sub(o)
	m := max(e.MaxAbs(), f.MaxAbs(), a.MaxAbs(), b.MaxAbs(), c.MaxAbs())
	bound = math.Inf(1)
	if m >= staticLeast && m <= staticMost {
		bound = staticBound * m * m * m
	}
	n := e.Cross(f)
	return [3]float64{n.Dot(a), n.Dot(b), n.Dot(c)}, bound
}

// side is the sign of det, whose error is below bound, or the exact sign.
func (t *Tally) side(det, bound float64, plane *geom.Triangle, x geom.Vec) int {
	if det > bound {
		return 1
	} else if -det > bound {
		return -1
	}
	return t.Orient3D(plane[0], plane[1], plane[2], x)
}

// crossing decides for two triangles in different planes, given the sides s of
// p's corners about q and r of q's about p, neither all of one strict sign. On
// the common line of the planes each triangle covers an interval, whose ends lie
// on the two edges at its lone corner; two signs tell whether they overlap.
func (t *Tally) crossing(p, q *geom.Triangle, s, r [3]int) bool {
	i, flipQ := lone(s)
	j, flipP := lone(r)
	p0, p1, p2 := p[i], p[(i+1)%3], p[(i+2)%3]
	q0, q1, q2 := q[j], q[(j+1)%3], q[(j+2)%3]
	if flipQ {
		q1, q2 = q2, q1
	}
	if flipP {
		p1, p2 = p2, p1
	}
	// Both lone corners now lie on or above the other's plane, the rest on or below.
	return t.Orient3D(p0, p1, q0, q1) <= 0 && t.Orient3D(p0, p2, q2, q0) <= 0
}

// lone picks the corner whose two edges both meet the plane, and tells whether
// the plane must be flipped for that corner to lie on or above it.
func lone(s [3]int) (corner int, flip bool) {
	for i := range 3 {
		a, b := s[(i+1)%3], s[(i+2)%3]
		if s[i] != 0 && a*s[i] <= 0 && b*s[i] <= 0 {
			return i, s[i] < 0
		}
		if s[i] == 0 && a*b > 0 {
			return i, a > 0
		}
	}
	panic("predicate: lone corner of a triangle that does not meet the plane")
}
