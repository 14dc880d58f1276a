package predicate

import (
	"math"
	"math/big"
)

// Reach is an exact distance less two radii, √Square − R − S: that of balls around what is
// measured. The radii are at least 0 and finite.
type Reach struct {
	Square Square
	R, S   float64
}

// compare returns the sign of √Square − (R + S + m·2^shift) in units of 2⁻¹⁰⁷⁴ or, with half, in halves of them.
func (r *Reach) compare(m int64, shift uint, half bool) int {
	a, mark := r.Square.scratch()
	defer a.release(mark)
	u, unit := r.Square.u, uint(0)
	if half {
		u, unit = u+1, 1
	}
	x, i := mantissa(r.R)
	y, j := mantissa(r.S)
	sum, least := a.sum(&[3]int64{m, signed(x, r.R), signed(y, r.S)}, &[3]uint{shift, i + unit, j + unit})
	return a.compareTo(r.Square.num, r.Square.den, u, 2, sum, least)
}

// signed gives the mantissa of x its sign.
func signed(m int64, x float64) int64 {
	if x < 0 {
		return -m
	}
	return m
}

// sum returns the sum of m·2^shift as n·2^least.
func (a *arena) sum(m *[3]int64, shift *[3]uint) (n *big.Int, least uint) {
	least = math.MaxUint
	for k := range m {
		if m[k] != 0 {
			least = min(least, shift[k])
		}
	}
	n = a.int(0, 0)
	for k := range m {
		if m[k] != 0 {
			n = a.add(n, a.int(m[k], shift[k]-least))
		}
	}
	if n.Sign() == 0 {
		least = 0
	}
	return n, least
}

// IsZero reports whether the balls share a point.
func (r *Reach) IsZero() bool {
	if r.R == 0 && r.S == 0 {
		return r.Square.IsZero()
	}
	return r.sign() <= 0
}

// sign returns the sign of √Square − (R+S), for a sum of at least 0 of which one may be negative.
func (r *Reach) sign() int { return r.compare(0, 0, false) }

// Compare returns the sign of r−o, distances below 0 being 0.
func (r *Reach) Compare(o *Reach) int {
	switch a, b := r.IsZero(), o.IsZero(); {
	case a && b:
		return 0
	case a:
		return -1
	case b:
		return 1
	}
	a, mark := r.Square.scratch()
	defer a.release(mark)
	d := a.sub(r.radii(a), o.radii(a))
	if d.Sign() >= 0 {
		return a.compareRoots(&r.Square, &o.Square, d)
	}
	return -a.compareRoots(&o.Square, &r.Square, a.neg(d))
}

// radii returns R+S in units of 2⁻¹⁰⁷⁴.
func (r *Reach) radii(a *arena) *big.Int { return a.add(a.of(0, r.R), a.of(0, r.S)) }

// CompareDistance returns the sign of r−d for a finite d ≥ 0.
func (r *Reach) CompareDistance(d float64) int {
	if r.R == 0 && r.S == 0 {
		return r.Square.CompareDistance(d)
	}
	m, shift := mantissa(d)
	c := r.compare(m, shift, false)
	if d == 0 {
		return max(c, 0)
	}
	return c
}

// compareRoots returns the sign of √x − √y − d for a d ≥ 0 in units of 2⁻¹⁰⁷⁴: that of
// e − 2d√y with e = x − y − d², which two squares tell.
func (a *arena) compareRoots(x, y *Square, d *big.Int) int {
	// e = n/(x.den·y.den)
	den, dd := a.mul(x.den, y.den), a.mul(d, d)
	n := a.sub(a.cross2(a.scaled(x), y.den, a.scaled(y), x.den), a.mul(dd, den))
	if n.Sign() < 0 || d.Sign() == 0 {
		return n.Sign()
	}
	// n² against 4d²·y·den²
	r := a.mul(dd, a.mul(a.scaled(y), a.mul(x.den, den)))
	return a.mul(n, n).Cmp(a.next().Lsh(r, 2))
}

// scaled returns the numerator in squares of 2⁻¹⁰⁷⁴.
func (a *arena) scaled(s *Square) *big.Int { return a.next().Lsh(s.num, 2*uint(s.u)) }

// Value returns the distance rounded as Root does; 0 if the balls share a point.
func (r *Reach) Value() float64 {
	if r.R == 0 && r.S == 0 {
		return r.Square.Root()
	}
	if r.IsZero() {
		return 0
	}
	return max(r.rounded(), math.SmallestNonzeroFloat64)
}

// rounded returns a distance above 0 rounded to nearest, ties to even; +Inf beyond the range. The bits of float64 of at
// least 0 are in their order: from about the value it steps ever farther until there is one on either side, then
// it halves what is between.
func (r *Reach) rounded() float64 {
	root := min(estimate(r.Square.num, r.Square.den, r.Square.u, 2), math.MaxFloat64)
	x := math.Float64bits(max(root-r.R-r.S, 0))
	lo, hi := x-1, x // the answer is above lo and at most hi once they are on either side
	switch {
	case r.isAboveHalf(x):
		lo, hi = x, x+1
		for step := uint64(1); hi < bitsInf && r.isAboveHalf(hi); step *= 2 {
			lo, hi = hi, min(hi+step, bitsInf)
		}
	case x == 0:
		return 0
	default:
		for step := uint64(1); !r.isAboveHalf(lo); step *= 2 {
			if hi = lo; hi == 0 {
				return 0
			}
			lo -= min(lo, step)
		}
	}
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; r.isAboveHalf(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Float64frombits(hi)
}

// bitsInf has the bits of +Inf.
const bitsInf = 0x7ff << 52

// isAboveHalf reports whether the distance rounds to more than the finite number with these bits, as the arena's does.
func (r *Reach) isAboveHalf(x uint64) bool {
	m, s := mantissa(math.Float64frombits(x))
	c := r.compare(2*m+1, s, true)
	return c > 0 || c == 0 && m&1 == 1
}
