package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
)

// Clip returns a box around what a box and a half space have in common. It is the least one where the normal lies along an axis, and
// empty only where they share no point.
//
// Along an axis on which the normal is not 0, the box ends where the plane leaves the edge that is lowest along the other two.
func (h *HalfSpace) Clip(box *geom.AABB) geom.AABB {
	r, n, p, low := *box, h.Normal, h.Point, h.lowest(box)
	clipAxis(&r.Min.X, &r.Max.X, n.X, p.X, sumBelow(n.Y, low.Y, p.Y, n.Z, low.Z, p.Z))
	clipAxis(&r.Min.Y, &r.Max.Y, n.Y, p.Y, sumBelow(n.X, low.X, p.X, n.Z, low.Z, p.Z))
	clipAxis(&r.Min.Z, &r.Max.Z, n.Z, p.Z, sumBelow(n.X, low.X, p.X, n.Y, low.Y, p.Y))
	return r
}

// sumBelow returns a number that is at most m·(a−p) + n·(b−q), exact where m and n are 0. Each operation is rounded down.
func sumBelow(m, a, p, n, b, q float64) float64 {
	x, y := productBelow(m, a, p), productBelow(n, b, q)
	if x == 0 || y == 0 {
		return x + y
	}
	return round.Down(x + y)
}

// productBelow returns a number that is at most n·(a−p), 0 where n is 0. The difference is rounded up where n is negative.
func productBelow(n, a, p float64) float64 {
	switch {
	case n > 0:
		return round.Down(float64(n * round.Down(a-p)))
	case n < 0:
		return round.Down(float64(n * round.Up(a-p)))
	}
	return 0
}

// clipAxis moves one end of an interval to where n·(x−p) + least is 0, rounded outward, if that is within it. What overflows cuts nothing.
func clipAxis(lo, hi *float64, n, p, least float64) {
	by := 0.0 // at least −least/|n|
	if least != 0 {
		by = round.Up(-least / abs(n))
	}
	if n == 0 || !(abs(by) <= math.MaxFloat64) {
		return
	}
	up, down := p, p
	if by != 0 {
		up, down = round.Up(p+by), round.Down(p-by)
	}
	switch {
	case n > 0 && up < *hi && up >= -math.MaxFloat64:
		*hi = up
	case n < 0 && down > *lo && down <= math.MaxFloat64:
		*lo = down
	}
}
