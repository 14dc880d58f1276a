package sim

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
)

// form is what the dynamics see of a shape.
type form uint8

const (
	ball form = iota
	block
	surface // of a mesh; no impulse moves it
)

// rigid is a body in flight: what it is, and its state at a time of its own
// within the sub-step. Between two impacts it moves on a parabola and turns
// freely; both are functions of the time since the last one, so that it can be
// asked where it will be.
type rigid struct {
	form        form
	fixed       bool          // no impulse moves it
	driven      *motion.Rigid // moves a fixed body, nil for one at rest
	center      geom.Vec      // of mass, in the shape's coordinates
	radius      float64       // of a ball
	half        [3]float64    // extents of a block
	reach       float64       // of the farthest point from the centre
	size        float64       // the smallest extent
	rate        float64       // bounds the speed of a driven body's points
	restitution float64
	mass, inv   float64 // inv is 1/mass, 0 for a fixed body
	inertia     geom.Vec
	invInertia  geom.Vec // about the block's axes; 0 for what cannot turn
	even        bool     // all moments of inertia are equal
	start       geom.Mat // rotation at frame 0

	t       float64 // since the start of the sub-step
	x, v, l geom.Vec
	q       geom.Quat
	pull    geom.Vec // acceleration on the way
	kick    float64  // size of the acceleration by other bodies
	paused  bool     // for the rest of the sub-step

	// Of q and l: the rotation, the angular velocity and a bound of its size for
	// ever.
	r    geom.Mat
	w    geom.Vec
	wMax float64

	margin  float64 // how far each of its points may go without leaving its range
	used    float64 // how far they may have gone
	pairs   []int32 // with what may come near
	version uint32
	impacts int
}

// mostTurn bounds the angle that an uneven body turns by between two evaluations
// of its axes, in radians.
const mostTurn = 0.25

// place is where a body is at some time.
type place struct {
	x geom.Vec
	r geom.Mat
	// pose is set for surfaces.
	pose geom.Pose
}

// at computes where the body is at time t of the sub-step that began at time now
// of the scene.
func (b *rigid) at(now, t float64, p *place) {
	if b.driven != nil {
		p.pose = b.driven.At(now + t)
		p.r, p.x = p.pose.R, p.pose.Apply(b.center)
		return
	}
	p.x, p.r = b.x, b.r
	if b.fixed || b.paused {
		p.pose = geom.Pose{R: b.r, T: b.x} // surfaces have their centre at their origin
		return
	}
	s := t - b.t
	p.x = b.x.Add(b.v.Scale(s)).Add(b.pull.Scale(float64(0.5 * float64(s*s))))
	if b.form == block && b.w != (geom.Vec{}) {
		q := b.turned(s)
		m := q.Matrix()
		p.r = m.Mul(&b.start)
	}
}

// advance makes t the body's own time.
func (b *rigid) advance(t float64) {
	s := t - b.t
	b.t = t
	if b.fixed || b.paused || s == 0 {
		return
	}
	b.used += float64(b.speed(s) * s)
	b.x = b.x.Add(b.v.Scale(s)).Add(b.pull.Scale(float64(0.5 * float64(s*s))))
	b.v = b.v.Add(b.pull.Scale(s))
	if b.w != (geom.Vec{}) {
		b.q = b.turned(s)
		b.refresh()
	}
}

// refresh computes what follows from q and l.
func (b *rigid) refresh() {
	m := b.q.Matrix()
	b.r = m.Mul(&b.start)
	b.w = b.angular(b.l)
	if b.even {
		b.wMax = b.w.Norm()
	} else {
		b.wMax = float64(b.l.Norm() * max(b.invInertia.X, b.invInertia.Y, b.invInertia.Z))
	}
}

// angular is the inverse of the inertia, turned as the body is, times v.
func (b *rigid) angular(v geom.Vec) geom.Vec {
	if b.even {
		return v.Scale(b.invInertia.X)
	}
	u := b.r.TMulVec(v)
	return b.r.MulVec(geom.Vec{X: float64(u.X * b.invInertia.X), Y: float64(u.Y * b.invInertia.Y), Z: float64(u.Z * b.invInertia.Z)})
}

