// Package decimal reads numbers as people and programs write them: nothing that only Go's source knows, such as 1_0, which is 10 to
// strconv, or 0x1p-2.
package decimal

import (
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
