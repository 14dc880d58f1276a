package main

import "math/big"

// triple is a point or a direction, exactly.
type triple [3]*big.Float

// unrounded returns a number for results that are not rounded: what is added and multiplied here has a few million bits at most.
func unrounded() *big.Float { return new(big.Float).SetPrec(big.MaxPrec) }

func exact(c vec) (t triple) {
	for k, x := range c {
		t[k] = unrounded().SetFloat64(x)
	}
	return t
}

func add(a, b *big.Float) *big.Float { return new(big.Float).Add(a, b) }
func sub(a, b *big.Float) *big.Float { return new(big.Float).Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return new(big.Float).Mul(a, b) }

// zip applies an operation to each coordinate.
func zip(do func(a, b *big.Float) *big.Float, a, b triple) triple {
	return triple{do(a[0], b[0]), do(a[1], b[1]), do(a[2], b[2])}
}

func times(x *big.Float, a triple) triple { return zip(mul, triple{x, x, x}, a) }

func dot(a, b triple) *big.Float {
	c := zip(mul, a, b)
	return add(add(c[0], c[1]), c[2])
}

// lowest returns the least product of a direction with a corner.
func lowest(d triple, corners []triple) (least *big.Float) {
	for _, c := range corners {
		if x := dot(d, c); least == nil || x.Cmp(least) < 0 {
			least = x
		}
	}
	return least
}

// normal is the cross product of b−a and c−a.
func normal(a, b, c triple) (n triple) {
	u, w := zip(sub, b, a), zip(sub, c, a)
	for k := range n {
		i, j := (k+1)%3, (k+2)%3
		n[k] = sub(mul(u[i], w[j]), mul(u[j], w[i]))
	}
	return n
}

// side returns the sign of the determinant of b−a, c−a, d−a.
func side(a, b, c, d triple) int { return dot(normal(a, b, c), zip(sub, d, a)).Sign() }

// pierces reports whether the segment from p to q meets the triangle t: its ends are not on one side of the plane of t, nor
// both in it, and no two edges of t pass its line on different sides.
func pierces(p, q triple, t []triple) bool {
	x, y, z := side(p, q, t[0], t[1]), side(p, q, t[1], t[2]), side(p, q, t[2], t[0])
	return side(t[0], t[1], t[2], p) != side(t[0], t[1], t[2], q) && (min(x, y, z) >= 0 || max(x, y, z) <= 0)
}
