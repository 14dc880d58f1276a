package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Ray is the closed set of the points Origin + t·Direction for t from 0 to Max, which may
// be +Inf. All other numbers are finite, and Direction is not zero.
type Ray struct {
	Origin, Direction geom.Vec
	Max               float64
}

// RayHit is where a ray enters a shape: the least t of their common points. Lo and Hi are
// bounds of t, equal where t is 0.
type RayHit struct {
	Lo, Hi float64
	kind   rayKind
	// triangle is the one whose entry t is: for a sphere its centre and (radius, 0, 0).
	triangle geom.Triangle
}

type rayKind uint8

const (
	atStart rayKind = iota // t is 0
	throughTriangle
	alongTriangle // the ray's line lies in the plane of the triangle, or the triangle is degenerate
	throughSphere
)

// RayCaster decides what a ray meets, and in which order. The zero value is ready once Set
// has been called; one goroutine at a time may use it. It allocates nothing once its
// integers have grown.
type RayCaster struct {
	Tally Tally
	ray   Ray
	dd    float64 // |Direction|², rounded
	ints  arena
}

// Set gives the caster its ray.
func (c *RayCaster) Set(r *Ray) { c.ray, c.dd = *r, r.Direction.Dot(r.Direction) }

// Triangle reports whether the ray meets a closed triangle, degenerate ones included, and
// sets hit to where it does first. Exact for finite input.
//
// Let e₀, e₁, e₂ be det(b−o, c−o, d) for the edges (b, c) of the triangle. Their sum is
// n·d, n being the triangle's normal. If two of them have opposite signs, the line of the
// ray passes the triangle; if all are 0, it lies in one plane with the triangle; else it meets
// the triangle in the one point t = n·(q₀−o) / n·d. This holds of degenerate triangles,
// too: their sum is 0.
func (c *RayCaster) Triangle(q *geom.Triangle, hit *RayHit) bool {
	o := c.ray.Origin
	x, y, z := q[0].Sub(o), q[1].Sub(o), q[2].Sub(o)
	xx, yy, zz := x.Dot(x), y.Dot(y), z.Dot(z)
	d := c.ray.Direction
	e0 := c.edgeSide(y.Cross(z).Dot(d), yy, zz, q[1], q[2])
	e1 := c.edgeSide(z.Cross(x).Dot(d), zz, xx, q[2], q[0])
	if e0*e1 < 0 {
		return false
	}
	e2 := c.edgeSide(x.Cross(y).Dot(d), xx, yy, q[0], q[1])
	if e0*e2 < 0 || e1*e2 < 0 {
		return false
	}
	s := e0 | e1 | e2 // all that are not 0 are equal
	if s == 0 {
		return c.along(q, hit)
	}
	switch c.Tally.Orient3D(q[0], q[1], q[2], o) * s {
	case 1:
		return false // t is below 0
	case 0:
		*hit = RayHit{}
		return true
	}
	*hit = RayHit{kind: throughTriangle, triangle: *q}
	c.bound(hit, float64(s), x, xx)
	return c.withinMax(hit)
}

// edgeSide returns the sign of det(a−o, b−o, d), of which det is the rounded value and aa
// and bb are the rounded squares of a−o and b−o. The filter is that of planeFilter with the
// direction for v, which is not even rounded.
func (c *RayCaster) edgeSide(det, aa, bb float64, a, b geom.Vec) int {
	if float64(det*det) > float64(filterSize(aa, bb)*c.dd)+planeUnderflow {
		return signOfNonzero(det)
	}
	c.Tally.Exact++
	return c.edgeSideExact(a, b)
}

// bound sets Lo and Hi for t = n·x / n·d, where x = q₀−o, s·n·d > 0 and t > 0.
//
// By planeFilter's derivation n·x is off by at most 9.4u·|e||f||x| and 2⁻³⁵⁰, and n·d alike;
// 10u covers the rounding of these bounds. Three more operations follow, each off by u at
// most, for which 8u is taken; a quotient below rayLeast, which may have underflowed, is
// replaced by 0 or rayLeast. Where the range of filterSize is left, the bounds are 0 and
// +Inf.
func (c *RayCaster) bound(hit *RayHit, s float64, x geom.Vec, xx float64) {
	q := &hit.triangle
	e, f := q[1].Sub(q[0]), q[2].Sub(q[0])
	n := e.Cross(f).Scale(s)
	size := filterSize(e.Dot(e), f.Dot(f))
	above, below := n.Dot(x), n.Dot(c.ray.Direction)
	offA := math.Sqrt(float64(size*xx) + planeUnderflow)
	offB := math.Sqrt(float64(size*c.dd) + planeUnderflow)
	hit.setBounds((above-offA)/(below+offB), above+offA, below-offB)
}

// rayLeast is the least quotient that is taken not to have underflowed: an underflow adds
// 2⁻¹⁰⁷⁵ at most, less than u of it.
const rayLeast = 0x1p-1000

// setBounds sets the bounds of a t above 0 to lo and above/below, both rounded outward.
// NaN and what is not positive mean that nothing is known.
func (h *RayHit) setBounds(lo, above, below float64) {
	h.Lo, h.Hi = lo*(1-8*u), math.Inf(1)
	if !(h.Lo >= rayLeast) || h.Lo > math.MaxFloat64 {
		h.Lo = 0
	}
	if hi := above / below; below > 0 && hi >= 0 {
		h.Hi = max(hi*(1+8*u), rayLeast)
	}
}

// withinMax reports whether t is at most the ray's Max.
func (c *RayCaster) withinMax(hit *RayHit) bool {
	switch {
	case hit.Hi <= c.ray.Max:
		return true
	case hit.Lo > c.ray.Max:
		return false
	}
	c.Tally.Exact++
	c.ints.reset()
	t, limit := c.root(hit), c.dyadicOf(c.ray.Max)
	return c.compareRoots(&t, &limit) <= 0
}

// Compare returns the sign of the difference of two t, exactly.
func (c *RayCaster) Compare(a, b *RayHit) int {
	switch {
	case a.Hi < b.Lo:
		return -1
	case a.Lo > b.Hi:
		return 1
	case a.Hi == b.Lo && a.Lo == b.Hi: // then all four are equal
		return 0
	}
	c.Tally.Exact++
	c.ints.reset()
	s, t := c.root(a), c.root(b)
	return c.compareRoots(&s, &t)
}
