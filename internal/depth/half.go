package depth

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/round"
)

// Lowest returns the first corner of the boundary of which none is lower over a plane. A ball has none.
func (s *Solid) Lowest(t *predicate.Tally, h *predicate.HalfSpace) geom.Vec {
	var low geom.Vec
	found := false
	for i := range s.triangles {
		if s.outward[i] == 0 {
			continue
		}
		q := [4]geom.Vec{low, s.triangles[i][0], s.triangles[i][1], s.triangles[i][2]}
		from := 1
		if found {
			from = 0
		}
		low, found = q[from+t.Lowest(h, q[from:])], true
	}
	return low
}

// SetHalf takes what a half space has near another solid, as a prism: the largest ball that fits into that solid and the half space, and the one
// that fits into the solid and the prism, differ by at most twice the slack in diameter. It returns false for numbers that are too large
// beside the solid.
//
// Let R be the diagonal of the solid's box and c its middle, so that all of the solid is within R/2 of c. The prism's upper face is a
// square on the plane, its sides 4R long, around the foot of c; the lower face is 4R below. If c is more than 2R beneath the plane, the upper
// face is 3R/2 above c instead, which changes nothing: the solid is beneath both. Roundings move a corner by R/8 at most, so the solid's
// points beneath the upper face are in the prism. If the upper corners are at most d above or below the plane, the prism is in the half space
// raised by d and holds those of the solid's points that are in the half space lowered by d: a ball that fits in one way fits in the other once
// its radius is less by d.
func (s *Solid) SetHalf(h *predicate.HalfSpace, other *Solid) bool {
	var t predicate.Tally
	box := &other.nodes[0].Box
	size := box.Size()
	r, c := size.Norm()*(1+8*u), box.Center()
	axes := h.Axes()
	out := axes.Col(2)
	top, beneath := h.Foot(c), t.CompareHeight(h, c, 0, -2*r) < 0
	if beneath {
		top = c.Add(out.Scale(1.5 * r))
	}
	upper, ok := h.Square(top, 2*r)
	if !ok || t.CompareHeight(h, c, r, 0) > 0 {
		return false
	}
	slack := 0.0
	if !beneath {
		slack = t.Off(h, upper[:])
	}
	var corners [8]geom.Vec
	for i, x := range upper {
		corners[i], corners[i+4] = x, x.Sub(out.Scale(4*r))
	}
	var hull predicate.Hull
	hull.Set(corners[:])
	if !(slack <= r/8) || !s.SetHull(&hull, &axes, 0) {
		return false
	}
	s.slack = slack
	return true
}

// widened is a depth or a width of two solids, of which each may stand for another one, whose surfaces are off by their slack times so many.
func (r Interval) widened(a, b *Solid, times float64) Interval {
	if a.slack+b.slack == 0 {
		return r
	}
	slack := round.Up(times * round.Up(a.slack+b.slack))
	return Interval{max(0, round.Down(r.Lo-slack)), round.Up(r.Hi + slack)}
}
