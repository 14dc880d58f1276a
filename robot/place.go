package robot

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// shortcut is what of a joint's matrices is known to be 0 or 1, so that place leaves products by these out. That changes at most the
// sign of a 0.
type shortcut uint8

const (
	// straight origins turn nothing, rolled ones about x alone.
	straight shortcut = 1 << iota
	rolled
	// Of motions, fixed ones are none, upright ones turn about z or −z, and sliding ones turn nothing.
	fixed
	upright
	sliding
)

// shortcuts returns those of a joint that has its type, origin and axis.
func (j *Joint) shortcuts() (s shortcut) {
	switch q := &j.Origin.R; {
	case *q == geom.Identity.R:
		s = straight
	case q[0] == 1 && q[1] == 0 && q[2] == 0 && q[3] == 0 && q[6] == 0:
		s = rolled
	}
	switch {
	case j.Type == Fixed:
		s |= fixed
	case j.Type == Prismatic:
		s |= sliding
	case (j.Type == Revolute || j.Type == Continuous) && j.Axis.X == 0 && j.Axis.Y == 0 && math.Abs(j.Axis.Z) == 1:
		s |= upright
	}
	return s
}

// place sets at to (parent·O)·M.
func (r *Robot) place(j *Joint, parent, at *geom.Pose, values []float64) {
	at.T = parent.R.MulVec(j.Origin.T).Add(parent.T)
	if j.short&upright != 0 {
		sin, c := geom.Sincos(r.value(j, values))
		j.turnUpright(&parent.R, &at.R, float64(sin*j.Axis.Z), c)
		return
	}
	if at.R = parent.R; j.short&straight == 0 {
		at.R = parent.R.Mul(&j.Origin.R)
	}
	switch {
	case j.short&fixed != 0:
	case j.short&sliding != 0:
		at.T = at.R.MulVec(j.Axis.Scale(r.value(j, values))).Add(at.T)
	default:
		m := j.motion(r, values)
		*at = at.Compose(&m)
	}
}

// turnUpright sets at to p·O·M, where M is a rotation about z or −z, s is the sine times the axis and c the cosine.
func (j *Joint) turnUpright(p, at *geom.Mat, s, c float64) {
	q, up := &j.Origin.R, c+(1-c)
	for i := 0; i < 9; i += 3 {
		x, y, z := p[i], p[i+1], p[i+2]
		switch {
		case j.short&rolled != 0:
			y, z = float64(y*q[4])+float64(z*q[7]), float64(y*q[5])+float64(z*q[8])
		case j.short&straight == 0:
			x, y, z = float64(x*q[0])+float64(y*q[3])+float64(z*q[6]),
				float64(x*q[1])+float64(y*q[4])+float64(z*q[7]),
				float64(x*q[2])+float64(y*q[5])+float64(z*q[8])
		}
		at[i], at[i+1], at[i+2] = float64(x*c)+float64(y*s), float64(y*c)-float64(x*s), float64(z*up)
	}
}

// motion returns the motion M of a joint at given values.
func (j *Joint) motion(r *Robot, values []float64) geom.Pose {
	m := geom.Identity
	switch j.Type {
	case Revolute, Continuous:
		m.R = turn(j.Axis, r.value(j, values))
	case Planar:
		v := values[j.first : j.first+3]
		m.R, m.T = turn(j.Axis, v[2]), geom.Vec{X: v[0], Y: v[1]}
	case Floating:
		v := values[j.first : j.first+7]
		q := geom.Quat{X: v[3], Y: v[4], Z: v[5], W: v[6]}
		m.R, m.T = q.Normalized().Matrix(), geom.Vec{X: v[0], Y: v[1], Z: v[2]}
	case Fixed, Prismatic: // see place
	}
	return m
}

// turn is the rotation about an axis of length 1: cos·I + sin·[a]× + (1 − cos)·a·aᵀ.
func turn(a geom.Vec, angle float64) geom.Mat {
	s, c := geom.Sincos(angle)
	v := 1 - c
	sx, sy, sz := float64(s*a.X), float64(s*a.Y), float64(s*a.Z)
	xy, xz, yz := float64(v*float64(a.X*a.Y)), float64(v*float64(a.X*a.Z)), float64(v*float64(a.Y*a.Z))
	return geom.Mat{
		c + float64(v*float64(a.X*a.X)), xy - sz, xz + sy,
		xy + sz, c + float64(v*float64(a.Y*a.Y)), yz - sx,
		xz - sy, yz + sx, c + float64(v*float64(a.Z*a.Z)),
	}
}
