package ccd

import (
	"math"
	"math/big"
	"math/bits"
)

// vec is a vector that moves.
type vec [3]poly

func (a *vec) minus(b *vec) (d vec) {
	for k := range d {
		d[k] = a[k].minus(b[k])
	}
	return d
}

func (a *vec) cross(b *vec) (c vec) {
	for k := range c {
		i, j := (k+1)%3, (k+2)%3
		c[k] = a[i].times(b[j]).minus(a[j].times(b[i]))
	}
	return c
}

func (a *vec) dot(b *vec) poly {
	return a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

// exact is a query in integers: the points seen from point 0, in a unit that makes all
// coordinates whole.
type exact struct {
	watch *watch
	kind  Kind
	point [4]vec
}

func newExact(q *Query, w *watch) *exact {
	e := &exact{watch: w, kind: q.Kind}
	unit := math.MaxInt
	for i := range q.Start {
		for k := range 3 {
			unit = min(unit, lowest(q.Start[i].At(k)), lowest(q.End[i].At(k)))
		}
	}
	for k := range 3 {
		s0, e0 := integer(q.Start[0].At(k), unit), integer(q.End[0].At(k), unit)
		for i := range e.point {
			at := new(big.Int).Sub(integer(q.Start[i].At(k), unit), s0)
			by := new(big.Int).Sub(integer(q.End[i].At(k), unit), e0)
			e.point[i][k] = poly{at, by.Sub(by, at)}.trimmed()
		}
	}
	return e
}

// lowest is the exponent of the lowest bit of x, math.MaxInt for 0.
func lowest(x float64) int {
	if x == 0 {
		return math.MaxInt
	}
	m, e := mantissa(x)
	return e + bits.TrailingZeros64(m)
}

// mantissa returns |x| as m·2ᵉ.
func mantissa(x float64) (m uint64, e int) {
	f, e := math.Frexp(math.Abs(x))
	return uint64(f * (1 << 53)), e - 53
}

// integer is x·2⁻ᵘ, which is whole.
func integer(x float64, u int) *big.Int {
	n := new(big.Int)
	if x == 0 {
		return n
	}
	m, e := mantissa(x)
	z := bits.TrailingZeros64(m)
	n.Lsh(n.SetUint64(m>>z), uint(e+z-u))
	if x < 0 {
		n.Neg(n)
	}
	return n
}

// between is the vector from point i to point j.
func (e *exact) between(i, j int) vec { return e.point[j].minus(&e.point[i]) }

// normal is the cross product of the vectors from point i to points j and k.
func (e *exact) normal(i, j, k int) vec {
	u, v := e.between(i, j), e.between(i, k)
	return u.cross(&v)
}

// first returns the first time of contact after free. There is no contact up to that time.
func (e *exact) first(free float64) (t0, t1 float64, touch bool) {
	n := e.normal(0, 1, 2)
	f := n.dot(&e.point[3])
	if f.isZero() {
		return e.firstPlanar(free)
	}
	roots := f.roots(free, e.watch)
	for i := range roots {
		r := &roots[i]
		if r.tighten(); e.touch(r) {
			return r.t0, r.t1, true
		}
	}
	return 0, 0, false
}
