package robot

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
)

// connect makes a tree of links and joints: one root, every other link with one parent, no cycle, and
// mimic joints that copy joints.
func (u *urdf) connect(root *element) {
	if u.err != nil {
		return
	}
	r := u.robot
	for i := range r.Joints {
		j := &r.Joints[i]
		child := &r.Links[j.Child]
		if child.Joint >= 0 {
			u.failf(u.elements[i], "joint %s: link %s has a parent already, by joint %s in line %d", name(j.Name), name(child.Name), name(r.Joints[child.Joint].Name), r.Joints[child.Joint].Line)
			return
		}
		child.Joint = i
	}
	r.root = slices.IndexFunc(r.Links, func(l Link) bool { return l.Joint < 0 })
	if r.root < 0 {
		u.failf(root, "the links form a cycle: none is without a parent")
		return
	}
	for i := r.root + 1; i < len(r.Links); i++ {
		if r.Links[i].Joint < 0 {
			u.fail(r.Links[i].Line, "link %s has no parent, and neither has link %s; expected one root", name(r.Links[i].Name), name(r.Links[r.root].Name))
			return
		}
	}
	u.sortJoints()
	u.mimicAll()
	u.count()
}

// fail notes what is wrong in a line.
func (u *urdf) fail(line int, format string, args ...any) {
	u.failf(&element{Line: line}, format, args...)
}

// sortJoints orders the joints from the root outward, and finds links that the root does not reach.
func (u *urdf) sortJoints() {
	r := u.robot
	children := make([][]int, len(r.Links))
	for i := range r.Joints {
		children[r.Joints[i].Parent] = append(children[r.Joints[i].Parent], i)
	}
	reached := make([]bool, len(r.Links))
	reached[r.root] = true
	for todo := []int{r.root}; len(todo) > 0; {
		link := todo[0]
		todo = todo[1:]
		for _, j := range children[link] {
			r.order = append(r.order, j)
			reached[r.Joints[j].Child] = true
			todo = append(todo, r.Joints[j].Child)
		}
	}
	if i := slices.Index(reached, false); i >= 0 {
		u.fail(r.Links[i].Line, "link %s is in a cycle of links; expected a tree", name(r.Links[i].Name))
	}
}

// mimicAll reads what mimic joints copy.
func (u *urdf) mimicAll() {
	r := u.robot
	for i, e := range u.elements {
		of := "joint " + name(r.Joints[i].Name)
		k := u.child(e, of, "mimic")
		if k == nil || u.err != nil {
			continue
		}
		u.only(k, of, "joint", "multiplier", "offset")
		n := u.text(k, of, "joint")
		source, ok := u.joints[n]
		switch {
		case u.err != nil:
			return
		case !ok:
			u.failf(k, "%s copies joint %s, which there is not", of, name(n))
		case !r.Joints[i].scalar() || !r.Joints[source].scalar():
			u.failf(k, "%s (%s) copies joint %s (%s); expected two revolute, continuous or prismatic joints", of, r.Joints[i].Type, name(n), r.Joints[source].Type)
		}
		r.Joints[i].Mimic = &Mimic{Joint: source, Multiplier: u.optional(k, of, "multiplier", 1), Offset: u.optional(k, of, "offset", 0)}
	}
	u.checkMimics()
}

// scalar reports whether a joint has one value.
func (j *Joint) scalar() bool {
	return j.Type == Revolute || j.Type == Continuous || j.Type == Prismatic
}

// checkMimics finds joints that copy themselves by way of others.
func (u *urdf) checkMimics() {
	joints := u.robot.Joints
	for i := range joints {
		steps := 0
		for k := i; joints[k].Mimic != nil; k = joints[k].Mimic.Joint {
			if steps++; steps > maxMimics {
				u.fail(joints[i].Line, "joint %s is in a cycle of joints that copy each other, or copies by way of more than %d", name(joints[i].Name), maxMimics)
				return
			}
		}
	}
}

// maxMimics is the largest number of joints by way of which a mimic joint may copy another one.
const maxMimics = 16

// count gives the joints their variables.
func (u *urdf) count() {
	r := u.robot
	for i := range r.Joints {
		j := &r.Joints[i]
		if j.Mimic != nil || j.Type == Fixed {
			continue
		}
		j.first = len(r.variables)
		for _, part := range partsOf[j.Type] {
			v := Variable{Name: j.Name + part, Joint: i, Lower: j.Lower, Upper: j.Upper}
			if part == "/rot_w" {
				v.Rest = 1
			}
			r.variables = append(r.variables, v)
		}
	}
	seen := map[string]bool{}
	for _, v := range r.variables {
		if seen[v.Name] {
			u.fail(r.Joints[v.Joint].Line, "two variables are called %s", name(v.Name))
		}
		seen[v.Name] = true
	}
}

// partsOf are the variables of each type of joint, as names that follow that of the joint.
var partsOf = map[JointType][]string{
	Revolute: {""}, Continuous: {""}, Prismatic: {""},
	Planar:   {"/x", "/y", "/theta"},
	Floating: {"/trans_x", "/trans_y", "/trans_z", "/rot_x", "/rot_y", "/rot_z", "/rot_w"},
}

// unit returns a vector scaled to length 1: one that has it stays as it is, 0 0 0 too. The largest
// coordinate is divided out first, so that no square leaves the range.
func unit(v geom.Vec) geom.Vec {
	m := v.MaxAbs()
	if m == 0 || v.Norm() == 1 {
		return v
	}
	v = geom.Vec{X: v.X / m, Y: v.Y / m, Z: v.Z / m}
	l := math.Sqrt(v.Dot(v))
	return geom.Vec{X: v.X / l, Y: v.Y / l, Z: v.Z / l}
}
