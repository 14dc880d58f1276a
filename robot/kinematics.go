package robot

import (
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
)

// LinkPoses appends the pose of each link to dst, in the order of Links, given the pose of the root and
// the values of Variables. It allocates nothing where dst has room. LinkPoses panics if the
// number of values is not that of Variables.
//
// From the root outward T(child) = (T(parent)·O)·M, where O is the joint's origin and M its motion. O and
// M of a revolute joint are rotations whose entries are computed as
//
//	O: (cy·cp)  (cy·sp)·sr − sy·cr  (cy·sp)·cr + sy·sr …  with s and c the sine and cosine of roll, pitch, yaw
//	M: (c·δ + s·K) + (1 − c)·(a·a)                        with K the cross product matrix of the axis a
//
// by [geom.Sincos]. A product of poses sums (a0·b0 + a1·b1) + a2·b2, then adds the translation. Every
// sum, difference and product is rounded.
func (r *Robot) LinkPoses(root geom.Pose, values []float64, dst []geom.Pose) []geom.Pose {
	if len(values) != len(r.variables) {
		panic(fmt.Sprintf("robot: LinkPoses of %d values, %s has %d variables", len(values), r.Name, len(r.variables)))
	}
	from := len(dst)
	dst = slices.Grow(dst, len(r.Links))[:from+len(r.Links)]
	poses := dst[from:]
	poses[r.root] = root
	for _, i := range r.order {
		j := &r.Joints[i]
		r.place(j, &poses[j.Parent], &poses[j.Child], values)
	}
	return dst
}

// value returns the value of a joint with one variable, a mimic joint or not.
func (r *Robot) value(j *Joint, values []float64) float64 {
	if j.Mimic == nil {
		return values[j.first]
	}
	return float64(j.Mimic.Multiplier*r.value(&r.Joints[j.Mimic.Joint], values)) + j.Mimic.Offset
}

// originPose is the pose of an <origin>: R = Rz(yaw)·Ry(pitch)·Rx(roll), written out.
func originPose(xyz, rpy geom.Vec) geom.Pose {
	sr, cr := geom.Sincos(rpy.X)
	sp, cp := geom.Sincos(rpy.Y)
	sy, cy := geom.Sincos(rpy.Z)
	cysp, sysp := float64(cy*sp), float64(sy*sp)
	return geom.Pose{
		R: geom.Mat{
			float64(cy * cp), float64(cysp*sr) - float64(sy*cr), float64(cysp*cr) + float64(sy*sr),
			float64(sy * cp), float64(sysp*sr) + float64(cy*cr), float64(sysp*cr) - float64(cy*sr),
			-sp, float64(cp * sr), float64(cp * cr),
		},
		T: xyz,
	}
}

// CheckState returns what is wrong with the values of a state, as an error that names the variable: one
// that is not finite, an angle beyond 2²⁰ radians, a length beyond 1e290, a quaternion of zeros. Another
// number of values is an error, too.
func (r *Robot) CheckState(values []float64) error {
	if len(values) != len(r.variables) {
		return fmt.Errorf("%d values; expected %d, those of %s", len(values), len(r.variables), name(r.Name))
	}
	for i, x := range values {
		most := maxLength
		if t := r.Joints[r.variables[i].Joint].Type; t == Revolute || t == Continuous {
			most = maxAngle
		}
		if !(math.Abs(x) <= most) {
			return fmt.Errorf("%s is %v; expected a number of at most %g", name(r.variables[i].Name), x, most)
		}
	}
	return r.checkJoints(values)
}

// checkJoints checks the joints with several variables, and the values of mimic joints.
func (r *Robot) checkJoints(values []float64) error {
	for i := range r.Joints {
		switch j := &r.Joints[i]; {
		case j.Mimic != nil:
			if x := r.value(j, values); !(math.Abs(x) <= maxAngle) {
				return fmt.Errorf("%s, a mimic joint, is %v; expected a number of at most %g", name(j.Name), x, float64(maxAngle))
			}
		case j.Type == Planar && !(math.Abs(values[j.first+2]) <= maxAngle):
			return fmt.Errorf("%s/theta is %v; expected a number of at most %g", name(j.Name), values[j.first+2], float64(maxAngle))
		case j.Type == Floating:
			v := values[j.first+3 : j.first+7]
			if l := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]), math.Abs(v[3])); !(l >= leastQuat && l <= 1/leastQuat) {
				return fmt.Errorf("%s/rot_x … rot_w are %v; expected a quaternion of a length from %g to %g", name(j.Name), v, leastQuat, 1/leastQuat)
			}
		}
	}
	return nil
}

// leastQuat is the least largest part of a quaternion: squares of it and of its inverse are far within
// the range of float64.
const leastQuat = 1e-100

// Beyond appends to dst the joints whose value is outside their limits, mimic joints among them.
func (r *Robot) Beyond(values []float64, dst []int) []int {
	for i := range r.Joints {
		j := &r.Joints[i]
		if !j.scalar() {
			continue
		}
		if x := r.value(j, values); !(x >= j.Lower && x <= j.Upper) {
			dst = append(dst, i)
		}
	}
	return dst
}

// Value returns the value of a revolute, continuous or prismatic joint, a mimic joint or not. It panics for
// any other joint.
func (r *Robot) Value(joint int, values []float64) float64 {
	j := &r.Joints[joint]
	if !j.scalar() {
		panic(fmt.Sprintf("robot: Value of joint %s, which is %s", j.Name, j.Type))
	}
	return r.value(j, values)
}
