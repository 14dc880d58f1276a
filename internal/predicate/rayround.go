package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// rayRoundBound bounds the relative error of double.over, which divides numbers with tails of
// at most u of themselves. The remainder of the rounded quotient is exact. The correction is
// at most 3u of the quotient: leaving out the divisor's tail takes 3u² of it, its own four
// roundings 9u², adding the bound to it 3u².
const rayRoundBound = 32 * u * u

// roundDoubles returns the t of a triangle rounded to the nearest float64, if t with two float64
// a number is farther from the middle between two float64 than its error.
func (c *RayCaster) roundDoubles(h *RayHit) (x float64, certain bool) {
	q, lo, off := c.doublesOf(h)
	slack := math.Abs(float64(off * q))
	x = q + (lo - slack)
	return x, x == q+(lo+slack) // false for NaN
}

// doublesOf returns the t of a triangle as a sum q + lo, and a bound on its relative error, +Inf
// or NaN if there is none.
func (c *RayCaster) doublesOf(h *RayHit) (q, lo, off float64) {
	d := c.ray.Direction
	if h.kind != throughTriangle || !(h.Lo > rayBallLeast && h.Hi < rayBallMost) {
		return 0, 0, math.Inf(1)
	}
	return doublesThrough(&h.triangle, c.ray.Origin, &doubleVec{double{hi: d.X}, double{hi: d.Y}, double{hi: d.Z}})
}

// doublesThrough returns the t with which o + t·d lies in the plane of a triangle as a sum q + lo, and a bound
// on its relative error, +Inf or NaN if there is none. The two determinants are off by closerBound of their sums of
// absolute terms, which leaves half of it for the rounding of these sums.
//
// Its premises are those of orient3DCloser. With determinants above 2⁻⁷⁰⁰ the remainder, a
// multiple of about 2⁻¹⁰⁴ of the dividend, does not underflow.
func doublesThrough(v *geom.Triangle, o geom.Vec, d *doubleVec) (q, lo, off float64) {
	if !safeRange(v[0].X, v[0].Y, v[0].Z, v[1].X, v[1].Y, v[1].Z) || !safeRange(v[2].X, v[2].Y, v[2].Z, o.X, o.Y, o.Z) ||
		!safeRange(d.x.hi, d.y.hi, d.z.hi, 0, 0, 0) {
		return 0, 0, math.Inf(1)
	}
	e, f, w := doubleDifference(v[1], v[0]), doubleDifference(v[2], v[0]), doubleDifference(v[0], o)
	n := doubleVec{
		minor(e.y, f.z, e.z, f.y).double,
		minor(e.z, f.x, e.x, f.z).double,
		minor(e.x, f.y, e.y, f.x).double,
	}
	size := permanent(e.heads(), f.heads())
	above, below := n.dot(w.x, w.y, w.z).normal(), n.dot(d.x, d.y, d.z).normal()
	a, b := math.Abs(above.hi), math.Abs(below.hi)
	if !(a >= orient3DLeast && b >= orient3DLeast) {
		return 0, 0, math.Inf(1)
	}
	q, lo = above.over(below)
	return q, lo, rayRoundBound + closerBound*(size.Dot(w.heads())/a) + closerBound*(size.Dot(d.heads())/b)
}

// permanent returns the cross product of two vectors with sums for differences.
func permanent(e, f geom.Vec) geom.Vec {
	return geom.Vec{
		X: float64(e.Y*f.Z) + float64(e.Z*f.Y),
		Y: float64(e.Z*f.X) + float64(e.X*f.Z),
		Z: float64(e.X*f.Y) + float64(e.Y*f.X),
	}
}

// heads returns the absolute values of the heads.
func (d *doubleVec) heads() geom.Vec {
	return geom.Vec{X: math.Abs(d.x.hi), Y: math.Abs(d.y.hi), Z: math.Abs(d.z.hi)}
}

// normal returns a number with a tail of at most u of its head.
func (a double) normal() (b double) {
	b.hi, b.lo = twoSum(a.hi, a.lo)
	return b
}

// over returns a/b as a rounded quotient and its correction.
func (a double) over(b double) (q, lo float64) {
	q = a.hi / b.hi
	rest := math.FMA(-q, b.hi, a.hi)
	return q, (rest + (a.lo - float64(q*b.lo))) / b.hi
}
