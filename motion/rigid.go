package motion

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Rigid is the motion of a body that keeps its velocity and its spin and is
// thrown back by walls.
type Rigid struct {
	// Start is the pose at time 0; its matrix may be any.
	Start geom.Pose
	// Pivot is the point of the body, in its own coordinates, that moves along
	// straight lines and that it turns about.
	Pivot geom.Vec
	// Velocity is the pivot's, in world coordinates, in lengths per unit of time.
	Velocity geom.Vec
	// Spin is the axis of rotation in world coordinates; its length is the
	// angular velocity in radians per unit of time.
	Spin geom.Vec
	// Region is where the pivot may be, nil for everywhere. At its sides the
	// velocity is reflected. The pivot must start in it.
	Region *geom.AABB
}

// At returns the pose at time t, Start itself at time 0.
func (r *Rigid) At(t float64) geom.Pose {
	if t == 0 {
		return r.Start
	}
	p := r.Start
	if r.Spin != (geom.Vec{}) {
		turn := geom.AxisAngle(r.Spin, float64(geom.Length(r.Spin)*t)).Matrix()
		p.R = turn.Mul(&r.Start.R)
	}
	// Zero is no pivot to carry along: T stays free of its rounding.
	if r.Pivot == (geom.Vec{}) {
		p.T = r.travel(r.Start.T, t)
		return p
	}
	p.T = r.travel(r.PivotAt0(), t).Sub(p.R.MulVec(r.Pivot))
	return p
}

// PivotAt0 returns where the pivot starts in the world.
func (r *Rigid) PivotAt0() geom.Vec { return r.Start.Apply(r.Pivot) }

// travel returns where a point gets to.
func (r *Rigid) travel(p geom.Vec, t float64) geom.Vec {
	p = p.Add(r.Velocity.Scale(t))
	if r.Region == nil {
		return p
	}
	lo, hi := &r.Region.Min, &r.Region.Max
	return geom.Vec{X: fold(p.X, lo.X, hi.X), Y: fold(p.Y, lo.Y, hi.Y), Z: fold(p.Z, lo.Z, hi.Z)}
}

// fold reflects x at lo and hi until it lies between them: free flight through
// mirror images of the box is bouncing within it.
func fold(x, lo, hi float64) float64 {
	if lo <= x && x <= hi {
		return x
	}
	width := hi - lo
	if !(width > 0) {
		return lo
	}
	u := math.Abs(math.Remainder(x-lo, 2*width)) // exact; [0, width]
	return min(lo+u, hi)
}

// VelocityAt returns the pivot's velocity at time t: that of Velocity whose
// components walls have turned round an odd number of times reversed.
func (r *Rigid) VelocityAt(t float64) geom.Vec {
	v := r.Velocity
	if r.Region == nil {
		return v
	}
	p := r.PivotAt0().Add(v.Scale(t))
	lo, hi := &r.Region.Min, &r.Region.Max
	return geom.Vec{X: folded(v.X, p.X, lo.X, hi.X), Y: folded(v.Y, p.Y, lo.Y, hi.Y), Z: folded(v.Z, p.Z, lo.Z, hi.Z)}
}

// folded is the velocity of fold(x, lo, hi) as x moves at v.
func folded(v, x, lo, hi float64) float64 {
	if lo <= x && x <= hi {
		return v
	}
	width := hi - lo
	if !(width > 0) {
		return 0
	}
	if math.Remainder(x-lo, 2*width) < 0 {
		return -v
	}
	return v
}
