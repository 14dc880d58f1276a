package motion

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// u is the unit roundoff of float64.
const u = 0x1p-53

// The errors of a Segment. Q₀ and Q₁ are the rotations nearest to the given matrices, θ the angle
// between them, at most π − 10⁻⁶.
//
// Given matrices. If |RᵀR − I| ≤ δ in each entry, δ known within 4u, the singular values of R
// are within 3(δ + 4u)/2·(1 + 10⁻⁵) of 1, and so |R − Q| in the operator norm: jump. A matrix that
// is kept throughout has this error.
//
// The evaluation of turned(t). The exact motion that it stands for turns from the direction of
// start about that of axis. The angle θt/2 is off by 2u, sine and cosine by 4u (geom.Sincos), the
// axis by 3u, their product by u: the quaternion d by less than 12u. Four products of numbers
// whose squares add up to 1 take 8u, and normalising 5u: less than 25u in direction and 6u in
// length. A quaternion that is off by e in direction turns by 2e more: 50u. Matrix makes 12u of
// the length and rounds by 24u: 86u in all, below 128u.
//
// The ends. The first and the last matrix, F, are within 86u of exact rotations E. With
// Q = E·X and the polar decomposition R = Q·H, |H − I| ≤ 3δ, X a rotation by α: the axial
// vector of the skew part of EᵀR = X·H is sin α·n·(1 + O(3δ)), so α ≤ 1.001 times its length.
// F for E adds 86u, rounding the products 12u: twist is below 1.001·|axial| + 128u.
// Two motions at a constant rate on the sphere of unit quaternions whose ends are α apart
// are never more than α·cos(0)/cos(θ/4) ≤ √2·α apart (a Jacobi field between conjugate points at
// least as far as θ/2 ≤ π/2): err is 1.5 times the larger α, and 128u for the evaluation.
const (
	jumpFactor  = 2
	jumpSlack   = 8 * u
	fixedDefect = 64 * u
	turnFactor  = 1.5
	turnSlack   = 128 * u
)

// twist bounds the angle between the rotation near f and the one nearest to r.
func twist(f, r *geom.Mat) float64 {
	s := f.TMul(r)
	axial := geom.Vec{X: 0.5 * (s[7] - s[5]), Y: 0.5 * (s[2] - s[6]), Z: 0.5 * (s[3] - s[1])}
	return 1.001*axial.Norm() + 128*u
}

// Over implements Path.
//
// Let D be way, e be err, and half the time between a and b be h, at most ½.
//
// Curvature. A motion at constant velocity of a point whose acceleration is at most A is off
// by Ah²/2. Straight: the acceleration of p is θ²·|axis × R·p|, at most θ²(|axis × R·c| + |p − c|).
// Screw: it is θ·|axis × ẋ|, which does not change with time, and ẋ of p differs from that of c by
// at most θ·|p − c|.
//
// Errors of the turn. The matrix at m and that of At(s) are off by e each, which moves p by
// e(|c| + |p−c|); the rotation vector is off by less than 2.1e, which with the matrix's own error moves
// it by (2.1 + π)e/2 as much: together 5e. With f = (e^{iθt} − 1)/(e^{iθ} − 1), |∂f/∂θ| ≤ 0.82; the axis
// turns by 2.1e/θ at most, for which f − t = O(θ) makes up. So T(t), taken twice, is off by 3.1·2.1e|D|,
// and the velocity of the origin by 5.5·2.1e|D| for half a unit of time: together 19e|D|.
//
// Rounding, in lengths of vectors. T(t): 2u(|T| + |D|) for the sum; along and cross are off by 13u|D|,
// the quotient of sines by 17u of itself, its products by 41u|D|, two of them with the rest by less
// than 100u|D|. Pose.Apply: 12.2u(|p| + |T|), |T| ≤ |from.T| + |to.T| throughout. At m as well T, and Center
// like Apply, times θ/2 where the spin uses it. Spin × arm: 15u·θ|c|, half of the time. The velocity of the
// origin: 100u|D|, half of the time. The sum is below 40u(|from.T| + |to.T|) + 60u(|c| + |p − c|) + 310u|D|;
// the constants leave room for rounding here, and least is for what underflows.
//
// Where the given poses take part they are off by jump·|p| more.
func (s *Segment) Over(a, b float64, c geom.Vec) Span {
	m, h := a+(b-a)/2, (b-a)/2
	r := Span{Pose: s.At(m)}
	arm := r.Pose.R.MulVec(c)
	r.Center = arm.Add(r.Pose.T)
	r.Spin = s.axis.Scale(s.angle)
	if s.still {
		r.Spin = geom.Vec{}
	}
	r.Velocity = s.velocity(m).Add(r.Spin.Cross(arm))
	bend := float64(s.angle*s.angle) * geom.Length(s.axis.Cross(arm))
	if s.screw {
		bend = s.angle * geom.Length(s.axis.Cross(r.Velocity))
	}
	half := 0.5 * float64(h*h) * (1 + 0x1p-20)
	e, size := s.err, geom.Length(c)
	way := geom.Length(s.way)
	r.Off = half*bend + e*(6*size+24*way) + u*(80*(size+geom.Length(s.from.T)+geom.Length(s.to.T))+400*way) + least
	r.Turn = half*float64(s.angle*s.angle) + 6*e + 80*u
	if a <= 0 || b >= 1 {
		r.Off, r.Turn = r.Off+1.01*s.jump*size, r.Turn+1.01*s.jump
	}
	return r
}

