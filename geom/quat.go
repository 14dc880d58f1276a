package geom

import "math"

// Quat is a quaternion W + Xi + Yj + Zk. A quaternion of unit length is a rotation; q
// and −q are the same one. Rotations made here have the same bits on every machine.
type Quat struct{ W, X, Y, Z float64 }

// NoRotation is the quaternion that turns nothing.
var NoRotation = Quat{W: 1}

// AxisAngle returns the rotation about an axis by an angle in radians, counter-clockwise
// for somebody the axis points at. The axis may have any length above 0; the zero axis
// gives NoRotation.
func AxisAngle(axis Vec, angle float64) Quat {
	if m := axis.MaxAbs(); m == 0 {
		return NoRotation
	} else if m < minAxis || m > maxAxis {
		axis = Vec{axis.X / m, axis.Y / m, axis.Z / m}
	}
	l := axis.Norm()
	s, c := Sincos(0.5 * angle)
	q := Quat{c, float64(s * (axis.X / l)), float64(s * (axis.Y / l)), float64(s * (axis.Z / l))}
	return q.Normalized()
}

// minAxis and maxAxis bound the largest coordinate of an axis whose squared length
// neither underflows nor overflows.
const minAxis, maxAxis = 1e-150, 1e150

// RollPitchYaw returns the rotation by roll about the x axis, then by pitch about the y
// axis, then by yaw about the z axis, in radians. The axes are those of the world and do
// not turn along, as in URDF: R = Rz(yaw)·Ry(pitch)·Rx(roll).
func RollPitchYaw(roll, pitch, yaw float64) Quat {
	x := AxisAngle(Vec{X: 1}, roll)
	y := AxisAngle(Vec{Y: 1}, pitch)
	z := AxisAngle(Vec{Z: 1}, yaw)
	return z.Mul(y).Mul(x).Normalized()
}

// Normalized returns q scaled to unit length, within a few 2⁻⁵³. The zero
// quaternion has no direction: it gives NaN.
func (q Quat) Normalized() Quat {
	l := math.Sqrt(float64(q.W*q.W) + float64(q.X*q.X) + float64(q.Y*q.Y) + float64(q.Z*q.Z))
	return Quat{q.W / l, q.X / l, q.Y / l, q.Z / l}
}

// Matrix returns the rotation matrix of a unit quaternion, orthonormal within
// about 10⁻¹⁵.
func (q Quat) Matrix() Mat {
	xx, yy, zz := float64(q.X*q.X), float64(q.Y*q.Y), float64(q.Z*q.Z)
	xy, xz, yz := float64(q.X*q.Y), float64(q.X*q.Z), float64(q.Y*q.Z)
	wx, wy, wz := float64(q.W*q.X), float64(q.W*q.Y), float64(q.W*q.Z)
	return Mat{
		1 - 2*(yy+zz), 2 * (xy - wz), 2 * (xz + wy),
		2 * (xy + wz), 1 - 2*(xx+zz), 2 * (yz - wx),
		2 * (xz - wy), 2 * (yz + wx), 1 - 2*(xx+yy),
	}
}

// Conjugate returns the inverse of a unit quaternion.
func (q Quat) Conjugate() Quat { return Quat{q.W, -q.X, -q.Y, -q.Z} }

// Mul returns the rotation that turns by p first and by q after it.
func (q Quat) Mul(p Quat) Quat {
	return Quat{
		W: float64(q.W*p.W) - float64(q.X*p.X) - float64(q.Y*p.Y) - float64(q.Z*p.Z),
		X: float64(q.W*p.X) + float64(q.X*p.W) + float64(q.Y*p.Z) - float64(q.Z*p.Y),
		Y: float64(q.W*p.Y) - float64(q.X*p.Z) + float64(q.Y*p.W) + float64(q.Z*p.X),
		Z: float64(q.W*p.Z) + float64(q.X*p.Y) - float64(q.Y*p.X) + float64(q.Z*p.W),
	}
}
