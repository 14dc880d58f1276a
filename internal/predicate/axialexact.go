package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Cylinders in integers. With d = B−A, a point x has the height h = (x−A)·d and the
// turned, stretched offset y = (x−A)×d from the axis, so that |y|² = ρ²·d·d for its
// distance ρ from the axis; both are affine in x. It is in the cylinder if and only if
// 0 ≤ h ≤ d·d and |y|² ≤ r²·d·d.

// exactAxial is a solid in integers of some units.
type exactAxial struct {
	u          units
	from       geom.Vec
	d          bigVec
	dd, radius *big.Int
	square     *big.Int // r²
	most       *big.Int // r²·d·d
	pointed    bool
	// open: the solid is without its surface, and so is what is at most some distance away from it.
	open bool
}

// reaches reports whether what compares so with the most that counts does count.
func (x *exactAxial) reaches(compared int) bool { return compared < 0 || compared == 0 && !x.open }

// exactly returns the solid in units of which the coordinates of others are multiples, too.
func (a *Axial) exactly(others ...geom.Vec) exactAxial {
	others = append(others, a.A, a.B, geom.Vec{X: a.Radius})
	of := make([]*geom.Vec, len(others))
	for i := range others {
		of[i] = &others[i]
	}
	u := commonUnits(of...)
	x := exactAxial{u: u, from: a.A, d: u.difference(a.B, a.A), radius: u.of(a.Radius), pointed: a.Pointed}
	x.dd = x.d.dot(&x.d)
	x.square = mul(x.radius, x.radius)
	x.most = mul(x.square, x.dd)
	return x
}

// place is a point beside an axis: height and offset over the weight w > 0.
type place struct {
	h, w *big.Int
	y    bigVec
}

func (x *exactAxial) place(p geom.Vec) place {
	e := x.u.difference(p, x.from)
	return place{h: e.dot(&x.d), w: one, y: e.cross(&x.d)}
}

// meetsExact reports whether a cylinder or a cone and a triangle share a point: whether what the two
// planes leave of the triangle has a point near enough to the axis.
func (a *Axial) meetsExact(q *geom.Triangle) bool {
	x := a.exactly(q[0], q[1], q[2])
	return x.near(x.between([]place{x.place(q[0]), x.place(q[1]), x.place(q[2])}))
}

// between returns what the two planes leave of a convex polygon.
func (x *exactAxial) between(polygon []place) []place {
	above := cut(polygon, func(p *place) *big.Int { return p.h })
	return cut(above, func(p *place) *big.Int { return sub(mul(x.dd, p.w), p.h) })
}

// cut returns what is left of a convex polygon where a function that is affine in h over w
// is at least 0.
func cut(polygon []place, f func(*place) *big.Int) (left []place) {
	for i := range polygon {
		p, q := &polygon[i], &polygon[(i+1)%len(polygon)]
		fp, fq := f(p), f(q)
		if fp.Sign() >= 0 {
			left = append(left, *p)
		}
		switch {
		case fp.Sign() > 0 && fq.Sign() < 0:
			left = append(left, mixed(p, q, fp, new(big.Int).Neg(fq)))
		case fp.Sign() < 0 && fq.Sign() > 0:
			left = append(left, mixed(q, p, fq, new(big.Int).Neg(fp)))
		}
	}
	return left
}

// mixed returns the point that divides pq as f(p) = a > 0 and f(q) = −b < 0 do.
func mixed(p, q *place, a, b *big.Int) place {
	mix := func(x, y *big.Int) *big.Int { return new(big.Int).Add(mul(b, x), mul(a, y)) }
	m := place{h: mix(p.h, q.h), w: mix(p.w, q.w)}
	for k := range 3 {
		m.y[k] = mix(p.y[k], q.y[k])
	}
	return m
}

// near reports whether a convex polygon between the planes has a point in the solid: a corner, the
// foot of the axis on an edge, or the axis itself, if the offsets turn all one way around it. A plane that cuts a cone
// in what no edge of the polygon meets cuts all lines from the apex, and so the axis between the planes. An edge that has a point of the axis and does not meet
// the open cone has the apex.
func (x *exactAxial) near(polygon []place) bool {
	left, right, apex := false, false, false
	for i := range polygon {
		p, q := &polygon[i], &polygon[(i+1)%len(polygon)]
		if x.has(p) || x.nearEdge(p, q) {
			return true
		}
		turn := p.y.cross(&q.y)
		s := turn.dot(&x.d).Sign()
		apex = apex || s == 0 && x.open && p.y.dot(&q.y).Sign() <= 0
		left, right = left || s > 0, right || s < 0
	}
	return left != right && !apex
}

// within reports whether |y|² over a positive number is at most r²·d·d.
func (x *exactAxial) within(square, over *big.Int) bool {
	return x.reaches(square.Cmp(mul(x.most, over)))
}

