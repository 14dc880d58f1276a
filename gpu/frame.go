package gpu

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// frame is a place and a size: world coordinates x become (x − origin)·2^-e, at most
// about 2 for what it was made for.
type frame struct {
	origin geom.Vec
	e      int
}

// frameOf is the frame of what lies in a box: its centre, its largest half extent.
// It reports false for a box without finite bounds.
func frameOf(b *geom.AABB) (frame, bool) {
	if !b.Min.IsFinite() || !b.Max.IsFinite() {
		return frame{}, false
	}
	lo, hi := b.Min.Scale(0.5), b.Max.Scale(0.5)
	return frame{lo.Add(hi), exponentOf(hi.Sub(lo).MaxAbs())}, true
}

// of is one coordinate in the frame. The result is within 2^-52 of its own size of
// the exact one, or 2^-1000: halving keeps the difference of two finite numbers in
// range.
func (f *frame) of(x, origin float64) float64 {
	if d := x - origin; !math.IsInf(d, 0) || math.IsInf(x, 0) {
		return scaled(d, -f.e)
	}
	return scaled(0.5*x-0.5*origin, 1-f.e)
}

// box is a float32 box around one in the world, surely.
func (f *frame) box(b *geom.AABB) (lo, hi [3]float32) {
	o := f.origin
	return [3]float32{below(f.of(b.Min.X, o.X)), below(f.of(b.Min.Y, o.Y)), below(f.of(b.Min.Z, o.Z))},
		[3]float32{above(f.of(b.Max.X, o.X)), above(f.of(b.Max.Y, o.Y)), above(f.of(b.Max.Z, o.Z))}
}
