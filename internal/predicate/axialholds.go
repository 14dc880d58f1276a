package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// What lies wholly in the inside of a capsule, a cylinder or a cone, its own surface included.

// AxialHoldsBall reports whether a closed ball lies in the inside of a capsule, a cylinder or a cone: whether its centre is farther than its radius s from all that
// bounds the solid. From the side of a cone it is (r·f − |y|·|d|)/√(dd·(dd+r²)) away.
func (t *Tally) AxialHoldsBall(a *Axial, b *geom.Sphere) bool {
	if !(a.Radius > b.Radius) {
		return false // no ball in the solid is larger
	}
	if c, p := a.Core(), point(b.Center); !a.Flat {
		return t.CompareReach(&c, &p, a.Radius, -b.Radius) < 0
	}
	t.Exact++
	x := a.exactly(b.Center, geom.Vec{X: b.Radius})
	p, s := x.place(b.Center), x.u.of(b.Radius)
	yy, f, ss := p.y.dot(&p.y), x.fall(&p), mul(mul(s, s), x.dd)
	if p.h.Sign() <= 0 || f.Sign() <= 0 || mul(p.h, p.h).Cmp(ss) <= 0 {
		return false
	}
	if x.pointed {
		side := fraction{mul(mul(s, s), x.slantSquare()), one}
		return isBeyond(mul(x.radius, f), fraction{mul(yy, x.dd), one}, side, false)
	}
	room := sub(x.radius, s)
	return mul(f, f).Cmp(ss) > 0 && yy.Cmp(mul(mul(room, room), x.dd)) < 0
}

// BallHoldsAxial reports whether a capsule, a cylinder or a cone lies in the inside of a ball: whether the farthest point of each rim, and the apex, does.
func (t *Tally) BallHoldsAxial(b *geom.Sphere, a *Axial) bool {
	if !a.Flat {
		p, q := a.Ball(0), a.Ball(1)
		return t.BallHoldsBall(b, &p) && t.BallHoldsBall(b, &q)
	}
	t.Exact++
	x := a.exactly(b.Center, geom.Vec{X: b.Radius})
	p, s := x.place(b.Center), x.u.of(b.Radius)
	yy, f, ss := p.y.dot(&p.y), x.fall(&p), mul(mul(s, s), x.dd)
	top := x.most
	if x.pointed {
		top = zero
	}
	return isRingWithin(p.h, yy, x.most, ss) && isRingWithin(f, yy, top, ss)
}

// isRingWithin reports whether g² + (√yy + √rr)² < ss: whether a circle is nearer to a point than a length.
func isRingWithin(g, yy, rr, ss *big.Int) bool {
	k := sub(sub(sub(ss, mul(g, g)), yy), rr)
	return k.Sign() > 0 && mul(k, k).Cmp(mul(mul(yy, rr), big.NewInt(4))) > 0
}

// HullHoldsAxial reports whether a capsule, a cylinder or a cone lies in the inside of a hull: whether it touches no facet, and an end of its axis lies there.
func (t *Tally) HullHoldsAxial(h *Hull, a *Axial) bool {
	if h.n == 0 {
		return false
	}
	var room facets
	f := t.facets(h, 0, &room)
	for i := range f.n {
		if t.AxialTriangle(a, f.at(i)) {
			return false
		}
	}
	return t.holds(f, a.A)
}

// AxialHolds reports whether b lies in the inside of a, and whether that is decided. It is for capsules b, and for solids with parallel axes. That other
// cylinders and cones do is proven by a polygon around each rim that does; that they do not, by a point on a rim.
func (t *Tally) AxialHolds(a, b *Axial) (holds, decided bool) {
	p, q := point(b.A), point(b.B)
	switch {
	case !b.Flat:
		from, to := b.Ball(0), b.Ball(1)
		return t.AxialHoldsBall(a, &from) && t.AxialHoldsBall(a, &to), true
	case !t.AxialEntered(a, &p) || !t.AxialEntered(a, &q):
		return false, true
	}
	t.Exact++
	x, y := a.exactly(b.A, b.B, geom.Vec{X: b.Radius}), b.exactly(a.A, a.B, geom.Vec{X: a.Radius})
	from, to := x.place(b.A), x.place(b.B)
	if c := x.d.cross(&y.d); c.dot(&c).Sign() == 0 {
		top := y.radius
		if b.Pointed {
			top = zero
		}
		return x.holdsDisc(&from, y.radius, a.Flat) && x.holdsDisc(&to, top, a.Flat), true
	}
	if a.Flat && !x.isAboveBase(&y, &from, &to) {
		return false, true
	}
	holds, decided = x.holdsRim(&y, x.u.difference(b.A, a.A), a.Flat)
	if b.Pointed || decided && !holds {
		return holds, decided
	}
	upper, sure := x.holdsRim(&y, x.u.difference(b.B, a.A), a.Flat)
	if sure && !upper {
		return false, true
	}
	return holds && upper, decided && sure
}

// isAboveBase reports whether a cylinder or a cone with the ends of its axis at two places is above the base of a flat solid and, unless that is a cone, below
// its top: its rim reaches √reach below and above its middle.
func (x *exactAxial) isAboveBase(y *exactAxial, from, to *place) bool {
	reach := y.reach(&x.d, true)
	for _, p := range [2]*place{from, to} {
		if !isBeyond(p.h, reach, fraction{zero, one}, false) || !x.pointed && !isBeyond(x.fall(p), reach, fraction{zero, one}, false) {
			return false
		}
		if y.pointed {
			reach = fraction{zero, one}
		}
	}
	return true
}

// holdsDisc reports whether a disc square to the axis, its middle between the ends of a flat solid, lies in the inside of the solid.
func (x *exactAxial) holdsDisc(p *place, radius *big.Int, flat bool) bool {
	yy := p.y.dot(&p.y)
	if !flat {
		return isRingWithin(x.beyond(p.h, p.h), yy, mul(mul(radius, radius), x.dd), x.most)
	}
	room := mul(sub(x.radius, radius), x.dd) // less the distance from the axis, times dd
	if x.pointed {
		room = sub(mul(x.radius, x.fall(p)), mul(radius, x.dd))
	}
	return room.Sign() > 0 && mul(yy, x.dd).Cmp(mul(room, room)) < 0
}

// holdsPlace reports whether a place is in the inside of the solid: of a capsule unless it is flat.
func (x *exactAxial) holdsPlace(p *place, flat bool) bool {
	f, g := x.fall(p), zero
	switch {
	case flat && (p.h.Sign() <= 0 || f.Sign() <= 0):
		return false
	case x.pointed:
		return x.slant(p).Sign() > 0
	case p.h.Sign() < 0:
		g = p.h
	case f.Sign() < 0:
		g = f
	}
	return sub(mul(x.most, mul(p.w, p.w)), mul(g, g)).Cmp(p.y.dot(&p.y)) > 0
}
