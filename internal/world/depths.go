package world

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/depth"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/quote"
)

// Depths bounds depths and widths. The zero value is ready; its memory is reused.
type Depths struct {
	// Exhaustive makes it look at all triangles for distances and winding numbers.
	Exhaustive bool

	searches []depth.Search // one a worker
	solids   []placed
	tasks    []task
	// prisms stand for half spaces; used ones belong to tasks.
	prisms []*depth.Solid
	used   int
	tally  predicate.Tally
}

// placed is a body's solid at one pose.
type placed struct {
	solid *depth.Solid
	intact
	exponent int
}

// DepthOf is what Depths finds out about two bodies.
type DepthOf struct {
	Depth, Width depth.Interval
	// Reason is why the bounds are not as narrow as they were asked for. Open reports that
	// one body is not closed, so that there is nothing to ask for.
	Reason string
	Open   bool
	// Exceeds reports that the depth is above a limit that has to be decided, which bounds of neighbours may not show.
	Exceeds bool
}

// DepthQuery asks for the depth and the width of bodies A and B, whose interiors have a point in common, within a
// relative error or, with Decide, only whether both are at most a limit. Equal bodies have no depth.
type DepthQuery struct {
	A, B     int
	Equal    bool
	Relative float64
	Decide   bool
	Limit    float64
	Of       DepthOf
}

// task is a query whose solids are ready.
type task struct {
	query    *DepthQuery
	solids   [2]*depth.Solid
	exponent int
	// flat reports that the second solid stands for a half space: the depth is known.
	flat bool
	// axials are bodies for which facets are to stand, half a half space with one.
	axials [2]*predicate.Axial
	half   *predicate.HalfSpace
}

// anything is what a number is that nothing is known of.
var anything = depth.Interval{Lo: 0, Hi: math.Inf(1)}

// absolute is how wide bounds may be in any case, as a share of the smaller body's size and of the relative
// error: 1e-6 of the size where that is 1 %.
const absolute = 1e-4

// Answer answers queries, shared out over the workers. kinds is what has found the kinds of the pairs. An
// answer does not depend on the other queries or the number of workers.
func (d *Depths) Answer(w *World, kinds *Kinds, queries []DepthQuery) {
	d.tasks, d.used, d.tally = d.tasks[:0], 0, predicate.Tally{}
	for i := range queries {
		q := &queries[i]
		q.Of = DepthOf{Depth: anything, Width: anything}
		if q.Equal {
			q.Of.Depth = depth.Interval{}
		}
		d.prepare(w, kinds, q)
	}
	d.run(w)
	w.Stats.Adaptive += d.tally.Adaptive
	w.Stats.Exact += d.tally.Exact
}

// prepare makes a task of a query, or answers it.
func (d *Depths) prepare(w *World, kinds *Kinds, q *DepthQuery) {
	if w.hasHalf(broad.Pair{A: int32(q.A), B: int32(q.B)}) {
		d.prepareHalf(w, kinds, q)
		return
	}
	t := task{query: q, exponent: depth.Scale(max(reachOf(&w.boxes[q.A]), reachOf(&w.boxes[q.B])))}
	of := &q.Of
	for side, i := range [2]int{q.A, q.B} {
		if d.prepareBody(w, kinds, &t, side, i); of.Reason != "" {
			return
		}
	}
	d.tasks = append(d.tasks, t)
}

// prepareBody readies one of the two bodies of a task, or gives the reason why that is not possible.
func (d *Depths) prepareBody(w *World, kinds *Kinds, t *task, side, i int) {
	b, of := &w.bodies[i], &t.query.Of
	if b.axial != nil {
		t.axials[side] = b.axial
		return
	}
	if b.model == nil {
		t.solids[side], of.Reason = d.place(w, i, t.exponent, func(s *depth.Solid) bool {
			if b.hull == nil {
				return s.SetBall(b.sphere, t.exponent)
			}
			return s.SetHull(b.hull, &b.pose.R, t.exponent)
		})
		return
	}
	known, ok := kinds.prepare(w, side, i)
	switch {
	case !ok:
		of.Reason = early
		return
	case known.Kind == kind.Surface || known.Reason != "":
		of.Reason, of.Open = known.Reason, known.Kind == kind.Surface
		return
	}
	mesh := kinds.bodies[side]
	flaw, ok := kinds.broken(w, i, &mesh)
	switch {
	case !ok:
		of.Reason = early
	case flaw != "":
		of.Reason = flaw
	default:
		t.solids[side], of.Reason = d.place(w, i, t.exponent, func(s *depth.Solid) bool { return s.Set(&mesh, t.exponent) })
	}
}