// least covers what underflows.
const least = 0x1p-1060

// nearestRotation is the rotation nearest to a matrix that is one within rotationDefect, up to
// rounding: Newton's iteration R ← (R + R⁻ᵀ)/2 squares the defect each time (Higham, "Computing the
// Polar Decomposition with Applications", SIAM J. Sci. Stat. Comput. 7, 1986).
func nearestRotation(r geom.Mat) geom.Quat {
	for range 3 {
		x, y, z := r.Row(0), r.Row(1), r.Row(2)
		yz, zx, xy := y.Cross(z), z.Cross(x), x.Cross(y)
		d := x.Dot(yz)
		for i, c := range [3]geom.Vec{yz, zx, xy} {
			r[3*i] = 0.5 * (r[3*i] + c.X/d)
			r[3*i+1] = 0.5 * (r[3*i+1] + c.Y/d)
			r[3*i+2] = 0.5 * (r[3*i+2] + c.Z/d)
		}
	}
	return quatOf(&r)
}

// quatOf is the unit quaternion of a rotation: its largest component comes from a sum without
// cancellation (Shepperd, "Quaternion from Rotation Matrix", J. Guidance and Control 1, 1978).
func quatOf(r *geom.Mat) geom.Quat {
	trace := r[0] + r[4] + r[8]
	q := geom.Quat{W: 1 + trace, X: r[7] - r[5], Y: r[2] - r[6], Z: r[3] - r[1]}
	switch most := max(trace, r[0], r[4], r[8]); most {
	case trace:
	case r[0]:
		q = geom.Quat{W: r[7] - r[5], X: 1 + r[0] - r[4] - r[8], Y: r[1] + r[3], Z: r[2] + r[6]}
	case r[4]:
		q = geom.Quat{W: r[2] - r[6], X: r[1] + r[3], Y: 1 + r[4] - r[0] - r[8], Z: r[5] + r[7]}
	default:
		q = geom.Quat{W: r[3] - r[1], X: r[2] + r[6], Y: r[5] + r[7], Z: 1 + r[8] - r[0] - r[4]}
	}
	return q.Normalized()
}

// arctan is the angle of the point (x, y), x and y at least 0 and not both 0. Halving it four times leaves
// a tangent below 0.1, so that the ninth term of the series is below 2⁻⁵⁶ of the first. No proof
// rests on it: twist looks at what comes of it.
func arctan(y, x float64) float64 {
	t := y / (x + math.Sqrt(float64(x*x)+float64(y*y)))
	for range 3 {
		t /= 1 + math.Sqrt(1+float64(t*t))
	}
	z, s := float64(t*t), 0.0
	for k := 8; k >= 0; k-- {
		s = 1/float64(2*k+1) - float64(z*s)
	}
	return 16 * float64(t*s)
}
