package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
)

// gapHunts are those of the search of nearest points of cylinders and cones.
func gapHunts() []hunt.Case {
	return []hunt.Case{
		{Name: "gapWay", N: 13, Start: around, Ratio: gapWayRatio(Axial{Flat: true}), Steps: 1500},
		{Name: "gapConeWay", N: 13, Start: around, Ratio: gapWayRatio(Axial{Flat: true, Pointed: true}), Steps: 1500},
		{Name: "gapTwo", N: 17, Start: around, Ratio: gapTwoRatio(Axial{Flat: true}, Axial{Flat: true}), Steps: 1500},
		{Name: "gapTwoCones", N: 17, Start: around, Ratio: gapTwoRatio(Axial{Flat: true, Pointed: true}, Axial{Flat: true, Pointed: true}), Steps: 1500},
		{Name: "gapPoint", N: 10, Start: around, Ratio: gapPointRatio(Axial{Flat: true}), Steps: 1500},
		{Name: "gapConePoint", N: 10, Start: around, Ratio: gapPointRatio(Axial{Flat: true, Pointed: true}), Steps: 1500},
	}
}

// inUnits is a length in the units of a search.
func (f *gapFrame) inUnits(x *big.Float) *big.Float {
	return new(big.Float).SetMantExp(x, -f.exponent)
}

// gapWayRatio is that of the gap of a solid and a point along a direction.
func gapWayRatio(kind Axial) func(x []float64) float64 {
	return func(x []float64) float64 {
		a, ok := axialAt(kind, x)
		p, n := vecAt(x, 7), vecAt(x, 10)
		if !ok || n.Norm() < 0x1p-60 {
			return -1
		}
		f := a.frameOf([]geom.Vec{p}, 0)
		c, way := f.drum(&a), sized(n)
		direction := bvOf(n)
		exact := bsub(direction.dot(bvOf(p).minus(bvOf(a.A))), exactTop(&a, direction))
		exact = f.inUnits(bquo(exact, direction.norm()))
		return over(bf(c.lowerBound(way, way.Dot(f.vec(f.o, p)))+gapBound), exact, gapBound)
	}
}

// gapTwoRatio is that of the gap of two solids along a direction.
func gapTwoRatio(kind, other Axial) func(x []float64) float64 {
	return func(x []float64) float64 {
		a, ok := axialAt(kind, x)
		b, ok2 := axialAt(other, x[7:])
		n := vecAt(x, 14)
		if !ok || !ok2 || n.Norm() < 0x1p-60 {
			return -1
		}
		f := a.frameOf([]geom.Vec{b.A, b.B}, b.Radius)
		c, d, way := f.drum(&a), f.drum(&b), sized(n)
		direction := bvOf(n)
		low := bsub(direction.dot(bvOf(b.A).minus(bvOf(a.A))), exactTop(&b, bvOf(n.Scale(-1))))
		exact := f.inUnits(bquo(bsub(low, exactTop(&a, direction)), direction.norm()))
		return over(bf(c.lowerBound(way, d.height(way))+gapBound), exact, gapBound)
	}
}

// gapPointRatio is that of the way from a solid to a point.
func gapPointRatio(kind Axial) func(x []float64) float64 {
	return func(x []float64) float64 {
		a, ok := axialAt(kind, x)
		if !ok || a.Radius < 0x1p-60 {
			return -1
		}
		p := vecAt(x, 7)
		f := a.frameOf([]geom.Vec{p}, 0)
		c := f.drum(&a)
		return over(f.inUnits(exactDistance(&a, p)), bf(c.way(f.vec(f.o, p)).Norm()), gapBound)
	}
}

// exactDistance is that of a point from a solid: in the half plane of heights and distances from the axis, from the segment or
// the rectangle that the solid is there.
func exactDistance(a *Axial, p geom.Vec) *big.Float {
	h, rho := exactPlace(a, bvOf(p).minus(bvOf(a.A)))
	l, r, zero := bvOf(a.B).minus(bvOf(a.A)).norm(), bf(a.Radius), bf(0)
	hypot := func(x, y *big.Float) *big.Float { return broot(badd(bmul(x, x), bmul(y, y))) }
	if !a.Pointed {
		return hypot(bmax(bmax(bsub(zero, h), bsub(h, l)), zero), bmax(bsub(rho, r), zero))
	}
	side := bsub(badd(bmul(rho, l), bmul(h, r)), bmul(r, l)) // beyond the side, times its length
	if side.Sign() <= 0 && h.Sign() >= 0 {
		return zero
	}
	best := hypot(bmax(bsub(rho, r), zero), h) // from the base
	t := bquo(badd(bmul(bsub(r, rho), r), bmul(h, l)), badd(bmul(r, r), bmul(l, l)))
	t = bmax(zero, bsub(bf(1), bmax(zero, bsub(bf(1), t))))
	if d := hypot(bsub(rho, bmul(r, bsub(bf(1), t))), bsub(h, bmul(l, t))); d.Cmp(best) < 0 {
		best = d
	}
	return best
}
