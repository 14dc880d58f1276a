package predicate

import (
	"math"
	"math/big"
)

// Cones in integers, in the terms of axialexact.go: A is the middle of the base, B the apex. A point between the planes through
// both is in the cone if and only if |y|·|d| ≤ r·f for its fall f = d·d − h, how far it is below the apex: |y|²·dd ≤ r²·f².

// fall returns d·d − h over the weight.
func (x *exactAxial) fall(p *place) *big.Int { return sub(mul(x.dd, p.w), p.h) }

// slant returns r²·f² − |y|²·dd over the square of the weight: at least 0 in the cone, as far as f ≥ 0.
func (x *exactAxial) slant(p *place) *big.Int {
	f := x.fall(p)
	return sub(mul(x.square, mul(f, f)), mul(p.y.dot(&p.y), x.dd))
}

// slantEdge reports whether a segment between places with f ≥ 0 that are not in the cone comes into it in between.
func (x *exactAxial) slantEdge(p, q *place) bool {
	f := line(mul(x.fall(p), q.w), mul(x.fall(q), p.w))
	square := f.times(f)
	for i := range square {
		square[i] = mul(square[i], x.square)
	}
	for k := range p.y {
		y := line(mul(p.y[k], q.w), mul(q.y[k], p.w))
		for i, c := range y.times(y) {
			square[i] = sub(square[i], mul(c, x.dd))
		}
	}
	return square.rises(x.open)
}

// line is the polynomial with these values at 0 and 1.
func line(at0, at1 *big.Int) polynomial { return polynomial{at0, sub(at1, at0)} }

// rises reports whether a quadratic polynomial that is below 0 at 0 and at 1 is at least 0 in between or, if open, whether one that is at most 0 there is
// above 0.
func (p polynomial) rises(open bool) bool {
	twice := mul(p[2], big.NewInt(2))
	if p[1].Sign() <= 0 || twice.Add(twice, p[1]).Sign() >= 0 {
		return false
	}
	c := mul(p[1], p[1]).Cmp(mul(mul(p[0], p[2]), big.NewInt(4)))
	return c > 0 || c == 0 && !open
}

// coneNear reports whether a place of weight 1 is at most s away from the cone. The points that are, are by the nearest point
// those in the cone, those below the base, those around the rim and the apex, and those beside the side: where they are
// between the planes through rim and apex that are square to the side's line, at most s beyond it.
func (x *exactAxial) coneNear(p *place, s *big.Int) bool {
	yy, f := p.y.dot(&p.y), x.fall(p)
	hh, ff, ss := mul(p.h, p.h), mul(f, f), mul(mul(s, s), x.dd)
	switch {
	case p.h.Sign() >= 0 && f.Sign() >= 0 && x.slant(p).Sign() >= 0:
		return true
	case p.h.Sign() <= 0 && yy.Cmp(x.most) <= 0 && x.reaches(hh.Cmp(ss)): // |y|² ≤ r²·dd, h² ≤ s²·dd
		return true
	case x.nearRim(hh, yy, ss) || x.reaches(new(big.Int).Add(yy, ff).Cmp(ss)):
		return true
	}
	return x.beside(p.h, f, yy) && x.nearSlant(f, yy, s)
}

// beside reports whether the foot of a point on the line of the side that is nearest to it is between rim and apex, and the point is not
// within: −r·(ρ−r) + h ≥ 0, h − r·ρ ≤ dd, and |y|·|d| ≥ r·f.
func (x *exactAxial) beside(h, f, yy *big.Int) bool {
	above, out := new(big.Int).Add(x.square, h), mul(x.square, yy) // r²·ρ²·dd
	if above.Sign() < 0 || out.Cmp(mul(mul(above, above), x.dd)) > 0 {
		return false
	}
	ff := mul(f, f)
	if f.Sign() < 0 {
		return mul(ff, x.dd).Cmp(out) <= 0
	}
	return mul(yy, x.dd).Cmp(mul(x.square, ff)) >= 0
}

// nearSlant reports whether |y|·|d| ≤ r·f + s·√(dd·(dd+r²)): a point is at most s beyond the line of the side.
func (x *exactAxial) nearSlant(f, yy, s *big.Int) bool {
	p, k := mul(yy, x.dd), mul(x.radius, f)
	q := mul(mul(s, s), x.slantSquare())
	kk := mul(k, k)
	if k.Sign() >= 0 {
		m := sub(sub(p, kk), q) // √p ≤ k + √q where p − k² − q ≤ 2k√q
		return m.Sign() < 0 || x.reaches(mul(m, m).Cmp(mul(mul(kk, q), big.NewInt(4))))
	}
	m := sub(sub(q, kk), p) // √p + |k| ≤ √q where 2|k|√p ≤ q − k² − p
	return m.Sign() >= 0 && x.reaches(mul(mul(kk, p), big.NewInt(4)).Cmp(mul(m, m)))
}

// slantSquare is dd·(dd+r²), the square of the length of the side times that of the axis.
func (x *exactAxial) slantSquare() *big.Int { return mul(x.dd, new(big.Int).Add(x.dd, x.square)) }

// meetsTapered decides for a solid and another one with a parallel axis from p to q, of which one or both are cones, the others cylinders. At each height
// both are discs, and their radii are linear between the planes that both have in common. So they meet in one of these two planes if they meet: where
// the sum of the radii is at least ρ.
func (x *exactAxial) meetsTapered(p, q *place, radius *big.Int, pointed bool) bool {
	lo, hi := p.h, q.h
	if lo.Cmp(hi) > 0 {
		lo, hi = hi, lo
	}
	if lo.Sign() < 0 {
		lo = zero
	}
	if hi.Cmp(x.dd) > 0 {
		hi = x.dd
	}
	if !x.reaches(lo.Cmp(hi)) {
		return false
	}
	long := sub(q.h, p.h)
	over := mul(x.dd, long)
	least := mul(p.y.dot(&p.y), mul(over, over))
	for _, h := range [2]*big.Int{lo, hi} {
		a, b := mul(x.radius, over), mul(radius, over) // radii times over
		if x.pointed {
			a = mul(mul(x.radius, sub(x.dd, h)), long)
		}
		if pointed {
			b = mul(mul(radius, sub(q.h, h)), x.dd)
		}
		a.Add(a, b)
		if x.reaches(least.Cmp(mul(mul(a, a), x.dd))) {
			return true
		}
	}
	return false
}

// slope returns how far a point at a distance ρ from the axis and a height h is beyond the line of the side of a cone of radius r and height l.
func slope(rho, h, r, l float64) float64 {
	s := math.Hypot(l, r)
	return (rho-r)*(l/s) + h*(r/s)
}

// coneFoot returns about the point nearest to a distance ρ from the axis and a height h of a cone of radius r and height l that is made
// smaller: by an inset at the base and several of it at the side, where that leaves something of it.
func coneFoot(rho, h, r, l, inset float64) (out, z float64) {
	low, top := inset, l-8*inset*(math.Hypot(l, r)/r)
	if !(top > low) {
		low, top = 0, l
	}
	r *= (top - low) / l
	l = top - low
	h -= low
	s := math.Hypot(l, r)
	along := (r/s)*(r-rho) + (l/s)*h
	switch {
	case h <= 0 && rho <= r:
		return rho, low
	case h >= 0 && slope(rho, h, r, l) <= 0:
		return rho, low + h
	case along <= 0:
		return r, low
	case along >= s:
		return 0, top
	}
	return r * (1 - along/s), low + l*(along/s)
}
