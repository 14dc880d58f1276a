package robot

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// Robot is a tree of links and joints, as a URDF describes it.
type Robot struct {
	Name string
	// File is the URDF.
	File   string
	Links  []Link
	Joints []Joint

	variables []Variable
	order     []int // joints, those nearer to the root first
	root      int
}

// Link is a rigid part.
type Link struct {
	Name string
	// Joint is the index of the joint before the link, −1 for the root.
	Joint int
	// Collision and Visual are the shapes in the order of the file.
	Collision, Visual []Geometry
	Line              int
}

// Geometry is a shape of a link: a mesh, or a solid in closed form.
type Geometry struct {
	// Origin places the shape in the link's coordinates.
	Origin geom.Pose
	// Mesh is the file as the URDF names it, "" for a solid, and Scale what each of its coordinates is
	// multiplied by.
	Mesh  string
	Scale geom.Vec
	// File is where the mesh was found and Shape what a body has; both are set by Loader, Shape
	// of a solid by Read.
	File  string
	Shape collide.Shape
	Line  int
}

// JointType is what a joint lets its child do.
type JointType string

// The types of joints.
const (
	Fixed      JointType = "fixed"
	Revolute   JointType = "revolute"
	Continuous JointType = "continuous" // a revolute joint without limits
	Prismatic  JointType = "prismatic"
	Planar     JointType = "planar"   // x, y and an angle
	Floating   JointType = "floating" // a place and a quaternion
)

// Joint places a link in the coordinates of its parent.
type Joint struct {
	Name          string
	Type          JointType
	Parent, Child int // links
	Origin        geom.Pose
	// Axis has length 1. Fixed and floating joints have none.
	Axis geom.Vec
	// Lower and Upper limit the value, −Inf and +Inf where nothing does.
	Lower, Upper float64
	// Mimic is the joint that this one copies, nil for a joint of its own.
	Mimic *Mimic
	Line  int

	first int // of the joint's variables, -1 without
	short shortcut
}

// Mimic makes the value of a joint that of another one, times Multiplier, plus Offset.
type Mimic struct {
	Joint              int
	Multiplier, Offset float64
}

// Variable is a number of a robot's state.
type Variable struct {
	// Name is that of the joint. A planar joint has the variables JOINT/x, JOINT/y and JOINT/theta, a
	// floating one JOINT/trans_x, …, JOINT/rot_x, …, JOINT/rot_w.
	Name string
	// Joint is the index of the joint.
	Joint int
	// Lower and Upper limit the value, −Inf and +Inf where nothing does.
	Lower, Upper float64
	// Rest is the value where none is given: 0, and 1 for rot_w.
	Rest float64
}

// Variables returns what a state of the robot consists of, in the order of the joints in the file:
// fixed and mimic joints have none. The slice is not to be changed.
func (r *Robot) Variables() []Variable { return r.variables }

// Root returns the index of the link that all others hang on.
func (r *Robot) Root() int { return r.root }

// Shapes returns the shapes of a link: those for collisions, or the visual ones.
func (l *Link) Shapes(visual bool) []Geometry {
	if visual {
		return l.Visual
	}
	return l.Collision
}

// Parent returns the parent of a link, −1 for the root.
func (r *Robot) Parent(link int) int {
	if j := r.Links[link].Joint; j >= 0 {
		return r.Joints[j].Parent
	}
	return -1
}
