package impact

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
)

// mover is a body with what its motion is like during the interval at hand.
type mover struct {
	Body
	// center and radius are those of a ball around the mesh in its own coordinates.
	center geom.Vec
	radius float64
	span   motion.Span
	// defect is that of the matrix of span's pose, size bounds coordinates and motions.
	defect, size float64
	from, to     float64 // the interval
	rests        bool
}

func newMover(b *Body) mover {
	if b.Surface == nil { // in no pair
		return mover{rests: true}
	}
	box := &b.Surface.Box
	m := mover{Body: *b, center: box.Center(), from: math.NaN()}
	if b.Wide != nil {
		m.center = b.Wide.Center
	}
	half := box.Size().Scale(0.5)
	m.radius = geom.Length(half) * (1 + 0x1p-40)
	m.radius += 0x1p-40*geom.Length(m.center) + m.Radius
	m.rests = b.Path == nil
	return m
}

// mostDefect is the defect of a moving body's matrix that the bounds rest on: with it lengths change by factors
// within 1 ± 10⁻⁵, and the bounds allow for 10⁻⁴.
const mostDefect = 1e-5

// tooFar is the magnitude of coordinates above which products might overflow.
const tooFar = 0x1p400

// isNear reports whether the bounds of a body hold: its numbers are not too large, and its matrix is a rotation.
func (m *mover) isNear() bool {
	if m.Surface == nil {
		return true
	}
	m.at(0, 1)
	return m.size <= tooFar && m.span.Off <= tooFar && m.span.Turn <= tooFar
}

// at brings the body to an interval of time.
func (m *mover) at(a, b float64) {
	if m.from == a && m.to == b || m.rests && m.from == m.from {
		return
	}
	m.from, m.to = a, b
	if m.rests {
		m.rest()
	} else {
		m.span = m.Path.Over(a, b, m.center)
		if m.defect = m.span.Pose.OrthonormalDefect(); !(m.defect <= mostDefect) {
			m.span.Off = math.Inf(1) // nothing is proven of it
		}
	}
	s := &m.span
	m.size = geom.Length(m.center) + m.radius + geom.Length(s.Center) + geom.Length(s.Pose.T) + geom.Length(s.Velocity) + geom.Length(s.Spin)*m.radius
}

// Swept returns a box that certainly encloses the body throughout a motion; that
// of everything where the bounds do not hold.
func (b *Body) Swept() geom.AABB {
	m := newMover(b)
	if !m.isNear() {
		inf := math.Inf(1)
		return geom.AABB{Min: geom.Vec{X: -inf, Y: -inf, Z: -inf}, Max: geom.Vec{X: inf, Y: inf, Z: inf}}
	}
	s := &m.span
	far := m.radius + s.Off + s.Turn*m.radius + 0.5*(geom.Length(s.Velocity)+geom.Length(s.Spin)*m.radius)
	far = far*(1+1e-4) + 0x1p12*u*m.size // the matrix is a rotation within 10⁻⁶; roundings as in view
	at := geom.AABB{Min: s.Center, Max: s.Center}
	return at.Inflated(far)
}

// rest is the span of a body that does not move: nothing but the rounding of corners, which takes
// 12.2u(|R||p| + |T|) by the order of operations in Pose.Apply, and |R| ≤ Σ|rᵢⱼ|.
func (m *mover) rest() {
	pose := m.Surface.Pose()
	m.span = motion.Span{Pose: *pose, Center: pose.Apply(m.center)}
	m.defect = pose.OrthonormalDefect()
	if pose.IsIdentity() {
		return
	}
	sum := 0.0
	for _, x := range pose.R.Abs() {
		sum += x
	}
	m.span.Turn = 16 * u * sum
	m.span.Off = 16*u*(sum*geom.Length(m.center)+geom.Length(pose.T)) + 0x1p-1060
}

// u is the unit roundoff of float64.
const u = 0x1p-53
