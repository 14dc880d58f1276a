package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Axes returns about the direction of the normal, out of the half space, and two directions square to it, all of length 1, as the
// columns of a matrix: across, along, out. Where the normal lies along an axis they are exact. Numbers of it that scaling loses are too small to matter.
func (h *HalfSpace) Axes() geom.Mat {
	_, e := math.Frexp(h.Normal.MaxAbs())
	n := geom.Vec{X: math.Ldexp(h.Normal.X, -e), Y: math.Ldexp(h.Normal.Y, -e), Z: math.Ldexp(h.Normal.Z, -e)}
	out := n.Scale(1 / n.Norm())
	across := out.Cross(shortest(n))
	across = across.Scale(1 / across.Norm())
	along := out.Cross(across)
	return geom.Mat{across.X, along.X, out.X, across.Y, along.Y, out.Y, across.Z, along.Z, out.Z}
}

// shortest returns the axis along which a vector is shortest.
func shortest(v geom.Vec) geom.Vec {
	a := v.Abs()
	switch {
	case a.X <= a.Y && a.X <= a.Z:
		return geom.Vec{X: 1}
	case a.Y <= a.Z:
		return geom.Vec{Y: 1}
	}
	return geom.Vec{Z: 1}
}

// Square returns the corners of a square about parallel to the plane, its middle and half its side given: bit 0 of the index chooses the side
// across, bit 1 the one along. It returns false where roundings move a corner by more than a sixteenth of half the side.
//
// A coordinate of a corner is the middle's with two products, in three roundings: off by less than 16u of the largest, of which
// the axes are off by 8u. Three coordinates are off by less than twice that.
func (h *HalfSpace) Square(middle geom.Vec, half float64) (corners [4]geom.Vec, ok bool) {
	if !(32*u*(middle.MaxAbs()+4*half) <= half/16 && half > 0) {
		return corners, false
	}
	axes := h.Axes()
	across, along := axes.Col(0).Scale(half), axes.Col(1).Scale(half)
	for i := range corners {
		x, y := float64(2*(i&1)-1), float64(i&2-1)
		corners[i] = middle.Add(across.Scale(x)).Add(along.Scale(y))
	}
	return corners, true
}

// offSmall is added to a quotient that may be subnormal, 2⁻¹⁰⁶⁰.
const offSmall = 0x1p-1060

// Off returns at least how far points are from the plane, on either side. It is 0 where they are on it.
//
// A height is at most what is computed and its error, in sum; the length of a normal between 2⁻⁴⁰⁰ and 2⁴⁰⁰ is off by 4u, the sum and
// the quotient by u each. A quotient below the normal numbers, and its product with the slack, are off by 2⁻¹⁰⁷⁴ each: offSmall is far more.
func (t *Tally) Off(h *HalfSpace, points []geom.Vec) (most float64) {
	m := h.Normal.MaxAbs()
	for _, x := range points {
		s, e := h.height(x)
		switch {
		case t.HeightSign(h, x) == 0:
		case m >= 0x1p-400 && m <= 0x1p400 && abs(s)+e <= 0x1p400:
			most = max(most, (abs(s)+e)/h.Normal.Norm()*(1+16*u)+offSmall)
		default:
			_, below := t.Beneath(h, x, 0)
			_, above := t.Beneath(&HalfSpace{Point: h.Point, Normal: h.Normal.Scale(-1)}, x, 0)
			most = max(most, below, above)
		}
	}
	return most
}

// Near returns a point near the foot of x on the plane; it is on the plane where the normal lies along an axis. The second step
// takes back what the first one rounded.
func (h *HalfSpace) Near(x geom.Vec) geom.Vec {
	axes := h.Axes()
	out := axes.Col(2)
	for range 2 {
		x = x.Sub(out.Scale(out.Dot(x.Sub(h.Point))))
	}
	return x
}
