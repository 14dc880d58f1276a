package collide

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
)

// Shape is the geometry of a body in its own coordinates: a *Model, a Sphere or
// a Box. Meshes are surfaces unless Options.Solid is set; spheres and boxes are
// always solid.
type Shape interface {
	// localBounds is the box around the shape in its own coordinates.
	localBounds() geom.AABB
	// primitives is how many primitives contacts can name: triangles, or 1.
	primitives() int
	check() error
}

// Sphere is a solid ball in its body's coordinates. Its body needs an
// orthonormal pose (within 1e-12).
type Sphere struct {
	Center geom.Vec
	Radius float64
}

// Box is a solid box in its body's coordinates, Size being the full extents. In
// the world it is the convex hull of its eight posed, rounded corners.
type Box struct {
	Center, Size geom.Vec
}

// Body is a named shape somewhere in the world.
type Body struct {
	Name  string
	Shape Shape
	// Pose maps the shape's coordinates to the world. The zero value stands for
	// geom.Identity; use Detector.SetPose for the matrix of zeros itself.
	Pose geom.Pose
	// Immovable bodies are never tested against each other.
	Immovable bool
}

func (s Sphere) localBounds() geom.AABB {
	b := geom.Sphere{Center: s.Center, Radius: s.Radius}
	return b.Bounds()
}

func (s Sphere) primitives() int { return 1 }

func (s Sphere) check() error {
	if !s.Center.IsFinite() || !(s.Radius >= 0) || math.IsInf(s.Radius, 1) {
		return fmt.Errorf("sphere needs a finite centre and a radius of at least 0, has %v, %v", s.Center, s.Radius)
	}
	return nil
}

// Corners returns the eight local corners: bit 0, 1, 2 of the index choose the
// upper side on X, Y, Z.
func (b Box) Corners() [8]geom.Vec {
	h := b.Size.Scale(0.5)
	lo, hi := b.Center.Sub(h), b.Center.Add(h)
	var c [8]geom.Vec
	for i := range c {
		c[i] = lo
		if i&1 != 0 {
			c[i].X = hi.X
		}
		if i&2 != 0 {
			c[i].Y = hi.Y
		}
		if i&4 != 0 {
			c[i].Z = hi.Z
		}
	}
	return c
}

func (b Box) localBounds() geom.AABB {
	c := b.Corners()
	return geom.AABB{Min: c[0], Max: c[7]}
}

func (b Box) primitives() int { return 1 }

func (b Box) check() error {
	if !b.Center.IsFinite() || !b.Size.IsFinite() || b.Size.X < 0 || b.Size.Y < 0 || b.Size.Z < 0 {
		return fmt.Errorf("box needs a finite centre and a size of at least 0 on each axis, has %v, %v", b.Center, b.Size)
	}
	return nil
}
