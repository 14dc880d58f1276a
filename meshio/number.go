package meshio

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// pow10 are the powers of ten that are float64 values themselves.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// parseFloat returns the float64 nearest to a decimal number, the very bits
// strconv.ParseFloat returns. Anything that is not a finite decimal is an error.
func parseFloat(b []byte) (float64, error) {
	if x, ok := parseShort(b); ok {
		return x, nil
	}
	return parseAny(b, 64)
}

// parseShort handles decimals whose digits are an integer m below 2⁵³ and whose
// scale is 10^k with |k| ≤ 22: both are float64 values, so that the one product
// or quotient rounds once, correctly (Clinger, "How to read floating point numbers
// accurately", 1990, section 2).
func parseShort(b []byte) (x float64, ok bool) {
	i, negative := 0, false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		negative, i = b[0] == '-', 1
	}
	m, digits, scale := uint64(0), 0, 0
	for ; i < len(b) && b[i]-'0' < 10; i++ {
		m = m*10 + uint64(b[i]-'0')
		digits++
	}
	if i < len(b) && b[i] == '.' {
		start := i + 1
		for i = start; i < len(b) && b[i]-'0' < 10; i++ {
			m = m*10 + uint64(b[i]-'0')
		}
		scale = start - i
		digits += i - start
	}
	if digits == 0 || digits > 18 || m >= 1<<53 { // 18 digits do not overflow m
		return 0, false
	}
	if i < len(b) {
		e, ok := parseExponent(b[i:])
		if !ok {
			return 0, false
		}
		scale += e
	}
	if scale < -22 || scale > 22 {
		return 0, false
	}
	x = float64(m)
	if scale < 0 {
		x /= pow10[-scale]
	} else {
		x *= pow10[scale]
	}
	if negative {
		x = -x
	}
	return x, true
}

// parseExponent reads "e-05"; at most three digits.
func parseExponent(b []byte) (e int, ok bool) {
	if b[0]|0x20 != 'e' {
		return 0, false
	}
	b = b[1:]
	negative := false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		negative = b[0] == '-'
		b = b[1:]
	}
	if len(b) == 0 || len(b) > 3 {
		return 0, false
	}
	for _, c := range b {
		if c-'0' >= 10 {
			return 0, false
		}
		e = e*10 + int(c-'0')
	}
	if negative {
		e = -e
	}
	return e, true
}

// parseAny reads a decimal of any length, rounded to a float of the given bits.
func parseAny(b []byte, bits int) (float64, error) {
	if len(b) == 0 {
		return 0, errors.New("missing, expected a number")
	}
	x, err := strconv.ParseFloat(string(b), bits)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s does not fit a float%d", show(b), bits)
	case err == nil && (math.IsNaN(x) || math.IsInf(x, 0)):
		return 0, fmt.Errorf("%s is not finite", show(b))
	case err != nil || !isDecimal(b):
		return 0, fmt.Errorf("%s is not a decimal number", show(b))
	}
	return x, nil
}

// isDecimal rules out what ParseFloat reads beyond decimals: 0x1p-2.
func isDecimal(b []byte) bool {
	for _, c := range b {
		if c-'0' >= 10 && c != '.' && c != '-' && c != '+' && c|0x20 != 'e' {
			return false
		}
	}
	return true
}

// parseInt reads a decimal integer with at most 18 digits.
func parseInt(b []byte) (n int64, ok bool) {
	digits := b
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		digits = b[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	for _, c := range digits {
		if c-'0' >= 10 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if b[0] == '-' {
		n = -n
	}
	return n, true
}

// parseCount reads a number of elements.
func parseCount(b []byte) (uint64, error) {
	n, ok := parseInt(b)
	if !ok || n < 0 {
		return 0, fmt.Errorf("%s is not a count", show(b))
	}
	return uint64(n), nil
}
