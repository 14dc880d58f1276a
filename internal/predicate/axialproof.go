package predicate

import (
	"cmp"
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Two cylinders whose axes are not parallel. Whether they share a point is the question whether a
// polynomial of degree 8 has a root, so it is not decided by signs of rational numbers; a common
// point, and a plane between the two, are proven by those.

// insets are by how much of their size solids are made smaller for the search of a common point: those
// with an inside in common then still meet, and what is near a point of both is in both.
var insets = [...]float64{0, 0x1p-10, 0x1p-20, 0x1p-30, 0x1p-40}

// proofSteps is the number of steps for each inset. After 1, 2, 4 and so on a proof is tried.
const proofSteps = 1 << 10

// proven looks for a proof about two cylinders of which neither meets the other's axis. It starts from the middle
// of either, and takes the solids in an order of their own, so that the answer does not depend on the order in
// which they and their ends are given.
func (t *Tally) proven(a, b *Axial) (meets, decided bool) {
	c, d := a.ascending(), b.ascending()
	if d.before(&c) {
		c, d = d, c
	}
	for _, inset := range insets {
		for _, start := range [2]geom.Vec{d.middle(), c.middle()} {
			if meets, decided = t.search(&c, &d, start, inset, proofSteps); decided {
				return meets, true
			}
		}
	}
	return false, false
}

// ascending returns a cylinder with the lower end first.
func (a *Axial) ascending() Axial {
	b := *a
	if compareVec(b.B, b.A) < 0 {
		b.A, b.B = b.B, b.A
	}
	return b
}

// before orders cylinders by their numbers.
func (a *Axial) before(b *Axial) bool {
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
func (t *Tally) search(a, b *Axial, x geom.Vec, inset float64, steps int) (meets, decided bool) {
	for k := 1; k <= steps; k++ {
		y := a.nearest(x, inset)
		z := b.nearest(y, inset)
		if k&(k-1) == 0 {
			if t.parted(a, b, z.Sub(y)) {
				return false, true
			}
			if t.both(a, b, y) || t.both(a, b, z) {
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
		return a.A.Add(drawn(v, d, r, inset*d.Norm()))
	}
	foot := d.Scale(share(v.Dot(d), d.Dot(d)))
	off := v.Sub(foot)
	if n := off.Norm(); n > r {
		off = off.Scale(r / n)
	}
	return a.A.Add(foot).Add(off)
}

// both reports whether two solids have a point.
func (t *Tally) both(a, b *Axial, p geom.Vec) bool {
	return p.IsFinite() && a.nearly(p) && b.nearly(p) && t.AxialContains(a, p) && t.AxialContains(b, p)
}

// nearly reports whether a solid may well have a point: nothing is proven.
func (a *Axial) nearly(p geom.Vec) bool {
	off := a.nearest(p, 0).Sub(p)
	return !(off.Norm() > 0x1p-40*(a.Radius+p.Sub(a.A).Norm()))
}

// parted reports whether a plane square to n certainly lies between two solids, b beyond a.
func (t *Tally) parted(a, b *Axial, n geom.Vec) bool {
	if !n.IsFinite() || n == (geom.Vec{}) {
		return false
	}
	d, e := a.B.Sub(a.A), b.B.Sub(b.A)
	at := n.Dot(b.A.Sub(a.A))
	if rough := min(at, at+n.Dot(e)) - max(0, n.Dot(d)) - a.girth(n, d) - b.girth(n, e); !(rough > 0) && !math.IsNaN(rough) {
		return false // most likely, and nothing is proven
	}
	return a.partedExact(b, n)
}

// partedExact compares the gap l of the axes along n with how far the solids reach from them, the roots of
// two fractions p and q: l > √p + √q where l² − p − q > 2√(p·q).
func (a *Axial) partedExact(b *Axial, n geom.Vec) bool {
	own := commonUnits(&n)
	m := bigVec{own.of(n.X), own.of(n.Y), own.of(n.Z)}
	x, y := a.exactly(b.A, b.B, geom.Vec{X: b.Radius}), b.exactly(a.A, a.B, geom.Vec{X: a.Radius})
	l := x.gap(&m, b)
	if l.Sign() <= 0 {
		return false
	}
	p, pd := x.reach(&m, a.Flat)
	q, qd := y.reach(&m, b.Flat)
	den := mul(pd, qd)
	k := sub(sub(mul(mul(l, l), den), mul(p, qd)), mul(q, pd))
	return k.Sign() > 0 && mul(k, k).Cmp(mul(mul(mul(p, q), den), big.NewInt(4))) > 0
}

// gap returns the least of n·v over the ends of b's axis less the greatest over those of x.
func (x *exactAxial) gap(n *bigVec, b *Axial) *big.Int {
	v, w := x.u.difference(b.A, x.from), x.u.difference(b.B, x.from)
	lo, other := n.dot(&v), n.dot(&w)
	if other.Cmp(lo) < 0 {
		lo = other
	}
	if top := n.dot(&x.d); top.Sign() > 0 {
		return sub(lo, top)
	}
	return lo
}

// reach returns the square of how far a solid reaches from its axis along n, as a fraction.
func (x *exactAxial) reach(n *bigVec, flat bool) (num, den *big.Int) {
	rr := mul(x.radius, x.radius)
	if !flat {
		return mul(rr, n.dot(n)), one
	}
	c := n.cross(&x.d)
	return mul(rr, c.dot(&c)), x.dd
}
