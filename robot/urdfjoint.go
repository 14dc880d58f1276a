package robot

import (
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide/geom"
)

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
	u.known(e, of)
	j := Joint{Name: n, Type: JointType(u.text(e, of, "type")), Line: e.Line, Lower: math.Inf(-1), Upper: math.Inf(1), first: -1}
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
	j.short = j.shortcuts()
	u.robot.Joints = append(u.robot.Joints, j)
}

// inJoint is what a joint may hold. Any other element is an error: a misspelt origin would put the link elsewhere.
var inJoint = []string{"origin", "parent", "child", "axis", "limit", "mimic", "calibration", "dynamics", "safety_controller", "gazebo"}

// known refuses what a joint does not have. The limits count for some types of joints, and are looked at in all.
func (u *urdf) known(e *element, of string) {
	u.only(e, of, "name", "type")
	for _, k := range e.Kids {
		switch {
		case !plain(k.Name.Space): // an extension
		case !slices.Contains(inJoint, k.Name.Local):
			u.failf(k, "%s: <%s> in <joint>; expected one of %s", of, name(k.Name.Local), strings.Join(inJoint, ", "))
		case k.Name.Local == "parent", k.Name.Local == "child":
			u.only(k, of, "link")
		case k.Name.Local == "axis":
			u.only(k, of, "xyz")
		case k.Name.Local == "limit":
			u.only(k, of, "lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk")
		}
	}
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
