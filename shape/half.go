package shape

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
)

// HalfSpace is the solid of all points x with Normal·(x − Point) ≤ 0: a floor or a wall that has no end and no thickness
// to pass through. Normal points out of it and need not have length 1. In the world it is that of the posed, rounded
// point and the turned, rounded normal. Its body needs a pose whose matrix is a rotation within 1e-3.
type HalfSpace struct{ Point, Normal geom.Vec }

// Bounds returns the box that has all points.
func (HalfSpace) Bounds() geom.AABB {
	inf := math.Inf(1)
	return geom.AABB{Min: geom.Vec{X: -inf, Y: -inf, Z: -inf}, Max: geom.Vec{X: inf, Y: inf, Z: inf}}
}

// Check returns an error for a number that is not finite and for a normal of length 0.
func (h HalfSpace) Check() error {
	if !h.Point.IsFinite() || !h.Normal.IsFinite() || h.Normal == (geom.Vec{}) {
		return fmt.Errorf("half space needs a finite point and a finite normal other than 0, has %v, %v", h.Point, h.Normal)
	}
	return nil
}
