package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
)

// valueOfRayEdge is what the filter of edgeSide computes: the points a and b, an origin and a
// direction.
func valueOfRayEdge(x []float64) (value, bool) {
	o, d := vecAt(x, 6), vecAt(x, 9)
	a, b := vecAt(x, 0).Sub(o), vecAt(x, 3).Sub(o)
	bound := float64(filterSize(a.Dot(a), b.Dot(b))*d.Dot(d)) + planeUnderflow
	e, f := bvOf(vecAt(x, 0)).minus(bvOf(o)), bvOf(vecAt(x, 3)).minus(bvOf(o))
	return value{a.Cross(b).Dot(d), math.Sqrt(bound), e.cross(f).dot(bvOf(d))}, bound > 0x1p-600
}

// rayIntervalRatio is how far the t of a triangle is from the middle of its interval.
func rayIntervalRatio(x []float64) float64 {
	if !tame(x) {
		return -1
	}
	r := Ray{Origin: vecAt(x, 9), Direction: vecAt(x, 12), Max: math.Inf(1)}
	if r.Direction == (geom.Vec{}) {
		return -1
	}
	q := geom.Triangle{vecAt(x, 0), vecAt(x, 3), vecAt(x, 6)}
	var c RayCaster
	c.Set(&r)
	var hit RayHit
	if !c.Triangle(&q, &hit) || hit.kind != throughTriangle || !(hit.Hi < 0x1p300) || hit.Lo == 0 {
		return -1
	}
	t := oracle.Entry(r.Origin, r.Direction, q[:])
	lo, hi := rat(hit.Lo), rat(hit.Hi)
	e, _ := rsub(radd(t, t), radd(lo, hi)).Float64()
	return math.Abs(e) / (hit.Hi - hit.Lo)
}

// rayRoundRatio is the error of t with two float64 a number over its bound.
func rayRoundRatio(x []float64) float64 {
	if !tame(x) || vecAt(x, 12) == (geom.Vec{}) {
		return -1
	}
	r := Ray{Origin: vecAt(x, 9), Direction: vecAt(x, 12), Max: math.Inf(1)}
	q := geom.Triangle{vecAt(x, 0), vecAt(x, 3), vecAt(x, 6)}
	var c RayCaster
	c.Set(&r)
	var hit RayHit
	if !c.Triangle(&q, &hit) || hit.kind != throughTriangle {
		return -1
	}
	hi, lo, off := c.doublesOf(&hit)
	if !(off < 0x1p-54) {
		return -1
	}
	t := oracle.Entry(r.Origin, r.Direction, q[:])
	e, _ := rsub(radd(rat(hi), rat(lo)), t).Float64()
	return math.Abs(e) / (off * hi)
}

// rayBallRatio is the largest error of a term of rayBallFilter over its bound.
func rayBallRatio(x []float64) float64 {
	if !tame(x) {
		return -1
	}
	s := geom.Sphere{Center: vecAt(x, 0), Radius: math.Abs(x[9])}
	r := Ray{Origin: vecAt(x, 3), Direction: vecAt(x, 6)}
	var f rayBallFilter
	if !f.set(&s, &r, r.Direction.Dot(r.Direction)) {
		return -1
	}
	m, d := bvOf(s.Center).minus(bvOf(r.Origin)), bvOf(r.Direction)
	b, k := m.dot(d), bsub(m.dot(m), bmul(bf(s.Radius), bf(s.Radius)))
	disc := bsub(bmul(b, b), bmul(d.dot(d), k))
	return max(off(f.b, b, f.offB), off(f.k, k, f.offK), off(f.disc, disc, f.offD))
}
