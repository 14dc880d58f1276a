package main

import (
	"math"
	"math/big"
)

// triple is a corner, a direction or weights, in whole numbers.
type triple [3]*big.Int

// lowest returns the exponent of a power of two of which a corner is a multiple.
func lowest(v vec) int {
	e := math.MaxInt
	for _, x := range v {
		if x != 0 {
			_, k := math.Frexp(x)
			e = min(e, k-53)
		}
	}
	return e
}

// whole returns a corner in multiples of 2^unit.
func whole(v vec, unit int) (w triple) {
	for k, x := range v {
		f, e := math.Frexp(x)
		if w[k] = big.NewInt(int64(f * (1 << 53))); x != 0 {
			w[k].Lsh(w[k], uint(e-53-unit))
		}
	}
	return w
}

func sub(a, b triple) (d triple) {
	for k := range d {
		d[k] = new(big.Int).Sub(a[k], b[k])
	}
	return d
}

func dot(a, b triple) *big.Int {
	sum := new(big.Int)
	for k := range a {
		sum.Add(sum, new(big.Int).Mul(a[k], b[k]))
	}
	return sum
}

// side returns the sign of the determinant of b−a, c−a, d−a.
func side(a, b, c, d triple) int {
	u, v := sub(b, a), sub(c, a)
	var n triple
	for k := range n {
		i, j := (k+1)%3, (k+2)%3
		n[k] = new(big.Int).Mul(u[i], v[j])
		n[k].Sub(n[k], new(big.Int).Mul(u[j], v[i]))
	}
	return dot(n, sub(d, a)).Sign()
}

// pierces reports whether the segment from p to q meets the triangle t: its ends are not on one side of the plane of t, nor both in
// it, and no two edges of t pass its line on different sides.
func pierces(p, q triple, t [3]triple) bool {
	if side(t[0], t[1], t[2], p) == side(t[0], t[1], t[2], q) {
		return false
	}
	left, right := false, false
	for k := range 3 {
		s := side(p, q, t[k], t[(k+1)%3])
		left, right = left || s > 0, right || s < 0
	}
	return !left || !right
}

// near reports whether the weights u of p and w of q name a point in each triangle, the two at most the reach apart: none is
// negative, U and W, their sums, are positive, and (W·Σuᵢpᵢ − U·Σwⱼqⱼ)² ≤ (reach·U·W)².
func near(p, q [3]triple, u, w triple, reach *big.Int) bool {
	for k := range 3 {
		if u[k].Sign() < 0 || w[k].Sign() < 0 {
			return false
		}
	}
	one := big.NewInt(1)
	sumU, sumW := dot(u, triple{one, one, one}), dot(w, triple{one, one, one})
	var apart triple
	for k := range 3 {
		x, y := dot(u, triple{p[0][k], p[1][k], p[2][k]}), dot(w, triple{q[0][k], q[1][k], q[2][k]})
		apart[k] = x.Sub(x.Mul(x, sumW), y.Mul(y, sumU))
	}
	most := new(big.Int).Mul(reach, new(big.Int).Mul(sumU, sumW))
	return sumU.Sign() > 0 && sumW.Sign() > 0 && dot(apart, apart).Cmp(most.Mul(most, most)) <= 0
}
