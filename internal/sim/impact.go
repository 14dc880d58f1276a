package sim

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// moment is when something is due for a pair.
type moment struct {
	t    float64
	kind momentKind
}

type momentKind uint8

const (
	never momentKind = iota
	impact
	blocked // a body has run into a paused one
	deep    // they overlap when the sub-step begins
	again   // nothing until t, where it has to be looked at again
)

const (
	// looks bounds the evaluations of a pair before others have their turn.
	looks = 64
	// restShare is the share of a sub-step after which two bodies that hit each other
	// again count as resting, and for a quarter of which they are left alone if they
	// hardly part.
	restShare = 1.0 / 8
	// minShare is the least time, as a share of the sub-step, that is looked ahead.
	minShare = 0x1p-40
	// maxDip bounds, relative to the size, how deep one may slide into the other
	// unseen while they graze.
	maxDip = 1e-6
)

// next finds what is due first for a pair from a time on.
func (l *looker) next(p *nearby, from float64) moment {
	a, b := l.bodies(p)
	t := max(from, a.t, b.t)
	limit := min(l.e.h, a.turnsUntil(), b.turnsUntil())
	tol := tolerance(a, b)
	for range looks {
		if t > limit || a.paused && b.fixed || b.paused && a.fixed || a.paused && b.paused {
			return moment{}
		}
		g, wait := l.gapAt(p, t, tol)
		if l.e.beginning && t == 0 && g.d < -l.e.dip(a, b, tol) {
			return moment{t, deep}
		}
		if g.d > 8*tol && !(p.graze > 0 && g.d <= float64(maxDip*min(a.size, b.size))) {
			p.graze = 0
			t += max(wait, float64(minShare*l.e.h))
			continue
		}
		approaching := l.approaching(p, t, tol)
		switch {
		case approaching && g.d > tol:
			t += max(wait, min(g.d/l.fastest, l.blink(a, b)))
		case approaching:
			if _, weak := l.resting(a, b, p, t); weak {
				t = l.e.relief(p)
				continue
			}
			return moment{t, impact}
		case (a.paused || b.paused) && g.d <= tol && l.closes(a, b, g.n, t):
			return moment{t, blocked}
		default:
			p.graze = min(max(2*p.graze, float64(0x1p-30*l.e.h)), l.blink(a, b))
			t += max(p.graze, wait)
		}
	}
	return moment{t, again}
}

// blink is how far to look ahead where bodies graze: what is missed meanwhile is
// less than maxDip deep.
func (l *looker) blink(a, b *rigid) float64 {
	most := float64(l.e.h * restShare)
	if bend := pulled(a, b); bend > 0 {
		most = min(most, math.Sqrt(float64(maxDip*min(a.size, b.size))/bend))
	}
	return max(most, float64(minShare*l.e.h))
}

// closes reports that the bodies move together along n, whatever their velocities
// will be after the pause.
func (l *looker) closes(a, b *rigid, n geom.Vec, t float64) bool {
	return a.vAt(t).Sub(b.vAt(t)).Dot(n) < 0
}

// resting reports how a pair lies on each other that approaches at time t: it has hit
// a moment ago and comes together no faster than what pulls it has made it since.
// Such impacts are elastic, as there would be infinitely many with a loss before it
// lies still; those too weak to keep the bodies apart for a while are put off.
func (l *looker) resting(a, b *rigid, p *nearby, t float64) (rests, weak bool) {
	s := float64(restShare * l.e.h)
	limit := float64(s * pulled(a, b))
	rests = t-p.last <= 2*s && l.fastest <= limit
	return rests, rests && t < l.e.relief(p) && l.fastest <= limit/8
}

// relief is until when weak impacts of a pair are put off.
func (e *engine) relief(p *nearby) float64 { return p.last + float64(0.25*float64(restShare*e.h)) }

// pulled bounds the acceleration of two bodies' surfaces towards each other: by
// gravity, and as corners come round.
func pulled(a, b *rigid) float64 {
	return a.pull.Norm() + b.pull.Norm() + a.kick + b.kick + float64(float64(a.wMax*a.wMax)*a.reach) + float64(float64(b.wMax*b.wMax)*b.reach)
}

// approaching sets the rows of the manifold at time t and reports whether there are
// any.
func (l *looker) approaching(p *nearby, t, tol float64) bool {
	a, b := l.bodies(p)
	l.manifold(p, tol)
	l.ahead = [2]rigid{*a, *b} // the rows need velocities at t
	l.a, l.b = &l.ahead[0], &l.ahead[1]
	l.a.advance(t)
	l.b.advance(t)
	l.setRows(l.e.now, slowest(a, b))
	return len(l.rows) > 0
}

// manifold sets the touches of a pair that was placed at time t.
func (l *looker) manifold(p *nearby, tol float64) {
	a, b := l.bodies(p)
	l.touches = l.touches[:0]
	slop := max(2*tol, float64(atOnce*min(a.extent(), b.extent())))
	if p.tris == nil {
		g := l.convex(a, b)
		l.touchConvex(a, b, &g, slop)
		return
	}
	least := math.Inf(1)
	for k := range p.tris {
		tri := l.triangle(p, k)
		least = min(least, l.withTriangle(a, b, &tri).d)
	}
	for k := range p.tris {
		tri := l.triangle(p, k)
		if g := l.withTriangle(a, b, &tri); g.d <= max(least+slop, 0) {
			from := len(l.touches)
			l.touchTriangle(a, b, &tri, &g, slop)
			l.e.addDrift(p, k, l.touches[from:])
		}
	}
}

// extent is the reach of a movable body; walls may be as large as the scene.
func (b *rigid) extent() float64 {
	if b.fixed {
		return math.Inf(1)
	}
	return b.reach
}

func (l *looker) touchConvex(a, b *rigid, g *gap, slop float64) {
	switch {
	case a.form == ball:
		l.touches = append(l.touches, ballTouch(l.pa.x, a.radius, g))
	case b.form == ball:
		f := g.flip()
		t := ballTouch(l.pb.x, b.radius, &f)
		t.n = g.n
		l.touches = append(l.touches, t)
	default:
		ca, cb := a.cubeAt(&l.pa), b.cubeAt(&l.pb)
		l.touches = cubesTouch(l.touches, &ca, &cb, g, slop)
	}
}

// ballTouch is midway in the gap below a ball.
func ballTouch(x geom.Vec, r float64, g *gap) touch {
	return touch{p: x.Sub(g.n.Scale(r + float64(0.5*g.d))), n: g.n, d: g.d}
}

func (l *looker) touchTriangle(a, b *rigid, t *geom.Triangle, g *gap, slop float64) {
	solid, at, toward := a, &l.pa, *g
	if a.form == surface {
		solid, at, toward = b, &l.pb, g.flip()
	}
	from := len(l.touches)
	if solid.form == ball {
		l.touches = append(l.touches, ballTouch(at.x, solid.radius, &toward))
	} else {
		c := solid.cubeAt(at)
		l.touches = cubeTouchesTriangle(l.touches, &c, t, &toward, slop)
	}
	for i := range l.touches[from:] {
		l.touches[from+i].n = g.n
	}
}
