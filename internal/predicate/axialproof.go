package predicate

import (
	"cmp"
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Two of cylinder and cone whose axes are not parallel. Whether they share a point is the question whether a
// polynomial of degree 8 has a root, so it is not decided by signs of rational numbers; a common
// point, and a plane between the two, are proven by those.

// insets are by how much of their size solids are made smaller for the search of a common point: those
// with an inside in common then still meet, and what is near a point of both is in both.
var insets = [...]float64{0, 0x1p-10, 0x1p-20, 0x1p-30, 0x1p-40}

// proofSteps is the number of steps for each inset. After 1, 2, 4 and so on a proof is tried.
const proofSteps = 1 << 10

// proven looks for a proof about two solids of which neither meets the other's axis. It starts from the middle
// of either, and takes the solids in an order of their own, so that the answer does not depend on the order in
// which they and their ends are given. With open, the question is about their insides.
func (t *Tally) proven(a, b *Axial, open bool) (meets, decided bool) {
	c, d := a.ascending(), b.ascending()
	if d.before(&c) {
		c, d = d, c
	}
	if open && t.touchAlong(&c, &d) {
		return false, true
	}
	for _, inset := range insets {
		for _, start := range [2]geom.Vec{d.middle(), c.middle()} {
			if meets, decided = t.search(&c, &d, start, inset, proofSteps, open); decided {
				return meets, true
			}
		}
	}
	return t.provenNearest(&c, &d, open)
}

// provenNearest looks for a proof where the search of nearest points for distances ends, with solids made smaller by each inset. It does not go back and forth, and so
// is not slow where two rims cross each other at a small angle.
func (t *Tally) provenNearest(a, b *Axial, open bool) (meets, decided bool) {
	f := a.frameOf([]geom.Vec{b.A, b.B}, b.Radius)
	for _, inset := range insets {
		c, d := f.drum(a), f.drum(b)
		c.shrink(inset)
		d.shrink(inset)
		m := c.cylinder(&d)
		if x := a.A.Add(f.backVec(m.x)); t.both(a, b, x, open) {
			return true, true
		}
		for _, n := range m.ways[:m.n] {
			if inset == 0 && t.parted(a, b, n, open) {
				return false, true
			}
		}
	}
	return false, false
}

// ascending returns a cylinder with the lower end first, and a cone as it is.
func (a *Axial) ascending() Axial {
	b := *a
	if !b.Pointed && compareVec(b.B, b.A) < 0 {
		b.A, b.B = b.B, b.A
	}
	return b
}

// before orders cylinders and cones by their numbers, cylinders first.
func (a *Axial) before(b *Axial) bool {
	if a.Pointed != b.Pointed {
		return b.Pointed
	}
	return cmp.Or(compareVec(a.A, b.A), compareVec(a.B, b.B), cmp.Compare(a.Radius, b.Radius)) < 0
}

func compareVec(a, b geom.Vec) int {
	return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z))
}

// middle returns about the middle of the axis.
func (a *Axial) middle() geom.Vec { return a.A.Scale(0.5).Add(a.B.Scale(0.5)) }

// search looks for a proof with points that go back and forth between the nearest points of the two solids, made
// smaller by an inset. They lead to a common point or to the nearest two (Cheney and Goldstein, "Proximity
// Maps for Convex Sets", Proceedings of the American Mathematical Society 10, 1959).
func (t *Tally) search(a, b *Axial, x geom.Vec, inset float64, steps int, open bool) (meets, decided bool) {
	for k := 1; k <= steps; k++ {
		y := a.nearest(x, inset)
		z := b.nearest(y, inset)
		if k&(k-1) == 0 {
			if t.parted(a, b, z.Sub(y), open) || open && (t.touchAt(a, b, y) || t.touchAt(a, b, z)) {
				return false, true
			}
			if t.both(a, b, y, open) || t.both(a, b, z, open) {
				return true, true
			}
		}
		x = z
	}
	return false, false
}

// nearest returns about the point nearest to x of a solid that is a little smaller.
func (a *Axial) nearest(x geom.Vec, inset float64) geom.Vec {
	d := a.B.Sub(a.A)
	v, r := x.Sub(a.A), a.Radius*(1-inset)
	if a.Flat {
		return a.A.Add(a.drawn(v, d, r, inset*d.Norm()))
	}
	foot := d.Scale(share(v.Dot(d), d.Dot(d)))
	off := v.Sub(foot)
	if n := off.Norm(); n > r {
		off = off.Scale(r / n)
	}
	return a.A.Add(foot).Add(off)
}

