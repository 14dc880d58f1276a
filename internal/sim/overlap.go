package sim

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Bodies overlap when a scene begins so, or when a driven or deforming surface has
// run into them. They are moved apart at the start of a sub-step, the lighter
// farther, which leaves velocities and momentum as they are. What that lifts
// against gravity is taken from their flight, as far as there is any.

const (
	partings = 10 // passes over the pairs
	// impulses in flight see to what approaches; here a little too far is enough
	// not to be deep again.
	clearance = 1e-12
)

// dip is how deep bodies may lie in each other before they are moved: tolerances,
// and what those at rest fall between two impacts.
func (e *engine) dip(a, b *rigid, tol float64) float64 {
	s := float64(restShare * e.h)
	return 16*tol + float64(2*maxDip*min(a.size, b.size)) + float64(float64(s*s)*pulled(a, b))
}

// part moves the pairs apart whose moments say that they are deep, and their new
// neighbours, and reports whether there were any.
func (e *engine) part() bool {
	parted := false
	for range partings {
		moved := false
		for k := range e.pairs {
			if k >= len(e.moments) || e.moments[k].kind == deep {
				moved = e.partPair(&e.pairs[k]) || moved
			}
		}
		if !moved {
			break
		}
		parted = true
	}
	return parted
}

// partPair moves two bodies apart if they are deep in each other.
func (e *engine) partPair(p *nearby) bool {
	l := &e.lookers[0]
	a, b := l.bodies(p)
	tol := tolerance(a, b)
	g, _ := l.gapAt(p, 0, tol)
	if g.d >= -e.dip(a, b, tol) {
		return false
	}
	share := g.n.Scale((float64(clearance*min(a.size, b.size)) - g.d) / (a.inv + b.inv))
	da, db := share.Scale(a.inv), share.Scale(-b.inv)
	e.pay(a, b, e.lift(a, da)+e.lift(b, db))
	for _, m := range [2]struct {
		i int32
		d geom.Vec
	}{{p.a, da}, {p.b, db}} {
		if o := &e.bodies[m.i]; !o.fixed {
			o.x = o.x.Add(m.d)
			o.used += m.d.Norm()
			e.roam(m.i)
		}
	}
	return true
}

// lift is the work of moving a body against its pull.
func (e *engine) lift(b *rigid, d geom.Vec) float64 {
	if b.fixed {
		return 0
	}
	return float64(-b.mass * b.pull.Dot(d))
}

// pay takes energy from the flight of two bodies relative to each other.
func (e *engine) pay(a, b *rigid, work float64) {
	if !(work > 0) {
		return
	}
	v := a.v.Sub(b.v)
	mu := 1 / (a.inv + b.inv)
	k := float64(0.5 * float64(mu*v.Dot(v)))
	keep := 0.0
	if k > work {
		keep = math.Sqrt(1 - work/k)
	}
	j := v.Scale(float64(mu * (keep - 1)))
	a.v, b.v = a.v.Add(j.Scale(a.inv)), b.v.Sub(j.Scale(b.inv))
}
