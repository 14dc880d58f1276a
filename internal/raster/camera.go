package raster

import (
	"image"
	"math"

	"github.com/collide-go/collide/geom"
)

// fieldOfView is the half angle under which a camera sees the unit ball: narrow
// enough that parallel edges look parallel, wide enough to give depth.
const fieldOfView = 13 * math.Pi / 180

// Camera looks at the origin from outside the unit ball, in perspective. What lies in
// that ball (see Normalizer) is never behind the eye; what lies elsewhere is drawn from
// a short distance before the eye.
type Camera struct {
	eye, right, up, back geom.Vec
}

// NewCamera returns a camera in direction from (from the origin to the eye);
// up points upward in the picture unless it is parallel to from.
func NewCamera(from, up geom.Vec) Camera {
	back := unit(from)
	right := up.Cross(back)
	if right.Norm() < 1e-3 {
		right = geom.Vec{X: 1}.Cross(back)
		if right.Norm() < 1e-3 {
			right = geom.Vec{Y: 1}.Cross(back)
		}
	}
	right = unit(right)
	return Camera{
		eye:   back.Scale(1 / math.Sin(fieldOfView)),
		right: right, up: back.Cross(right), back: back,
	}
}

// Project returns the place of v on the image plane, y upward, and the inverse
// w of its depth, which is about 1 at the origin and larger nearer the eye. w is
// linear across the picture of a plane.
func (c *Camera) Project(v geom.Vec) (x, y, w float64) {
	d := v.Sub(c.eye)
	dist := c.eye.Norm()
	w = dist / max(-c.back.Dot(d), 1e-9)
	return c.right.Dot(d) * w, c.up.Dot(d) * w, w
}

// Frame returns where the eye is, and the unit directions in which the camera looks and which is up in the picture.
func (c *Camera) Frame() (eye, look, up geom.Vec) { return c.eye, c.back.Scale(-1), c.up }

// Angle returns the angle, in degrees, under which the camera sees a length on the image plane whose middle is the origin.
func (c *Camera) Angle(length float64) float64 {
	return 2 * math.Atan(length/2/c.eye.Norm()) * 180 / math.Pi
}

// ahead returns how far v lies before the eye along the direction of sight, 1 for the origin.
func (c *Camera) ahead(v geom.Vec) float64 { return c.back.Dot(c.eye.Sub(v)) / c.eye.Norm() }

// Toward returns the unit direction from v to the eye.
func (c *Camera) Toward(v geom.Vec) geom.Vec { return unit(c.eye.Sub(v)) }

func unit(v geom.Vec) geom.Vec {
	if m := v.MaxAbs(); m > 0 && !math.IsInf(m, 1) {
		v = v.Scale(1 / m)
		return v.Scale(1 / v.Norm())
	}
	return geom.Vec{Z: 1}
}

// Zoom returns a map that moves the ball around a point of the unit ball into the unit ball.
func Zoom(center geom.Vec, radius float64) Normalizer {
	return Normalizer{pre: 1, scale: 1 / radius, center: center}
}

// Restore is the inverse of Apply, rounded.
func (n *Normalizer) Restore(v geom.Vec) geom.Vec {
	return v.Scale(1 / n.scale).Add(n.center).Scale(1 / n.pre)
}

// Window is a rectangle of the image plane.
type Window struct{ X0, Y0, X1, Y1 float64 }

// EmptyWindow contains nothing.
func EmptyWindow() Window {
	inf := math.Inf(1)
	return Window{inf, inf, -inf, -inf}
}

// Include grows the window to contain a point.
func (w *Window) Include(x, y float64) {
	w.X0, w.Y0 = min(w.X0, x), min(w.Y0, y)
	w.X1, w.Y1 = max(w.X1, x), max(w.Y1, y)
}

// Width returns the horizontal extent.
func (w Window) Width() float64 { return w.X1 - w.X0 }

// Height returns the vertical extent.
func (w Window) Height() float64 { return w.Y1 - w.Y0 }

// Fit returns the least window about w, grown by the factor margin and to
// extents of at least least, that has the shape of a picture of the given size.
func (w Window) Fit(margin, least float64, size image.Point) Window {
	cx, cy := (w.X0+w.X1)/2, (w.Y0+w.Y1)/2
	hw := max(w.Width()*margin, least) / 2
	hh := max(w.Height()*margin, least) / 2
	aspect := float64(size.X) / float64(size.Y)
	hw, hh = max(hw, float64(hh*aspect)), max(hh, hw/aspect)
	return Window{cx - hw, cy - hh, cx + hw, cy + hh}
}

// Normalizer moves the content of a box into the unit ball, so that scenes of
// any size and place are drawn with the same arithmetic.
type Normalizer struct {
	pre, scale float64
	center     geom.Vec
}

// NewNormalizer returns the map for a box that is not empty.
func NewNormalizer(b geom.AABB) Normalizer {
	// Scaling first by a power of two keeps boxes of 1e308 finite.
	n := Normalizer{pre: 1, scale: 1}
	if m := max(b.Min.MaxAbs(), b.Max.MaxAbs()); m > 0 {
		_, e := math.Frexp(m)
		n.pre = math.Ldexp(1, -max(min(e, 1020), -1020))
	}
	lo, hi := b.Min.Scale(n.pre), b.Max.Scale(n.pre)
	n.center = lo.Scale(0.5).Add(hi.Scale(0.5))
	if r := hi.Sub(lo).Norm() / 2; r > 0 {
		n.scale = 1 / r
	}
	return n
}

// Apply maps a point.
func (n *Normalizer) Apply(v geom.Vec) geom.Vec {
	return v.Scale(n.pre).Sub(n.center).Scale(n.scale)
}
