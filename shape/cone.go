package shape

import (
	"github.com/collide-go/collide/geom"
)

// Cone is the convex hull of the point Apex and of the disc of a Radius around Base that is square to
// the line from Base to Apex. In the world it is that of the posed, rounded ends and the
// unchanged radius. Its body needs a pose whose matrix is a rotation within 1e-3, under which the ends
// do not become equal. A cone of radius 0 is its axis.
//
// The cone of height h that stands on its base in files of other programs, around the z axis with
// the origin halfway up, has the Base {Z: −h/2} and the Apex {Z: h/2}.
type Cone struct {
	Base, Apex geom.Vec
	Radius     float64
}

// Bounds returns a box around the cone, rounded outward: that of the ball around the base and of the apex.
func (c Cone) Bounds() geom.AABB {
	s := geom.Sphere{Center: c.Base, Radius: c.Radius}
	box := s.Bounds()
	box.Hold(&c.Apex)
	return box
}

// Check returns an error for a number that is not finite, a negative radius and an apex in the base.
func (c Cone) Check() error { return checkAxis("cone", c.Base, c.Apex, c.Radius) }
