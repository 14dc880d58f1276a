package sim

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/shape"
)

// vicinity finds the pairs of bodies that may touch within a sub-step: a detector,
// by whatever method was asked for, tests shapes that are grown by how far their
// points may go. So any exact method leads to the same impacts.
type vicinity struct {
	find   *detection
	opt    collide.Options
	bodies []Body
	// margins are what the shapes of find are grown by.
	margins []float64
	// needs are how far the points of bodies may go in the sub-step, −1 for those at
	// rest and for surfaces.
	needs []float64
	poses []geom.Pose
	tris  []uint32
	still []geom.Triangle
	stats collide.Stats
	spent time.Duration // on detection
}

// roomy is how much more than needed shapes are grown by, so that they serve while
// speeds change; beyond wasteful, all of them are grown again.
const (
	roomy    = 2
	wasteful = 8
)

// prepare sets the engine's pairs for a sub-step.
func (v *vicinity) prepare(ctx context.Context, e *engine) error {
	driven := 0.0 // surfaces are not grown; what may touch them is
	for i := range e.bodies {
		if b := &e.bodies[i]; b.form == surface {
			driven = max(driven, b.rate)
		}
	}
	driven = float64(driven * e.h)
	par.For(len(e.bodies), e.workers, bodiesAtATime, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			v.begin(e, i, driven)
		}
	})
	if err := v.fit(e); err != nil {
		return err
	}
	start := time.Now()
	r, i, err := v.find.at(ctx, v.poses, nil)
	v.spent += time.Since(start)
	if err != nil {
		if i >= 0 {
			return fmt.Errorf("body %s: %w", quote.Name(v.bodies[i].Name), err)
		}
		return err
	}
	v.stats.Add(&r.Stats)
	v.collect(e, r)
	for i, n := range v.needs {
		if n > v.margins[i] && !e.bodies[i].fixed {
			e.search(int32(i))
		}
	}
	return nil
}

// bodiesAtATime is how many bodies a worker takes.
const bodiesAtATime = 256

// begin readies a body for the sub-step.
func (v *vicinity) begin(e *engine, i int, driven float64) {
	b := &e.bodies[i]
	b.t, b.version, b.impacts, b.paused, b.used = 0, 0, 0, false, 0
	v.poses[i], v.needs[i] = b.pose(), -1
	if b.form != surface && (!b.fixed || b.driven != nil) {
		v.needs[i] = e.need(b) + driven
	}
}

// need is how far points of the body may go until the sub-step ends, and a little
// more than tolerances.
func (e *engine) need(b *rigid) float64 {
	s := e.h - b.t
	return float64(1.001*float64(b.speed(s)*s)) + float64(1e-9*b.reach) + float64(0x1p-40*(b.x.MaxAbs()+b.reach))
}

// fit grows the shapes again if many have become too fast or slow for theirs.
func (v *vicinity) fit(e *engine) error {
	outgrown, moving := 0, 0
	needed, given := 0.0, 0.0
	for i, n := range v.needs {
		if n < 0 {
			continue
		}
		moving++
		if n > v.margins[i] {
			outgrown++
		}
		needed, given = needed+n, given+v.margins[i]
	}
	if v.find != nil && outgrown <= 4+moving/64 && !(given > wasteful*needed) {
		return nil
	}
	return v.grow(e, needed/float64(max(moving, 1)))
}

// grow makes a detector for shapes grown as the speeds ask for, the mean being what is
// needed at least: slow bodies will be hit.
func (v *vicinity) grow(e *engine, mean float64) error {
	bodies := slices.Clone(v.bodies)
	for i := range bodies {
		bodies[i].Immovable = e.bodies[i].fixed
		m := 0.0
		if n := v.needs[i]; n >= 0 {
			if m = float64(roomy * n); !(m <= math.MaxFloat64) {
				return fmt.Errorf("body %s: goes beyond the range of float64 within a step", quote.Name(bodies[i].Name))
			}
			if least := float64(roomy * mean); least <= math.MaxFloat64 {
				m = max(m, least)
			}
		}
		v.margins[i] = m
		switch s := bodies[i].Shape.(type) {
		case shape.Sphere:
			bodies[i].Shape = shape.Sphere{Center: s.Center, Radius: s.Radius + m}
		case shape.Box:
			bodies[i].Shape = shape.Box{Center: s.Center, Size: s.Size.Add(geom.Vec{X: 2 * m, Y: 2 * m, Z: 2 * m})}
		}
	}
	find, err := newDetection(bodies, v.opt)
	if err != nil {
		return err
	}
	if v.find != nil {
		_ = v.find.close() // worker processes that fail to end are killed
	}
	v.find = find
	return nil
}

// use changes the method.
func (v *vicinity) use(opt collide.Options) error {
	if v.find != nil {
		if err := v.find.use(opt); err != nil {
			return err
		}
	}
	v.opt = opt
	return nil
}

// close ends worker processes.
func (v *vicinity) close() error {
	if v.find == nil {
		return nil
	}
	return v.find.close()
}

