// Package decimal reads numbers as people and programs write them: nothing that only Go's source knows, such as 1_0, which is 10 to
// strconv, or 0x1p-2.
package decimal

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// Parse returns the float64 nearest to a finite decimal number, and whether the text is one: digits with a sign, a point and an exponent,
// without blanks, underscores, other bases, infinities and NaN. A number beyond the range of float64 is none.
func Parse(s string) (float64, bool) {
	if strings.Trim(s, "0123456789+-.eE") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// Written returns a number as strconv or a flag is to read it, and false for one of another base or with underscores. Zeros before a whole
// number, which would make it octal, are left out.
func Written(s string, whole bool) (string, bool) {
	digits := strings.TrimLeft(s, "+-")
	if strings.Contains(s, "_") || len(digits) > 1 && digits[0] == '0' && strings.ContainsRune("xXoObB", rune(digits[1])) {
		return "", false
	}
	if rest := strings.TrimLeft(digits, "0"); whole && rest != digits {
		return s[:len(s)-len(digits)] + cmp.Or(rest, "0"), true
	}
	return s, true
}
