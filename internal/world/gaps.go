package world

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/round"
)

// Distances from cylinders and cones, which are called cylinders here, are proven intervals: a Span of one is Bounded. All methods search a mesh in its own tree.

// gapWidth is the most that the bounds of a distance are apart, in units of the larger body's size (contract).
const gapWidth = 1e-12

// gapTriangle is a triangle that may be the nearest, with what float64 arithmetic proves of its distance.
type gapTriangle struct {
	at     uint32
	lo, hi float64
}

// hasCylinder reports whether a cylinder takes part in a pair.
func (w *World) hasCylinder(p broad.Pair) bool { return w.isFlat(p.A) || w.isFlat(p.B) }

func (w *World) isFlat(i int32) bool {
	a := w.bodies[i].axial
	return a != nil && a.Flat
}

// cylinderOf returns the cylinder of a pair, the first of two, and the other body.
func (w *World) cylinderOf(p broad.Pair) (cylinder, other int32) {
	if w.isFlat(p.A) {
		return p.A, p.B
	}
	return p.B, p.A
}

// gapSpan encloses the distance of a pair with a cylinder unless it is certainly greater than most, or the search was stopped.
func (s *spanner) gapSpan(w *World, p broad.Pair, most float64) (Span, bool) {
	c, o := w.cylinderOf(p)
	a, b := w.bodies[c].axial, &w.bodies[o]
	if b.half == nil && narrow.BoxDistance(&w.boxes[c], &w.boxes[o]) > most {
		return Span{}, false
	}
	if b.model != nil {
		return s.gapMesh(w, p, a, b, most)
	}
	s.worker.PrimitiveTests++
	if touch, _ := solidsTouch(&s.worker.Tally, &w.bodies[p.A], &w.bodies[p.B]); touch {
		return s.gapTouch(w, &Contact{BodyA: uint32(p.A), BodyB: uint32(p.B)}), true
	}
	g := s.gapSolid(a, b)
	if g.Lo == 0 && w.doubt(&s.worker, p) == "" {
		g.Apart()
	}
	if g.Lo > most || w.Control.Cause() != narrow.Running {
		return Span{}, false
	}
	return w.gapOf(p, &g, 0), true
}

// gapSolid encloses the distance of a cylinder and another solid, which do not touch as far as that is decided.
func (s *spanner) gapSolid(a *predicate.Axial, b *body) predicate.Gap {
	t := &s.worker.Tally
	switch {
	case b.half != nil:
		return t.GapHalf(a, b.half)
	case b.axial != nil && b.axial.Flat:
		return t.GapAxials(a, b.axial)
	case b.axial != nil:
		core := b.axial.Core()
		return t.GapTriangle(a, &core, b.axial.Radius)
	case b.hull == nil:
		return t.GapTriangle(a, &geom.Triangle{b.sphere.Center, b.sphere.Center, b.sphere.Center}, b.sphere.Radius)
	}
	facets := t.Facets(b.hull, s.parts[0][:0])
	s.parts[0] = facets
	s.gaps = s.gaps[:0]
	for i := range facets {
		lo, hi := a.RoughGapTriangle(&facets[i], 0)
		s.gaps = append(s.gaps, gapTriangle{uint32(i), lo, hi})
	}
	g, _ := s.nearestGap(a, func(i uint32) *geom.Triangle { return &facets[i] })
	return g
}

// nearestGap proves the least distance of the triangles that are listed, and returns the first of those with the least upper bound.
func (s *spanner) nearestGap(a *predicate.Axial, triangle func(i uint32) *geom.Triangle) (best predicate.Gap, at uint32) {
	least := math.Inf(1)
	for _, c := range s.gaps {
		least = min(least, c.hi)
	}
	best = predicate.Gap{Lo: math.Inf(1), Hi: math.Inf(1)}
	lo := math.Inf(1)
	for k := range s.gaps {
		c := &s.gaps[k]
		if c.lo > min(least, best.Hi) || s.stopped(k) {
			continue
		}
		s.worker.PrimitiveTests++
		g := s.worker.Tally.GapTriangle(a, triangle(c.at), 0)
		if lo = min(lo, g.Lo); g.Hi < best.Hi || g.Hi == best.Hi && c.at < at {
			best, at = g, c.at
		}
	}
	best.Lo = min(best.Lo, lo)
	return best, at
}