// has reports whether a place between the planes is in the solid.
func (x *exactAxial) has(p *place) bool {
	if x.pointed {
		return x.reaches(-x.slant(p).Sign())
	}
	return x.within(p.y.dot(&p.y), mul(p.w, p.w))
}

// nearEdge looks at the foot of the axis on an edge, and at all of it for a cone.
func (x *exactAxial) nearEdge(p, q *place) bool {
	if x.pointed {
		return x.slantEdge(p, q)
	}
	var a, e bigVec // p, and q−p, both times the two weights
	for k := range 3 {
		a[k] = mul(p.y[k], q.w)
		e[k] = sub(mul(q.y[k], p.w), a[k])
	}
	along, length := a.dot(&e), e.dot(&e)
	if along.Sign() >= 0 || new(big.Int).Neg(along).Cmp(length) >= 0 {
		return false
	}
	w := mul(p.w, q.w)
	return x.within(sub(mul(a.dot(&a), length), mul(along, along)), mul(mul(w, w), length))
}

// meetsBallExact reports whether a cylinder or a cone and a ball share a point.
func (a *Axial) meetsBallExact(s *geom.Sphere) bool {
	x := a.exactly(s.Center, geom.Vec{X: s.Radius})
	p := x.place(s.Center)
	if a.Pointed {
		return x.coneNear(&p, x.u.of(s.Radius))
	}
	return x.meetsRound(x.beyond(p.h, p.h), p.y.dot(&p.y), x.u.of(s.Radius))
}

// beyond returns how far heights from lo to hi are above or below the cylinder, times |d|: 0 if
// some are not.
func (x *exactAxial) beyond(lo, hi *big.Int) *big.Int {
	if above := sub(lo, x.dd); above.Sign() > 0 {
		return above
	}
	if hi.Sign() < 0 {
		return new(big.Int).Neg(hi)
	}
	return zero
}

// meetsRound reports whether a point is at most s away from the cylinder, given how far it is
// beyond its planes, times |d|, and the square of its offset. Where both count, the nearest
// point is on the rim: g² + (ρ−r)² ≤ s², in which one product has a root: k ≤ 2r·√(yy·dd) with
// k = g² + yy + (r²−s²)·dd.
func (x *exactAxial) meetsRound(g, yy, s *big.Int) bool {
	if g.Sign() == 0 {
		sum := new(big.Int).Add(x.radius, s)
		return x.reaches(yy.Cmp(mul(mul(sum, sum), x.dd)))
	}
	gg, ss := mul(g, g), mul(mul(s, s), x.dd)
	if yy.Cmp(x.most) <= 0 {
		return x.reaches(gg.Cmp(ss))
	}
	return x.nearRim(gg, yy, ss)
}

// nearRim is meetsRound for the rim alone, given g² and s²·dd.
func (x *exactAxial) nearRim(gg, yy, ss *big.Int) bool {
	k := new(big.Int).Add(gg, yy)
	k.Sub(k.Add(k, x.most), ss)
	if k.Sign() < 0 {
		return true
	}
	r := mul(mul(yy, x.most), big.NewInt(4))
	return x.reaches(mul(k, k).Cmp(r))
}

// meetsParallel decides for a cylinder and a solid, or a cone and a cylinder or a cone, with a parallel axis, or about their insides; parallel is
// false for others.
func (a *Axial) meetsParallel(b *Axial, open bool) (meets, parallel bool) {
	if a.Pointed && !b.Flat {
		return false, false
	}
	d, e := a.B.Sub(a.A), b.B.Sub(b.A)
	if c := d.Cross(e); c.MaxAbs() > 0x1p-40*d.MaxAbs()*e.MaxAbs() && c.MaxAbs() > 0x1p-900 {
		return false, false // each coordinate of the product is off by less than 8u of that
	}
	x := a.exactly(b.A, b.B, geom.Vec{X: b.Radius})
	along := x.u.difference(b.B, b.A)
	if c := along.cross(&x.d); c.dot(&c).Sign() != 0 {
		return false, false
	}
	x.open = open
	p, q := x.place(b.A), x.place(b.B)
	if a.Pointed || b.Pointed {
		return x.meetsTapered(&p, &q, x.u.of(b.Radius), b.Pointed), true
	}
	lo, hi := p.h, q.h
	if lo.Cmp(hi) > 0 {
		lo, hi = hi, lo
	}
	g, s := x.beyond(lo, hi), x.u.of(b.Radius)
	if b.Flat && !x.sharesHeight(lo, hi) {
		return false, true
	}
	return x.meetsRound(g, p.y.dot(&p.y), s), true
}

// sharesHeight reports whether heights from lo to hi are between the planes.
func (x *exactAxial) sharesHeight(lo, hi *big.Int) bool {
	return x.reaches(lo.Cmp(x.dd)) && x.reaches(-hi.Sign())
}