// turned returns the rotation after s seconds. An even body turns about its axis.
// For the others, Euler's equations Π' = Π × I⁻¹Π are solved by the implicit
// midpoint rule, Π₁ − Π₀ = h·Πm × ωm, which states that Π₁ is Π₀ turned by the Cayley
// transform of −h·ωm: with the axes turned by that of h·ωm, the angular momentum in
// space stays what it is and the energy of the spin is kept for any h (Austin,
// Krishnaprasad and Wang, "Almost Poisson Integration of Rigid Body Systems", J.
// Computational Physics 107, 1993). A transform of h·ω turns by 2·atan(h|ω|/2), so
// h = 2·tan(s|ω|/2)/|ω| is taken for s.
func (b *rigid) turned(s float64) geom.Quat {
	if b.even {
		return geom.AxisAngle(b.w, float64(b.wMax*s)).Mul(b.q).Normalized()
	}
	y := float64(0.5 * float64(s*b.w.Norm()))
	yy := float64(y * y)
	// tan(y)/y to y⁸, y ≤ mostTurn/2 and a little more.
	h := float64(s * (1 + float64(yy*(1.0/3+float64(yy*(2.0/15+float64(yy*(17.0/315+float64(yy*(62.0/2835))))))))))
	from := b.r.TMulVec(b.l)
	mid := from
	omega := func() geom.Vec {
		return geom.Vec{X: float64(mid.X * b.invInertia.X), Y: float64(mid.Y * b.invInertia.Y), Z: float64(mid.Z * b.invInertia.Z)}
	}
	for range 40 { // each round gains a factor of about h|ω|/2 ≤ 1/8
		next := from.Add(mid.Cross(omega()).Scale(0.5 * h))
		if next == mid {
			break
		}
		mid = next
	}
	w := b.r.MulVec(omega()).Scale(0.5 * h)
	return geom.Quat{W: 1, X: w.X, Y: w.Y, Z: w.Z}.Mul(b.q).Normalized()
}

// turnsUntil is how long turned may be asked for.
func (b *rigid) turnsUntil() float64 {
	if b.form != block || b.fixed || b.paused || b.even || b.wMax == 0 {
		return math.Inf(1)
	}
	return b.t + mostTurn/b.wMax
}

// velocity returns that of the point of the body that is at p.
func (b *rigid) velocity(now float64, p geom.Vec) geom.Vec {
	if b.driven != nil {
		t := now + b.t
		pose := b.driven.At(t)
		return b.driven.VelocityAt(t).Add(b.driven.Spin.Cross(p.Sub(pose.Apply(b.driven.Pivot))))
	}
	if b.fixed {
		return geom.Vec{}
	}
	return b.v.Add(b.w.Cross(p.Sub(b.x)))
}

// speed bounds that of all points for the next s seconds.
func (b *rigid) speed(s float64) float64 {
	switch {
	case b.driven != nil:
		return b.rate
	case b.fixed || b.paused:
		return 0
	case b.form == ball:
		return b.v.Norm() + float64(b.pull.Norm()*s)
	}
	return b.v.Norm() + float64(b.pull.Norm()*s) + float64(b.wMax*b.reach)
}

// push applies an impulse at p.
func (b *rigid) push(j, p geom.Vec) {
	if b.fixed {
		return
	}
	b.v = b.v.Add(j.Scale(b.inv))
	if b.form == ball {
		return // through the centre; what is not, is rounding
	}
	b.l = b.l.Add(p.Sub(b.x).Cross(j))
	b.refresh()
}

// energy is that of flight and spin.
func (b *rigid) energy() float64 {
	return float64(0.5*float64(b.mass*b.v.Dot(b.v))) + float64(0.5*b.l.Dot(b.w))
}

// pose is what maps the shape's coordinates to the world.
func (b *rigid) pose() geom.Pose {
	return geom.Pose{R: b.r, T: b.x.Sub(b.r.MulVec(b.center))}
}
