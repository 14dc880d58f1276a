package robot

import (
	"context"
	"io"
	"math"
	"slices"

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
	if root.name.Local != "robot" || !plain(root.name.Space) {
		u.failf(root, "<%s>; expected <robot>", name(root.name.Local))
		return
	}
	u.robot.Name = u.text(root, "robot", "name")
	for _, e := range root.kids {
		if u.err != nil {
			return
		}
		switch {
		case !plain(e.name.Space): // an extension
		case e.name.Local == "link":
			u.link(e)
		case e.name.Local == "joint":
			u.elements = append(u.elements, e)
		case !slices.Contains(ignoredInRobot, e.name.Local):
			u.failf(e, "<%s> in <robot>; expected link, joint or one of %v", name(e.name.Local), ignoredInRobot)
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
	l := Link{Name: n, Joint: -1, Line: e.line}
	for _, k := range e.kids {
		switch {
		case u.err != nil:
			return
		case !plain(k.name.Space): // an extension
		case k.name.Local == "collision":
			l.Collision = append(l.Collision, u.shape(k, of))
		case k.name.Local == "visual":
			l.Visual = append(l.Visual, u.shape(k, of))
		case !slices.Contains(ignoredInLink, k.name.Local):
			u.failf(k, "%s: <%s>; expected collision, visual or one of %v", of, name(k.name.Local), ignoredInLink)
		}
	}
	u.robot.Links = append(u.robot.Links, l)
}

// shape reads <collision> or <visual>.
func (u *urdf) shape(e *element, of string) Geometry {
	g := Geometry{Line: e.line, Scale: geom.Vec{X: 1, Y: 1, Z: 1}}
	for _, k := range e.kids {
		if plain(k.name.Space) && k.name.Local != "origin" && k.name.Local != "geometry" && !slices.Contains(ignoredInShape, k.name.Local) {
			u.failf(k, "%s: <%s> in <%s>; expected origin, geometry or one of %v", of, name(k.name.Local), e.name.Local, ignoredInShape)
		}
	}
	g.Origin = u.origin(u.child(e, of, "origin"), of)
	in := u.child(e, of, "geometry")
	if in == nil {
		u.failf(e, "%s: <%s> has no <geometry>", of, e.name.Local)
		return g
	}
	var found *element
	for _, k := range in.kids {
		if found != nil {
			u.failf(k, "%s: a second shape <%s> in <geometry>; the first is in line %d", of, name(k.name.Local), found.line)
		}
		found = k
	}
	if found == nil {
		u.failf(in, "%s: <geometry> has no shape; expected %s", of, shapesText)
		return g
	}
	g.Line = found.line
	u.solid(found, of, &g)
	return g
}

const shapesText = "mesh, box, sphere, cylinder or capsule"

// solid reads the shape itself.
func (u *urdf) solid(e *element, of string, g *Geometry) {
	if !plain(e.name.Space) {
		u.failf(e, "%s: shape <%s> is of another namespace; expected %s", of, name(e.name.Local), shapesText)
		return
	}
	switch e.name.Local {
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
		u.only(e, of, "radius", "length")
		u.positive(e, of, geom.Vec{X: u.number(e, of, "radius"), Y: u.number(e, of, "length")})
		g.Unsupported = e.name.Local
	default:
		u.failf(e, "%s: shape <%s>; expected %s", of, name(e.name.Local), shapesText)
	}
}

// positive refuses a length below 0.
func (u *urdf) positive(e *element, of string, v geom.Vec) geom.Vec {
	if least := min(v.X, v.Y, v.Z); least < 0 {
		u.failf(e, "%s: a length of <%s> is %v; expected at least 0", of, e.name.Local, least)
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

// joint reads a joint.
func (u *urdf) joint(e *element) {
	if u.err != nil {
		return
	}
	n := u.text(e, "a joint", "name")
	of := "joint " + name(n)
	if first, ok := u.joints[n]; ok && u.err == nil {
		u.failf(e, "a second %s; the first is in line %d", of, u.robot.Joints[first].Line)
	}
	u.joints[n] = len(u.robot.Joints)
	j := Joint{Name: n, Type: JointType(u.text(e, of, "type")), Line: e.line, Lower: math.Inf(-1), Upper: math.Inf(1), first: -1}
	j.Parent, j.Child = u.end(e, of, "parent"), u.end(e, of, "child")
	j.Origin = u.origin(u.child(e, of, "origin"), of)
	switch j.Type {
	case Fixed, Floating:
	case Revolute, Prismatic:
		u.axis(e, of, &j)
		u.limits(e, of, &j)
	case Continuous, Planar:
		u.axis(e, of, &j)
	default:
		u.failf(e, "%s: type is %s; expected %s, %s, %s, %s, %s or %s", of, name(string(j.Type)), Fixed, Revolute, Continuous, Prismatic, Planar, Floating)
	}
	if j.Type == Planar && j.Axis != (geom.Vec{Z: 1}) && u.err == nil {
		u.failf(e, "%s: the axis of a planar joint is %v; expected 0 0 1: URDF does not define x and y of other planes", of, j.Axis)
	}
	j.straight = j.Origin.R == geom.Identity.R
	j.upright = (j.Type == Revolute || j.Type == Continuous) && j.Axis.X == 0 && j.Axis.Y == 0 && math.Abs(j.Axis.Z) == 1
	u.robot.Joints = append(u.robot.Joints, j)
}

// end returns the link that <parent> or <child> names.
func (u *urdf) end(e *element, of, key string) int {
	k := u.child(e, of, key)
	if k == nil {
		u.failf(e, "%s: no <%s>", of, key)
		return -1
	}
	n := u.text(k, of, "link")
	i, ok := u.links[n]
	if !ok {
		u.failf(k, "%s: %s link %s, which there is not", of, key, name(n))
	}
	return i
}

// axis reads the axis and scales it to length 1.
func (u *urdf) axis(e *element, of string, j *Joint) {
	j.Axis = geom.Vec{X: 1}
	if k := u.child(e, of, "axis"); k != nil {
		u.only(k, of, "xyz")
		j.Axis = unit(u.vec(k, of, "xyz", j.Axis))
		if u.err == nil && j.Axis == (geom.Vec{}) {
			u.failf(k, "%s: the axis is 0 0 0; expected a direction", of)
		}
	}
}

// limits reads the limits of a revolute or prismatic joint.
func (u *urdf) limits(e *element, of string, j *Joint) {
	k := u.child(e, of, "limit")
	if k == nil {
		u.failf(e, "%s is %s and has no <limit>", of, j.Type)
		return
	}
	j.Lower, j.Upper = u.optional(k, of, "lower", 0), u.optional(k, of, "upper", 0)
	if j.Lower > j.Upper {
		u.failf(k, "%s: lower limit %v above the upper one, %v", of, j.Lower, j.Upper)
	}
}
