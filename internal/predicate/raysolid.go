package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Sphere reports whether the ray meets a solid ball, and sets hit to where it does first: 0
// if it begins in the ball. A negative radius is the empty set. Exact for finite input.
//
// With m = c−o, t is the lesser root of dd·t² − 2b·t + k, where b = m·d and k = m·m − r². As
// k/(b+√(b²−dd·k)) it has no cancellation.
func (c *RayCaster) Sphere(s *geom.Sphere, hit *RayHit) bool {
	if s.Radius < 0 {
		return false
	}
	var f rayBallFilter
	if !f.set(s, &c.ray, c.dd) {
		return c.sphereExact(s, hit)
	}
	switch {
	case f.k < -f.offK:
		*hit = RayHit{}
		return true
	case f.k > f.offK && (f.b < -f.offB || f.disc < -f.offD):
		return false
	case !(f.k > f.offK && f.b > f.offB && f.disc > f.offD):
		return c.sphereExact(s, hit)
	}
	*hit = RayHit{kind: throughSphere, triangle: geom.Triangle{s.Center, {X: s.Radius}}}
	hit.setBounds((f.k-f.offK)/(f.b+f.offB+math.Sqrt(f.disc+f.offD)), f.k+f.offK, f.b-f.offB+math.Sqrt(f.disc-f.offD))
	return c.withinMax(hit)
}

// rayBallFilter has the terms of Sphere in float64, and bounds of what they are off.
//
// The rounded m·m and d·d are off by 5u and 3u of themselves, b by 5u·|m||d| and k by 6u·w,
// w = m·m + r². So the discriminant is off by 10u·dd·w for b², 9u·dd·w for dd·k and 3u·dd·w
// for three more roundings. rayBallBound covers each with the rounding of the bounds
// themselves. All squares are in a range where an underflow adds less than u of them.
type rayBallFilter struct{ b, k, disc, offB, offK, offD float64 }

const (
	rayBallBound = 64 * u
	rayBallLeast = 0x1p-400
	rayBallMost  = 0x1p+400
)

// set returns false where the filter has no bounds.
func (f *rayBallFilter) set(s *geom.Sphere, r *Ray, dd float64) bool {
	m := s.Center.Sub(r.Origin)
	mm, rr := m.Dot(m), float64(s.Radius*s.Radius)
	w := mm + rr
	if !(mm >= rayBallLeast && w <= rayBallMost && dd >= rayBallLeast && dd <= rayBallMost) {
		return false
	}
	f.b, f.k = m.Dot(r.Direction), mm-rr
	f.disc = float64(f.b*f.b) - float64(dd*f.k)
	f.offB, f.offK, f.offD = rayBallBound*math.Sqrt(float64(mm*dd)), rayBallBound*w, rayBallBound*float64(dd*w)
	return true
}

func (c *RayCaster) sphereExact(s *geom.Sphere, hit *RayHit) bool {
	c.Tally.Exact++
	c.ints.reset()
	*hit = RayHit{kind: throughSphere, triangle: geom.Triangle{s.Center, {X: s.Radius}}}
	t, k := c.sphereTerms(hit)
	if k.Sign() <= 0 {
		*hit = RayHit{}
		return true
	}
	if t.p.Sign() <= 0 || t.s.Sign() < 0 {
		return false
	}
	hit.Hi = math.Inf(1)
	x := c.Round(hit)
	hit.Lo, hit.Hi = math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1))
	return c.withinMax(hit)
}

// sphereTerms returns the root, whose s is the discriminant, and k.
func (c *RayCaster) sphereTerms(h *RayHit) (t root, k *big.Int) {
	n := &c.ints
	center, radius := h.triangle[0], h.triangle[1]
	u := commonUnits(&center, &radius, &c.ray.Origin, &c.ray.Direction)
	o, d, z, r := n.vec(u, c.ray.Origin), n.vec(u, c.ray.Direction), n.vec(u, center), n.of(u, radius.X)
	m := n.minus(&z, &o)
	dd, b := n.dot(&d, &d), n.dot(&m, &d)
	k = n.sub(n.dot(&m, &m), n.mul(r, r))
	return root{p: b, q: dd, s: n.cross2(b, b, dd, k)}, k
}

func (c *RayCaster) sphereRoot(h *RayHit) root {
	t, _ := c.sphereTerms(h)
	return t
}

// Hull reports whether the ray meets a hull, and sets hit to where it does first: 0 if it
// begins in the hull. Exact for finite input.
//
// A ray that begins outside enters through a face, which is the union of triangles between
// corners of the hull (Carathéodory); and all triangles between its corners are in the
// hull, so that the least t of all of them is that of the hull.
func (c *RayCaster) Hull(h *Hull, hit *RayHit) bool {
	if c.Tally.HullContains(h, c.ray.Origin) {
		*hit = RayHit{}
		return true
	}
	if h.large != nil {
		return c.first(h.large.tri, hit)
	}
	v := h.points[:h.n]
	if h.n > 0 && h.n < 3 {
		return c.Triangle(&geom.Triangle{v[0], v[h.n-1], v[h.n-1]}, hit)
	}
	meets := false
	var next RayHit
	for i := range v {
		for j := i + 1; j < len(v); j++ {
			for k := j + 1; k < len(v); k++ {
				if c.Triangle(&geom.Triangle{v[i], v[j], v[k]}, &next) && (!meets || c.Compare(&next, hit) < 0) {
					meets, *hit = true, next
				}
			}
		}
	}
	return meets
}

// first sets hit to the least t of some triangles.
func (c *RayCaster) first(triangles []geom.Triangle, hit *RayHit) (meets bool) {
	var next RayHit
	for i := range triangles {
		if c.Triangle(&triangles[i], &next) && (!meets || c.Compare(&next, hit) < 0) {
			meets, *hit = true, next
		}
	}
	return meets
}
