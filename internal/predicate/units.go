package predicate

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/collide-go/collide/geom"
)

// units counts integers in multiples of 2^(units−1074).
type units uint

// unitsOf returns the largest units of which all coordinates of two triangles are
// multiples. The integers of coordinates that are alike in size then have few more
// bits than a float64; those in units of 0 have up to 2,098.
func unitsOf(p, q *geom.Triangle) units {
	least := uint(math.MaxUint)
	for _, t := range [2]*geom.Triangle{p, q} {
		for _, v := range t {
			for _, x := range [3]float64{v.X, v.Y, v.Z} {
				if m, shift := mantissa(x); m != 0 {
					least = min(least, shift+uint(bits.TrailingZeros64(uint64(m))))
				}
			}
		}
	}
	if least == math.MaxUint {
		return 0
	}
	return units(least)
}

// mantissa returns m and s with |x| = m·2^(s−1074).
func mantissa(x float64) (m int64, shift uint) {
	b := math.Float64bits(x)
	exponent := uint(b >> 52 & 0x7ff)
	m = int64(b & (1<<52 - 1))
	if exponent == 0 {
		return m, 0
	}
	return m | 1<<52, exponent - 1
}

// of returns x in these units, of which it is a multiple.
func (u units) of(x float64) *big.Int {
	m, shift := mantissa(x)
	if x < 0 {
		m = -m
	}
	if m == 0 || shift <= uint(u) {
		return big.NewInt(m >> (uint(u) - shift)) // no bit is lost; 0 stays 0
	}
	n := big.NewInt(m)
	return n.Lsh(n, shift-uint(u))
}

// difference returns a−b in these units.
func (u units) difference(a, b geom.Vec) bigVec {
	return bigVec{sub(u.of(a.X), u.of(b.X)), sub(u.of(a.Y), u.of(b.Y)), sub(u.of(a.Z), u.of(b.Z))}
}

// float returns v/w of these units, w > 0, rounded to the nearest float64.
func (u units) float(v, w *big.Int) float64 {
	if v.Sign() == 0 {
		return 0
	}
	// A quotient of at least 66 bits with a last bit that states whether there is a rest
	// rounds as the fraction does, to 53 bits and to the fewer of subnormals.
	shift := max(0, 66+w.BitLen()-v.BitLen())
	var n, rest big.Int
	n.Lsh(v, uint(shift))
	n.QuoRem(&n, w, &rest)
	n.Lsh(&n, 1)
	if rest.Sign() != 0 {
		n.SetBit(n.Abs(&n), 0, 1)
		if v.Sign() < 0 {
			n.Neg(&n)
		}
	}
	f := new(big.Float).SetInt(&n)
	x, _ := f.SetMantExp(f, int(u)-1074-shift-1).Float64()
	return x
}
