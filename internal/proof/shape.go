package proof

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

// OfShape returns the solid of a shape, nil for shapes that are not the hull of points and all that is at most a radius away from it.
func OfShape(s any) *Mesh {
	switch s := s.(type) {
	case shape.Sphere:
		return NewSolid([]geom.Vec{s.Center}, s.Radius)
	case shape.Capsule:
		return NewSolid([]geom.Vec{s.A, s.B}, s.Radius)
	case shape.Box:
		c := s.Corners()
		return NewSolid(c[:], 0)
	case shape.Convex:
		return NewSolid(s.Points, 0)
	}
	return nil
}

// Shape returns the shape of a solid, nil for one that no shape is.
func (p *Mesh) Shape() any {
	switch {
	case len(p.solid) == 1:
		return shape.Sphere{Center: p.solid[0], Radius: p.radius}
	case len(p.solid) == 2 && p.radius > 0:
		return shape.Capsule{A: p.solid[0], B: p.solid[1], Radius: p.radius}
	case p.radius == 0:
		return shape.Convex{Points: p.solid}
	}
	return nil
}
