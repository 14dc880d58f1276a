package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
)

// The filter for distances: an interval from a point of each triangle and from the slab
// between two parallel planes.
//
// Let o = q₀, and let all corners be taken from there: pᵢ and qⱼ are off by at most u·M in
// each coordinate, M being the largest magnitude of one. Differences of corners are then off
// by 4u·M and at most 2M, up to factors 1+O(u) here and below.
//   - A point of an edge, pᵢ + s·e with s in [0, 1], is off by (1 + 2 + 2 + 1)u·M: the
//     corners, the rounding of e, of the product and of the sum. One of a face, q₀ + v·e + w·f
//     with v, w ≥ 0 and a computed v+w ≤ 1, by (1 + 2 + 2 + 4)u·M and, since v+w may be
//     1+u, by 2u·M more. The difference n of two points, at most 2M, is rounded once: 2u·M
//     more. So n is off by less than 24u·M in each coordinate, 42u·M in length, and its
//     computed length, at most 3.5M, by 3u of itself: together less than 53u·M.
//   - Products n·pᵢ of any n take three products and two sums: off by 3u·|n|₁·M, and by
//     u·|n|₁·M for pᵢ, so by 7u·|n|·M each; their difference, rounded, by 18u·|n|·M. The
//     length of n and the quotient, at most 3.5M, are off by 4u: 14u·M. Together 32u·M.
//
// nearBound covers both. With M in [nearLeast, nearMost] nothing overflows: no value has a
// degree above 4. Underflow may spoil s, v and w, which the bounds do not rest on, and takes
// less than 2⁻¹⁰⁷⁰ from n·pᵢ, which is below u·|n|·M for |n| ≥ nearLeast².
const (
	nearBound = 64 * u
	nearLeast = 0x1p-200
	nearMost  = 0x1p+200
)

// NearBounds is what float64 arithmetic knows of the distance of two triangles: Lo ≤ Hi bound it, 0 and
// +Inf where nothing is known. Way is about the shortest way from the second one to the first, some
// multiple of it, where Hi is finite; A and B are the features it is likely between.
type NearBounds struct {
	Lo, Hi float64
	Way    geom.Vec
	A, B   Feature
}

// DistanceBounds bounds the distance of two triangles: about 2⁻⁴⁶ of the triangles' extent apart where
// their nearest features are well determined. A Lo of 0 does not mean that they touch. A Lo
// above most may be less narrow, with +Inf for Hi.
func DistanceBounds(p, q *geom.Triangle, most float64) NearBounds {
	c := cornersOf(p, q)
	switch {
	case c.m == 0:
		return NearBounds{}
	case !(c.m <= math.MaxFloat64):
		return NearBounds{Hi: math.Inf(1)}
	case c.m < nearLeast || c.m > nearMost:
		return c.scaledBounds()
	}
	if lo := c.between(); lo > most {
		return NearBounds{Lo: lo, Hi: math.Inf(1)}
	}
	return c.bounds()
}

// corners6 is two triangles about a common origin.
type corners6 struct {
	a, b geom.Triangle
	m    float64    // the largest magnitude of a coordinate
	at   [2]Feature // where nearest found the shortest way
}

// scaledBounds is bounds for extents outside the range, times a power of two. What is lost
// of small coordinates is below 2⁻¹⁰⁷⁴, where the largest is at least ½.
func (c *corners6) scaledBounds() NearBounds {
	_, e := math.Frexp(c.m)
	for i := range 3 {
		c.a[i], c.b[i] = ldexp(c.a[i], -e), ldexp(c.b[i], -e)
	}
	c.m = math.Ldexp(c.m, -e)
	r := c.bounds()
	if r.Lo = math.Ldexp(r.Lo, e); r.Lo > 0 {
		r.Lo = round.Down(min(r.Lo, math.MaxFloat64))
	}
	r.Hi = round.Up(math.Ldexp(r.Hi, e))
	return r
}

func ldexp(v geom.Vec, e int) geom.Vec {
	return geom.Vec{X: math.Ldexp(v.X, e), Y: math.Ldexp(v.Y, e), Z: math.Ldexp(v.Z, e)}
}

func (c *corners6) bounds() NearBounds {
	n, square := c.nearest()
	slack := nearBound * c.m
	l := n.Norm()
	lo, hi := c.slab(n, l, slack), l+slack
	if hi-lo > 4*slack && square != (geom.Vec{}) {
		lo = max(lo, c.slab(square, square.Norm(), slack))
	}
	return NearBounds{lo, hi, n, c.at[0], c.at[1]}
}