// gapMesh searches the triangles of a mesh, the nearer box first.
func (s *spanner) gapMesh(w *World, p broad.Pair, a *predicate.Axial, b *body, most float64) (Span, bool) {
	s.gaps = s.gaps[:0]
	hi := most
	done := s.eachNear(w, p, func() float64 { return hi }, func(i uint32, t *geom.Triangle) bool {
		lo, high := a.RoughGapTriangle(t, 0)
		if !(lo > hi) { // whatever is not certainly farther
			s.gaps, hi = append(s.gaps, gapTriangle{i, lo, high}), min(hi, round.Up(high))
		}
		return true
	})
	if !done || len(s.gaps) == 0 {
		return Span{}, false
	}
	var t geom.Triangle
	g, at := s.nearestGap(a, func(i uint32) *geom.Triangle {
		b.surface.Triangle(i, &t)
		return &t
	})
	if w.Control.Cause() != narrow.Running || g.Lo > most {
		return Span{}, false
	}
	for _, x := range s.gaps {
		if b.surface.Triangle(x.at, &t); g.Lo == 0 && x.lo == 0 && s.worker.Tally.AxialTriangle(a, &t) {
			c := Contact{BodyA: uint32(p.A), BodyB: uint32(p.B)}
			c.name(p, w, x.at)
			return s.gapTouch(w, &c), true
		}
	}
	g.Apart()
	return w.gapOf(p, &g, at), true
}

// name sets the triangle of the mesh of a pair with a cylinder.
func (c *Contact) name(p broad.Pair, w *World, at uint32) {
	if w.mesh[p.A] {
		c.TriA = at
	} else {
		c.TriB = at
	}
}

// eachNear visits the triangles of a mesh that may be at most a distance from the cylinder of a pair, until visit returns false. It
// returns false where it was stopped.
func (s *spanner) eachNear(w *World, p broad.Pair, most func() float64, visit func(i uint32, t *geom.Triangle) bool) bool {
	c, o := w.cylinderOf(p)
	if !w.NeedTree(int(o)) {
		return false
	}
	a, surface := w.bodies[c].axial, w.bodies[o].surface
	gap := func(node int32) float64 {
		box := surface.WorldBox(&surface.Tree.Nodes[node].Box)
		if lo := narrow.BoxDistance(&w.boxes[c], &box); lo > most() {
			return lo
		}
		return a.GapBox(&box)
	}
	s.gapNodes = append(s.gapNodes[:0], nearNode{0, gap(0)})
	for len(s.gapNodes) > 0 {
		if !s.worker.Step() {
			return false
		}
		top := s.gapNodes[len(s.gapNodes)-1]
		s.gapNodes = s.gapNodes[:len(s.gapNodes)-1]
		if top.lo > most() {
			continue
		}
		n := &surface.Tree.Nodes[top.node]
		if !n.IsLeaf() {
			s.worker.BVTests += 2
			near, far := nearNode{n.Child, gap(n.Child)}, nearNode{n.Child + 1, gap(n.Child + 1)}
			if far.lo < near.lo {
				near, far = far, near
			}
			s.gapNodes = append(s.gapNodes, far, near)
			continue
		}
		for _, i := range surface.Tree.Order[n.First : n.First+n.Count] {
			var t geom.Triangle
			surface.Triangle(i, &t)
			s.worker.PrimitiveTests++
			if !visit(i, &t) {
				return true
			}
		}
	}
	return true
}

// gapOf is the span of bounds. Reach is that of the upper one, by which pairs are compared.
func (w *World) gapOf(p broad.Pair, g *predicate.Gap, tri uint32) Span {
	r := Span{Pair: p, Value: g.Hi, Bounded: true, Lo: g.Lo, Hi: g.Hi, Points: g.Ends}
	r.Reach = predicate.Reach{Square: predicate.SquareOf(min(g.Hi, math.MaxFloat64))}
	if c, _ := w.cylinderOf(p); c != p.A {
		r.Points[0], r.Points[1] = r.Points[1], r.Points[0]
	}
	if w.mesh[p.A] {
		r.Primitives.A = tri
	} else {
		r.Primitives.B = tri
	}
	for _, x := range r.Points {
		r.PointError = max(r.PointError, lastPlaces(x))
	}
	r.PointError += 2e-13 * (w.size(p.A) + w.size(p.B) + g.Hi) // four times gapBound of this, which is more than the lengths of the search
	r.Wide = w.isWide(p, g)
	return r
}

// isWide reports that bounds are farther apart than they should be.
func (w *World) isWide(p broad.Pair, g *predicate.Gap) bool {
	return g.Hi-g.Lo > max(gapWidth*max(w.size(p.A), w.size(p.B)), 4*(round.Up(g.Hi)-g.Hi))
}

// size is the longest diagonal of a body's box, 0 for a half space.
func (w *World) size(i int32) float64 {
	if w.bodies[i].half != nil {
		return 0
	}
	return geom.Length(w.boxes[i].Max.Sub(w.boxes[i].Min))
}

