package sim

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

// start gives a particle a new life.
func (d *FireDrill) start(i int) {
	g := &d.grains[i]
	g.age, g.hit = 0, false
	x, y := d.disc(i, 0)
	if g.flame {
		f := &d.fires[g.source]
		r := float64(1.1 * (0.4 + float64(0.6*f.heat)))
		g.x = f.base.Add(geom.Vec{X: float64(r * x), Y: float64(r * y), Z: spark + 0.02})
		g.v = geom.Vec{X: float64(-0.5 * x), Y: float64(-0.5 * y), Z: 0.8 + float64(1.4*d.draw(i, 1))}
		g.life = float64(flameLife * (0.25 + float64(f.heat*(0.4+float64(0.6*d.draw(i, 2))))))
		return
	}
	h := &d.hoses[g.source]
	g.x = h.nozzle.Add(h.side.Scale(0.2 * x)).Add(h.up.Scale(0.2 * y))
	u, v := d.disc(i, 100)
	g.v = h.aim.Add(h.side.Scale(0.09 * u)).Add(h.up.Scale(0.09 * v)).Scale(jetSpeed * (0.94 + float64(0.06*d.draw(i, 3))))
	g.x = g.x.Add(g.v.Scale(float64(longestStep * d.draw(i, 5)))) // not all at once
	g.life = float64(dropLife * (0.8 + float64(0.2*d.draw(i, 4))))
}

// pullOf returns the acceleration of a particle: drops fall; flames rise and are drawn
// together.
func (d *FireDrill) pullOf(g *grain) geom.Vec {
	if !g.flame {
		return geom.Vec{Z: -9.81}
	}
	in := d.fires[g.source].base.Sub(g.x)
	return geom.Vec{X: float64(1.5 * in.X), Y: float64(1.5 * in.Y), Z: 1.2}
}

// fly moves a particle for s seconds as if there were only the ground.
func (d *FireDrill) fly(i int, s float64) {
	g := &d.grains[i]
	for left := s; left > 0; left -= longestStep {
		d.glide(g, min(left, longestStep))
		if g.x.Z < drop && !g.flame { // on the ground
			x, y := d.disc(i, 200)
			g.x.Z, g.v = drop, geom.Vec{X: 2 * x, Y: 2 * y}
			g.x = g.x.Add(g.v)
			return
		}
	}
}

// glide is one step of it.
func (d *FireDrill) glide(g *grain, h float64) {
	g.v = g.v.Add(d.pullOf(g).Scale(h))
	if speed := g.v.Norm(); speed > 0.95*topSpeed {
		g.v = g.v.Scale(0.95 * topSpeed / speed)
	}
	g.x = g.x.Add(g.v.Scale(h))
}

// below is where no particle has a use any more.
const below = -1

// advance moves particle i by a step, or lets it begin again.
func (d *FireDrill) advance(i int, h float64) {
	g := &d.grains[i]
	g.age += h
	if g.hit || g.age >= g.life || g.x.Z < below {
		g.turn++
		d.start(i)
		return
	}
	d.glide(g, h)
}

const (
	// cooling is what of its heat a fire keeps when a flame is put out, warming
	// what it gains of the rest in a step.
	cooling = 0.9985
	warming = 0.012
)

// respond lets particles that touch something bounce or go out, in the order of
// the pairs.
func (d *FireDrill) respond(r *collide.Result) {
	for i := range d.fires {
		f := &d.fires[i]
		f.heat += float64(warming * (1 - f.heat))
	}
	d.frame.Impacts = d.frame.Impacts[:0]
	for k := range r.Pairs {
		p := &r.Pairs[k]
		if p.A >= d.first {
			d.meet(p.A-d.first, p.B-d.first)
		} else if p.B >= d.first {
			d.bounce(p.B-d.first, p)
		}
	}
}

// meet is of two particles.
func (d *FireDrill) meet(i, j int) {
	a, b := &d.grains[i], &d.grains[j]
	if a.flame != b.flame {
		if a.hit || b.hit {
			return // one drop puts out one flame
		}
		a.hit, b.hit = true, true
		flame := a
		if b.flame {
			flame = b
		}
		d.fires[flame.source].heat *= cooling
		return
	}
	n := a.x.Sub(b.x)
	l := n.Norm()
	if l == 0 {
		n, l = geom.Vec{X: 1}, 1 // any way apart
	}
	n = n.Scale(1 / l)
	// Half of the overlap is undone at once: what lies about spreads.
	reach := 2 * drop
	if a.flame {
		reach = 2 * spark
	}
	apart := n.Scale(0.25 * max(0, reach-l))
	a.x, b.x = a.x.Add(apart), b.x.Sub(apart)
	u := a.v.Sub(b.v).Dot(n)
	if u >= 0 {
		return
	}
	const restitution = 0.3
	push := n.Scale(-0.5 * (1 + restitution) * u)
	a.v, b.v = a.v.Add(push), b.v.Sub(push)
	d.frame.Impacts = append(d.frame.Impacts, Impact{A: int32(d.first + i), B: int32(d.first + j), Point: a.x.Add(b.x).Scale(0.5), Normal: n, Impulse: -0.5 * (1 + restitution) * u})
}

// bounce is of a particle off a mesh: off the nearest of the triangles it touches.
// Drops lose speed, flames spread along the surface.
func (d *FireDrill) bounce(i int, p *collide.Pair) {
	g := &d.grains[i]
	m := d.bodies[p.A].Shape.(*collide.Model).Mesh()
	pose := &d.still[p.A]
	best := gap{d: math.Inf(1)}
	var surface geom.Triangle
	radius := d.bodies[p.B].Shape.(shape.Sphere).Radius
	for _, c := range p.Contacts {
		t := m.Triangle(int(c.TriA))
		t = geom.Triangle{pose.Apply(t[0]), pose.Apply(t[1]), pose.Apply(t[2])}
		if h := ballTriangle(g.x, radius, &t); h.d < best.d {
			best, surface = h, t
		}
	}
	if surface.Normal().Dot(best.n) < 0 { // the middle is behind the surface: out again
		best = gap{d: -2*radius - best.d, n: best.n.Scale(-1)}
	}
	g.x = g.x.Sub(best.n.Scale(best.d))
	u := g.v.Dot(best.n)
	if u >= 0 {
		return
	}
	along := g.v.Sub(best.n.Scale(u))
	impulse := -u
	if g.flame {
		g.v = along
	} else {
		const restitution, glide = 0.3, 0.98
		g.v = along.Scale(glide).Sub(best.n.Scale(restitution * u))
		impulse = float64((1 + restitution) * -u)
	}
	d.frame.Impacts = append(d.frame.Impacts, Impact{A: int32(p.A), B: int32(p.B), Point: g.x.Sub(best.n.Scale(radius)), Normal: best.n.Scale(-1), Impulse: impulse})
}