// between returns the lower bound across the way between the middles.
func (c *corners6) between() float64 {
	n := c.a[0].Add(c.a[1]).Add(c.a[2]).Sub(c.b[0].Add(c.b[1]).Add(c.b[2]))
	return c.slab(n, n.Norm(), nearBound*c.m)
}

// slab returns a lower bound of the distance: the width between the two planes across n, of
// length l, that touch the triangles and have them on either side.
func (c *corners6) slab(n geom.Vec, l, slack float64) float64 {
	if !(l >= nearLeast*nearLeast && l <= nearMost*nearMost) {
		return 0
	}
	p0, p1, p2 := n.Dot(c.a[0]), n.Dot(c.a[1]), n.Dot(c.a[2])
	q0, q1, q2 := n.Dot(c.b[0]), n.Dot(c.b[1]), n.Dot(c.b[2])
	gap := max(min(p0, p1, p2)-max(q0, q1, q2), min(q0, q1, q2)-max(p0, p1, p2))
	return max(0, gap/l-slack)
}

// nearest returns about the shortest way from b to a, between two of their points, and a
// direction square to the features it is between where there are edges or a face, else 0.
func (c *corners6) nearest() (n, square geom.Vec) {
	best := math.Inf(1)
	var e, f [3]geom.Vec
	for i := range 3 {
		e[i], f[i] = c.a[next[i]].Sub(c.a[i]), c.b[next[i]].Sub(c.b[i])
	}
	for i := range 3 {
		for j := range 3 {
			s, t, inside := edgeShares(c.a[i].Sub(c.b[j]), e[i], f[j])
			d := c.a[i].Add(e[i].Scale(s)).Sub(c.b[j].Add(f[j].Scale(t)))
			if dd := d.Dot(d); dd < best {
				best, n, square = dd, d, geom.Vec{}
				c.at = [2]Feature{edgeFeature(i, s), edgeFeature(j, t)}
				if inside {
					square = e[i].Cross(f[j])
				}
			}
		}
	}
	g, h := c.a[2].Sub(c.a[0]), c.b[2].Sub(c.b[0])
	for i := range 3 {
		if v, w, ok := footShares(c.a[i].Sub(c.b[0]), f[0], h); ok {
			d := c.a[i].Sub(c.b[0].Add(f[0].Scale(v)).Add(h.Scale(w)))
			if dd := d.Dot(d); dd < best {
				best, n, square = dd, d, f[0].Cross(h)
				c.at = [2]Feature{CornerFeature + Feature(i), FaceFeature}
			}
		}
		if v, w, ok := footShares(c.b[i].Sub(c.a[0]), e[0], g); ok {
			d := c.a[0].Add(e[0].Scale(v)).Add(g.Scale(w)).Sub(c.b[i])
			if dd := d.Dot(d); dd < best {
				best, n, square = dd, d, e[0].Cross(g)
				c.at = [2]Feature{FaceFeature, CornerFeature + Feature(i)}
			}
		}
	}
	return n, square
}

// edgeShares returns s and t in [0, 1] so that s·e+r and t·f are about as near as they can be,
// and whether neither is an end.
func edgeShares(r, e, f geom.Vec) (s, t float64, inside bool) {
	ee, ff, ef := e.Dot(e), f.Dot(f), e.Dot(f)
	er, fr := e.Dot(r), f.Dot(r)
	if det := float64(ee*ff) - float64(ef*ef); det > 0 {
		s = share(float64(ef*fr)-float64(ff*er), det)
	}
	t = float64(ef*s) + fr
	switch {
	case !(t > 0):
		return share(-er, ee), 0, false
	case t >= ff:
		return share(ef-er, ee), 1, false
	}
	return s, share(t, ff), s > 0 && s < 1
}

// footShares returns v, w ≥ 0 with v+w ≤ 1 for which v·e+w·f is about the foot of a on the
// plane, and whether it is inside the triangle 0, e, f.
func footShares(a, e, f geom.Vec) (v, w float64, inside bool) {
	ae, af, ee, ff, ef := a.Dot(e), a.Dot(f), e.Dot(e), f.Dot(f), e.Dot(f)
	det := float64(ee*ff) - float64(ef*ef)
	x, y := float64(ff*ae)-float64(ef*af), float64(ee*af)-float64(ef*ae)
	if !(det > 0 && x > 0 && y > 0 && x+y < det) {
		return 0, 0, false
	}
	v = share(x, det)
	w = min(share(y, det), 1-v)
	return v, w, v+w <= 1
}
