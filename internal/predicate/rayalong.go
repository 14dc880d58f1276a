package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// along is Triangle where the ray's line lies in one plane with the triangle.
func (c *RayCaster) along(q *geom.Triangle, hit *RayHit) bool {
	c.Tally.Exact++
	c.ints.reset()
	t, meets := c.alongRoot(q)
	if !meets {
		return false
	}
	if *hit = (RayHit{}); t.p.Sign() == 0 {
		return true
	}
	*hit = RayHit{Hi: math.Inf(1), kind: alongTriangle, triangle: *q}
	x := c.Round(hit)
	hit.Lo, hit.Hi = math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1))
	return c.withinMax(hit)
}

// alongRoot returns the least t ≥ 0 at which the ray meets a triangle that its line lies in one plane
// with; the triangle may be degenerate. Those of the line form an interval, whose ends are
// corners or on edges.
//
// With xₖ = qₖ−o all d×xₖ are parallel, so that one coordinate of them, by which they differ
// from 0, has the sides sₖ of the corners. t of a corner on the line is (x·d)/(d·d);
// where an edge from a to b crosses the line, x = (s_b·a − s_a·b)/(s_b−s_a).
func (c *RayCaster) alongRoot(q *geom.Triangle) (least root, meets bool) {
	n := &c.ints
	u := commonUnits(&q[0], &q[1], &q[2], &c.ray.Origin, &c.ray.Direction)
	o, d := n.vec(u, c.ray.Origin), n.vec(u, c.ray.Direction)
	var side, t [3]*big.Int
	var across [3]bigVec
	for k := range 3 {
		v := n.vec(u, q[k])
		x := n.minus(&v, &o)
		across[k], t[k] = n.cross(&d, &x), n.dot(&x, &d)
	}
	axis := axisOf(&across)
	for k := range 3 {
		side[k] = across[k][axis]
	}
	dd := n.dot(&d, &d)
	found := span{c: c}
	for k := range 3 {
		if side[k].Sign() == 0 {
			found.hold(root{p: t[k], q: dd, s: n.int(0, 0)})
		}
		if l := (k + 1) % 3; side[k].Sign()*side[l].Sign() < 0 {
			found.hold(c.crossingRoot(side[k], side[l], t[k], t[l], dd))
		}
	}
	return found.first()
}

// crossingRoot returns (s·t' − s'·t) / ((s−s')·dd), with a positive denominator, for the edge
// from the corner with s' and t' to that with s and t, s and s' being of opposite signs.
func (c *RayCaster) crossingRoot(sa, sb, ta, tb, dd *big.Int) root {
	n := &c.ints
	p, q := n.cross2(sb, ta, sa, tb), n.mul(n.sub(sb, sa), dd)
	if q.Sign() < 0 {
		p, q = n.neg(p), n.neg(q)
	}
	return root{p: p, q: q, s: n.int(0, 0)}
}

// axisOf returns a coordinate in which one of three parallel vectors is not 0, if there is
// one.
func axisOf(v *[3]bigVec) int {
	for axis := range 3 {
		for k := range v {
			if v[k][axis].Sign() != 0 {
				return axis
			}
		}
	}
	return 0
}

// span is an interval of t.
type span struct {
	c      *RayCaster
	lo, hi root
	some   bool
}

func (s *span) hold(t root) {
	if !s.some {
		s.lo, s.hi, s.some = t, t, true
		return
	}
	if s.c.compareRoots(&t, &s.lo) < 0 {
		s.lo = t
	}
	if s.c.compareRoots(&t, &s.hi) > 0 {
		s.hi = t
	}
}

// first returns the least t ≥ 0 of the interval.
func (s *span) first() (root, bool) {
	switch {
	case !s.some || s.hi.p.Sign() < 0:
		return root{}, false
	case s.lo.p.Sign() < 0:
		return s.c.dyadicOf(0), true
	}
	return s.lo, true
}
