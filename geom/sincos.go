package geom

import "math"

// halfPi1 … halfPi4 add up to π/2, cut from its binary digits. Each but the last
// has at most 33 bits, so that its product with an integer below 2²⁰ is exact.
const (
	halfPi1 = 0x1.921FB544p0
	halfPi2 = 0x42D18469p-64
	halfPi3 = 0x898CC517p-96
	halfPi4 = 0x01B839A252049C11p-160
)

// farthest is the largest |x| reduced with those digits; fewer than 2²⁰ quarter
// turns.
const farthest = 1 << 20

// Sincos returns the sine and the cosine of x in radians, the same bits on every
// machine, which math.Sincos does not promise. The absolute error is below 2⁻⁵¹
// for |x| ≤ 2²⁰. Beyond, x is first taken modulo the float64 nearest 2π, whose
// error grows with the number of turns. Infinities and NaN give NaN.
func Sincos(x float64) (sin, cos float64) {
	if !(math.Abs(x) <= farthest) {
		x = math.Remainder(x, 2*math.Pi) // exact
	}
	n := math.RoundToEven(x * (2 / math.Pi))
	// The first difference is exact, those after it round a number of at most 1:
	// together less than 2⁻⁵².
	r := x - float64(n*halfPi1)
	r -= float64(n * halfPi2)
	r -= float64(n * halfPi3)
	r -= float64(n * halfPi4)
	s, c := kernels(r)
	return turned(s, c, int64(n))
}

// turned adds n quarter turns to an angle of which the sine and the cosine are given. It has no branches, which angles at random take at
// random: an odd n swaps the two, and bit 1 of n and of n+1 are the signs.
func turned(s, c float64, n int64) (sin, cos float64) {
	x, y := math.Float64bits(s), math.Float64bits(c)
	swap := (x ^ y) & -uint64(n&1)
	return math.Float64frombits(x ^ swap ^ uint64(n&2)<<62), math.Float64frombits(y ^ swap ^ uint64((n+1)&2)<<62)
}

// kernels are the Taylor polynomials on |r| ≤ π/4 and a little more. What they
// leave out is below r¹⁹/19! < 10⁻¹⁹ and r¹⁸/18! < 10⁻¹⁷.
func kernels(r float64) (sin, cos float64) {
	z := float64(r * r)
	s, c := sinTerms[7], cosTerms[7]
	s, c = sinTerms[6]+float64(z*s), cosTerms[6]+float64(z*c)
	s, c = sinTerms[5]+float64(z*s), cosTerms[5]+float64(z*c)
	s, c = sinTerms[4]+float64(z*s), cosTerms[4]+float64(z*c)
	s, c = sinTerms[3]+float64(z*s), cosTerms[3]+float64(z*c)
	s, c = sinTerms[2]+float64(z*s), cosTerms[2]+float64(z*c)
	s, c = sinTerms[1]+float64(z*s), cosTerms[1]+float64(z*c)
	s, c = sinTerms[0]+float64(z*s), cosTerms[0]+float64(z*c)
	return r + float64(r*float64(z*s)), 1 + float64(z*c)
}

// sinTerms are −1/3!, 1/5!, …; cosTerms −1/2!, 1/4!, ….
var sinTerms = [8]float64{
	-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880,
	-1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000,
}

var cosTerms = [8]float64{
	-1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320,
	-1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000,
}
