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
	ints     *arena // scratch, nil for none
}

// ZeroSquare returns the square of 0.
func ZeroSquare() Square { return Square{num: zero, den: one} }

// SquareOf returns the exact square of a finite number of at least 0.
func SquareOf(x float64) Square {
	m, shift := mantissa(x)
	n := big.NewInt(m)
	return Square{num: n.Mul(n, n), den: one, u: units(shift)}
}

// IsZero reports whether the distance is 0.
func (s *Square) IsZero() bool { return s.num.Sign() == 0 }

// Known reports whether s holds a distance.
func (s *Square) Known() bool { return s.den != nil }

// scratch returns memory for integers; those beyond the mark are to be released.
func (s *Square) scratch() (a *arena, mark int) {
	if s.ints == nil {
		return new(arena), 0
	}
	return s.ints, s.ints.used
}

// Compare returns the sign of s−o.
func (s *Square) Compare(o *Square) int {
	a, mark := s.scratch()
	defer a.release(mark)
	l, r := a.mul(s.num, o.den), a.mul(o.num, s.den)
	if s.u > o.u {
		l = a.next().Lsh(l, 2*uint(s.u-o.u))
	} else if s.u < o.u {
		r = a.next().Lsh(r, 2*uint(o.u-s.u))
	}
	return l.Cmp(r)
}

// CompareDistance returns the sign of √s − d for a finite d ≥ 0.
func (s *Square) CompareDistance(d float64) int {
	a, mark := s.scratch()
	defer a.release(mark)
	m, shift := mantissa(d)
	return a.compare(s.num, s.den, s.u, 2, m, shift)
}

// Root returns √s rounded to the nearest float64, ties to even. A distance above 0 that
// would round to 0 is the least subnormal; one beyond the range is +Inf.
func (s *Square) Root() float64 {
	if s.IsZero() {
		return 0
	}
	a, _ := s.scratch()
	return max(a.rounded(s.num, s.den, s.u, 2), math.SmallestNonzeroFloat64)
}

// Squares keeps squares whose own memory is used again. The zero value is ready.
type Squares struct{ ints arena }

// Reset drops all squares.
func (k *Squares) Reset() { k.ints.reset() }

// Keep returns a copy that is valid until Reset.
func (k *Squares) Keep(s *Square) Square {
	if s.ints == nil { // in memory of its own
		return *s
	}
	return Square{k.ints.next().Set(s.num), k.ints.next().Set(s.den), s.u, &k.ints}
}
