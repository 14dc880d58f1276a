package predicate

import (
	"math"
	"math/big"
)

// Reach is an exact distance less two radii, √Square − R − S: that of balls around what is
// measured. The radii are at least 0 and finite.
type Reach struct {
	Square Square
	R, S   float64
}

// radii returns R+S in units of 2⁻¹⁰⁷⁴.
func (r *Reach) radii() *big.Int { return new(big.Int).Add(integer(r.R), integer(r.S)) }

// IsZero reports whether the balls share a point.
func (r *Reach) IsZero() bool {
	if r.R == 0 && r.S == 0 {
		return r.Square.IsZero()
	}
	return r.sign() <= 0
}

// sign returns the sign of √Square − (R+S), for a sum of at least 0 of which one may be negative.
func (r *Reach) sign() int {
	sum := r.radii()
	return r.Square.scaled().Cmp(mul(mul(sum, sum), r.Square.den))
}

// scaled returns the numerator in squares of 2⁻¹⁰⁷⁴.
func (s *Square) scaled() *big.Int { return new(big.Int).Lsh(s.num, 2*uint(s.u)) }

// Compare returns the sign of r−o, distances below 0 being 0.
func (r *Reach) Compare(o *Reach) int {
	switch a, b := r.IsZero(), o.IsZero(); {
	case a && b:
		return 0
	case a:
		return -1
	case b:
		return 1
	}
	d := sub(r.radii(), o.radii())
	if d.Sign() >= 0 {
		return compareRoots(&r.Square, &o.Square, d)
	}
	return -compareRoots(&o.Square, &r.Square, d.Neg(d))
}

// CompareDistance returns the sign of r−d for a finite d ≥ 0.
func (r *Reach) CompareDistance(d float64) int {
	if r.R == 0 && r.S == 0 {
		return r.Square.CompareDistance(d)
	}
	sum := r.radii()
	sum.Add(sum, integer(d))
	c := r.Square.scaled().Cmp(mul(mul(sum, sum), r.Square.den))
	if d == 0 {
		return max(c, 0)
	}
	return c
}

// compareRoots returns the sign of √x − √y − d for a d ≥ 0 in units of 2⁻¹⁰⁷⁴: that of
// e − 2d√y with e = x − y − d², which two squares tell.
func compareRoots(x, y *Square, d *big.Int) int {
	// e = n/(x.den·y.den)
	den := mul(x.den, y.den)
	n := sub(mul(x.scaled(), y.den), mul(y.scaled(), x.den))
	n.Sub(n, mul(mul(d, d), den))
	if n.Sign() < 0 || d.Sign() == 0 {
		return n.Sign()
	}
	// n² against 4d²·y·den²
	r := mul(mul(d, d), mul(y.scaled(), mul(x.den, den)))
	return mul(n, n).Cmp(r.Lsh(r, 2))
}

// Value returns the distance rounded as Root does; 0 if the balls share a point.
func (r *Reach) Value() float64 {
	if r.R == 0 && r.S == 0 {
		return r.Square.Root()
	}
	if r.IsZero() {
		return 0
	}
	// The root with ever more bits: a root that is no multiple of a power of two is never
	// halfway between two floats, even less a radius, and others come out whole.
	for bits := 2 * rootBits; ; bits *= 2 {
		root, shift, rest := r.Square.root(bits)
		root.Lsh(root, uint(r.Square.u))
		sum := r.radii()
		lo := root.Sub(root, sum.Lsh(sum, uint(shift)))
		hi := lo
		if rest { // a unit of the root is one of u
			hi = new(big.Int).Add(lo, new(big.Int).Lsh(one, uint(r.Square.u)))
		}
		a, b := nearestFloat(lo, -1074-shift), nearestFloat(hi, -1074-shift)
		if a == b && (lo.Sign() > 0 || !rest) {
			return max(a, math.SmallestNonzeroFloat64)
		}
	}
}

// nearestFloat returns n·2ᵉ rounded to the nearest float64, ties to even.
func nearestFloat(n *big.Int, e int) float64 {
	f := new(big.Float).SetInt(n)
	x, _ := f.SetMantExp(f, e).Float64()
	return x
}
