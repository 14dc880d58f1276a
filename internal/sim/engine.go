package sim

import (
	"context"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// engine moves rigid bodies through a sub-step from impact to impact: each body
// flies freely until the moment it touches another, which gets its impulse then
// and there. So bodies never overlap that did not, nothing is too fast or too
// small, and energy has no way in. (Event-driven simulation: Lubachevsky, "How to
// Simulate Billiards and Similar Systems", J. Computational Physics 94, 1991.)
type engine struct {
	bodies  []rigid
	meshes  []*mesh.Mesh // of the surfaces, nil for others
	trees   []*tree.Tree
	deforms []*deforming // of the surfaces that deform, nil for others
	workers int

	now, h  float64 // the scene's time at the start of the sub-step; its length
	pairs   []nearby
	moments []moment
	queue   queue
	lookers []looker
	impacts []Impact
	// recent has when pairs hit each other in the last sub-step, as a time of this.
	recent map[[2]int32]float64
	// beginning: overlapping bodies have not been parted yet.
	beginning bool
	look      func(worker, lo, hi int)

	shelf shelf
	stack []int32
	found []uint32
}

// mostImpacts is how many impacts a body may have in a sub-step. One that has had
// them waits for the rest of it, with its velocity: a cluster can otherwise take
// infinitely many in a finite time (McNamara and Young, "Inelastic collapse and
// clumping", Physics of Fluids A 4, 1992).
const mostImpacts = 512

// drift moves all bodies through the sub-step. The pairs that may touch are set. A
// body that spins fast enough can have more events in it than anyone waits for:
// ctx ends it with an error that wraps collide.ErrIncomplete.
func (e *engine) drift(ctx context.Context) error {
	e.queue.clear()
	e.beginning = true
	e.foresee()
	e.beginning = false
	if e.part() {
		e.foresee()
	}
	for k := range e.pairs {
		e.schedule(int32(k), e.moments[k])
	}
	for i := range e.bodies {
		e.scheduleTurn(int32(i))
	}
	for n := 1; ; n++ {
		ev, ok := e.queue.pop()
		if !ok {
			break
		}
		e.handle(&ev)
		if n%1024 == 0 && ctx.Err() != nil {
			return collide.Interrupted(ctx)
		}
	}
	par.For(len(e.bodies), e.workers, bodiesAtATime, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			e.bodies[i].advance(e.h)
			e.bodies[i].t = 0
		}
	})
	clear(e.recent)
	for k := range e.pairs {
		if p := &e.pairs[k]; !math.IsInf(p.last, -1) {
			e.recent[[2]int32{p.a, p.b}] = p.last - e.h
		}
	}
	return nil
}

// foresee finds the first moment of each pair.
func (e *engine) foresee() {
	e.moments = grown(e.moments, len(e.pairs))
	par.For(len(e.pairs), e.workers, 64, e.look)
}

func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

func (e *engine) schedule(k int32, m moment) {
	if m.kind == never {
		return
	}
	p := &e.pairs[k]
	e.queue.push(event{t: m.t, a: p.a, b: p.b, pair: k, kind: m.kind, va: e.bodies[p.a].version, vb: e.bodies[p.b].version})
}

// scheduleTurn has a body's axes computed again before they are too far off.
func (e *engine) scheduleTurn(i int32) {
	if t := e.bodies[i].turnsUntil(); t < e.h {
		e.queue.push(event{t: t, a: i, b: -1, va: e.bodies[i].version})
	}
}

func (e *engine) handle(ev *event) {
	a := &e.bodies[ev.a]
	if a.version != ev.va || ev.b >= 0 && e.bodies[ev.b].version != ev.vb {
		return // something has happened since it was foreseen
	}
	l := &e.lookers[0]
	switch {
	case ev.b < 0:
		a.advance(ev.t)
		e.changed(ev.a, -1)
	case ev.kind == again:
		e.schedule(ev.pair, l.next(&e.pairs[ev.pair], ev.t))
	case ev.kind == blocked:
		e.pause(ev.a, ev.b, ev.t)
	default:
		e.collide(l, ev.pair, ev.t)
	}
}