const early = "the query ended before the depth was known"

func reachOf(b *geom.AABB) float64 { return max(b.Min.MaxAbs(), b.Max.MaxAbs()) }

// place returns the solid of a body, set as it is unless the body has not moved, or why there is none.
func (d *Depths) place(w *World, i, exponent int, set func(*depth.Solid) bool) (*depth.Solid, string) {
	for len(d.solids) <= i {
		d.solids = append(d.solids, placed{})
	}
	b, known := &w.bodies[i], &d.solids[i]
	now := intact{model: b.model, pose: b.pose, version: 1}
	if b.model != nil {
		now.version = b.model.version + 1
	}
	if known.intact == now && known.exponent == exponent {
		return known.solid, ""
	}
	if known.intact == now {
		d.run(w) // of tasks with the other exponent
	}
	if known.solid == nil {
		known.solid = new(depth.Solid)
	}
	known.intact = intact{} // until it is done
	if !set(known.solid) {
		return nil, fmt.Sprintf("%s has coordinates that are too small beside the largest", quote.Name(b.name))
	}
	known.intact, known.exponent = now, exponent
	return known.solid, ""
}

// run does the tasks.
func (d *Depths) run(w *World) {
	for len(d.searches) < min(w.Workers, len(d.tasks)) {
		d.searches = append(d.searches, depth.Search{})
	}
	for i := range d.searches {
		d.searches[i].Worker.Control, d.searches[i].Exhaustive = &w.Control, d.Exhaustive
		d.searches[i].Worker.Begin()
	}
	par.For(len(d.tasks), w.Workers, 1, func(worker, lo, _ int) {
		d.tasks[lo].measure(w, &d.searches[worker])
	})
	for i := range d.searches {
		w.Stats.count(&d.searches[i].Worker)
	}
	d.tasks = d.tasks[:0]
}

// measure searches for the depth and the width.
func (t *task) measure(w *World, s *depth.Search) {
	if t.axials != [2]*predicate.Axial{} {
		t.measureFacets(w, s)
		return
	}
	a, b, q := t.solids[0], t.solids[1], t.query
	of := &q.Of
	goal := depth.Goal{
		Relative: q.Relative, Absolute: absolute * q.Relative * min(a.Size(), b.Size()),
		Decide: q.Decide, Limit: math.Ldexp(q.Limit, t.exponent),
	}
	narrowed, ok := true, true
	looks := 0
	if !q.Equal && !t.flat {
		of.Depth, narrowed = s.Depth(a, b, goal)
		looks = s.Looks()
		of.Depth = back(of.Depth, t.exponent)
	}
	if !q.Decide || of.Depth.Lo <= q.Limit {
		var width depth.Interval
		width, ok = s.Width(a, b, goal)
		width = back(width, t.exponent)
		of.Width = depth.Interval{Lo: min(width.Lo, of.Width.Hi), Hi: min(width.Hi, of.Width.Hi)}
	}
	switch {
	case narrowed && ok:
	case w.Control.Cause() != narrow.Running:
		of.Reason = early
	default:
		of.Reason = fmt.Sprintf("depth between %v and %v, width between %v and %v after %d parts of either were looked at",
			of.Depth.Lo, of.Depth.Hi, of.Width.Lo, of.Width.Hi, max(looks, s.Looks()))
	}
}

// back undoes the scaling, rounding outward where that rounds.
func back(r depth.Interval, exponent int) depth.Interval {
	lo, hi := math.Ldexp(r.Lo, -exponent), math.Ldexp(r.Hi, -exponent)
	if math.Ldexp(lo, exponent) > r.Lo {
		lo = math.Nextafter(lo, 0)
	}
	if math.Ldexp(hi, exponent) < r.Hi {
		hi = math.Nextafter(hi, math.Inf(1))
	}
	return depth.Interval{Lo: max(0, min(lo, math.MaxFloat64)), Hi: hi}
}
