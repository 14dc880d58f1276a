package motion

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Quat is a quaternion; of unit length, it is a rotation.
type Quat struct{ W, X, Y, Z float64 }

// Turned returns the rotation about an axis of any length but 0 by an angle in
// radians; the zero axis gives no rotation.
func Turned(axis geom.Vec, angle float64) Quat {
	l := axis.Norm()
	if l == 0 {
		return Quat{W: 1}
	}
	s, c := Sincos(0.5 * angle)
	q := Quat{c, float64(s * (axis.X / l)), float64(s * (axis.Y / l)), float64(s * (axis.Z / l))}
	return q.Normalized()
}

// Normalized returns q scaled to unit length, within a few 2⁻⁵³. The zero
// quaternion has no direction: it gives NaN.
func (q Quat) Normalized() Quat {
	l := math.Sqrt(float64(q.W*q.W) + float64(q.X*q.X) + float64(q.Y*q.Y) + float64(q.Z*q.Z))
	return Quat{q.W / l, q.X / l, q.Y / l, q.Z / l}
}

// Matrix returns the rotation matrix of a unit quaternion, orthonormal within
// about 10⁻¹⁵.
func (q Quat) Matrix() geom.Mat {
	xx, yy, zz := float64(q.X*q.X), float64(q.Y*q.Y), float64(q.Z*q.Z)
	xy, xz, yz := float64(q.X*q.Y), float64(q.X*q.Z), float64(q.Y*q.Z)
	wx, wy, wz := float64(q.W*q.X), float64(q.W*q.Y), float64(q.W*q.Z)
	return geom.Mat{
		1 - 2*(yy+zz), 2 * (xy - wz), 2 * (xz + wy),
		2 * (xy + wz), 1 - 2*(xx+zz), 2 * (yz - wx),
		2 * (xz - wy), 2 * (yz + wx), 1 - 2*(xx+yy),
	}
}

// Mul returns the rotation that turns by p first and by q after it.
func (q Quat) Mul(p Quat) Quat {
	return Quat{
		W: float64(q.W*p.W) - float64(q.X*p.X) - float64(q.Y*p.Y) - float64(q.Z*p.Z),
		X: float64(q.W*p.X) + float64(q.X*p.W) + float64(q.Y*p.Z) - float64(q.Z*p.Y),
		Y: float64(q.W*p.Y) - float64(q.X*p.Z) + float64(q.Y*p.W) + float64(q.Z*p.X),
		Z: float64(q.W*p.Z) + float64(q.X*p.Y) - float64(q.Y*p.X) + float64(q.Z*p.W),
	}
}
