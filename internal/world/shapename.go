package world

import (
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// ShapeName names the kind of a shape in messages, with its article.
func ShapeName(s any) string {
	switch s.(type) {
	case interface{ Mesh() *mesh.Mesh }: // of this package, or the library's
		return "a mesh"
	case shape.Sphere:
		return "a sphere"
	case shape.Box:
		return "a box"
	case shape.Capsule:
		return "a capsule"
	case shape.Cylinder:
		return "a cylinder"
	case shape.Cone:
		return "a cone"
	case shape.Convex:
		return "a convex hull"
	case shape.HalfSpace:
		return "a half space"
	}
	return "another shape"
}
