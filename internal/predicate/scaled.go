package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Expansions are exact while no operation overflows or underflows. Let every
// coordinate be 0 or have magnitude in [2⁻³⁰⁵, 2³³⁸]. Then each is a multiple of
// 2⁻³⁵⁷, every value that occurs in Orient3D is a multiple of 2⁻¹⁰⁷¹, hence of the
// least subnormal 2⁻¹⁰⁷⁴, and such values below 2¹⁰²⁴ never lose bits to
// underflow; differences stay below 2³³⁹, triple products below 2¹⁰¹⁷ and the sum
// of six below 2¹⁰²⁰, so nothing overflows.
const (
	safeLeast = 0x1p-305
	safeMost  = 0x1p+338
)

// safeRange reports whether expansions of these coordinates are exact.
func safeRange(a, b, c, d, e, f float64) bool {
	return safe(a) && safe(b) && safe(c) && safe(d) && safe(e) && safe(f)
}

func safe(x float64) bool {
	x = math.Abs(x)
	return x == 0 || x >= safeLeast && x <= safeMost
}

// rescale multiplies coordinates by the power of two that brings the largest to
// [½, 1), and reports whether all are then in the safe range. No sign changes,
// and no bit is lost: what stays above 2⁻³⁰⁵ stays normal. So scenes that are huge
// or tiny as a whole need no integers.
func rescale(x []float64) bool {
	largest := 0.0
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	_, exponent := math.Frexp(largest)
	for i, v := range x {
		if x[i] = math.Ldexp(v, -exponent); !safe(x[i]) || v != 0 && x[i] == 0 {
			return false
		}
	}
	return true
}

// integer returns x·2¹⁰⁷⁴, an integer for every finite float64.
func integer(x float64) *big.Int {
	bits := math.Float64bits(x)
	exponent := uint(bits >> 52 & 0x7ff)
	mantissa := int64(bits & (1<<52 - 1))
	if exponent == 0 {
		exponent = 1
	} else {
		mantissa |= 1 << 52
	}
	n := big.NewInt(mantissa)
	n.Lsh(n, exponent-1)
	if x < 0 {
		n.Neg(n)
	}
	return n
}

func sub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
func mul(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }

// bigVec is a vector of integers, scaled alike.
type bigVec [3]*big.Int

// integerDifference returns (a−b)·2¹⁰⁷⁴.
func integerDifference(a, b geom.Vec) bigVec {
	return bigVec{sub(integer(a.X), integer(b.X)), sub(integer(a.Y), integer(b.Y)), sub(integer(a.Z), integer(b.Z))}
}

func (a *bigVec) cross(b *bigVec) bigVec {
	return bigVec{
		sub(mul(a[1], b[2]), mul(a[2], b[1])),
		sub(mul(a[2], b[0]), mul(a[0], b[2])),
		sub(mul(a[0], b[1]), mul(a[1], b[0])),
	}
}

func (a *bigVec) dot(b *bigVec) *big.Int {
	s := mul(a[0], b[0])
	s.Add(s, mul(a[1], b[1]))
	return s.Add(s, mul(a[2], b[2]))
}

// orient2DScaled is Orient2D in integers.
func orient2DScaled(ax, ay, bx, by, cx, cy float64) int {
	x, y := integer(cx), integer(cy)
	l := mul(sub(integer(ax), x), sub(integer(by), y))
	r := mul(sub(integer(ay), y), sub(integer(bx), x))
	return l.Cmp(r)
}

// orient3DScaled is Orient3D in integers.
func orient3DScaled(a, b, c, d geom.Vec) int {
	vb, vc, vd := integerDifference(b, a), integerDifference(c, a), integerDifference(d, a)
	n := vc.cross(&vd)
	return vb.dot(&n).Sign()
}
