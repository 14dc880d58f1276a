package world

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/depth"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
)

// Depths bounds depths and widths. The zero value is ready; its memory is reused.
type Depths struct {
	search depth.Search
	solids []placed
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
}

// anything is what a number is that nothing is known of.
var anything = depth.Interval{Lo: 0, Hi: math.Inf(1)}

// absolute is how wide bounds may be in any case, as a share of the smaller body's size and of the relative
// error: 1e-6 of the size where that is 1 %.
const absolute = 1e-4

// Of bounds the depth and the width of bodies a and b, whose interiors have a point in common, within a
// relative error. Bodies that are equal have no depth. kinds is what has found their kind.
func (d *Depths) Of(w *World, kinds *Kinds, a, b int, equal bool, relative float64) DepthOf {
	of := DepthOf{Depth: anything, Width: anything}
	if equal {
		of.Depth = depth.Interval{}
	}
	exponent := depth.Scale(max(reachOf(&w.boxes[a]), reachOf(&w.boxes[b])))
	var solids [2]*depth.Solid
	for side, i := range [2]int{a, b} {
		if w.bodies[i].model == nil {
			of.Reason = quote.Name(w.bodies[i].name) + " is not a mesh: the depth of spheres and boxes is not measured"
			return of
		}
		known, ok := kinds.prepare(w, side, i)
		switch {
		case !ok:
			of.Reason = early
		case known.Kind == kind.Surface || known.Reason != "":
			of.Reason, of.Open = known.Reason, known.Kind == kind.Surface
		default:
			solids[side], of.Reason = d.place(w, kinds, side, i, exponent)
		}
		if of.Reason != "" {
			return of
		}
	}
	return d.measure(w, &solids, of, exponent, relative)
}

const early = "the query ended before the depth was known"

func reachOf(b *geom.AABB) float64 { return max(b.Min.MaxAbs(), b.Max.MaxAbs()) }

// place returns the solid of a body that kinds has prepared, or why there is none.
func (d *Depths) place(w *World, kinds *Kinds, side, i, exponent int) (*depth.Solid, string) {
	for len(d.solids) <= i {
		d.solids = append(d.solids, placed{})
	}
	b, known := &w.bodies[i], &d.solids[i]
	of := kinds.bodies[side]
	flaw, ok := kinds.broken(w, i, &of)
	switch {
	case !ok:
		return nil, early
	case flaw != "":
		return nil, flaw
	}
	now := intact{model: b.model, pose: b.pose, version: b.model.version + 1}
	if known.intact == now && known.exponent == exponent {
		return known.solid, ""
	}
	if known.solid == nil {
		known.solid = new(depth.Solid)
	}
	known.intact = intact{} // until it is done
	if !known.solid.Set(&of, exponent) {
		return nil, fmt.Sprintf("%s has coordinates that are too small beside the largest", quote.Name(b.name))
	}
	known.intact, known.exponent = now, exponent
	return known.solid, ""
}

// measure searches for the depth and the width.
func (d *Depths) measure(w *World, solids *[2]*depth.Solid, of DepthOf, exponent int, relative float64) DepthOf {
	d.search.Worker.Control = &w.Control
	d.search.Worker.Begin()
	defer func() { w.Stats.count(&d.search.Worker) }()
	goal := depth.Goal{Relative: relative, Absolute: absolute * relative * min(solids[0].Size(), solids[1].Size())}
	narrowed := true
	if of.Depth != (depth.Interval{}) {
		of.Depth, narrowed = d.search.Depth(solids[0], solids[1], goal)
	}
	var ok bool
	of.Width, ok = d.search.Width(solids[0], solids[1], goal)
	of.Depth, of.Width = back(of.Depth, exponent), back(of.Width, exponent)
	switch {
	case narrowed && ok:
	case w.Control.Cause() != narrow.Running:
		of.Reason = early
	default:
		of.Reason = fmt.Sprintf("depth between %v and %v, width between %v and %v after %d parts of either were looked at",
			of.Depth.Lo, of.Depth.Hi, of.Width.Lo, of.Width.Hi, d.search.Looks())
	}
	return of
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
