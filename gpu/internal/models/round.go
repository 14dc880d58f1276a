package models

import "math"

// roomy is how far float32 values are moved outward where they bound float64 ones:
// by 2^-22 relative and 2^-120 absolute, which covers the rounding to float32, that
// of the float64 numbers they come from, and subnormals taken for zero.
const (
	roomyRelative = 1.0 / (1 << 22)
	roomyAbsolute = 0x1p-120
	// unbounded stands for infinity: kernels compute with finite numbers.
	unbounded = 0x1p126
)

// below returns a float32 surely below x, above one surely above it, as the device
// sees them. Infinities are the largest numbers: a box that is empty has a lower side of +∞, and must not become NaN.
func below(x float64) float32 {
	x = finite(x)
	return bounded(x - float64(math.Abs(x)*roomyRelative) - roomyAbsolute)
}

func above(x float64) float32 {
	x = finite(x)
	return bounded(x + float64(math.Abs(x)*roomyRelative) + roomyAbsolute)
}

func finite(x float64) float64 { return min(max(x, -math.MaxFloat64), math.MaxFloat64) }

func bounded(x float64) float32 { return float32(min(max(x, -unbounded), unbounded)) }

// Scaled is x·2^e without an intermediate result out of range.
func Scaled(x float64, e int) float64 {
	if -1000 < e && e < 1000 {
		return x * math.Float64frombits(uint64(e+1023)<<52)
	}
	return math.Ldexp(x, e)
}

// ExponentOf is the least e with x ≤ 2^e, for finite x ≥ 0; of zero that of one.
func ExponentOf(x float64) int {
	if x == 0 {
		return 0
	}
	f, e := math.Frexp(x)
	if f == 0.5 {
		return e - 1
	}
	return e
}
