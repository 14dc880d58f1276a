package proof

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// point is a corner in whole multiples of one power of two, the same for all points of a pair.
type point [3]*big.Int

// exactPair is two triangles and the reach in whole multiples of one power of two.
type exactPair struct {
	p, q  [3]point
	reach *big.Int
}

// integers returns two triangles and the reach in multiples of the largest power of two that divides them all.
func integers(a, b *geom.Triangle, reach float64) *exactPair {
	var e exactPair
	least := math.MaxInt
	if reach != 0 {
		_, least = math.Frexp(reach)
	}
	corners := [6]geom.Vec{a[0], a[1], a[2], b[0], b[1], b[2]}
	for _, v := range corners {
		for k := range 3 {
			if x := v.At(k); x != 0 {
				_, e := math.Frexp(x)
				least = min(least, e)
			}
		}
	}
	for i, v := range corners {
		to := &e.p[i%3]
		if i >= 3 {
			to = &e.q[i-3]
		}
		for k := range 3 {
			to[k] = multiple(v.At(k), least-mantissaBits)
		}
	}
	e.reach = multiple(reach, least-mantissaBits)
	return &e
}

// mantissaBits is the number of bits of a float64's significand.
const mantissaBits = 53

// multiple returns x/2^exponent, a whole number.
func multiple(x float64, exponent int) *big.Int {
	fraction, e := math.Frexp(x)
	n := big.NewInt(int64(math.Ldexp(fraction, mantissaBits)))
	if x == 0 {
		return n
	}
	return n.Lsh(n, uint(e-mantissaBits-exponent))
}

func sub(p, q point) (d point) {
	for k := range d {
		d[k] = new(big.Int).Sub(p[k], q[k])
	}
	return d
}

func cross(p, q point) (c point) {
	for k := range c {
		i, j := (k+1)%3, (k+2)%3
		c[k] = new(big.Int).Mul(p[i], q[j])
		c[k].Sub(c[k], new(big.Int).Mul(p[j], q[i]))
	}
	return c
}

func dot(p, q point) *big.Int {
	sum := new(big.Int)
	for k := range p {
		sum.Add(sum, new(big.Int).Mul(p[k], q[k]))
	}
	return sum
}

func (p point) equal(q point) bool {
	return p[0].Cmp(q[0]) == 0 && p[1].Cmp(q[1]) == 0 && p[2].Cmp(q[2]) == 0
}

// below reports whether all of p lies below all of q along d, by more than the reach: the gap of the products with d is above 0,
// and its square above that of the reach and the length of d.
func (e *exactPair) below(d point) bool {
	var most, least *big.Int
	for k := range e.p {
		if x := dot(d, e.p[k]); most == nil || x.Cmp(most) > 0 {
			most = x
		}
		if x := dot(d, e.q[k]); least == nil || x.Cmp(least) < 0 {
			least = x
		}
	}
	gap := new(big.Int).Sub(least, most)
	if gap.Sign() <= 0 || e.reach.Sign() == 0 {
		return gap.Sign() > 0
	}
	reach := new(big.Int).Mul(e.reach, e.reach)
	return gap.Mul(gap, gap).Cmp(reach.Mul(reach, dot(d, d))) > 0
}

// negated is −d.
func negated(d point) point {
	return point{new(big.Int).Neg(d[0]), new(big.Int).Neg(d[1]), new(big.Int).Neg(d[2])}
}
