// Package shape has the shapes that bodies may have besides meshes: solids in closed
// form, plain values in the coordinates of their body.
package shape

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
)

// Sphere is a solid ball: in the world that of the posed, rounded centre and the unchanged radius. Its
// body needs a pose whose matrix is a rotation within 1e-3.
type Sphere struct {
	Center geom.Vec
	Radius float64
}

// Bounds returns the box around the ball.
func (s Sphere) Bounds() geom.AABB {
	b := geom.Sphere{Center: s.Center, Radius: s.Radius}
	return b.Bounds()
}

// Check returns an error for a number that is not finite and for a negative radius.
func (s Sphere) Check() error {
	if !s.Center.IsFinite() || !(s.Radius >= 0) || math.IsInf(s.Radius, 1) {
		return fmt.Errorf("sphere needs a finite centre and a radius of at least 0, has %v, %v", s.Center, s.Radius)
	}
	return nil
}

// Box is a solid box, Size being its full extents. In the world it is the convex hull of
// its eight posed, rounded corners.
type Box struct {
	Center, Size geom.Vec
}

// Corners returns the eight corners: bit 0, 1, 2 of the index choose the upper side on
// X, Y, Z.
func (b Box) Corners() [8]geom.Vec {
	h := b.Size.Scale(0.5)
	ends := geom.AABB{Min: b.Center.Sub(h), Max: b.Center.Add(h)}
	var c [8]geom.Vec
	for i := range c {
		c[i] = ends.Corner(i)
	}
	return c
}

// Bounds returns the box itself.
func (b Box) Bounds() geom.AABB {
	c := b.Corners()
	return geom.AABB{Min: c[0], Max: c[7]}
}

// Check returns an error for a number that is not finite and for a negative size.
func (b Box) Check() error {
	if !b.Center.IsFinite() || !b.Size.IsFinite() || b.Size.X < 0 || b.Size.Y < 0 || b.Size.Z < 0 {
		return fmt.Errorf("box needs a finite centre and a size of at least 0 on each axis, has %v, %v", b.Center, b.Size)
	}
	return nil
}
