package report

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// commonPlace is where the surfaces of a pair meet, without any intersection: a box around all
// common points, and a point that is at most off away from one.
type commonPlace struct {
	box   geom.AABB
	point geom.Vec
	off   float64
}

// placeOf looks at every contact of a pair once. What two primitives have in common lies in the box
// that their boxes share, so the middle of the smallest such box is no farther from a common point
// than its corners are.
func (c *Check) placeOf(p *collide.Pair) commonPlace {
	at := commonPlace{box: geom.EmptyAABB(), off: math.Inf(1)}
	for _, k := range p.Contacts {
		b := c.common(k)
		at.box = at.box.Union(b)
		if point, off := middleOf(&b); off < at.off {
			at.point, at.off = point, off
		}
	}
	return at
}

// middleOf returns a point of a box and a bound of its distance from any other point of it. Each
// component of a difference from a corner is rounded once and grown by twice that; the sum of
// three components is at least their Euclidean length, and two roundings of it are covered by the same growth.
func middleOf(b *geom.AABB) (point geom.Vec, off float64) {
	half := func(lo, hi float64) (m, d float64) {
		m = min(max(lo+(hi-lo)/2, lo), hi)
		return m, max(m-lo, hi-m)
	}
	x, dx := half(b.Min.X, b.Max.X)
	y, dy := half(b.Min.Y, b.Max.Y)
	z, dz := half(b.Min.Z, b.Max.Z)
	const grow = 1 + 0x1p-48 // 32 roundings
	return geom.Vec{X: x, Y: y, Z: z}, float64((float64(dx*grow) + float64(dy*grow) + float64(dz*grow)) * grow)
}

// jsonPlace writes where a pair of a kind is in contact. The point is left out where closest points
// have been measured, which are on the surfaces.
func (c *Check) jsonPlace(b out, p *collide.Pair) {
	if len(p.Contacts) == 0 || p.Kind == collide.NoKind {
		return
	}
	at := c.placeOf(p)
	b.put(`, "box": [` + jsonVec(at.box.Min) + ", " + jsonVec(at.box.Max) + "]")
	if c.distanceOf(p) == nil && !math.IsInf(at.off, 1) {
		b.put(`, "point": ` + jsonVec(at.point) + `, "pointError": ` + decimal(at.off))
	}
}

func jsonVec(v geom.Vec) string {
	return "[" + decimal(v.X+0) + ", " + decimal(v.Y+0) + ", " + decimal(v.Z+0) + "]"
}
