package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
)

// The search of the nearest points of a cylinder or a cone and another body, in float64, relative to the end A and in units of a power of
// two, so that no coordinate at hand is above 1/2 and the largest is at least 1/4. The distance from a convex set is convex, so a segment has its nearest
// point where the slope changes its sign. A triangle is nearest at an edge or over its face, where the cylinder's lowest point is. Of two cylinders whose axes do not come
// nearest inside both, one is nearest at a cap. Cones are in gapcone.go.
//
// gapBound bounds the errors of what follows from one direction n or one pair of points. With M = 1, no length being greater, v = p−A off by u·M in each
// coordinate and the unit vector of the axis off by 4u: n·v by 8u·|n|M, the heights of both ends by 12u·|n|M, what a radius reaches along n by
// 24u·|n|M, their sum, quotient and |n| by 8u: together below 64u, twice for two cylinders. The point of a triangle with given weights is off
// by 16u·M, height and distance from the axis by 24u·M each, the distance from the side of a cone by both and 8u·M, the distance of two points by 8u·M more: below 128u. Underflow takes less
// than 2⁻¹⁰⁷⁰. The rest is spare.
const gapBound = 256 * u

// drum is a cylinder or a cone in the coordinates of a search.
type drum struct {
	at, d, unit geom.Vec // an end, the axis and its direction
	l, r        float64
	pointed     bool
}

// gapFrame are the coordinates of a search: x is (p−o)·2^−exponent.
type gapFrame struct {
	o        geom.Vec
	exponent int
	far      bool // coordinates whose differences may overflow
}

// farCoordinate is beyond what differences of four terms may have.
const farCoordinate = 0x1p1020

func (f *gapFrame) vec(from, to geom.Vec) geom.Vec {
	e := -f.exponent
	if f.far {
		from, to, e = from.Scale(0x1p-8), to.Scale(0x1p-8), e+8
	}
	v := to.Sub(from)
	return geom.Vec{X: math.Ldexp(v.X, e), Y: math.Ldexp(v.Y, e), Z: math.Ldexp(v.Z, e)}
}

func (f *gapFrame) length(x float64) float64 { return math.Ldexp(x, -f.exponent) }

// frameOf returns coordinates for a cylinder, points and another radius.
func (a *Axial) frameOf(points []geom.Vec, radius float64) gapFrame {
	f := gapFrame{o: a.A, far: a.A.MaxAbs() > farCoordinate || a.B.MaxAbs() > farCoordinate}
	for _, p := range points {
		f.far = f.far || p.MaxAbs() > farCoordinate
	}
	f.exponent = 16 // only differences matter here: they stay below 2^1011 where coordinates are scaled
	if !f.far {
		f.exponent = 0
	}
	m := f.vec(a.A, a.B).MaxAbs()
	for _, p := range points {
		m = max(m, f.vec(a.A, p).MaxAbs())
	}
	m = max(m, f.length(a.Radius), f.length(radius))
	_, e := math.Frexp(m)
	f.exponent += e + 1
	return f
}

func (f *gapFrame) drum(a *Axial) drum {
	d := f.vec(a.A, a.B)
	unit := toUnit(axisWay(a.A, a.B))
	return drum{at: f.vec(f.o, a.A), d: d, unit: unit, l: d.Norm(), r: f.length(a.Radius), pointed: a.Pointed}
}

// axisWay is a multiple of b−a that does not overflow.
func axisWay(a, b geom.Vec) geom.Vec {
	if a.MaxAbs() > farCoordinate || b.MaxAbs() > farCoordinate {
		return b.Scale(0x1p-8).Sub(a.Scale(0x1p-8))
	}
	return b.Sub(a)
}

// way returns the way to x from the nearest point of the cylinder. What is square to the axis or along it stays so.
func (c *drum) way(x geom.Vec) geom.Vec {
	v := x.Sub(c.at)
	h := v.Dot(c.unit)
	off := v.Sub(c.unit.Scale(h))
	if c.pointed {
		return c.wayOut(h, off)
	}
	beyond := h - max(0, min(c.l, h))
	n := geom.Vec{}
	if rho := off.Norm(); rho > c.r {
		n = off.Scale((rho - c.r) / rho)
	}
	if beyond != 0 {
		n = n.Add(c.unit.Scale(beyond))
	}
	return n
}

// gapSteps is the number of halvings of a search along a line.
const gapSteps = 64

// along returns where from p to p+e the cylinder is nearest, from 0 to 1.
func (c *drum) along(p, e geom.Vec) float64 {
	slope := func(t float64) float64 { return c.way(p.Add(e.Scale(t))).Dot(e) }
	if slope(0) >= 0 {
		return 0
	}
	if slope(1) <= 0 {
		return 1
	}
	lo, hi := 0.0, 1.0
	for range gapSteps {
		mid := (lo + hi) / 2
		switch s := slope(mid); {
		case s == 0 || mid == lo || mid == hi:
			return mid
		case s > 0:
			hi = mid
		default:
			lo = mid
		}
	}
	return hi
}

// lowest returns a point of the cylinder that is the lowest along n, the middle of a cap if all of it is: at the end that is given where both
// are as low.
func (c *drum) lowest(n geom.Vec, end float64) geom.Vec {
	along := n.Dot(c.unit)
	off := n.Sub(c.unit.Scale(along))
	if c.pointed {
		return c.lowestPoint(n, off, end)
	}
	x := c.at
	if size := off.Norm(); size > 0x1p-40*n.Norm() {
		x = x.Sub(off.Scale(c.r / size))
		if math.Abs(along) <= 0x1p-40*n.Norm() {
			return x.Add(c.d.Scale(end))
		}
	}
	if along < 0 {
		return x.Add(c.d)
	}
	return x
}

