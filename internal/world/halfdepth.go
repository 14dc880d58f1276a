package world

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/depth"
	"github.com/collide-go/collide/internal/predicate"
)

// The depth of a body in a half space is how far its lowest point is beneath the plane. No boundary point of the body is deeper, and
// a point of the plane within the body is no farther from the body's boundary than that: straight down from there the body ends, at
// most so deep. A common ball lies between the plane and that depth, so the width is at most the depth.

// prepareHalf answers a query about a half space, or makes a task of its width.
func (d *Depths) prepareHalf(w *World, kinds *Kinds, q *DepthQuery) {
	half, other := w.halfOf(broad.Pair{A: int32(q.A), B: int32(q.B)})
	h, b, of := w.bodies[half].half, &w.bodies[other], &q.Of
	if b.half != nil {
		of.Reason = "two half spaces have no end: their depth is not measured"
		return
	}
	t := task{query: q, exponent: depth.Scale(reachOf(&w.boxes[other])), flat: true}
	if w.isFlat(other) {
		d.flatInHalf(&t, b.axial, h)
		return
	}
	round := b.model == nil && b.hull == nil
	if !round {
		if d.prepareBody(w, kinds, &t, 0, int(other)); of.Reason != "" {
			return
		}
	}
	low, radius := d.lowest(w, int(other), &t, h)
	of.Depth.Lo, of.Depth.Hi = d.tally.Beneath(h, low, radius)
	of.Width.Hi = of.Depth.Hi
	switch {
	case q.Decide:
		of.Exceeds = d.tally.CompareBeneath(h, low, radius, q.Limit) > 0
	case round: // the ball around the lowest point, or the largest one below the plane that touches that point
		of.Width = depth.Interval{Lo: min(2*radius, of.Depth.Lo), Hi: min(2*radius, of.Depth.Hi)}
	default:
		d.prism(&t, h)
	}
}

// flatInHalf answers a query about a cylinder or a cone in a half space, of which bounds of the depth are known, or makes a task of its width.
func (d *Depths) flatInHalf(t *task, a *predicate.Axial, h *predicate.HalfSpace) {
	of := &t.query.Of
	of.Depth.Lo, of.Depth.Hi = d.tally.AxialBeneath(a, h)
	of.Width.Hi = of.Depth.Hi
	if t.query.Decide {
		of.Exceeds = of.Depth.Lo > t.query.Limit
		return
	}
	scaled := predicate.HalfSpace{Point: ldexp(h.Point, t.exponent), Normal: h.Normal}
	if ldexp(scaled.Point, -t.exponent) != h.Point {
		of.Reason = "the numbers of the half space are too large or too small beside the body"
		return
	}
	t.axials[0], t.half = a, &scaled
	d.tasks = append(d.tasks, *t)
}

// lowest returns what the lowest ball of a body is around, with its radius: the lower end of an axis, or the lowest corner of a boundary.
func (d *Depths) lowest(w *World, i int, t *task, h *predicate.HalfSpace) (low geom.Vec, radius float64) {
	b := &w.bodies[i]
	switch {
	case b.axial != nil:
		ends := [2]geom.Vec{b.axial.A, b.axial.B}
		return ends[d.tally.Lowest(h, ends[:])], b.axial.Radius
	case b.model == nil && b.hull == nil:
		return b.sphere.Center, b.sphere.Radius
	}
	return ldexp(t.solids[0].Lowest(&d.tally, h), -t.exponent), 0 // exact: scaling was
}

// prism makes a task of the width of a body in a half space.
func (d *Depths) prism(t *task, h *predicate.HalfSpace) {
	if d.used == len(d.prisms) {
		d.prisms = append(d.prisms, new(depth.Solid))
	}
	scaled := predicate.HalfSpace{Point: ldexp(h.Point, t.exponent), Normal: h.Normal}
	if ldexp(scaled.Point, -t.exponent) != h.Point || !d.prisms[d.used].SetHalf(&scaled, t.solids[0]) {
		t.query.Of.Reason = "the numbers of the half space are too large or too small beside the body"
		return
	}
	t.solids[1] = d.prisms[d.used]
	d.used++
	d.tasks = append(d.tasks, *t)
}

// ldexp returns v·2ᵉ.
func ldexp(v geom.Vec, e int) geom.Vec {
	return geom.Vec{X: math.Ldexp(v.X, e), Y: math.Ldexp(v.Y, e), Z: math.Ldexp(v.Z, e)}
}