// collide gives a pair its impulse.
func (e *engine) collide(l *looker, k int32, t float64) {
	p := &e.pairs[k]
	a, b := l.bodies(p)
	a.advance(t)
	b.advance(t)
	l.place(p, t)
	l.manifold(p, tolerance(a, b))
	l.a, l.b = a, b
	l.setRows(e.now, slowest(a, b))
	if len(l.rows) > 0 {
		restitution := min(a.restitution, b.restitution)
		if rests, _ := l.resting(a, b, p, t); rests {
			restitution = 1
		}
		e.record(l, p, restitution)
	}
	p.last = t
	e.struck(p.a)
	e.struck(p.b)
	e.changed(p.a, p.b)
}

func (e *engine) record(l *looker, p *nearby, restitution float64) {
	if !l.solve(restitution) && !l.one(restitution) {
		return
	}
	j, at := l.apply()
	size := j.Norm()
	n := l.rows[0].n
	if size > 0 {
		n = j.Scale(1 / size)
	}
	e.impacts = append(e.impacts, Impact{A: p.a, B: p.b, Point: at, Normal: n, Impulse: size})
}

// struck counts an impact.
func (e *engine) struck(i int32) {
	b := &e.bodies[i]
	b.impacts++
	b.paused = b.paused || b.impacts >= mostImpacts && !b.fixed
}

// pause leaves bodies where they are at time t until the sub-step ends.
func (e *engine) pause(i, j int32, t float64) {
	for _, k := range [2]int32{i, j} {
		if b := &e.bodies[k]; !b.fixed {
			b.advance(t)
			b.paused = true
		}
	}
	e.changed(i, j)
}

// changed predicts again what bodies will meet whose motion is another now; j may
// be −1.
func (e *engine) changed(i, j int32) {
	for _, k := range [2]int32{i, j} {
		if k >= 0 && !e.bodies[k].fixed {
			e.bodies[k].version++
			e.roam(k)
		}
	}
	e.renew(i, -1)
	if j >= 0 {
		e.renew(j, i)
	}
}

// renew schedules the pairs of a body, except for one with a movable body that has
// been seen to.
func (e *engine) renew(i, done int32) {
	b := &e.bodies[i]
	if b.fixed {
		return
	}
	for _, k := range b.pairs {
		p := &e.pairs[k]
		if done >= 0 && (p.a == done || p.b == done) && !e.bodies[done].fixed {
			continue
		}
		e.schedule(k, e.lookers[0].next(p, b.t))
	}
	e.scheduleTurn(i)
}

// box is around where a body is now.
func (e *engine) box(i int32) geom.AABB {
	b := &e.bodies[i]
	if b.form == surface {
		box := e.trees[i].Nodes[0].Box
		return turnedBox(&box, &geom.Pose{R: b.r, T: b.x})
	}
	r := geom.Vec{X: b.radius, Y: b.radius, Z: b.radius}
	if b.form == block {
		c := cube{b.x, [3]geom.Vec{b.r.Col(0), b.r.Col(1), b.r.Col(2)}, b.half}
		r = geom.Vec{X: c.along(geom.Vec{X: 1}), Y: c.along(geom.Vec{Y: 1}), Z: c.along(geom.Vec{Z: 1})}
	}
	return geom.AABB{Min: b.x.Sub(r), Max: b.x.Add(r)}
}

// turnedBox is around the image of a box.
func turnedBox(b *geom.AABB, p *geom.Pose) geom.AABB {
	c, half := b.Center(), b.Size().Scale(0.5)
	abs := p.R.Abs()
	m, r := p.Apply(c), abs.MulVec(half)
	return geom.AABB{Min: m.Sub(r), Max: m.Add(r)}
}
