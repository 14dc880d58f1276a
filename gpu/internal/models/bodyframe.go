package models

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// BodyFrame sees the world around one body: Origin subtracted, scaled by a power of
// two so that the body's coordinates are at most 1 in size. Far-away, huge and tiny
// bodies keep float32's precision.
type BodyFrame struct {
	Origin geom.Vec
	// The scale is Up·More; one factor alone would not reach from 2⁻¹⁰²⁴ to 2¹⁰⁷⁴.
	Up, More float64
}

// NewBodyFrame fits a frame to the points, world coordinates of one body. Without
// extent the scale is that of 2⁻¹⁰⁷⁴: the body has no edges then.
func NewBodyFrame(points []geom.Vec) BodyFrame {
	b := geom.BoundsOf(points)
	f := BodyFrame{Origin: b.Center()}
	far := math.SmallestNonzeroFloat64
	for _, p := range points {
		far = max(far, p.Sub(f.Origin).MaxAbs())
	}
	e := -math.Ilogb(far) - 1 // far·2^e < 1
	f.Up = math.Ldexp(1, e/2)
	f.More = math.Ldexp(1, e-e/2)
	return f
}

// Vector scales a difference of world coordinates: exact except for underflow.
func (f *BodyFrame) Vector(v geom.Vec) geom.Vec { return v.Scale(f.Up).Scale(f.More) }

// Point is where a world point lies, off by a relative 2⁻⁵³ a coordinate.
func (f *BodyFrame) Point(p geom.Vec) geom.Vec { return f.Vector(p.Sub(f.Origin)) }

// Vec32 rounds a vector.
func Vec32(v geom.Vec) [3]float32 { return [3]float32{float32(v.X), float32(v.Y), float32(v.Z)} }