// wide is the reason for a distance that is not known well.
func (w *World) wide(s *Span) string {
	return fmt.Sprintf("the distance of %s and %s is known no better than from %v to %v: they almost touch",
		quote.Name(w.bodies[s.Pair.A].name), quote.Name(w.bodies[s.Pair.B].name), s.Lo, s.Hi)
}

// gapTouch is the span of two primitives in contact, one of them a cylinder. The point is one of both where that is proven, else a point of the box
// around what they have in common.
func (s *spanner) gapTouch(w *World, c *Contact) Span {
	p := c.pair()
	r := Span{Pair: p, Primitives: narrow.Pair{A: c.TriA, B: c.TriB}, Reach: predicate.Reach{Square: predicate.ZeroSquare()}}
	box := w.CommonBox(c)
	x := box.Min.Scale(0.5).Add(box.Max.Scale(0.5))
	i, o := w.cylinderOf(p)
	a, b := w.bodies[i].axial, &w.bodies[o]
	tri := c.TriA + c.TriB // that of a cylinder is 0
	for _, y := range [3]geom.Vec{s.meetingPoint(a, b, tri), x, a.A.Scale(0.5).Add(a.B.Scale(0.5))} {
		if y.IsFinite() && s.worker.Tally.AxialContains(a, y) && s.holds(b, tri, y) {
			r.Points = [2]geom.Vec{y, y}
			return r
		}
	}
	r.Points, r.PointError = [2]geom.Vec{x, x}, round.Up(geom.Length(box.Max.Sub(box.Min)))
	return r
}

// meetingPoint is a point near to both.
func (s *spanner) meetingPoint(a *predicate.Axial, b *body, tri uint32) geom.Vec {
	if b.model != nil {
		var t geom.Triangle
		b.surface.Triangle(tri, &t)
		g := s.worker.Tally.GapTriangle(a, &t, 0)
		return g.Ends[1]
	}
	g := s.gapSolid(a, b)
	return g.Ends[1]
}

// holds reports whether a triangle or a solid has a point.
func (s *spanner) holds(b *body, tri uint32, x geom.Vec) bool {
	t := &s.worker.Tally
	at := geom.Triangle{x, x, x}
	switch {
	case b.half != nil:
		return t.HeightSign(b.half, x) <= 0
	case b.model != nil:
		var q geom.Triangle
		b.surface.Triangle(tri, &q)
		return t.TriangleTriangle(&q, &at)
	case b.axial != nil:
		return t.AxialContains(b.axial, x)
	case b.hull != nil:
		return t.HullContains(b.hull, x)
	}
	return t.SphereTriangle(&b.sphere, &at)
}

// gapWithin collects the primitives of a body at most a distance from a cylinder, and notes where that is not decided.
func (s *spanner) gapWithin(w *World, p broad.Pair, distance float64) {
	i, o := w.cylinderOf(p)
	a, b := w.bodies[i].axial, &w.bodies[o]
	c := Contact{BodyA: uint32(p.A), BodyB: uint32(p.B)}
	if b.model == nil {
		touch, _ := solidsTouch(&s.worker.Tally, &w.bodies[p.A], &w.bodies[p.B])
		if touch {
			s.takeWithin(w, c, true)
			return
		}
		g := s.gapSolid(a, b)
		s.judgeWithin(w, c, &g, distance)
		return
	}
	s.eachNear(w, p, func() float64 { return distance }, func(tri uint32, t *geom.Triangle) bool {
		lo, hi := a.RoughGapTriangle(t, 0)
		if lo > distance {
			return true
		}
		c := c
		c.name(p, w, tri)
		if hi <= distance || s.worker.Tally.AxialTriangle(a, t) {
			s.takeWithin(w, c, true)
		} else {
			g := s.worker.Tally.GapTriangle(a, t, 0)
			s.judgeWithin(w, c, &g, distance)
		}
		return w.Control.Cause() == narrow.Running
	})
}

// judgeWithin takes a pair of primitives that is near, leaves out one that is not, and notes the others.
func (s *spanner) judgeWithin(w *World, c Contact, g *predicate.Gap, distance float64) {
	switch {
	case g.Hi <= distance:
		s.takeWithin(w, c, true)
	case g.Lo <= distance:
		p := c.pair()
		if !w.IsAllowed(int(p.A), int(p.B)) {
			s.open = append(s.open, Inside{Pair: p, Reason: w.undecidedWithin(p, distance, g.Lo, g.Hi)})
		}
	}
}

// undecidedWithin is the reason for a distance that is on neither side of another.
func (w *World) undecidedWithin(p broad.Pair, distance, lo, hi float64) string {
	return fmt.Sprintf("whether %s and %s are at most %v apart is undecided: their distance is from %v to %v",
		quote.Name(w.bodies[p.A].name), quote.Name(w.bodies[p.B].name), distance, lo, hi)
}
