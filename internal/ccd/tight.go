package ccd

import (
	"math"
	"math/big"
)

// tighten finds t0 and t1, and makes them the ends of the interval where they lie within it.
func (r *root) tighten() {
	r.below = r.sturm[0].sign(r.lo)
	lo, hi := r.bracket()
	for lo+1 < hi && !r.watch.stopped() {
		if m := lo + (hi-lo)/2; r.atMost(math.Float64frombits(m)) {
			hi = m
		} else {
			lo = m
		}
	}
	r.t0, r.t1 = math.Float64frombits(lo), math.Float64frombits(hi)
	// The interval never grows: another root may lie between its ends and t0 or t1.
	if t1 := dyadicOf(r.t1); t1.compare(r.hi) <= 0 {
		if r.hi, r.atHi = t1, r.sturm.changes(t1); r.sturm[0].sign(t1) == 0 {
			r.t0 = r.t1
			return
		}
	}
	if t0 := dyadicOf(r.t0); t0.compare(r.lo) > 0 {
		r.lo, r.atLo = t0, r.sturm.changes(t0)
	}
}

// bracket returns the bits of two float64, the root above the first one and at most the second:
// the ends of the interval, or closer ones around a guess.
func (r *root) bracket() (lo, hi uint64) {
	lo, hi = math.Float64bits(r.lo.float()), math.Float64bits(1)
	if x := r.hi.float(); dyadicOf(x).compare(r.hi) == 0 {
		hi = math.Float64bits(x)
	} else if x < 1 {
		hi = math.Float64bits(x) + 1
	}
	guess := math.Float64bits(r.guess(math.Float64frombits(lo), math.Float64frombits(hi)))
	for step := uint64(2); step < 1<<40 && !r.watch.stopped(); step *= 16 {
		below, above := max(lo, guess-min(guess, step)), min(hi, guess+step)
		switch {
		case below > lo && r.atMost(math.Float64frombits(below)):
			hi = below
		case above < hi && !r.atMost(math.Float64frombits(above)):
			lo = above
		default:
			return below, above
		}
	}
	return lo, hi
}

// guess is about where the polynomial changes its sign in [a, b].
func (r *root) guess(a, b float64) float64 {
	c := r.sturm[0].floats()
	value := func(t float64) float64 { return c[0] + t*(c[1]+t*(c[2]+t*c[3])) }
	up := value(b) > 0
	for range 60 {
		m := a + (b-a)/2
		if (value(m) > 0) == up {
			b = m
		} else {
			a = m
		}
	}
	return b
}

// atMost reports whether the root is at most t. The polynomial changes its sign at the root and
// nowhere else in the interval.
func (r *root) atMost(t float64) bool {
	a := dyadicOf(t)
	switch {
	case a.compare(r.lo) <= 0:
		return false
	case a.compare(r.hi) >= 0:
		return true
	case r.below == 0: // lo is another root
		return r.sturm.changes(a) != r.atLo
	}
	return r.sturm[0].sign(a) != r.below
}

// aboutBound bounds the error of about, in units of Σ|cₖ|tᵏ; u = 2⁻⁵³. The coefficients are rounded, less
// than 1.01u each; Horner's rule with a degree of at most 3 adds 6u; the root is up to 2u from t1, relatively,
// which changes tᵏ by 6u. Together, with factors 1+u, below 14u; the sum is rounded, too. What underflows is
// nothing next to a sum of at least aboutLeast.
const (
	aboutBound = 16 * 0x1p-53
	aboutLeast = 0x1p-900
)

// about returns the sign of a polynomial of degree at most 3 at the root, 0 if it is not certain.
func (r *root) about(p poly) int {
	if r.t1 < aboutLeast { // not tightened, or without 53 bits
		return 0
	}
	v, sum := 0.0, 0.0
	c := p.floats()
	for k := len(p) - 1; k >= 0; k-- {
		v = v*r.t1 + c[k]
		sum = sum*r.t1 + math.Abs(c[k])
	}
	switch limit := aboutBound * sum; {
	case sum < aboutLeast:
		return 0
	case v > limit:
		return 1
	case v < -limit:
		return -1
	}
	return 0
}

// floats are the coefficients of a polynomial of degree at most 3, times a power of two where they are so
// large that float64 does not hold them: the largest is then about 1.
func (p poly) floats() (c [4]float64) {
	bits := 0
	for _, x := range p {
		bits = max(bits, x.BitLen())
	}
	for k, x := range p {
		switch n := x.BitLen(); {
		case bits < 1000:
			c[k], _ = x.Float64()
		case n > 64: // cut to 64 bits and rounded to 53
			f, _ := new(big.Int).Rsh(x, uint(n-64)).Float64()
			c[k] = math.Ldexp(f, n-64-bits)
		default:
			f, _ := x.Float64()
			c[k] = math.Ldexp(f, -bits)
		}
	}
	return c
}
