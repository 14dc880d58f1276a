package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// ballScene is what ballFilter looks at, for a ball of radius 0.
func ballScene(x []float64) (v [3]geom.Vec, n geom.Vec, m float64, ok bool) {
	c := vecAt(x, 0)
	for k := range v {
		v[k] = c.Sub(vecAt(x, 3+3*k))
	}
	m = max(v[0].MaxAbs(), v[1].MaxAbs(), v[2].MaxAbs())
	return v, toNearest(v[0], v[1], v[2]), m, tame(x) && m >= 0x1p-60
}

// distanceTo is the exact distance of a point from a triangle, to 300 bits.
func distanceTo(x []float64) *big.Float {
	c := bvOf(vecAt(x, 0))
	var q [3]bv
	for k := range q {
		q[k] = c.minus(bvOf(vecAt(x, 3+3*k)))
	}
	return fromCorners(q)
}

// fromCorners is that of a point, given the ways to it from the corners.
func fromCorners(q [3]bv) *big.Float {
	var best *big.Float
	consider := func(d *big.Float) {
		if best == nil || d.Cmp(best) < 0 {
			best = d
		}
	}
	for k := range q {
		a, b := q[k], q[(k+1)%3]
		e := a.minus(b)
		consider(a.dot(a))
		along, length := a.dot(e), e.dot(e)
		if along.Sign() > 0 && along.Cmp(length) < 0 {
			consider(bsub(a.dot(a), new(big.Float).SetPrec(digits).Quo(bmul(along, along), length)))
		}
	}
	e, f := q[0].minus(q[1]), q[1].minus(q[2])
	n := e.cross(f)
	inside := n.dot(n).Sign() > 0
	for k := range q {
		edge := q[k].minus(q[(k+1)%3])
		inside = inside && n.cross(edge).dot(q[k]).Sign() >= 0
	}
	if inside {
		h := n.dot(q[0])
		consider(new(big.Float).SetPrec(digits).Quo(bmul(h, h), n.dot(n)))
	}
	if best.Sign() <= 0 {
		return bf(0)
	}
	return new(big.Float).SetPrec(300).Sqrt(best)
}

// over returns (a − b)/bound, 0 where that is negative.
func over(a, b *big.Float, bound float64) float64 {
	e, _ := bsub(a, b).Float64()
	return max(e/bound, 0)
}

// ballTouchesRatio is by how much the ball's distance may exceed the computed one, of a ball
// whose radius is that distance.
func ballTouchesRatio(x []float64) float64 {
	_, n, m, ok := ballScene(x)
	if !ok {
		return -1
	}
	d := n.Norm()
	return over(distanceTo(x), bf(d), ballError*(m+d))
}

// ballApartRatio is by how much a direction may seem to separate a point that is nearer.
func ballApartRatio(x []float64) float64 {
	v, n, m, ok := ballScene(x)
	d := n.Norm()
	if !ok || d < 0x1p-60 {
		return -1
	}
	least := min(n.Dot(v[0]), n.Dot(v[1]), n.Dot(v[2]))
	return over(bf(least/d), distanceTo(x), ballError*m)
}
