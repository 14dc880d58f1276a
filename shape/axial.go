package shape

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
)

// Capsule is the solid of all points at most Radius away from the segment from A to B. In the world
// it is that of the posed, rounded ends and the unchanged radius. Its body needs a pose
// whose matrix is a rotation within 1e-3, under which the ends do not become equal.
type Capsule struct {
	A, B   geom.Vec
	Radius float64
}

// Bounds returns a box around the capsule, rounded outward.
func (c Capsule) Bounds() geom.AABB { return around(c.A, c.B, c.Radius) }

// Check returns an error for a number that is not finite, a negative radius and equal ends.
func (c Capsule) Check() error { return checkAxis("capsule", c.A, c.B, c.Radius) }

// Cylinder is the solid of all points at most Radius away from the line through A and B and
// between the planes through A and B that are square to it. In the world it is that of the
// posed, rounded ends and the unchanged radius. Its body needs a pose whose matrix is a
// rotation within 1e-3, under which the ends do not become equal.
type Cylinder struct {
	A, B   geom.Vec
	Radius float64
}

// Bounds returns a box around the cylinder, rounded outward: that of the capsule with its numbers.
func (c Cylinder) Bounds() geom.AABB { return around(c.A, c.B, c.Radius) }

// Check returns an error for a number that is not finite, a negative radius and equal ends.
func (c Cylinder) Check() error { return checkAxis("cylinder", c.A, c.B, c.Radius) }

// around returns a box around the balls at both ends.
func around(a, b geom.Vec, radius float64) geom.AABB {
	s, t := geom.Sphere{Center: a, Radius: radius}, geom.Sphere{Center: b, Radius: radius}
	box, other := s.Bounds(), t.Bounds()
	box.Include(&other)
	return box
}

func checkAxis(what string, a, b geom.Vec, radius float64) error {
	switch {
	case !a.IsFinite() || !b.IsFinite() || !(radius >= 0) || math.IsInf(radius, 1):
		return fmt.Errorf("%s needs finite ends and a radius of at least 0, has %v, %v, %v", what, a, b, radius)
	case a == b:
		return fmt.Errorf("%s needs ends that differ, both are %v", what, a)
	}
	return nil
}
