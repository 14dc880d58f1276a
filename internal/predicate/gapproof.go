package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Gap is what is proven of the distance of two bodies, Lo ≤ distance ≤ Hi; Hi is +Inf beyond the range of float64. Ends are points near to
// them, the first near the cylinder or cone: Hi bounds the distance of two points of the bodies next to these.
type Gap struct {
	Lo, Hi float64
	Ends   [2]geom.Vec
}

// The distance from a cylinder or a cone is the root of a polynomial of degree up to 8, so it is enclosed: from below by the gap between the planes
// through two bodies square to a direction n, whatever n is, and from above by the distance of any point of one from the other. Points and directions are
// found in float64, and proven here.

// proofAxial is a cylinder or a cone in enclosures, relative to the point A of another one or its own.
type proofAxial struct {
	from   enclosedVec // its end A
	d      enclosedVec // B−A
	dd     enclosure   // |d|²
	length enclosure
	radius enclosure
	// pointed: a cone, of which the line from rim to apex has this length.
	pointed bool
	slant   enclosure
}

func (a *Axial) proof(origin geom.Vec) proofAxial {
	o, from, to := enclosedVecOf(origin), enclosedVecOf(a.A), enclosedVecOf(a.B)
	c := proofAxial{from: from.minus(&o), d: to.minus(&from), radius: enclosed(a.Radius), pointed: a.Pointed}
	c.dd = c.d.square()
	c.length = c.dd.root()
	if a.Pointed {
		c.slant = c.dd.plus(c.radius.square()).root()
	}
	return c
}

// distance encloses that of a point x from the cylinder: with its height h and its distance ρ from the axis, the root of the squares
// of what h is beyond an end and ρ beyond the radius. ρ² = |(x−A)×d|²/|d|². That from a cone is at most what is returned.
func (c *proofAxial) distance(x *enclosedVec) enclosure {
	v := x.minus(&c.from)
	h := v.dot(&c.d)
	cross := v.cross(&c.d)
	if c.pointed {
		return c.fromCone(h, cross.square().over(c.dd).root())
	}
	beyond := h.minus(c.dd).positive().plus(zeroEnclosure.minus(h).positive()).over(c.length)
	beside := cross.square().over(c.dd).root().minus(c.radius).positive()
	return beyond.square().plus(beside.square()).root()
}

var zeroEnclosure = enclosed(0)

// fromCone encloses the least of the distances of a point with h and ρ from the base, from the apex and, where its foot on the line from rim to apex is
// between the two and it is on no other side of the base, from that line: max(0, (ρ−r)·l + r·h/l)/√(l²+r²).
func (c *proofAxial) fromCone(h, rho enclosure) enclosure {
	height, out := h.overSigned(c.length), rho.minus(c.radius)
	top := height.minus(c.length)
	off := out.positive().square().plus(height.square()).root().least(rho.square().plus(top.square()).root())
	along := h.minus(c.radius.times(out)) // times the length of the line
	beyond := out.times(c.length).plus(c.radius.times(height)).overSigned(c.slant)
	if along.lo.Sign() >= 0 && along.hi.Cmp(squareDown(c.slant.lo)) <= 0 && (h.lo.Sign() >= 0 || beyond.lo.Sign() >= 0) {
		off = off.least(beyond.positive())
	}
	return off
}

func squareDown(x *big.Float) *big.Float { return down().Mul(x, x) }

// least encloses the least of n·x over the points of the cylinder or cone.
func (c *proofAxial) least(n *enclosedVec) enclosure {
	cross := n.cross(&c.d)
	at := n.dot(&c.from)
	reach := c.radius.times(cross.square().over(c.dd).root())
	if c.pointed {
		return at.plus(zeroEnclosure.minus(reach).least(n.dot(&c.d)))
	}
	return at.plus(zeroEnclosure.least(n.dot(&c.d))).minus(reach)
}

// prove encloses the distance of a cylinder or a cone and what is at most radius away from the hull of points, or another cylinder or cone. n is a direction from
// the first, x a point of the other body relative to the first one's A: of points by weights of at least 0, of a cylinder or cone one near it.
func (a *Axial) prove(other *Axial, points []geom.Vec, radius float64, n, x geom.Vec, weights []float64) (lo, hi float64) {
	own := a.proof(a.A)
	direction := enclosedVecOf(n)
	back := direction.scale(enclosed(-1))
	var low, off enclosure
	var end enclosedVec
	if other != nil {
		c := other.proof(a.A)
		end = enclosedVecOf(x)
		low, off = c.least(&direction), c.distance(&end)
	} else {
		o := enclosedVecOf(a.A)
		low, off = lowest(&direction, &o, points), zeroEnclosure
		end = mixedPoint(&o, points, weights)
	}
	gap := low.plus(own.least(&back)) // the greatest of n·x is −(the least of −n·x)
	size := direction.square().root()
	between := gap.positive().over(size).minus(enclosed(radius))
	near := own.distance(&end).plus(off).minus(enclosed(radius))
	lo, _ = between.positive().bounds()
	_, hi = near.positive().bounds()
	return lo, hi
}

// onGrid rounds a number of at most 1 to a multiple of 2⁻³⁶: where the answer is a short number this finds it, without an error in the last places.
func onGrid(x float64) float64 { return math.RoundToEven(x*0x1p36) * 0x1p-36 }

func onGridVec(v geom.Vec) geom.Vec {
	return geom.Vec{X: onGrid(v.X), Y: onGrid(v.Y), Z: onGrid(v.Z)}
}

// lowest encloses the least of n·(p−o) over points.
func lowest(n, o *enclosedVec, points []geom.Vec) (low enclosure) {
	for i := range points {
		p := enclosedVecOf(points[i])
		v := p.minus(o)
		if h := n.dot(&v); i == 0 {
			low = h
		} else {
			low = low.least(h)
		}
	}
	return low
}

// mixedPoint encloses the point of a hull with weights, of which one is above 0.
func mixedPoint(o *enclosedVec, points []geom.Vec, weights []float64) (x enclosedVec) {
	sum := zeroEnclosure
	x = enclosedVec{sum, sum, sum}
	for i, w := range weights {
		if w == 0 {
			continue
		}
		p := enclosedVecOf(points[i])
		v := p.minus(o)
		v = v.scale(enclosed(w))
		x, sum = x.plus(&v), sum.plus(enclosed(w))
	}
	for k := range x {
		x[k] = x[k].overSigned(sum)
	}
	return x
}

// overSigned divides by a number above 0.
func (a enclosure) overSigned(b enclosure) enclosure {
	lo, hi := b.hi, b.lo
	if a.lo.Sign() < 0 {
		lo = b.lo
	}
	if a.hi.Sign() < 0 {
		hi = b.hi
	}
	return enclosure{down().Quo(a.lo, lo), up().Quo(a.hi, hi)}
}

// toUnit returns about v/|v|, for any finite v other than 0.
func toUnit(v geom.Vec) geom.Vec {
	v = sized(v)
	return v.Scale(1 / v.Norm())
}
