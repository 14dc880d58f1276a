package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// GapHalf encloses the distance of a cylinder or a cone from a half space: its lower end, or the base of a cone, is r·|n×d|/|d| above its lowest point, times |n|, unless
// that is the apex. It is 0 at most where the two share a point.
func (t *Tally) GapHalf(a *Axial, h *HalfSpace) Gap {
	t.Exact++
	c, n := a.proof(h.Point), enclosedVecOf(h.Normal)
	low := c.least(&n).positive().over(n.square().root())
	g := Gap{}
	g.Lo, g.Hi = low.bounds()
	end := t.lowestOf(a, h)
	g.Ends = [2]geom.Vec{end, end}
	if end.MaxAbs() <= math.MaxFloat64 {
		g.Ends[1] = h.Foot(end)
	}
	return g
}

// AxialBeneath encloses how far the lowest point of a cylinder or a cone is beneath the plane of a half space: 0 if it is not.
func (t *Tally) AxialBeneath(a *Axial, h *HalfSpace) (lo, hi float64) {
	t.Exact++
	c, n := a.proof(h.Point), enclosedVecOf(h.Normal)
	return zeroEnclosure.minus(c.least(&n)).positive().over(n.square().root()).bounds()
}

// lowestOf returns about the lowest point of a cylinder or a cone.
func (t *Tally) lowestOf(a *Axial, h *HalfSpace) geom.Vec {
	end := [2]geom.Vec{a.A, a.B}[t.Lowest(h, []geom.Vec{a.A, a.B})]
	if a.Pointed {
		end = a.A
	}
	down := square(toUnit(h.Normal), toUnit(axisWay(a.A, a.B)))
	if size := down.Norm(); size > 0x1p-40 {
		end = end.Sub(down.Scale(a.Radius / size))
	}
	if a.Pointed && (!end.IsFinite() || t.Lowest(h, []geom.Vec{end, a.B}) == 1) {
		return a.B
	}
	return end
}
