package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// digits is enough for every sum and product of a hunt's coordinates to be exact.
const digits = 1600

func bf(x float64) *big.Float         { return new(big.Float).SetPrec(digits).SetFloat64(x) }
func badd(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Add(a, b) }
func bsub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Sub(a, b) }
func bmul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Mul(a, b) }
func babs(a *big.Float) *big.Float    { return new(big.Float).SetPrec(digits).Abs(a) }

// bv is a vector of big.Float.
type bv [3]*big.Float

func bvOf(v geom.Vec) bv        { return bv{bf(v.X), bf(v.Y), bf(v.Z)} }
func (a bv) minus(b bv) bv      { return bv{bsub(a[0], b[0]), bsub(a[1], b[1]), bsub(a[2], b[2])} }
func (a bv) plus(b bv) bv       { return bv{badd(a[0], b[0]), badd(a[1], b[1]), badd(a[2], b[2])} }
func (a bv) by(s *big.Float) bv { return bv{bmul(a[0], s), bmul(a[1], s), bmul(a[2], s)} }
func (a bv) dot(b bv) *big.Float {
	return badd(badd(bmul(a[0], b[0]), bmul(a[1], b[1])), bmul(a[2], b[2]))
}
func (a bv) cross(b bv) bv {
	return bv{
		bsub(bmul(a[1], b[2]), bmul(a[2], b[1])), bsub(bmul(a[2], b[0]), bmul(a[0], b[2])), bsub(bmul(a[0], b[1]), bmul(a[1], b[0])),
	}
}
func (a bv) norm() *big.Float { return new(big.Float).SetPrec(300).Sqrt(a.dot(a)) }

// bquo and broot are within a part of 2⁻³⁰⁰ of the quotient and the root.
func bquo(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(300).Quo(a, b) }
func broot(a *big.Float) *big.Float   { return new(big.Float).SetPrec(300).Sqrt(a) }
func bmax(a, b *big.Float) *big.Float {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}
