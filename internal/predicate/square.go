package predicate

import (
	"math"
	"math/big"
)

// Square is the exact square of a distance: num/den in squares of u, with num ≥ 0 and
// den > 0. The zero value stands for no distance at all.
type Square struct {
	num, den *big.Int
	u        units
}

// ZeroSquare returns the square of 0.
func ZeroSquare() Square { return Square{num: new(big.Int), den: one} }

// IsZero reports whether the distance is 0.
func (s *Square) IsZero() bool { return s.num.Sign() == 0 }

// Known reports whether s holds a distance.
func (s *Square) Known() bool { return s.den != nil }

// Compare returns the sign of s−o.
func (s *Square) Compare(o *Square) int {
	l, r := mul(s.num, o.den), mul(o.num, s.den)
	if s.u > o.u {
		l.Lsh(l, 2*uint(s.u-o.u))
	} else {
		r.Lsh(r, 2*uint(o.u-s.u))
	}
	return l.Cmp(r)
}

// CompareDistance returns the sign of √s − d for a finite d ≥ 0.
func (s *Square) CompareDistance(d float64) int {
	e := integer(d)
	l := new(big.Int).Lsh(s.num, 2*uint(s.u))
	return l.Cmp(mul(mul(e, e), s.den))
}

// Root returns √s rounded to the nearest float64, ties to even. A distance above 0 that
// would round to 0 is the least subnormal; one beyond the range is +Inf.
func (s *Square) Root() float64 {
	if s.IsZero() {
		return 0
	}
	r, shift, rest := s.root(rootBits)
	// One more bit tells whether there is a rest, so the halves between two floats, which
	// have far fewer bits, are told apart from what is next to them.
	r.Lsh(r, 1)
	if rest {
		r.SetBit(r, 0, 1)
	}
	f := new(big.Float).SetInt(r)
	x, _ := f.SetMantExp(f, int(s.u)-1074-shift-1).Float64()
	return max(x, math.SmallestNonzeroFloat64)
}

// rootBits is the least number of bits of a root: 53, one for halves, and some.
const rootBits = 66

// root returns ⌊√s·2^shift⌋ in units, with at least the given number of bits, and whether
// something was left out.
func (s *Square) root(least int) (r *big.Int, shift int, rest bool) {
	shift = max(0, (2*least+2+s.den.BitLen()-s.num.BitLen()+1)/2)
	q, m := new(big.Int).Lsh(s.num, 2*uint(shift)), new(big.Int)
	q.QuoRem(q, s.den, m)
	r = new(big.Int).Sqrt(q)
	rest = m.Sign() != 0 || mul(r, r).Cmp(q) != 0
	return r, shift, rest
}
