package narrow

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// measure adds a pair to the candidates unless it is too far.
func (n *Near) measure(c NearPair, p, q *geom.Triangle, sink bool) {
	n.Worker.PrimitiveTests++
	if n.ties.leavesOut(&c, p, q) {
		return
	}
	if n.ties.shared.AsFar(p, q) {
		if c.before(n.ties.best) {
			c.Lo, c.Hi, n.ties.best = n.ties.lo, n.ties.hi, c.Pair
			n.keep(&c, sink)
		}
		return
	}
	b := predicate.DistanceBounds(p, q, n.most)
	c.Lo, c.Hi = b.Lo, b.Hi
	if c.Lo == 0 && n.Worker.Tally.TriangleTriangle(p, q) || n.holds(p, q) {
		c.Lo, c.Hi, c.Touch = 0, 0, true
	}
	if c.Lo > n.most {
		return
	}
	if sink && c.Hi < n.most {
		n.sinkTo(&c, p, q, &b)
	}
	n.keep(&c, sink)
}

// sinkTo makes a pair the nearest one so far.
func (n *Near) sinkTo(c *NearPair, p, q *geom.Triangle, b *predicate.NearBounds) {
	n.most = max(c.Hi, n.core)
	if n.pool != nil {
		n.pool.lower(n.most)
	}
	n.wide.aim(b.Way)
	t := &n.ties
	t.some, t.best, t.lo, t.hi, t.p, t.q = true, c.Pair, c.Lo, c.Hi, *p, *q
	if n.wide.on && !n.wide.solid && !c.Touch {
		t.shared.Set(p, q, b.A, b.B)
	}
}

// keep adds a candidate. Too many end the search.
func (n *Near) keep(c *NearPair, sink bool) {
	n.found = append(n.found, *c)
	if sink && n.core == 0 && n.a.Hull == nil && n.b.Hull == nil {
		n.ties.add(n)
	}
	if sink && len(n.found) > n.tidy {
		n.drop()
	}
	if len(n.found) > n.Worker.Control.mostContacts() {
		n.Worker.end(OutOfCandidates)
	}
}

// isSunk reports whether a triangle has a point in a hull, however far it is from a facet; it is asked once
// for all facets.
func (n *Near) isSunk(i, j int, p, q *geom.Triangle) bool {
	return (n.b.Hull != nil && j == 0 || n.a.Hull != nil && i == 0) && n.holds(p, q)
}

// holds reports whether a triangle of one body has a point in the hull that the other is.
func (n *Near) holds(p, q *geom.Triangle) bool {
	return n.b.Hull != nil && n.Worker.Tally.HullTriangle(n.b.Hull, p) || n.a.Hull != nil && n.Worker.Tally.HullTriangle(n.a.Hull, q)
}