// both reports whether two solids, or their insides, have a point.
func (t *Tally) both(a, b *Axial, p geom.Vec, open bool) bool {
	if !p.IsFinite() || !a.nearly(p) || !b.nearly(p) {
		return false
	}
	if q := point(p); open {
		return t.AxialEntered(a, &q) && t.AxialEntered(b, &q)
	}
	return t.AxialContains(a, p) && t.AxialContains(b, p)
}

// nearly reports whether a solid may well have a point: nothing is proven.
func (a *Axial) nearly(p geom.Vec) bool {
	off := a.nearest(p, 0).Sub(p)
	return !(off.Norm() > 0x1p-40*(a.Radius+p.Sub(a.A).Norm()))
}

// parted reports whether a plane square to n certainly lies between two solids, b beyond a; with open, both may touch it.
func (t *Tally) parted(a, b *Axial, n geom.Vec, open bool) bool {
	if !n.IsFinite() || n == (geom.Vec{}) {
		return false
	}
	d, e := a.B.Sub(a.A), b.B.Sub(b.A)
	at := n.Dot(b.A.Sub(a.A))
	top, low, least := a.top(n, d), b.top(n.Scale(-1), e), 0.0
	if open {
		least = -0x1p-40 * (math.Abs(at) + top + low)
	}
	if rough := at - low - top; !(rough > least) && !math.IsNaN(rough) {
		return false // most likely, and nothing is proven
	}
	own := commonUnits(&n)
	m := bigVec{own.of(n.X), own.of(n.Y), own.of(n.Z)}
	return a.partedExact(b, &m, open)
}

// partedExact compares the gaps l of the ends of the axes along n with how far the solids reach from these, the roots of
// two fractions p and q: l > √p + √q where l² − p − q > 2√(p·q).
func (a *Axial) partedExact(b *Axial, m *bigVec, open bool) bool {
	x, y := a.exactly(b.A, b.B, geom.Vec{X: b.Radius}), b.exactly(a.A, a.B, geom.Vec{X: a.Radius})
	back := m.turned()
	p, q := x.reach(m, a.Flat), y.reach(m, b.Flat)
	v := x.u.difference(b.A, a.A)
	between := m.dot(&v)
	for _, top := range x.tips(m, p) {
		for _, low := range y.tips(back, q) {
			if !isBeyond(sub(sub(between, low.at), top.at), top.reach, low.reach, open) {
				return false
			}
		}
	}
	return true
}

// tip is how far an end of an axis is along a direction, and how far the solid reaches from there.
type tip struct {
	at    *big.Int
	reach fraction
}

// tips are the ends that may be the farthest along n, from A on.
func (x *exactAxial) tips(n *bigVec, reach fraction) []tip {
	top := n.dot(&x.d)
	switch {
	case x.pointed:
		return []tip{{zero, reach}, {top, fraction{zero, one}}}
	case top.Sign() > 0:
		return []tip{{top, reach}}
	}
	return []tip{{zero, reach}}
}

// fraction is a number of at least 0, over one above 0.
type fraction struct{ num, den *big.Int }

// isBeyond reports whether l > √p + √q or, if open, l ≥ √p + √q.
func isBeyond(l *big.Int, p, q fraction, open bool) bool {
	den := mul(p.den, q.den)
	k := sub(sub(mul(mul(l, l), den), mul(p.num, q.den)), mul(q.num, p.den))
	if l.Sign() < 0 || k.Sign() < 0 || !open && l.Sign()*k.Sign() == 0 {
		return false
	}
	c := mul(k, k).Cmp(mul(mul(mul(p.num, q.num), den), big.NewInt(4)))
	return c > 0 || c == 0 && open
}

// reach returns the square of how far a solid reaches from its axis along n.
func (x *exactAxial) reach(n *bigVec, flat bool) fraction {
	if !flat {
		return fraction{mul(x.square, n.dot(n)), one}
	}
	c := n.cross(&x.d)
	return fraction{mul(x.square, c.dot(&c)), x.dd}
}
