package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
)

// axialHunts are those of the filters of cylinders, cones and capsules.
func axialHunts() []hunt.Case {
	return []hunt.Case{
		{Name: "axialApart", N: 13, Start: around, Ratio: axialApartRatio(Axial{Flat: true}), Steps: 1500},
		{Name: "axialConeApart", N: 13, Start: around, Ratio: axialApartRatio(Axial{Flat: true, Pointed: true}), Steps: 1500},
		{Name: "axialCapsuleApart", N: 13, Start: around, Ratio: axialApartRatio(Axial{}), Steps: 1500},
		{Name: "axialHolds", N: 10, Start: around, Ratio: axialHoldsRatio(Axial{Flat: true}), Steps: 1500},
		{Name: "axialConeHolds", N: 10, Start: around, Ratio: axialHoldsRatio(Axial{Flat: true, Pointed: true}), Steps: 1500},
		{Name: "axialPoint", N: 16, Start: around, Ratio: axialPointRatio, Steps: 1500},
		{Name: "axialBeside", N: 22, Start: around, Ratio: axialBesideRatio(Axial{Flat: true}), Steps: 1500},
		{Name: "axialConeBeside", N: 22, Start: around, Ratio: axialBesideRatio(Axial{Flat: true, Pointed: true}), Steps: 1500},
	}
}

// axialAt is a solid of a kind with the ends and the radius at x.
func axialAt(kind Axial, x []float64) (a Axial, ok bool) {
	kind.A, kind.B, kind.Radius = vecAt(x, 0), vecAt(x, 3), math.Abs(x[6])
	return kind, tame(x) && kind.B.Sub(kind.A).Norm() > 0x1p-60
}

// exactTop is how far a solid reaches along n from its end A.
func exactTop(a *Axial, n bv) *big.Float {
	d := bvOf(a.B).minus(bvOf(a.A))
	girth := bmul(bf(a.Radius), n.norm())
	if a.Flat {
		c := n.cross(d)
		girth = bmul(bf(a.Radius), broot(bquo(c.dot(c), d.dot(d))))
	}
	along := n.dot(d)
	if a.Pointed {
		return bmax(along, girth)
	}
	return badd(bmax(along, bf(0)), girth)
}

// axialApartRatio is that of the gap between a solid and a point along a direction.
func axialApartRatio(kind Axial) func(x []float64) float64 {
	return func(x []float64) float64 {
		a, ok := axialAt(kind, x)
		p, n := vecAt(x, 7), vecAt(x, 10)
		if !ok || n.Norm() < 0x1p-60 {
			return -1
		}
		d := a.B.Sub(a.A)
		v, m := a.relative(&geom.Triangle{p, p, p}, d)
		direction := bvOf(n)
		exact := bsub(direction.dot(bvOf(p).minus(bvOf(a.A))), exactTop(&a, direction))
		return over(bf(n.Dot(v[0])-a.top(n, d)), exact, float64(axialBound*m)*n.Norm())
	}
}

// exactPlace is how far a point relative to A is along the axis of a solid, and from it.
func exactPlace(a *Axial, p bv) (h, rho *big.Float) {
	d := bvOf(a.B).minus(bvOf(a.A))
	c := p.cross(d)
	return bquo(p.dot(d), d.norm()), broot(bquo(c.dot(c), d.dot(d)))
}

// axialHoldsRatio is that of the place of a point in a solid; the point itself is exact.
func axialHoldsRatio(kind Axial) func(x []float64) float64 {
	return func(x []float64) float64 {
		a, ok := axialAt(kind, x)
		p, d := vecAt(x, 7), a.B.Sub(a.A)
		if !ok || p.Norm() > 4*(d.Norm()+a.Radius) {
			return -1
		}
		bound := axialBound * (p.Norm() + d.Norm() + a.Radius) // at most M for a point of a triangle
		l := d.Norm()
		h := p.Dot(d) / l
		rho := p.Sub(d.Scale(h / l)).Norm()
		high, out := exactPlace(&a, bvOf(p))
		length := bvOf(a.B).minus(bvOf(a.A)).norm()
		worst := max(off(h, high, bound), off(l-h, bsub(length, high), bound), off(rho, out, bound))
		if !a.Pointed || a.Radius < 0x1p-60 {
			return worst
		}
		r := bf(a.Radius)
		side := broot(badd(bmul(length, length), bmul(r, r)))
		beyond := bquo(badd(bmul(bsub(out, r), length), bmul(high, r)), side)
		return max(worst, off(slope(rho, h, a.Radius, l), beyond, 4*bound))
	}
}

// axialPointRatio is how far the point that filter looks at first is from the triangle.
func axialPointRatio(x []float64) float64 {
	a, ok := axialAt(Axial{Flat: true}, x)
	if !ok {
		return -1
	}
	corners := geom.Triangle{vecAt(x, 7), vecAt(x, 10), vecAt(x, 13)}
	d := a.B.Sub(a.A)
	v, m := a.relative(&corners, d)
	at := d.Scale(0.5)
	y := toNearest(at.Sub(v[0]), at.Sub(v[1]), at.Sub(v[2])).Scale(-1).Add(at)
	var q [3]bv
	for k := range q {
		q[k] = bvOf(y).plus(bvOf(a.A)).minus(bvOf(corners[k]))
	}
	return over(fromCorners(q), bf(0), float64(axialBound*m))
}

// axialBesideRatio is that of the gap between a box and a solid along a direction.
func axialBesideRatio(kind Axial) func(x []float64) float64 {
	return func(x []float64) float64 {
		_, f, ok := frameAt(x)
		a, ok2 := axialAt(kind, x[12:])
		n := vecAt(x, 19)
		if !ok || !ok2 || n.Norm() < 0x1p-60 {
			return -1
		}
		d, t := a.B.Sub(a.A), a.A.Sub(f.center)
		back := bvOf(n.Scale(-1))
		exact := badd(back.dot(bvOf(a.A).minus(bvOf(f.center))), exactTop(&a, back))
		for _, axis := range f.axis {
			exact = badd(exact, babs(back.dot(bvOf(axis))))
		}
		exact = bsub(bf(0), exact)
		return over(bf(f.gapAlong(n, t, d, &a)), exact, (frameBound+axialBound)*f.reachOf(t, d, &a)*n.Norm())
	}
}
