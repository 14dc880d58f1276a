package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// cylinder searches the nearest points of two cylinders or cones.
func (c *drum) cylinder(o *drum) (m approach) {
	try := func(x geom.Vec) { m.try(c, x.Sub(o.way(x)), [3]float64{}) }
	try(o.at.Add(o.d.Scale(0.5)))
	if c.pointed || o.pointed {
		c.overSides(o, try)
	} else {
		try(c.overAxis(o))
	}
	for _, end := range [2]float64{0, 1} {
		try(c.disc(o.at.Add(o.d.Scale(end)), o.unit, o.radiusAt(end)))
		try(o.disc(c.at.Add(c.d.Scale(end)), c.unit, c.radiusAt(end))) // the nearest point to one of c
	}
	m.begin()
	m.propose(c.d)
	m.propose(o.d)
	m.propose(c.d.Cross(o.d))
	m.propose(square(m.way, c.d))
	m.propose(square(m.way, o.d))
	if c.pointed || o.pointed {
		m.propose(c.sideNormal(m.x))
		m.propose(o.sideNormal(m.x.Sub(m.way)))
		c.proposeTangents(&m, o.side())
	}
	return m
}

// overAxis returns the point on the side of o where its axis is nearest to that of c, which is where the two are nearest if that is inside both axes.
func (c *drum) overAxis(o *drum) geom.Vec {
	line := *c
	line.r = 0
	x := o.at.Add(o.d.Scale(line.along(o.at, o.d)))
	n := square(line.way(x), o.unit)
	if size := n.Norm(); size > 0 {
		x = x.Sub(n.Scale(o.r / size))
	}
	return x
}

// disc returns the point of a disc, about a point and square to a unit vector, to which the cylinder is nearest: along the chord for which the least
// distance along a chord, which is convex, too, has its least.
func (c *drum) disc(center, normal geom.Vec, r float64) geom.Vec {
	e, f := sideways(c.way(center), normal)
	x := center
	slope := func(a float64) float64 {
		half := math.Sqrt(max(0, (r-a)*(r+a)))
		p, chord := center.Add(e.Scale(a)).Sub(f.Scale(half)), f.Scale(2*half)
		t := c.along(p, chord)
		x = p.Add(chord.Scale(t))
		n := c.way(x)
		s := n.Dot(e)
		if half > 0 && (t == 0 || t == 1) { // the end of the chord is on the rim, and goes along it
			s -= n.Dot(f) * (2*t - 1) * (a / half)
		}
		return s
	}
	if r == 0 {
		return center
	}
	lo, hi := -r, r
	for range gapSteps {
		mid := (lo + hi) / 2
		s := slope(mid)
		if s == 0 || mid == lo || mid == hi {
			break
		}
		if s > 0 {
			hi = mid
		} else {
			lo = mid
		}
	}
	return x
}

// sideways returns two unit vectors square to a normal and each other, the first about along n.
func sideways(n, normal geom.Vec) (e, f geom.Vec) {
	e = square(n, normal)
	if !(e.Norm() > 0x1p-30*n.Norm()) {
		e = normal.Cross(geom.Vec{X: 1})
		if math.Abs(normal.X) > 0.5 {
			e = normal.Cross(geom.Vec{Y: 1})
		}
	}
	e = square(e.Scale(1/e.Norm()), normal) // a short one is not yet square to it
	e = e.Scale(1 / e.Norm())
	return e, normal.Cross(e)
}
