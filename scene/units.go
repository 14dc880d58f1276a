package scene

import (
	"cmp"
	"fmt"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// ratio settles in which unit the lengths of a file are. It returns what turns them into those of the loader, nil
// where they are in its unit already.
func (l *Loader) ratio(from, path string) (*unit.Ratio, error) {
	switch {
	case from == l.Unit:
		return nil, nil
	case l.Unit == "":
		l.Unit, l.unitOf = from, path
		return nil, nil
	case l.unitOf != "":
		return nil, &Error{File: path, Msg: fmt.Sprintf("lengths are in %s, those of %s in %s; expected one unit, or --unit", from, quote.Name(l.unitOf), l.Unit)}
	}
	to, err := unit.Find(l.Unit)
	if err != nil {
		return nil, err
	}
	r := unit.Unit(from).To(to)
	return &r, nil
}

// warnOfUnits warns where one file names the unit, and another one none. The meshes that a scene or a robot with a unit names are in
// that.
func (l *Loader) warnOfUnits() {
	if l.Unnamed == "" && l.unitOf != "" && l.bare != "" {
		l.Unnamed = fmt.Sprintf("%s names no unit and is taken to be in %s, as %s is", quote.Name(l.bare), l.Unit, quote.Name(l.unitOf))
	}
}

// agree is ratio for a scene, whose bodies must be at rest where it is converted.
func (l *Loader) agree(s *Scene, path string) (*unit.Ratio, error) {
	if s.Unit == "" {
		if len(s.Bodies) > 0 { // robots are in metres anyway
			l.bare = cmp.Or(l.bare, path)
		}
		return nil, nil
	}
	r, err := l.ratio(s.Unit, path)
	if err != nil || r == nil {
		return nil, err
	}
	for i := range s.Bodies {
		if b := &s.Bodies[i]; b.Motion != nil || b.Deform != nil || b.Dynamics != nil {
			return nil, &Error{File: path, Line: b.line, Msg: fmt.Sprintf("body %s moves, and the lengths are in %s; expected %s: only bodies at rest are converted", quote.Name(b.Name), s.Unit, l.Unit)}
		}
	}
	return r, nil
}

// scaled multiplies all coordinates with a ratio.
func scaled(r *unit.Ratio, v geom.Vec) geom.Vec {
	return geom.Vec{X: r.Times(v.X), Y: r.Times(v.Y), Z: r.Times(v.Z)}
}

// converted is a body of a scene in another unit: of a mesh from a file, the pose alone.
func (b *Body) converted(r *unit.Ratio) Body {
	c := *b
	c.Pose.T = scaled(r, b.Pose.T)
	if s := b.Sphere; s != nil {
		c.Sphere = &Sphere{Center: scaled(r, s.Center), Radius: r.Times(s.Radius)}
	}
	if x := b.Box; x != nil {
		c.Box = &Box{Center: scaled(r, x.Center), Size: scaled(r, x.Size)}
	}
	if x := b.Capsule; x != nil {
		c.Capsule = &shape.Capsule{A: scaled(r, x.A), B: scaled(r, x.B), Radius: r.Times(x.Radius)}
	}
	if x := b.Cylinder; x != nil {
		c.Cylinder = &shape.Cylinder{A: scaled(r, x.A), B: scaled(r, x.B), Radius: r.Times(x.Radius)}
	}
	if x := b.Cone; x != nil {
		c.Cone = &shape.Cone{Base: scaled(r, x.Base), Apex: scaled(r, x.Apex), Radius: r.Times(x.Radius)}
	}
	if x := b.HalfSpace; x != nil {
		c.HalfSpace = &shape.HalfSpace{Point: scaled(r, x.Point), Normal: x.Normal}
	}
	if b.HeightField != nil {
		c.HeightField = b.HeightField.converted(r)
	}
	if x := b.Convex; x != nil {
		c.Convex = &shape.Convex{Points: make([]geom.Vec, len(x.Points))}
		for i, p := range x.Points {
			c.Convex.Points[i] = scaled(r, p)
		}
	}
	return c
}

// isFinite reports whether the numbers of a body, as far as they are not a mesh's, are in range.
func (b *Body) isFinite() bool {
	switch {
	case !b.Pose.IsFinite():
		return false
	case b.Sphere != nil:
		return b.Sphere.Center.IsFinite() && geom.Vec{X: b.Sphere.Radius}.IsFinite()
	case b.Box != nil:
		return b.Box.Center.IsFinite() && b.Box.Size.IsFinite()
	case b.Convex != nil:
		return b.Convex.Check() == nil
	case b.HeightField != nil:
		return b.HeightField.check() == nil
	case b.HalfSpace != nil:
		return b.HalfSpace.Check() == nil
	case b.Capsule != nil:
		return b.Capsule.Check() == nil
	case b.Cylinder != nil:
		return b.Cylinder.Check() == nil
	case b.Cone != nil:
		return b.Cone.Check() == nil
	}
	return true
}

// convert returns a scene in the loader's unit: s itself where it is.
func (l *Loader) convert(s *Scene, path string) (*Scene, error) {
	r, err := l.agree(s, path)
	if err != nil || r == nil {
		return s, err
	}
	c := *s
	c.Bodies = make([]Body, len(s.Bodies))
	for i := range s.Bodies {
		b := s.Bodies[i].converted(r)
		if !b.isFinite() {
			return nil, &Error{File: path, Line: b.poseLine, Msg: fmt.Sprintf("body %s is beyond the range of numbers in %s", quote.Name(b.Name), l.Unit)}
		}
		if b.Mesh != "" && !HasNodes(b.Mesh) && l.Unnamed == "" {
			l.Unnamed = fmt.Sprintf("%s is in %s: its poses and lengths are converted to %s, meshes that name no unit, such as %s, are taken to be in %s", quote.Name(path), s.Unit, l.Unit, quote.Name(b.Mesh), l.Unit)
		}
		c.Bodies[i] = b
	}
	c.Robots = make([]Robot, len(s.Robots))
	for i, k := range s.Robots {
		k.Pose.T = scaled(r, k.Pose.T)
		c.Robots[i] = k
	}
	if s.Walls != nil {
		c.Walls = &geom.AABB{Min: scaled(r, s.Walls.Min), Max: scaled(r, s.Walls.Max)}
		c.WallThickness = r.Times(s.WallThickness)
	}
	c.Cameras = make([]Camera, len(s.Cameras))
	for i, k := range s.Cameras {
		k.Eye, k.Target = scaled(r, k.Eye), scaled(r, k.Target)
		c.Cameras[i] = k
	}
	return &c, nil
}

// proceduralKey is a mesh made from parameters, whose lengths are in a unit.
type proceduralKey struct {
	Procedural
	unit string
}

// scaleMesh multiplies the vertices of a mesh made from parameters, which are in the scene's unit.
func (l *Loader) scaleMesh(m *mesh.Mesh, from string) {
	if from == "" || from == l.Unit {
		return
	}
	r := unit.Unit(from).To(unit.Unit(l.Unit))
	for i, v := range m.Vertices {
		m.Vertices[i] = scaled(&r, v)
	}
}

// Declare notes the unit of the lengths in a file that is not a scene, such as a URDF. Another one than that of the
// scenes before, or than Unit, is an error: such a file is not converted.
func (l *Loader) Declare(name, path string) error {
	switch {
	case l.Unit == name:
		return nil
	case l.Unit == "":
		l.Unit, l.unitOf = name, path
		l.warnOfUnits()
		return nil
	case l.unitOf != "":
		return &Error{File: path, Msg: fmt.Sprintf("lengths are in %s, those of %s in %s; expected one unit, or --unit %s", name, quote.Name(l.unitOf), l.Unit, name)}
	}
	return &Error{File: path, Msg: fmt.Sprintf("lengths are in %s; expected %s as --unit: the file is not converted", name, name)}
}
