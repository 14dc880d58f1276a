package collide

import "github.com/collide-go/collide/geom"

// Shape is the geometry of a body in its own coordinates: a *Model, or one of the solids of
// package shape. Meshes are surfaces unless Options.Solid is set; the others are
// always solid.
type Shape interface {
	// Bounds returns the box around the shape.
	Bounds() geom.AABB
	// Check returns what is wrong with the shape.
	Check() error
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
