package sim

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// nearby is two bodies that may touch in the sub-step, a < b, not both fixed.
type nearby struct {
	a, b int32
	// tris are the triangles in question where one is a surface.
	tris []uint32
	// still are they in the world where the surface rests.
	still []geom.Triangle
	last  float64 // time of their last impact
	graze float64 // how far to look ahead next while they graze, 0 while they do not
}

// looker looks at pairs of bodies at given times. Every worker has one.
type looker struct {
	e *engine
	collision
	pa, pb place
	ahead  [2]rigid
}

// bodies returns the pair's bodies.
func (l *looker) bodies(p *nearby) (a, b *rigid) { return &l.e.bodies[p.a], &l.e.bodies[p.b] }

// tolerance is how close is touching: 10⁻¹² of the smaller body, and what
// rounding leaves of coordinates.
func tolerance(a, b *rigid) float64 {
	far := a.x.MaxAbs() + b.x.MaxAbs() + a.reach + b.reach
	return float64(1e-12*min(a.size, b.size)) + float64(64*0x1p-53*far)
}

// slowest is the speed below which bodies do not approach each other but graze.
func slowest(a, b *rigid) float64 {
	return float64(1e-13 * (a.v.Norm() + b.v.Norm() + float64(a.wMax*a.reach) + float64(b.wMax*b.reach)))
}

// place puts the bodies where they are at time t.
func (l *looker) place(p *nearby, t float64) {
	a, b := l.bodies(p)
	a.at(l.e.now, t, &l.pa)
	b.at(l.e.now, t, &l.pb)
}

// triangle returns candidate k of a pair with a surface, placed before.
func (l *looker) triangle(p *nearby, k int) geom.Triangle {
	if p.still != nil {
		return p.still[k]
	}
	i, pose := p.b, &l.pb.pose
	if l.e.bodies[p.a].form == surface {
		i, pose = p.a, &l.pa.pose
	}
	t := l.e.meshes[i].Triangle(int(p.tris[k]))
	return geom.Triangle{pose.Apply(t[0]), pose.Apply(t[1]), pose.Apply(t[2])}
}

// convex returns the gap of two placed bodies of which none is a surface.
func (l *looker) convex(a, b *rigid) gap {
	switch {
	case a.form == ball && b.form == ball:
		return ballBall(l.pa.x, a.radius, l.pb.x, b.radius)
	case a.form == ball:
		c := b.cubeAt(&l.pb)
		return ballCube(l.pa.x, a.radius, &c)
	case b.form == ball:
		c := a.cubeAt(&l.pa)
		return ballCube(l.pb.x, b.radius, &c).flip()
	}
	ca, cb := a.cubeAt(&l.pa), b.cubeAt(&l.pb)
	return cubeCube(&ca, &cb)
}

// withTriangle is convex for a triangle of the one that is a surface.
func (l *looker) withTriangle(a, b *rigid, t *geom.Triangle) gap {
	if a.form == surface {
		return solidTriangle(b, &l.pb, t).flip()
	}
	return solidTriangle(a, &l.pa, t)
}

func solidTriangle(b *rigid, p *place, t *geom.Triangle) gap {
	if b.form == ball {
		return ballTriangle(p.x, b.radius, t)
	}
	c := b.cubeAt(p)
	return cubeTriangle(&c, t)
}

// gapAt returns the least gap at time t and how long nothing can touch from then
// on.
func (l *looker) gapAt(p *nearby, t, tol float64) (least gap, wait float64) {
	a, b := l.bodies(p)
	l.place(p, t)
	if p.tris == nil {
		g := l.convex(a, b)
		return g, l.wait(a, b, &g, t, tol)
	}
	least, wait = gap{d: math.Inf(1)}, math.Inf(1)
	for k := range p.tris {
		tri := l.triangle(p, k)
		g := l.withTriangle(a, b, &tri)
		if g.d < least.d {
			least = g
		}
		wait = min(wait, l.wait(a, b, &g, t, tol))
	}
	return least, wait
}

// wait is how long the gap g at time t cannot close: conservative advancement
// (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996). The
// gap along a fixed direction closes at most at the speed of the centres and of
// the spins. For those there are two bounds, one for ever and one whose error grows
// with time; the longer wait is right.
func (l *looker) wait(a, b *rigid, g *gap, t, tol float64) float64 {
	d := g.d - 0.5*tol
	if a.form == ball && b.form == ball && a.flies() && b.flies() && a.pull == b.pull {
		return l.waitBalls(a, b, a.radius+b.radius+float64(0.5*tol), t)
	}
	ma, mb := a.closing(g.n.Scale(-1), &l.pa, t), b.closing(g.n, &l.pb, t)
	speed, acc := ma.speed+mb.speed, ma.acc+mb.acc
	long := firstRoot(speed+ma.spin+mb.spin, acc, d)
	if ma.spin+mb.spin == 0 {
		return long
	}
	return max(long, firstRoot(speed+ma.turn+mb.turn, acc+ma.bend+mb.bend, d))
}

// flies reports that only x, v and pull move the body.
func (b *rigid) flies() bool { return b.driven == nil }

// waitBalls solves for the moment at which two balls with the same pull are at a
// distance r.
func (l *looker) waitBalls(a, b *rigid, r, t float64) float64 {
	d := l.pa.x.Sub(l.pb.x)
	v := a.vAt(t).Sub(b.vAt(t))
	k := d.Dot(v)
	dist := d.Norm()
	c := float64((dist - r) * (dist + r))
	if k >= 0 || c <= 0 {
		if c <= 0 && k < 0 {
			return 0
		}
		return math.Inf(1)
	}
	disc := float64(k*k) - float64(v.Dot(v)*c)
	if disc < 0 {
		return math.Inf(1)
	}
	return c / (math.Sqrt(disc) - k)
}

// vAt is the velocity of the centre at time t, zero while it does not move.
func (b *rigid) vAt(t float64) geom.Vec {
	if b.fixed || b.paused {
		return geom.Vec{}
	}
	return b.v.Add(b.pull.Scale(t - b.t))
}

// closing bounds how a body moves along a direction.
type closing struct {
	speed, acc float64 // of its centre
	spin       float64 // speed of its points about that, for ever
	turn, bend float64 // the same now, and the bound of its change
}

func (b *rigid) closing(n geom.Vec, p *place, t float64) closing {
	switch {
	case b.driven != nil:
		return closing{speed: b.rate}
	case b.fixed || b.paused:
		return closing{}
	}
	c := closing{speed: b.vAt(t).Dot(n), acc: b.pull.Dot(n)}
	if b.form == ball || b.wMax == 0 {
		return c
	}
	// Points at r about the centre have the velocity (ω×r)·n = r·(n×ω) and the
	// acceleration ω×(ω×r) + ω'×r, |ω'| ≤ |I⁻¹||L||ω|.
	m := n.Cross(b.w)
	cube := b.cubeAt(p)
	c.spin = 1.01 * float64(b.wMax*b.reach)
	c.bend = 1.05 * float64(float64(b.wMax*(b.wMax+b.wMax))*b.reach)
	c.turn = cube.along(m) + float64(c.bend*(t-b.t))
	return c
}

// firstRoot is the least s ≥ 0 with v·s + ½a·s² = d, for d > 0; 0 for d ≤ 0, +Inf
// for none.
func firstRoot(v, a, d float64) float64 {
	if !(d > 0) {
		return 0
	}
	disc := float64(v*v) + float64(2*float64(a*d))
	if disc < 0 {
		return math.Inf(1)
	}
	if s := v + math.Sqrt(disc); s > 0 {
		return 2 * d / s
	}
	return math.Inf(1)
}