// collect turns the contacts of the grown shapes into pairs.
func (v *vicinity) collect(e *engine, r *collide.Result) {
	e.shelf.near = grown(e.shelf.near, len(e.bodies))
	par.For(len(e.bodies), e.workers, bodiesAtATime, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			b := &e.bodies[i]
			b.pairs, b.margin = b.pairs[:0], v.margins[i]
			near := e.box(int32(i)).Inflated(b.margin)
			if b.driven != nil {
				near = near.Inflated(float64(1.001 * float64(b.rate*e.h)))
			}
			e.shelf.near[i] = near
		}
	})
	e.pairs, v.tris, v.still = e.pairs[:0], v.tris[:0], v.still[:0]
	e.shelf.set = false
	for k := range r.Pairs {
		p := &r.Pairs[k]
		from := len(v.tris)
		for _, c := range p.Contacts {
			switch {
			case e.bodies[p.A].form == surface:
				v.tris = append(v.tris, triangleOf(c, p.A))
			case e.bodies[p.B].form == surface:
				v.tris = append(v.tris, triangleOf(c, p.B))
			}
		}
		var tris []uint32
		if len(v.tris) > from {
			tris = v.tris[from:len(v.tris):len(v.tris)]
		}
		e.join(int32(p.A), int32(p.B), tris)
	}
	for k := range e.pairs {
		v.still = e.settle(&e.pairs[k], v.still)
	}
}

// triangleOf is the triangle of a body in a contact.
func triangleOf(c collide.Contact, body int) uint32 {
	if int(c.BodyA) == body {
		return c.TriA
	}
	return c.TriB
}

// join adds a pair, a < b.
func (e *engine) join(a, b int32, tris []uint32) {
	k := int32(len(e.pairs))
	last, ok := e.recent[[2]int32{a, b}]
	if !ok {
		last = math.Inf(-1)
	}
	e.pairs = append(e.pairs, nearby{a: a, b: b, tris: tris, last: last})
	e.bodies[a].pairs, e.bodies[b].pairs = append(e.bodies[a].pairs, k), append(e.bodies[b].pairs, k)
}

// settle computes the triangles of a surface at rest once, into the arena.
func (e *engine) settle(p *nearby, arena []geom.Triangle) []geom.Triangle {
	i := p.b
	if e.bodies[p.a].form == surface {
		i = p.a
	}
	b := &e.bodies[i]
	if p.tris == nil || b.driven != nil {
		return arena
	}
	from := len(arena)
	pose := geom.Pose{R: b.r, T: b.x}
	for _, k := range p.tris {
		t := e.meshes[i].Triangle(int(k))
		arena = append(arena, geom.Triangle{pose.Apply(t[0]), pose.Apply(t[1]), pose.Apply(t[2])})
	}
	p.still = arena[from:len(arena):len(arena)]
	return arena
}

// roam makes sure that all a body may reach in the rest of the sub-step is among
// its pairs.
func (e *engine) roam(i int32) {
	if b := &e.bodies[i]; b.used+e.need(b) > b.margin {
		e.search(i)
	}
}

// search adds the pairs of a body that has become faster than foreseen, or was too
// fast for others to be grown like it: all bodies whose range it may enter.
func (e *engine) search(i int32) {
	if !e.shelf.set {
		e.shelf.sort(e.bodies)
	}
	e.shelf.stray(i)
	b := &e.bodies[i]
	b.used = 0
	b.margin = float64(roomy * e.need(b))
	near := e.box(i).Inflated(b.margin)
	e.shelf.near[i] = near
	for _, j := range e.shelf.meeting(i) {
		var tris []uint32
		if e.bodies[j].form == surface {
			if tris = e.trianglesIn(j, &near); tris == nil {
				continue
			}
		}
		k := e.pairOf(i, j)
		if k < 0 {
			k = int32(len(e.pairs))
			e.join(min(i, j), max(i, j), nil)
		}
		e.pairs[k].tris, e.pairs[k].still = tris, nil
		e.settle(&e.pairs[k], nil)
	}
}

// pairOf finds a pair, −1 if there is none.
func (e *engine) pairOf(i, j int32) int32 {
	if len(e.bodies[j].pairs) < len(e.bodies[i].pairs) {
		i, j = j, i
	}
	for _, k := range e.bodies[i].pairs {
		if p := &e.pairs[k]; p.a == j || p.b == j {
			return k
		}
	}
	return -1
}

// trianglesIn returns the triangles of a surface whose boxes meet one in the
// world, nil for none.
func (e *engine) trianglesIn(i int32, box *geom.AABB) []uint32 {
	b, t := &e.bodies[i], e.trees[i]
	pose := geom.Pose{R: b.r, T: b.x}
	margin := float64(b.rate * e.h)
	e.found = e.found[:0]
	e.stack = append(e.stack[:0], 0)
	for len(e.stack) > 0 {
		n := &t.Nodes[e.stack[len(e.stack)-1]]
		e.stack = e.stack[:len(e.stack)-1]
		if w := turnedBox(&n.Box, &pose).Inflated(margin); !w.Overlaps(box) {
			continue
		}
		if n.IsLeaf() {
			e.found = append(e.found, t.Order[n.First:n.First+n.Count]...)
		} else {
			e.stack = append(e.stack, n.Child+1, n.Child)
		}
	}
	if len(e.found) == 0 {
		return nil
	}
	tris := slices.Clone(e.found)
	slices.Sort(tris)
	return tris
}
