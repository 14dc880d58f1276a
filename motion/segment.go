package motion

import (
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
)

// Path is a rigid motion while t goes from 0 to 1, with what a proof about it rests on. A
// [Segment] is one.
type Path interface {
	// At returns the pose at a time from 0 to 1.
	At(t float64) geom.Pose
	// Over bounds the motion between two times, a ≤ b, of the points near a point c of the
	// body, in the body's own coordinates.
	Over(a, b float64, c geom.Vec) Span
}

// Span bounds a rigid motion between two times. Let m be the time in the middle and c the point
// of the body that Over was called with. At a time s between the two a point p of the body is at
//
//	x + (s − m)·(Velocity + Spin × (x − Center)), where x = Pose·p,
//
// and off from there by at most Off + Turn·|p − c|. All of this is in exact arithmetic on the
// numbers of the Span. It holds for the real motion, and for what Pose.Apply makes of p under
// the pose At(s) for every float64 s.
type Span struct {
	Pose                   geom.Pose
	Center, Velocity, Spin geom.Vec
	Off, Turn              float64
}

// ErrHalfTurn is the error of a segment between two poses whose rotations are half a turn apart,
// within 10⁻⁶: which way round is not determined. ErrRotation is that of a matrix that is not
// a rotation within 10⁻⁶.
var (
	ErrHalfTurn = errors.New("the poses are half a turn apart, within 1e-6: either way round is as short")
	ErrRotation = errors.New("not a rotation within 1e-6")
)

// Segment is a motion from one pose to another that turns at a constant rate about a fixed axis,
// through the smaller of the two angles. At(0) and At(1) are the two poses themselves. Between them
// the body turns from the rotation nearest to one matrix to that nearest to the other.
type Segment struct {
	from, to geom.Pose
	// still: the poses are equal; fixed: the matrix is that of from throughout.
	still, fixed bool
	start        geom.Quat // the rotation that At starts from
	axis         geom.Vec  // of unit length, in the world
	angle        float64   // from 0 to π
	screw        bool
	way          geom.Vec // of the origin: to.T − from.T
	along, cross geom.Vec // the parts of way along the axis and across it
	sinHalf      float64  // of half the angle
	// err bounds, in the operator norm, how far the matrix of At(t) is from the real motion's for
	// 0 < t < 1; jump bounds how far the given matrices are from the nearest rotations.
	err, jump float64
}

// NewStraight returns the motion in which the origin of the body's own coordinates goes straight.
// The error wraps ErrRotation or ErrHalfTurn.
func NewStraight(from, to geom.Pose) (*Segment, error) { return newSegment(from, to, false) }

// NewScrew returns the motion of constant twist: the body turns about an axis and moves along it.
// The error wraps ErrRotation or ErrHalfTurn.
func NewScrew(from, to geom.Pose) (*Segment, error) { return newSegment(from, to, true) }

// rotationDefect is the largest entry of |RᵀR − I| that a rotation's matrix may have, and
// halfTurnMargin how near to π an angle may not be, in radians.
const rotationDefect, halfTurnMargin = 1e-6, 1e-6

func newSegment(from, to geom.Pose, screw bool) (*Segment, error) {
	for k, p := range [2]*geom.Pose{&from, &to} {
		if !isRotation(p) {
			return nil, fmt.Errorf("matrix of the %s pose is %w", [2]string{"first", "second"}[k], ErrRotation)
		}
	}
	s := &Segment{from: from, to: to, screw: screw, axis: geom.Vec{Z: 1}, way: to.T.Sub(from.T)}
	defect := max(from.OrthonormalDefect(), to.OrthonormalDefect())
	s.jump = jumpFactor*defect + jumpSlack
	s.still = from == to
	s.fixed = from.R == to.R && defect <= fixedDefect
	s.along = s.way
	switch {
	case s.still:
		s.jump = 0 // the real motion rests at the given pose
	case s.fixed:
		s.err = s.jump
	default:
		return s, s.turnFrom()
	}
	return s, nil
}

