package predicate

import (
	"math"
	"math/big"
)

// root is the number (p − √s)/q, q > 0 and s ≥ 0: where a ray enters a sphere, or a
// triangle with s = 0.
type root struct{ p, s, q *big.Int }

// root returns the t of a hit, which is not the start. The arena has been reset.
func (c *RayCaster) root(h *RayHit) root {
	switch h.kind {
	case throughTriangle:
		return c.planeRoot(h)
	case alongTriangle:
		t, _ := c.alongRoot(&h.triangle)
		return t
	case throughSphere:
		return c.sphereRoot(h)
	}
	return c.dyadicOf(0)
}

// planeRoot returns n·(q₀−o) / n·d.
func (c *RayCaster) planeRoot(h *RayHit) root {
	n, t := &c.ints, &h.triangle
	u := commonUnits(&t[0], &t[1], &t[2], &c.ray.Origin, &c.ray.Direction)
	o, d := n.vec(u, c.ray.Origin), n.vec(u, c.ray.Direction)
	x, y, z := n.vec(u, t[0]), n.vec(u, t[1]), n.vec(u, t[2])
	e, f, w := n.minus(&y, &x), n.minus(&z, &x), n.minus(&x, &o)
	normal := n.cross(&e, &f)
	above, below := n.dot(&normal, &w), n.dot(&normal, &d)
	if below.Sign() < 0 {
		above, below = n.neg(above), n.neg(below)
	}
	return root{p: above, q: below, s: n.int(0, 0)}
}

// dyadic returns m·2ᵉ.
func (c *RayCaster) dyadic(m int64, e int) root {
	n := &c.ints
	return root{p: n.int(m, uint(max(e, 0))), s: n.int(0, 0), q: n.int(1, uint(max(-e, 0)))}
}

// dyadicOf returns a float64 of at least 0.
func (c *RayCaster) dyadicOf(x float64) root {
	m, shift := mantissa(x)
	return c.dyadic(m, int(shift)-1074)
}

// compareRoots returns the sign of a − b, which is that of X − √Y + √Z with
// X = a.p·b.q − b.p·a.q, Y = b.q²·a.s and Z = a.q²·b.s.
func (c *RayCaster) compareRoots(a, b *root) int {
	n := &c.ints
	x := n.cross2(a.p, b.q, b.p, a.q)
	if a.s.Sign() == 0 && b.s.Sign() == 0 {
		return x.Sign()
	}
	y, z := n.mul(n.mul(b.q, b.q), a.s), n.mul(n.mul(a.q, a.q), b.s)
	xx := n.mul(x, x)
	if x.Sign() < 0 && z.Cmp(xx) < 0 {
		return -1 // X + √Z < 0
	}
	// X + √Z ≥ 0, so its square is compared with Y: the sign is that of K + 2X√Z.
	k := n.sub(n.add(xx, z), y)
	kk, l := n.mul(k, k), n.mul(n.mul(n.int(4, 0), xx), z)
	switch {
	case x.Sign() >= 0 && k.Sign() >= 0:
		return n.add(k, l).Sign() // 0 only if both terms are
	case x.Sign() >= 0:
		return l.Cmp(kk)
	case k.Sign() <= 0:
		return -1 // X < 0 and Z ≥ X² > 0
	}
	return kk.Cmp(l)
}

// Round returns the float64 nearest to the hit's t, ties to even: 0 only if t is 0, else
// at least the least subnormal, and +Inf beyond the range.
func (c *RayCaster) Round(h *RayHit) float64 {
	if h.Hi == h.Lo {
		return h.Lo
	}
	if x, certain := c.roundDoubles(h); certain {
		return x
	}
	c.Tally.Exact++
	n := &c.ints
	n.reset()
	t := c.root(h)
	kept := n.used
	// The float64 sought is the least at whose upper end t is not beyond. Float64 of at
	// least 0 are in the order of their bits.
	lo, hi := math.Float64bits(h.Lo), min(math.Float64bits(h.Hi), infinite)
	for lo < hi {
		middle := lo + (hi-lo)/2
		if n.used = kept; c.upTo(&t, middle) {
			hi = middle
		} else {
			lo = middle + 1
		}
	}
	return math.Float64frombits(max(lo, 1))
}

// infinite are the bits of +Inf.
const infinite = 0x7ff << 52

// upTo reports whether t is not nearer to the float64 after that of the bits.
func (c *RayCaster) upTo(t *root, bits uint64) bool {
	m, shift := mantissa(math.Float64frombits(bits))
	middle := c.dyadic(2*m+1, int(shift)-1075)
	s := c.compareRoots(t, &middle)
	return s < 0 || s == 0 && bits%2 == 0
}
