package robot

import (
	"context"
	"io"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

// Read reads a URDF; file is its name in errors, which are of type *Error. It opens no mesh: see
// [Loader]. Linear in the length of the file.
func Read(ctx context.Context, in io.Reader, file string) (*Robot, error) {
	root, err := parse(ctx, in, file)
	if err != nil {
		return nil, err
	}
	u := urdf{reader: reader{file: file}, robot: &Robot{File: file}, links: map[string]int{}, joints: map[string]int{}}
	u.document(root)
	if u.err != nil {
		return nil, u.err
	}
	return u.robot, nil
}

// urdf is a URDF being read.
type urdf struct {
	reader
	robot         *Robot
	links, joints map[string]int // by name
	elements      []*element     // of the joints
}

func (u *urdf) document(root *element) {
	if root.Name.Local != "robot" || !plain(root.Name.Space) {
		u.failf(root, "<%s>; expected <robot>", name(root.Name.Local))
		return
	}
	u.robot.Name = u.text(root, "robot", "name")
	for _, e := range root.Kids {
		if u.err != nil {
			return
		}
		switch {
		case !plain(e.Name.Space): // an extension
		case e.Name.Local == "link":
			u.link(e)
		case e.Name.Local == "joint":
			u.elements = append(u.elements, e)
		case !slices.Contains(ignoredInRobot, e.Name.Local):
			u.failf(e, "<%s> in <robot>; expected link, joint or one of %v", name(e.Name.Local), ignoredInRobot)
		}
	}
	if u.err == nil && len(u.robot.Links) == 0 {
		u.failf(root, "no <link>")
	}
	for _, e := range u.elements { // links may follow their joints
		u.joint(e)
	}
	u.connect(root)
}

// What a robot and a link may hold that is nothing to collisions. Any other element is an error: it may
// be a misspelt one, and a link without its shapes collides with nothing.
var (
	ignoredInRobot = []string{"material", "gazebo", "transmission", "sensor", "ros2_control", "loop_joint", "group", "disable_collisions", "static"}
	ignoredInLink  = []string{"inertial", "contact", "gazebo", "sensor", "material", "self_collision_checking", "verbose", "type"}
	ignoredInShape = []string{"material", "verbose", "contact_coefficients", "gazebo"}
)

func (u *urdf) link(e *element) {
	n := u.text(e, "a link", "name")
	of := "link " + name(n)
	if first, ok := u.links[n]; ok && u.err == nil {
		u.failf(e, "a second %s; the first is in line %d", of, u.robot.Links[first].Line)
	}
	u.links[n] = len(u.robot.Links)
	l := Link{Name: n, Joint: -1, Line: e.Line}
	for _, k := range e.Kids {
		switch {
		case u.err != nil:
			return
		case !plain(k.Name.Space): // an extension
		case k.Name.Local == "collision":
			l.Collision = append(l.Collision, u.shape(k, of))
		case k.Name.Local == "visual":
			l.Visual = append(l.Visual, u.shape(k, of))
		case !slices.Contains(ignoredInLink, k.Name.Local):
			u.failf(k, "%s: <%s>; expected collision, visual or one of %v", of, name(k.Name.Local), ignoredInLink)
		}
	}
	u.robot.Links = append(u.robot.Links, l)
}

// shape reads <collision> or <visual>.
func (u *urdf) shape(e *element, of string) Geometry {
	g := Geometry{Line: e.Line, Scale: geom.Vec{X: 1, Y: 1, Z: 1}}
	for _, k := range e.Kids {
		if plain(k.Name.Space) && k.Name.Local != "origin" && k.Name.Local != "geometry" && !slices.Contains(ignoredInShape, k.Name.Local) {
			u.failf(k, "%s: <%s> in <%s>; expected origin, geometry or one of %v", of, name(k.Name.Local), e.Name.Local, ignoredInShape)
		}
	}
	g.Origin = u.origin(u.child(e, of, "origin"), of)
	in := u.child(e, of, "geometry")
	if in == nil {
		u.failf(e, "%s: <%s> has no <geometry>", of, e.Name.Local)
		return g
	}
	var found *element
	for _, k := range in.Kids {
		if found != nil {
			u.failf(k, "%s: a second shape <%s> in <geometry>; the first is in line %d", of, name(k.Name.Local), found.Line)
		}
		found = k
	}
	if found == nil {
		u.failf(in, "%s: <geometry> has no shape; expected %s", of, shapesText)
		return g
	}
	g.Line = found.Line
	u.solid(found, of, &g)
	return g
}

const shapesText = "mesh, box, sphere, cylinder or capsule"

// solid reads the shape itself.
func (u *urdf) solid(e *element, of string, g *Geometry) {
	if !plain(e.Name.Space) {
		u.failf(e, "%s: shape <%s> is of another namespace; expected %s", of, name(e.Name.Local), shapesText)
		return
	}
	switch e.Name.Local {
	case "mesh":
		u.only(e, of, "filename", "scale")
		g.Mesh = u.text(e, of, "filename")
		if g.Scale = u.vec(e, of, "scale", g.Scale); g.Scale.X == 0 || g.Scale.Y == 0 || g.Scale.Z == 0 {
			u.failf(e, "%s: scale has a 0, which flattens the mesh; expected three numbers other than 0", of)
		}
	case "box":
		u.only(e, of, "size")
		u.text(e, of, "size")
		g.Shape = shape.Box{Size: u.positive(e, of, u.vec(e, of, "size", geom.Vec{}))}
	case "sphere":
		u.only(e, of, "radius")
		g.Shape = shape.Sphere{Radius: u.positive(e, of, geom.Vec{X: u.number(e, of, "radius")}).X}
	case "cylinder", "capsule":
		g.Shape = u.axial(e, of)
	default:
		u.failf(e, "%s: shape <%s>; expected %s", of, name(e.Name.Local), shapesText)
	}
}

// axial reads a cylinder or capsule around the z axis; the length is that of the axis.
func (u *urdf) axial(e *element, of string) collide.Shape {
	u.only(e, of, "radius", "length")
	size := u.positive(e, of, geom.Vec{X: u.number(e, of, "radius"), Y: u.number(e, of, "length")})
	if size.Y == 0 {
		u.failf(e, "%s: length 0; expected a number above 0", of)
	}
	from, to := geom.Vec{Z: -size.Y / 2}, geom.Vec{Z: size.Y / 2}
	if e.Name.Local == "capsule" {
		return shape.Capsule{A: from, B: to, Radius: size.X}
	}
	return shape.Cylinder{A: from, B: to, Radius: size.X}
}

// positive refuses a length below 0.
func (u *urdf) positive(e *element, of string, v geom.Vec) geom.Vec {
	if least := min(v.X, v.Y, v.Z); least < 0 {
		u.failf(e, "%s: a length of <%s> is %v; expected at least 0", of, e.Name.Local, least)
	}
	return v
}

// origin reads <origin>, nil for none.
func (u *urdf) origin(e *element, of string) geom.Pose {
	if e == nil {
		return geom.Identity
	}
	u.only(e, of, "xyz", "rpy")
	xyz, rpy := u.vec(e, of, "xyz", geom.Vec{}), u.vec(e, of, "rpy", geom.Vec{})
	if !(xyz.MaxAbs() <= maxLength) {
		u.failf(e, "%s: xyz is %v; expected at most %g", of, xyz, float64(maxLength))
	}
	if !(rpy.MaxAbs() <= maxAngle) {
		u.failf(e, "%s: rpy is %v; expected at most %g radians", of, rpy, float64(maxAngle))
	}
	return originPose(xyz, rpy)
}

// maxLength is the largest coordinate of an origin: products of chains of joints stay in the range of
// float64, since a rotation adds at most three coordinates of its argument: 131,072 joints in a row
// reach 3·131072·1e290 < 1e296.
const maxLength = 1e290

// maxAngle is the largest angle in radians: geom.Sincos has its proven error up to 2²⁰.
const maxAngle = 1 << 20