// turnFrom sets the rotation.
func (s *Segment) turnFrom() error {
	s.start = nearestRotation(s.from.R)
	d := nearestRotation(s.to.R).Mul(s.start.Conjugate())
	if d.W < 0 {
		d = geom.Quat{W: -d.W, X: -d.X, Y: -d.Y, Z: -d.Z}
	}
	v := geom.Vec{X: d.X, Y: d.Y, Z: d.Z}
	if l := v.Norm(); l >= leastTurn {
		s.angle = 2 * arctan(l, d.W)
		s.axis = geom.Vec{X: v.X / l, Y: v.Y / l, Z: v.Z / l}
	}
	if s.angle >= math.Pi-halfTurnMargin {
		return ErrHalfTurn
	}
	if s.sinHalf, _ = geom.Sincos(0.5 * s.angle); s.screw && s.angle > 0 {
		s.along = s.axis.Scale(s.axis.Dot(s.way))
		s.cross = s.way.Sub(s.along)
	}
	first, last := s.start.Matrix(), s.turned(1)
	s.err = turnFactor*max(twist(&first, &s.from.R), twist(&last, &s.to.R)) + turnSlack
	return nil
}

// leastTurn is the sine of half an angle below which nothing turns.
const leastTurn = 0x1p-100

// isRotation reports whether the matrix is a rotation within rotationDefect, and all is finite.
func isRotation(p *geom.Pose) bool {
	if !p.IsFinite() || !(p.OrthonormalDefect() <= rotationDefect) {
		return false
	}
	return p.R.Row(0).Dot(p.R.Row(1).Cross(p.R.Row(2))) > 0 // ±1 within 10⁻⁵
}

// At returns the pose at a time from 0 to 1, in operations that round the same on every machine.
func (s *Segment) At(t float64) geom.Pose {
	switch {
	case s.still || t <= 0:
		return s.from
	case t >= 1:
		return s.to
	}
	return geom.Pose{R: s.turned(t), T: s.from.T.Add(s.travel(t))}
}

// turned is the matrix at a time.
func (s *Segment) turned(t float64) geom.Mat {
	if s.fixed {
		return s.from.R
	}
	sin, cos := geom.Sincos(float64(0.5*s.angle) * t)
	d := geom.Quat{W: cos, X: float64(sin * s.axis.X), Y: float64(sin * s.axis.Y), Z: float64(sin * s.axis.Z)}
	return d.Mul(s.start).Normalized().Matrix()
}

// travel is how far the origin has come at a time.
//
// Under a constant twist the part across the axis goes along an arc: as a complex number it is
// cross·(e^{iθt} − 1)/(e^{iθ} − 1) = cross·e^{iθ(t−1)/2}·sin(θt/2)/sin(θ/2).
func (s *Segment) travel(t float64) geom.Vec {
	d := s.along.Scale(t)
	if s.cross == (geom.Vec{}) {
		return d
	}
	part, _ := geom.Sincos(float64(0.5*s.angle) * t)
	sin, cos := geom.Sincos(float64(0.5*s.angle) * (t - 1))
	part /= s.sinHalf
	return d.Add(s.cross.Scale(float64(part * cos))).Add(s.axis.Cross(s.cross).Scale(float64(part * sin)))
}

// velocity is that of the origin: under a constant twist its part across the axis is
// cross·e^{iθ(t−½)}·(θ/2)/sin(θ/2).
func (s *Segment) velocity(t float64) geom.Vec {
	if s.still {
		return geom.Vec{}
	}
	if s.cross == (geom.Vec{}) {
		return s.along
	}
	speed := float64(0.5*s.angle) / s.sinHalf
	sin, cos := geom.Sincos(float64(s.angle * (t - 0.5)))
	return s.along.Add(s.cross.Scale(float64(speed * cos))).Add(s.axis.Cross(s.cross).Scale(float64(speed * sin)))
}
