package predicate

import (
	"math"
	"math/big"
	"math/bits"
)

// rounded returns num/den for a degree of 1 or its root for 2, in units, rounded to the nearest
// float64, ties to even; +Inf beyond the range. num is at least 0, den greater. It starts from
// about the value and moves to the neighbour until the halves on both sides are right.
func (a *arena) rounded(num, den *big.Int, u units, degree uint) float64 {
	if num.Sign() == 0 {
		return 0
	}
	defer a.release(a.used)
	x := min(estimate(num, den, u, degree), math.MaxFloat64)
	for x <= math.MaxFloat64 && a.isAboveHalf(num, den, u, degree, x) {
		x = math.Nextafter(x, math.Inf(1))
	}
	for x > 0 {
		below := math.Nextafter(x, 0)
		if a.isAboveHalf(num, den, u, degree, below) {
			break
		}
		x = below
	}
	return x
}

// isAboveHalf reports whether a value rounds to more than x: it lies above the middle between x
// and the next float64, (2m+1)·2^(s−1075), or there where x is odd.
func (a *arena) isAboveHalf(num, den *big.Int, u units, degree uint, x float64) bool {
	m, s := mantissa(x)
	c := a.compare(num, den, u+1, degree, 2*m+1, s)
	return c > 0 || c == 0 && m&1 == 1
}

// compare returns the sign of num/den·2^(degree·u) − (m·2^s)^degree.
func (a *arena) compare(num, den *big.Int, u units, degree uint, m int64, s uint) int {
	return a.compareTo(num, den, u, degree, a.int(m, 0), s)
}

// compareTo is compare for n·2^s.
func (a *arena) compareTo(num, den *big.Int, u units, degree uint, n *big.Int, s uint) int {
	if degree == 2 {
		n = a.mul(n, n)
	}
	l, r, common := num, a.mul(n, den), min(uint(u), s)
	if uint(u) > common {
		l = a.next().Lsh(l, degree*(uint(u)-common))
	}
	if s > common {
		r = a.next().Lsh(r, degree*(s-common))
	}
	return l.Cmp(r)
}

// release takes back all integers handed out since used was what it is told.
func (a *arena) release(used int) { a.used = used }

// estimate returns about num/den, or its root, in units of 2^-1074.
func estimate(num, den *big.Int, u units, degree uint) float64 {
	n, e := leading(num)
	d, f := leading(den)
	q, exponent := n/d, e-f+int(degree)*(int(u)-1074)
	if degree == 1 {
		return math.Ldexp(q, exponent)
	}
	if exponent&1 != 0 {
		q, exponent = 2*q, exponent-1
	}
	return math.Ldexp(math.Sqrt(q), exponent/2)
}

// leading returns x ≈ m·2^e, from the highest words of x > 0.
func leading(x *big.Int) (m float64, e int) {
	words := x.Bits()
	last := max(0, len(words)-3)
	for i := len(words) - 1; i >= last; i-- {
		m = math.Ldexp(m, bits.UintSize) + float64(words[i])
	}
	return m, last * bits.UintSize
}