// height returns the least of n·x over the cylinder.
func (c *drum) height(n geom.Vec) float64 {
	along := n.Dot(c.unit)
	reach := c.r * n.Sub(c.unit.Scale(along)).Norm()
	if c.pointed {
		return n.Dot(c.at) + min(-reach, c.l*along)
	}
	return n.Dot(c.at) + min(0, c.l*along) - reach
}

// approach is a point of the other body, with its weights of a triangle's corners, the way to it from the nearest point of the cylinder, and
// directions between the two to try.
type approach struct {
	x       geom.Vec
	weights [3]float64
	way     geom.Vec
	size    float64
	ways    [20]geom.Vec
	n       int
}

func (m *approach) try(c *drum, x geom.Vec, weights [3]float64) {
	if n := c.way(x); x.IsFinite() && n.IsFinite() && (m.n == 0 || n.Norm() < m.size) {
		m.x, m.weights, m.way, m.size, m.n = x, weights, n, n.Norm(), 1
	}
}

// begin takes the way as the first direction, and about the way in short numbers before it.
func (m *approach) begin() {
	m.n = 0
	if size := m.way.MaxAbs(); size > 0x1p-1000 {
		m.propose(onGridVec(m.way.Scale(1 / size)))
	}
	m.propose(m.way)
}

// propose adds a direction, turned to the other body.
func (m *approach) propose(n geom.Vec) {
	if n.Dot(m.way) < 0 {
		n = n.Scale(-1)
	}
	if n.IsFinite() && n != (geom.Vec{}) && m.n < len(m.ways) {
		m.ways[m.n] = sized(n)
		m.n++
	}
}

// triangle searches the nearest point of a triangle.
func (c *drum) triangle(q *geom.Triangle) (m approach) {
	for i := range 3 {
		j := (i + 1) % 3
		e := q[j].Sub(q[i])
		var w [3]float64
		t := c.along(q[i], e)
		w[i], w[j] = 1-t, t
		m.try(c, q[i].Scale(1-t).Add(q[j].Scale(t)), w)
	}
	normal := q[1].Sub(q[0]).Cross(q[2].Sub(q[0]))
	c.overFace(&m, q, normal)
	m.begin()
	m.propose(normal)
	m.propose(c.d)
	for i := range 3 {
		e := q[(i+1)%3].Sub(q[i])
		m.propose(square(m.way, e))
		m.propose(e.Cross(c.d))
	}
	m.propose(square(m.way, c.d))
	if c.pointed {
		m.propose(c.sideNormal(m.x))
		for i := range 3 {
			if e := q[(i+1)%3].Sub(q[i]); e != (geom.Vec{}) {
				c.proposeTangents(&m, LineSide(e))
			}
		}
	}
	return m
}

// square returns the part of n that is square to e.
func square(n, e geom.Vec) geom.Vec { return n.Sub(e.Scale(n.Dot(e) / e.Dot(e))) }

// overFace tries the cylinder's lowest points over the plane of a triangle, from either side.
func (c *drum) overFace(m *approach, q *geom.Triangle, normal geom.Vec) {
	for _, n := range [2]geom.Vec{normal, normal.Scale(-1)} {
		for _, end := range [3]float64{0, 0.5, 1} {
			y := c.lowest(n, end)
			if w, inside := weightsOf(y, q, normal); inside {
				m.try(c, q[0].Scale(w[0]).Add(q[1].Scale(w[1])).Add(q[2].Scale(w[2])), w)
			}
		}
	}
}

// weightsOf returns the weights of the foot of a point on the plane of a triangle, and whether it is in the triangle, about.
func weightsOf(y geom.Vec, q *geom.Triangle, normal geom.Vec) (w [3]float64, inside bool) {
	sum := 0.0
	for i := range w {
		a, b := q[(i+1)%3], q[(i+2)%3]
		w[i] = b.Sub(a).Cross(y.Sub(a)).Dot(normal)
		if !(w[i] >= 0) {
			return w, false
		}
		sum += w[i]
	}
	if !(sum > 0) {
		return w, false
	}
	for i := range w {
		w[i] /= sum
	}
	return w, true
}

// sized multiplies a vector other than 0 by a power of two, so that squares are in range.
func sized(v geom.Vec) geom.Vec {
	_, e := math.Frexp(v.MaxAbs())
	return geom.Vec{X: math.Ldexp(v.X, -e), Y: math.Ldexp(v.Y, -e), Z: math.Ldexp(v.Z, -e)}
}

// lowerBound returns the gap along a direction that is sized, less what it may be off.
func (c *drum) lowerBound(n geom.Vec, low float64) float64 {
	return (low+c.height(n.Scale(-1)))/n.Norm() - gapBound
}

// scaled turns bounds into lengths, rounded outward.
func (f *gapFrame) scaled(lo, hi, radius float64) (l, h float64) {
	back := func(x float64) float64 { return math.Ldexp(x, f.exponent) }
	l, h = round.Down(back(lo)), round.Up(back(hi))
	if radius > 0 {
		l, h = round.Down(l-radius), round.Up(h-radius)
	}
	return max(l, 0), max(h, 0)
}
