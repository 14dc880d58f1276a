package ccd

import (
	"math"
	"math/big"
	"math/bits"
)

// dyadic is the number m·2⁻ˢ.
type dyadic struct {
	m *big.Int
	s uint
}

var (
	zero = dyadic{m: new(big.Int)}
	unit = dyadic{m: big.NewInt(1)}
)

// dyadicOf is a float64 from 0 to 1.
func dyadicOf(x float64) dyadic {
	if x == 0 {
		return zero
	}
	f, e := math.Frexp(x)
	m := uint64(f * (1 << 53))
	z := bits.TrailingZeros64(m)
	return dyadic{new(big.Int).SetUint64(m >> z), uint(53 - e - z)}
}

// between returns a number between two from 0 to 1, a < b: where they are far from each other a power of two
// whose exponent is about in the middle, so that roots of any magnitude are found in few steps, else the
// middle. 0 counts as having twice the exponent of b.
func between(a, b dyadic) dyadic {
	top := b.exponent()
	low := 2*top - 4
	if a.m.Sign() > 0 {
		low = a.exponent()
	}
	if e := (low + top) / 2; low+4 <= top {
		return dyadic{big.NewInt(1), uint(-e)}
	}
	s := max(a.s, b.s)
	m := new(big.Int).Lsh(a.m, s-a.s)
	m.Add(m, new(big.Int).Lsh(b.m, s-b.s))
	return dyadic{m, s + 1}
}

// exponent returns e with 2ᵉ⁻¹ ≤ a < 2ᵉ.
func (a dyadic) exponent() int { return a.m.BitLen() - int(a.s) }

func (a dyadic) compare(b dyadic) int {
	s := max(a.s, b.s)
	return new(big.Int).Lsh(a.m, s-a.s).Cmp(new(big.Int).Lsh(b.m, s-b.s))
}

// float is the greatest float64 that is not above a, which is from 0 to 1.
func (a dyadic) float() float64 {
	f := new(big.Float).SetPrec(53).SetMode(big.ToZero).SetInt(a.m)
	f.SetMantExp(f, -int(a.s))
	x, _ := f.Float64() // rounds subnormal numbers to nearest
	if x > 0 && dyadicOf(x).compare(a) > 0 {
		x = math.Nextafter(x, 0)
	}
	return x
}

// sign of the polynomial at a.
func (p poly) sign(a dyadic) int {
	if p.isZero() {
		return 0
	}
	v, c := new(big.Int).Set(p[len(p)-1]), new(big.Int)
	shift := uint(0)
	for k := len(p) - 2; k >= 0; k-- {
		shift += a.s
		v.Mul(v, a.m)
		v.Add(v, c.Lsh(p[k], shift))
	}
	return v.Sign()
}
