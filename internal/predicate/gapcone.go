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
	case h >= 0 && beyond <= 0:
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

// lean is the sine of the angle between the axis and the side: normals out of the side have it as the cosine of their angle with the axis. That of a cylinder is 0.
func (c *drum) lean() float64 {
	if !c.pointed {
		return 0
	}
	return c.r / math.Hypot(c.l, c.r)
}

// sideNormal is the normal of the side over which a way goes out.
func (c *drum) sideNormal(way geom.Vec) geom.Vec {
	off := square(way, c.unit)
	size, k := off.Norm(), c.lean()
	if !(size > 0) {
		return c.unit
	}
	return c.unit.Scale(k).Add(off.Scale(math.Sqrt((1-k)*(1+k)) / size))
}

// tangents returns the unit vectors normal to the side of c and, turned round, to one around an axis v with a lean.
func (c *drum) tangents(v geom.Vec, lean float64) (n [2]geom.Vec, ok bool) {
	return CommonNormals(c.unit, c.lean(), v, lean)
}

// CommonNormals returns about the two unit vectors that point out of a side around an axis u and into one around v, if there are such. The sides have leans k and j, the
// cosines of the angles of their normals with the axes: 0 for a cylinder or a line.
func CommonNormals(u geom.Vec, k float64, v geom.Vec, j float64) (n [2]geom.Vec, ok bool) {
	u, v = u.Scale(1/u.Norm()), v.Scale(1/v.Norm())
	cross := u.Cross(v)
	size, g := cross.Dot(cross), u.Dot(v)
	base := u.Scale((k + g*j) / size).Sub(v.Scale((j + g*k) / size))
	rest := 1 - base.Dot(base)
	if !(size > 0 && rest >= 0) {
		return n, false
	}
	side := cross.Scale(math.Sqrt(rest / size))
	return [2]geom.Vec{base.Add(side), base.Sub(side)}, true
}

// proposeTangents proposes those that lead to the other body.
func (c *drum) proposeTangents(m *approach, v geom.Vec, lean float64) {
	if n, ok := c.tangents(v, lean); ok {
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
	ways, ok := c.tangents(o.d, o.lean())
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
