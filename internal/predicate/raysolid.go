package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Sphere reports whether the ray meets a solid ball, and sets hit to where it does first: 0
// if it begins in the ball. A negative radius is the empty set. Exact for finite input.
//
// With m = o−c, t is the lesser root of dd·t² + 2b·t + k, b = m·d and k = m·m − r²: as
// k/(−b+√(b²−dd·k)) it has no cancellation.
//
// The rounded m·m and d·d are off by 5u and 3u of themselves, b by 5u·|m||d| and k by
// 6u(m·m + r²). With w = m·m + r² the discriminant is off by 10u·dd·w + 9u·dd·w and three more
// roundings, 24u·dd·w together. rayBall covers each with the rounding of the bounds; the
// squares are in a range where an underflow adds less than u of w and of dd·w.
func (c *RayCaster) Sphere(s *geom.Sphere, hit *RayHit) bool {
	if s.Radius < 0 {
		return false
	}
	m := c.ray.Origin.Sub(s.Center)
	mm, rr := m.Dot(m), float64(s.Radius*s.Radius)
	w := mm + rr
	if !(mm >= rayBallLeast && w <= rayBallMost && c.dd >= rayBallLeast && c.dd <= rayBallMost) {
		return c.sphereExact(s, hit)
	}
	b, k := -m.Dot(c.ray.Direction), mm-rr
	disc := float64(b*b) - float64(c.dd*k)
	offB, offK, offD := rayBall*math.Sqrt(float64(mm*c.dd)), rayBall*w, rayBall*float64(c.dd*w)
	switch {
	case k < -offK:
		*hit = RayHit{}
		return true
	case k > offK && (b < -offB || disc < -offD):
		return false
	case !(k > offK && b > offB && disc > offD):
		return c.sphereExact(s, hit)
	}
	*hit = RayHit{kind: throughSphere, triangle: geom.Triangle{s.Center, {X: s.Radius}}}
	hit.setBounds((k-offK)/(b+offB+math.Sqrt(disc+offD)), k+offK, b-offB+math.Sqrt(disc-offD))
	return c.withinMax(hit)
}

const (
	rayBall      = 64 * u
	rayBallLeast = 0x1p-400
	rayBallMost  = 0x1p+400
)

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
