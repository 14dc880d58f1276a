package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// radiusAt is the radius of a drum at an end, 0 or 1.
func (c *drum) radiusAt(end float64) float64 {
	if c.pointed && end == 1 {
		return 0
	}
	return c.r
}

// shrink makes a drum smaller by a share of its size on each side.
func (c *drum) shrink(inset float64) {
	if c.pointed {
		c.at, c.r = c.at.Add(c.d.Scale(inset/2)), c.r*(1-2*inset)
	} else {
		c.at, c.r = c.at.Add(c.d.Scale(inset)), c.r*(1-inset)
	}
	c.l, c.d = c.l*(1-2*inset), c.d.Scale(1-2*inset)
}

// wayOut is way for a cone, to a point at a height and an offset from the axis: from the base, from the rim, from the apex or from the side. A way from the base is along
// the axis.
func (c *drum) wayOut(h float64, off geom.Vec) geom.Vec {
	s := math.Hypot(c.l, c.r)
	along, up := c.r/s, c.l/s
	rho := off.Norm()
	t := along*(c.r-rho) + up*h
	beyond := up*(rho-c.r) + along*h
	switch {
	case h <= 0 && rho <= c.r:
		return c.unit.Scale(h)
	case h >= 0 && h <= c.l && beyond <= 0:
		return geom.Vec{}
	case t <= 0:
		return off.Scale((rho - c.r) / rho).Add(c.unit.Scale(h))
	case t >= s:
		return off.Add(c.unit.Scale(h - c.l))
	}
	n := c.unit.Scale(along * beyond)
	if rho > 0 {
		n = n.Add(off.Scale(up * beyond / rho))
	}
	return n
}

// lowestPoint is lowest for a cone: the apex, the middle of the base if all of that is the lowest, a point of the rim, or one between rim and apex.
func (c *drum) lowestPoint(n, off geom.Vec, end float64) geom.Vec {
	x, tip, size := c.at, c.at.Add(c.d), n.Norm()
	if out := off.Norm(); out > 0x1p-40*size {
		x = x.Sub(off.Scale(c.r / out))
	}
	switch above := n.Dot(tip.Sub(x)); {
	case math.Abs(above) <= 0x1p-40*size*math.Hypot(c.l, c.r):
		return x.Add(tip.Sub(x).Scale(end))
	case above < 0:
		return tip
	}
	return x
}

// side is what the normals of the side of a drum have in common.
func (c *drum) side() Side {
	s := Side{Axis: c.unit, Out: 1}
	if slant := math.Hypot(c.l, c.r); c.pointed {
		s.Along, s.Out = c.r/slant, c.l/slant
	}
	return s
}

// sideNormal is the normal of the side in the half plane from the axis to a point. A way from the side to the point lies in it, too, but is next to parallel to the axis of a
// flat cone.
func (c *drum) sideNormal(x geom.Vec) geom.Vec {
	off, s := square(x.Sub(c.at), c.unit), c.side()
	if off = square(toUnit(off), c.unit); !(off.Norm() > 0) { // twice: a short one is not yet square to the axis
		return c.unit
	}
	size := off.Norm()
	return c.unit.Scale(s.Along).Add(off.Scale(s.Out / size))
}

// Side is the side of a cylinder or a cone, or a line: its normals that point out have the parts Along along a unit vector and Out square to it, of which the squares have the sum 1.
type Side struct {
	Axis       geom.Vec
	Along, Out float64
}

// LineSide is that of a line, along any vector other than 0.
func LineSide(along geom.Vec) Side { return Side{Axis: toUnit(along), Out: 1} }

// CommonNormals returns about the two unit vectors that point out of one side and into another, if there are such.
func CommonNormals(a, b Side) (n [2]geom.Vec, ok bool) {
	if a.Out > b.Out {
		n, ok = CommonNormals(b, a)
		return [2]geom.Vec{n[0].Scale(-1), n[1].Scale(-1)}, ok
	}
	f := a.Axis.Cross(b.Axis)
	size := f.Norm()
	g := a.Axis.Dot(b.Axis)
	sum := b.Along + g*a.Along
	if g < 0 { // without cancellation where sides are flat: 1 + g is |f|²/(1−g), and 1 − Along is Out²/(1+Along)
		sum = a.Out*a.Out/(1+a.Along) - b.Out*b.Out/(1+b.Along) + a.Along*(size*size)/(1-g)
	}
	f = f.Scale(1 / size)
	e := f.Cross(a.Axis)
	cos := -sum / (a.Out * size)
	if !(size > 0 && math.Abs(cos) <= 1) {
		return n, false
	}
	base := a.Axis.Scale(a.Along).Add(e.Scale(a.Out * cos))
	side := f.Scale(a.Out * math.Sqrt((1-cos)*(1+cos)))
	return [2]geom.Vec{base.Add(side), base.Sub(side)}, true
}

// proposeTangents proposes the directions normal to both sides that lead to the other body.
func (c *drum) proposeTangents(m *approach, other Side) {
	if n, ok := CommonNormals(c.side(), other); ok {
		for _, way := range n {
			if way.Dot(m.way) > 0 {
				m.propose(way)
			}
		}
	}
}

// overSides tries the points of o on the two lines of its side that are the lowest along a normal of both sides. Where two sides are nearest to each other inside both, they
// have one normal, and the sides are hulls of balls along their axes: normals have given angles with both.
func (c *drum) overSides(o *drum, try func(x geom.Vec)) {
	ways, ok := CommonNormals(c.side(), o.side())
	if !ok {
		return
	}
	for _, n := range ways {
		p := o.at.Sub(square(n, o.unit).Scale(o.r / square(n, o.unit).Norm()))
		e := o.at.Add(o.d).Sub(p)
		if !o.pointed {
			e = o.d
		}
		try(p.Add(e.Scale(c.along(p, e))))
	}
}
