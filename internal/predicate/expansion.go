package predicate

import "math"

// An expansion is a sum of float64 components, ordered by magnitude and
// nonoverlapping: no two share a bit position. Its sign is that of its last
// component. Functions append to dst[:0] and skip zeros, so the empty expansion
// is 0. The algorithms are TWO-SUM, TWO-PRODUCT (by FMA), LINEAR-EXPANSION-SUM
// (§2.4) and SCALE-EXPANSION (§2.5) of Shewchuk's paper; the last two keep
// "nonoverlapping" for any nonoverlapping input, so they compose freely.
//
// They are exact as long as nothing overflows or underflows; safeRange in
// scaled.go states when that is certain.

// twoSum returns a+b and its rounding error.
func twoSum(a, b float64) (sum, err float64) {
	sum = a + b
	bv := sum - a
	av := sum - bv
	return sum, (a - av) + (b - bv)
}

// fastTwoSum is twoSum for |a| ≥ |b|.
func fastTwoSum(a, b float64) (sum, err float64) {
	sum = a + b
	return sum, b - (sum - a)
}

// twoProduct returns a·b and its rounding error.
func twoProduct(a, b float64) (product, err float64) {
	product = float64(a * b)
	return product, math.FMA(a, b, -product)
}

// difference writes a−b as an expansion.
func difference(dst []float64, a, b float64) []float64 {
	s, e := twoSum(a, -b)
	return appendNonzero(appendNonzero(dst[:0], e), s)
}

func appendNonzero(dst []float64, x float64) []float64 {
	if x != 0 {
		return append(dst, x)
	}
	return dst
}

// expansionSum writes e+f. dst must not alias them and needs capacity
// len(e)+len(f).
func expansionSum(dst, e, f []float64) []float64 {
	dst = dst[:0]
	i, j := 0, 0
	next := func() float64 {
		if j == len(f) || i < len(e) && math.Abs(e[i]) < math.Abs(f[j]) {
			i++
			return e[i-1]
		}
		j++
		return f[j-1]
	}
	n := len(e) + len(f)
	if n < 2 {
		return append(append(dst, e...), f...)
	}
	small := next()
	sum, q := fastTwoSum(next(), small)
	for range n - 2 {
		r, h := fastTwoSum(next(), q)
		dst = appendNonzero(dst, h)
		sum, q = twoSum(sum, r)
	}
	return appendNonzero(appendNonzero(dst, q), sum)
}

// scale writes b·e. dst must not alias e and needs capacity 2·len(e).
func scale(dst, e []float64, b float64) []float64 {
	dst = dst[:0]
	if len(e) == 0 || b == 0 {
		return dst
	}
	sum, h := twoProduct(e[0], b)
	dst = appendNonzero(dst, h)
	for _, x := range e[1:] {
		hi, lo := twoProduct(x, b)
		s, h := twoSum(sum, lo)
		dst = appendNonzero(dst, h)
		sum, h = fastTwoSum(hi, s)
		dst = appendNonzero(dst, h)
	}
	return appendNonzero(dst, sum)
}

// product writes e·f for an f of at most two components. dst must not alias
// them and needs capacity 4·len(e); e may have at most 16 components.
func product(dst, e, f []float64) []float64 {
	var lo, hi [32]float64
	switch len(f) {
	case 0:
		return dst[:0]
	case 1:
		return scale(dst, e, f[0])
	}
	return expansionSum(dst, scale(lo[:0], e, f[0]), scale(hi[:0], e, f[1]))
}

// negate flips e in place.
func negate(e []float64) []float64 {
	for i := range e {
		e[i] = -e[i]
	}
	return e
}

// signOf returns the sign of an expansion.
func signOf(e []float64) int {
	if len(e) == 0 {
		return 0
	}
	return sign(e[len(e)-1])
}

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
