package predicate

import (
	"math/big"
	"math/bits"

	"github.com/collide-go/collide/geom"
)

// smallBits bounds coordinates, in units, for which points are computed in integers of 128 bits: they are less than 2^26. Those of a
// file of float32 around one place are.
const smallBits = 26

// small returns the multiples of the units that a point's coordinates are; ok is false for one that is not small.
func (u units) small(a geom.Vec) (v [3]int64, ok bool) {
	for k, x := range [3]float64{a.X, a.Y, a.Z} {
		m, shift := mantissa(x)
		if m != 0 {
			// The units divide x, so the shift to the right loses no bit.
			d := int(shift) - int(u)
			if bits.Len64(uint64(m))+d > smallBits {
				return v, false
			}
			if m >>= uint(max(-d, 0)); d > 0 {
				m <<= uint(d)
			}
		}
		if v[k] = m; x < 0 {
			v[k] = -m
		}
	}
	return v, true
}

// smalls is small for at most five points.
func (u units) smalls(points ...geom.Vec) (v [5][3]int64, ok bool) {
	for i, x := range points {
		if v[i], ok = u.small(x); !ok {
			return v, false
		}
	}
	return v, true
}

// smallBetween is between for two small corners a and b: the point of ab where an affine function vanishes that has values of
// opposite signs there, each less than 2^85. The products are less than 2^112.
func (u units) smallBetween(a, b *[3]int64, da, db int128) ratPoint {
	r := ratPoint{w: db.minus(da).big(), u: u}
	for k := range 3 {
		r.v[k] = db.times(a[k]).minus(da.times(b[k])).big()
	}
	if r.w.Sign() < 0 {
		r.w.Neg(r.w)
		for k := range 3 {
			r.v[k].Neg(r.v[k])
		}
	}
	return r
}

// smallVolume is the determinant of Orient3D for small points: differences are less than 2^27, their products' differences less than
// 2^55, and the sum of three products less than 2^84.
func smallVolume(q *[3][3]int64, x *[3]int64) int128 {
	var e, f, g [3]int64
	for k := range 3 {
		e[k], f[k], g[k] = q[1][k]-q[0][k], q[2][k]-q[0][k], x[k]-q[0][k]
	}
	var sum int128
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		sum = sum.plus(wide(e[i]*f[j] - e[j]*f[i]).times(g[k]))
	}
	return sum
}

// smallArea is area for small points: less than 2^55.
func smallArea(w plane2, a, b, c *[3]int64) int128 {
	i, j := (int(w)+1)%3, (int(w)+2)%3
	return wide((a[i]-c[i])*(b[j]-c[j]) - (a[j]-c[j])*(b[i]-c[i]))
}

// int128 is an integer of 128 bits in two's complement.
type int128 struct {
	hi int64
	lo uint64
}

func wide(x int64) int128 { return int128{x >> 63, uint64(x)} }

func (a int128) plus(b int128) int128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(uint64(a.hi), uint64(b.hi), carry)
	return int128{int64(hi), lo}
}

func (a int128) minus(b int128) int128 {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(uint64(a.hi), uint64(b.hi), borrow)
	return int128{int64(hi), lo}
}

// times is a product, correct if it is less than 2^127.
func (a int128) times(m int64) int128 {
	n := uint64(m)
	if m < 0 {
		n = -n
	}
	hi, lo := bits.Mul64(a.lo, n)
	p := int128{int64(hi + uint64(a.hi)*n), lo}
	if m < 0 {
		return int128{}.minus(p)
	}
	return p
}

func (a int128) big() *big.Int {
	m := a
	if a.hi < 0 {
		m = int128{}.minus(a)
	}
	n := new(big.Int).SetUint64(m.lo)
	if m.hi != 0 {
		high := new(big.Int).SetUint64(uint64(m.hi))
		n.Or(n, high.Lsh(high, 64))
	}
	if a.hi < 0 {
		n.Neg(n)
	}
	return n
}
