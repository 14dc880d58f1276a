package main

import (
	"math"
	"math/big"
)

// triple is a corner, a direction or weights, in whole numbers.
type triple []*big.Int

// whole returns numbers in multiples of one power of two.
func whole(list ...float64) triple {
	least, w := math.MaxInt, make(triple, len(list))
	for _, x := range list {
		if _, e := math.Frexp(x); x != 0 {
			least = min(least, e)
		}
	}
	for k, x := range list {
		f, e := math.Frexp(x)
		if w[k] = big.NewInt(int64(f * (1 << 53))); x != 0 {
			w[k].Lsh(w[k], uint(e-least))
		}
	}
	return w
}

// points returns the sum of a reach and two radii, and corners, in whole multiples of one power of two.
func points(reach [3]float64, corners ...vec) (r *big.Int, p []triple) {
	list := reach[:]
	for _, c := range corners {
		list = append(list, c[:]...)
	}
	w := whole(list...)
	for k := range corners {
		p = append(p, w[3*k+3:3*k+6])
	}
	return w[0].Add(w[0], w[1]).Add(w[0], w[2]), p
}

func mul(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }

func sub(a, b triple) (d triple) {
	for k := range a {
		d = append(d, new(big.Int).Sub(a[k], b[k]))
	}
	return d
}

func dot(a, b triple) *big.Int {
	sum := new(big.Int)
	for k := range a {
		sum.Add(sum, mul(a[k], b[k]))
	}
	return sum
}

// side returns the sign of the determinant of b−a, c−a, d−a.
func side(a, b, c, d triple) int {
	u, v := sub(b, a), sub(c, a)
	cross := sub(triple{mul(u[1], v[2]), mul(u[2], v[0]), mul(u[0], v[1])},
		triple{mul(u[2], v[1]), mul(u[0], v[2]), mul(u[1], v[0])})
	return dot(cross, sub(d, a)).Sign()
}

// pierces reports whether the segment from p to q meets the triangle t: its ends are not on one side of the plane of t, nor
// both in it, and no two edges of t pass its line on different sides.
func pierces(p, q triple, t []triple) bool {
	x, y, z := side(p, q, t[0], t[1]), side(p, q, t[1], t[2]), side(p, q, t[2], t[0])
	return side(t[0], t[1], t[2], p) != side(t[0], t[1], t[2], q) && (min(x, y, z) >= 0 || max(x, y, z) <= 0)
}

// weigh returns the sum of weights and that of the points times their weights; false if a weight is negative, or all are 0.
func weigh(w triple, p []triple) (sum *big.Int, at triple, ok bool) {
	sum, at, ok = new(big.Int), along(0, 0, 0), true
	for i, x := range w {
		ok = ok && x.Sign() >= 0
		sum.Add(sum, x)
		for k := range at {
			at[k].Add(at[k], mul(x, p[i][k]))
		}
	}
	return sum, at, ok && sum.Sign() > 0
}

// near reports whether the weights u of p and w of q name a point in the hull of each, the two at most the reach apart: none
// is negative, U and W, their sums, are positive, and (W·Σuᵢpᵢ − U·Σwⱼqⱼ)² ≤ (reach·U·W)².
func near(p, q []triple, u, w triple, reach *big.Int) bool {
	sumU, a, okU := weigh(u, p)
	sumW, b, okW := weigh(w, q)
	square := new(big.Int)
	for k := range 3 {
		d := new(big.Int).Sub(mul(a[k], sumW), mul(b[k], sumU))
		square.Add(square, mul(d, d))
	}
	most := mul(reach, mul(sumU, sumW))
	return okU && okW && square.Cmp(mul(most, most)) <= 0
}
