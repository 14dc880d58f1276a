package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// capsuleSteps is the number of steps of a search before a cylinder or a cone and a capsule are decided in integers:
// most pairs that do not graze each other are decided by the first few.
const capsuleSteps = 1 << 4

// meetsCapsule decides about a cylinder or a cone and a capsule of positive radii, of which neither meets the other's axis.
func (t *Tally) meetsCapsule(a, b *Axial) bool {
	if meets, decided := t.search(a, b, b.middle(), 0, capsuleSteps, false); decided {
		return meets
	}
	return a.meetsCapsuleExact(b, false)
}

// meetsCapsuleExact reports whether the axis of a capsule comes as near to a cylinder as its radius s. The
// points at most s away from a cylinder of radius r are, by the nearest point of the cylinder, those
//
//   - beside the side: between the planes through the ends and at most r+s away from the axis;
//   - beyond a cap: at most r away from the axis and at most s beyond a plane;
//   - around a rim: at most s away from one of the two circles.
//
// An axis that meets the second kind alone has an end there: it could leave only through a plane at the distance s, on
// whose far side it would have to be in both directions, and heights are affine along it.
//
// With open, that is whether the axis comes nearer than s, which is less in each of these places.
func (a *Axial) meetsCapsuleExact(b *Axial, open bool) bool {
	if a.Pointed {
		return a.coneMeetsCapsule(b, open)
	}
	x := a.exactly(b.A, b.B, geom.Vec{X: b.Radius})
	x.open = open
	p, q, s := x.place(b.A), x.place(b.B), x.u.of(b.Radius)
	for _, e := range [2]*place{&p, &q} {
		if x.meetsRound(x.beyond(e.h, e.h), e.y.dot(&e.y), s) {
			return true
		}
	}
	return x.passesSide(p, q, s) || x.passesRim(&p, &q, zero, s) || x.passesRim(&p, &q, x.dd, s)
}

// passesSide reports whether the part of a segment between the two planes comes as near to the axis as r+s.
func (x *exactAxial) passesSide(p, q place, s *big.Int) bool {
	wide := *x
	wide.radius = new(big.Int).Add(x.radius, s)
	wide.most = mul(mul(wide.radius, wide.radius), x.dd)
	return wide.near(wide.between([]place{p, q}))
}

// passesRim reports whether a segment, of whose ends neither is that near to the cylinder, comes as near as s to the
// circle at a height. With t from 0 to 1 along the segment, g its height above the circle, and k of meetsRound, that is
// the question whether k ≤ 2√(yy·r²·dd) somewhere; k and yy are quadratic in t. At the ends it does not
// hold, so it holds somewhere if and only if k² − 4yy·r²·dd has a root: where k ≤ 0, k = 0 further on. Nearer than s is
// where k < 0 or that is below 0.
func (x *exactAxial) passesRim(p, q *place, height, s *big.Int) bool {
	var e bigVec
	for i := range e {
		e[i] = sub(q.y[i], p.y[i])
	}
	yy := polynomial{p.y.dot(&p.y), mul(p.y.dot(&e), big.NewInt(2)), e.dot(&e)}
	g := polynomial{sub(p.h, height), sub(q.h, p.h)}
	constant := polynomial{sub(x.most, mul(mul(s, s), x.dd))}
	k := g.times(g).plus(yy).plus(constant)
	most := polynomial{mul(x.most, big.NewInt(-4))}
	square := k.times(k).plus(yy.times(most))
	if x.open {
		return k.falls() || square.falls()
	}
	return square.vanishes()
}
