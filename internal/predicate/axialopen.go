package predicate

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
)

// The insides of capsules, cylinders and cones: what is nearer to the axis than the radius, and between the planes but in none of them. A solid of radius
// 0 has none. The closure of the inside of another one is the solid, so that an open set meets the one where it meets the other.

// AxialEntered reports whether a triangle has a point in the inside of a capsule, a cylinder or a cone. Exact for every
// finite input, degenerate triangles included.
func (t *Tally) AxialEntered(a *Axial, q *geom.Triangle) bool {
	c := a.Core()
	if !(a.Radius > 0) || !a.Flat {
		return a.Radius > 0 && t.CompareReach(&c, q, a.Radius, 0) < 0
	}
	if v := a.filter(q); v != unsure {
		return v == sureYes // by a point with room around it
	}
	t.Exact++
	return a.enteredExact(q)
}

// enteredExact is AxialEntered for a cylinder or a cone. What the planes leave of the triangle is convex and has a point nearer to the axis than the side. If it has
// a point between the planes, too, the way from the former to the latter begins with points that are both.
func (a *Axial) enteredExact(q *geom.Triangle) bool {
	x := a.exactly(q[0], q[1], q[2])
	x.open = true
	polygon := x.between([]place{x.place(q[0]), x.place(q[1]), x.place(q[2])})
	above, below := false, false
	for i := range polygon {
		above = above || polygon[i].h.Sign() > 0
		below = below || x.fall(&polygon[i]).Sign() > 0
	}
	return above && below && x.near(polygon)
}

// AxialOverlapsBall reports whether the insides of a capsule, a cylinder or a cone and a ball share a point.
func (t *Tally) AxialOverlapsBall(a *Axial, s *geom.Sphere) bool {
	if !(a.Radius > 0 && s.Radius > 0) {
		return false
	}
	c, p := a.Core(), point(s.Center)
	most := round.Up(a.Radius + s.Radius)
	switch b := DistanceBounds(&c, &p, most); {
	case !a.Flat:
		return t.CompareReach(&c, &p, a.Radius, s.Radius) < 0
	case b.Lo > most:
		return false
	case b.Hi < s.Radius:
		return true
	}
	t.Exact++
	x := a.exactly(s.Center, geom.Vec{X: s.Radius})
	x.open = true
	at := x.place(s.Center)
	if a.Pointed {
		return x.coneNear(&at, x.u.of(s.Radius))
	}
	return x.meetsRound(x.beyond(at.h, at.h), at.y.dot(&at.y), x.u.of(s.Radius))
}

// HullAxialOverlap reports whether the insides of a hull and a capsule, a cylinder or a cone share a point: a facet enters that of the axial, or none does and
// the hull has its axis. The ends alone may then be on the hull's surface, since the axis between them is in the inside.
func (t *Tally) HullAxialOverlap(h *Hull, a *Axial) bool {
	var room facets
	if !(a.Radius > 0) || h.n == 0 {
		return false
	}
	f := t.facets(h, 0, &room)
	if !f.solid {
		return false
	}
	for i := range f.n {
		if t.AxialEntered(a, f.at(i)) {
			return true
		}
	}
	return t.inside(f, a.A) && t.inside(f, a.B)
}

// AxialsOverlap reports whether the insides of two solids share a point, and whether that is decided, as AxialsMeet does: for two of cylinder and
// cone with axes that are not parallel by a common point or by a plane with one on either side, which both may touch.
func (t *Tally) AxialsOverlap(a, b *Axial) (overlap, decided bool) {
	p, q := a.Core(), b.Core()
	if !(a.Radius > 0 && b.Radius > 0) {
		return false, true
	}
	if s := t.CompareReach(&p, &q, a.Radius, b.Radius); s >= 0 || !a.Flat && !b.Flat {
		return s < 0, true
	}
	if !a.Flat {
		a, b, p, q = b, a, q, p
	}
	t.Exact++
	if overlap, parallel := a.meetsParallel(b, true); parallel {
		return overlap, true
	}
	switch {
	case t.AxialEntered(a, &q) || t.AxialEntered(b, &p):
		return true, true
	case !b.Flat:
		return t.AxialTriangle(a, &q) || a.meetsCapsuleExact(b, true), true
	}
	return t.proven(a, b, true)
}
