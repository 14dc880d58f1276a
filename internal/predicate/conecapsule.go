package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// coneMeetsCapsule reports whether the axis of a capsule comes as near to a cone as its radius s. The points that near are a convex set. Its
// boundary is the base moved down by s, a part of the points at the distance s from the rim and from the apex, and the side moved out by s. So an axis of
// which neither end is that near and that does not meet the cone
//
//   - comes as near to the rim or to the apex,
//   - or meets the side that is moved out, and then the frustum within it, which is a part of the set: it is the hull of two circles of it,
//   - or meets the base that is moved down; from there it reaches the base, which it does not meet, only past the rim.
//
// With open, that is whether it comes nearer than s. It does if it comes as near as some s' < s, and then, by the same three, nearer than s to the rim or
// the apex or, in the limit, into the frustum without its side.
func (a *Axial) coneMeetsCapsule(b *Axial, open bool) bool {
	x := a.exactly(b.A, b.B, geom.Vec{X: b.Radius})
	x.open = open
	p, q, s := x.place(b.A), x.place(b.B), x.u.of(b.Radius)
	return x.coneNear(&p, s) || x.coneNear(&q, s) || x.passesRim(&p, &q, zero, s) || x.passesApex(&p, &q, s) || x.passesSlant(&p, &q, s)
}

// passesApex reports whether a segment, of whose ends neither is, comes as near as s to the apex: s²·dd − |y|² − f² ≥ 0 somewhere.
func (x *exactAxial) passesApex(p, q *place, s *big.Int) bool {
	f := line(x.fall(p), x.fall(q))
	sum := f.times(f)
	for k := range p.y {
		y := line(p.y[k], q.y[k])
		sum = sum.plus(y.times(y))
	}
	for i := range sum {
		sum[i] = new(big.Int).Neg(sum[i])
	}
	sum[0].Add(sum[0], mul(mul(s, s), x.dd))
	return sum.rises(x.open)
}

// passesSlant reports whether a segment from p to q meets the side of the cone moved out by s, with all that it is around. With R = √(dd·(dd+r²)) that are the
// heights from s·r·R/(dd+r²) to d·d more, and there |y|·|d| ≤ r·f + s·R, of which the right side is above 0. All these are numbers
// a + b·R, whose signs are those of fractions.
func (x *exactAxial) passesSlant(p, q *place, s *big.Int) bool {
	field := surds{x.slantSquare()}
	long := new(big.Int).Add(x.dd, x.square)
	shift := surd{zero, mul(s, x.radius)}
	part := surdInterval{from: surdRatio{plain(zero), plain(one)}, to: surdRatio{plain(one), plain(one)}}
	step := mul(sub(q.h, p.h), long)
	low := field.minus(plain(mul(p.h, long)), shift)
	high := field.minus(plain(mul(x.dd, long)), low)
	if !field.cut(&part, low, step) || !field.cut(&part, high, new(big.Int).Neg(step)) {
		return false
	}
	f := line(x.fall(p), x.fall(q))
	right := [2]surd{{mul(x.radius, f[0]), s}, plain(mul(x.radius, f[1]))}
	c := [3]surd{field.times(right[0], right[0]), field.times(right[0], right[1]), field.times(right[1], right[1])}
	c[1] = field.plus(c[1], c[1])
	for k := range p.y {
		y := line(p.y[k], q.y[k])
		for i, v := range y.times(y) {
			c[i] = field.minus(c[i], plain(mul(v, x.dd)))
		}
	}
	return field.rises(&c, &part, x.open)
}

// surd is a + b·R, and surds are those of one R² = n. b may be 0, and R a whole number.
type surd struct{ a, b *big.Int }

type surds struct{ n *big.Int }

func plain(a *big.Int) surd { return surd{a, zero} }

func (f surds) plus(x, y surd) surd {
	return surd{new(big.Int).Add(x.a, y.a), new(big.Int).Add(x.b, y.b)}
}

func (f surds) minus(x, y surd) surd { return surd{sub(x.a, y.a), sub(x.b, y.b)} }

func (f surds) times(x, y surd) surd {
	a, b := mul(x.a, y.a), mul(x.a, y.b)
	a.Add(a, mul(mul(x.b, y.b), f.n))
	return surd{a, b.Add(b, mul(x.b, y.a))}
}

// sign is that of a where a² is above b²·n, else that of b.
func (f surds) sign(x surd) int {
	a, b := x.a.Sign(), x.b.Sign()
	if a*b >= 0 {
		if a != 0 {
			return a
		}
		return b
	}
	return a * mul(x.a, x.a).Cmp(mul(mul(x.b, x.b), f.n))
}

// surdRatio is num/den with den above 0.
type surdRatio struct{ num, den surd }

// compare returns the sign of p − q.
func (f surds) compare(p, q surdRatio) int {
	return f.sign(f.minus(f.times(p.num, q.den), f.times(q.num, p.den)))
}

// surdInterval is a part of a segment.
type surdInterval struct{ from, to surdRatio }

// cut leaves what an interval has where at0 + step·t ≥ 0. It returns false if that is nothing.
func (f surds) cut(part *surdInterval, at0 surd, step *big.Int) bool {
	zeroAt := surdRatio{f.minus(plain(zero), at0), plain(step)}
	switch step.Sign() {
	case 0:
		return f.sign(at0) >= 0
	case -1:
		zeroAt = surdRatio{at0, plain(new(big.Int).Neg(step))}
		if f.compare(zeroAt, part.to) < 0 {
			part.to = zeroAt
		}
	case 1:
		if f.compare(zeroAt, part.from) > 0 {
			part.from = zeroAt
		}
	}
	return f.compare(part.from, part.to) <= 0
}

// rises reports whether c[0] + c[1]·t + c[2]·t² is at least 0 or, if open, above 0 somewhere in an interval: at an end, or where it is greatest.
func (f surds) rises(c *[3]surd, part *surdInterval, open bool) bool {
	counts := func(sign int) bool { return sign > 0 || sign == 0 && !open }
	var slope [2]int
	for k, t := range [2]surdRatio{part.from, part.to} {
		linear := f.plus(f.times(c[1], t.den), f.times(c[2], t.num))
		if counts(f.sign(f.plus(f.times(c[0], f.times(t.den, t.den)), f.times(t.num, linear)))) {
			return true
		}
		slope[k] = f.sign(f.plus(linear, f.times(c[2], t.num)))
	}
	four := f.times(plain(big.NewInt(4)), f.times(c[0], c[2]))
	return slope[0] > 0 && slope[1] < 0 && counts(f.sign(f.minus(f.times(c[1], c[1]), four)))
}
