package models

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Frame is a place and a size: world coordinates x become (x − origin)·2^-e, at most
// about 2 for what it was made for.
type Frame struct {
	Origin   geom.Vec
	Exponent int
}

// FrameOf is the frame of what lies in a box: its centre, its largest half extent.
// It reports false for a box without finite bounds.
func FrameOf(b *geom.AABB) (Frame, bool) {
	if !b.Min.IsFinite() || !b.Max.IsFinite() {
		return Frame{}, false
	}
	lo, hi := b.Min.Scale(0.5), b.Max.Scale(0.5)
	return Frame{lo.Add(hi), ExponentOf(hi.Sub(lo).MaxAbs())}, true
}

// of is one coordinate in the frame. The result is within 2^-52 of its own size of
// the exact one, or 2^-1000: halving keeps the difference of two finite numbers in
// range.
func (f *Frame) of(x, origin float64) float64 {
	if d := x - origin; !math.IsInf(d, 0) || math.IsInf(x, 0) {
		return Scaled(d, -f.Exponent)
	}
	return Scaled(0.5*x-0.5*origin, 1-f.Exponent)
}

// Box is a float32 box around one in the world, surely.
func (f *Frame) Box(b *geom.AABB) (lo, hi [3]float32) {
	o := f.Origin
	return [3]float32{below(f.of(b.Min.X, o.X)), below(f.of(b.Min.Y, o.Y)), below(f.of(b.Min.Z, o.Z))},
		[3]float32{above(f.of(b.Max.X, o.X)), above(f.of(b.Max.Y, o.Y)), above(f.of(b.Max.Z, o.Z))}
}
