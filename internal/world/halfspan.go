package world

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/round"
)

// lowest is the lowest primitive of a body over the plane of a half space, and its lowest corner or the point its radius is around.
type lowest struct {
	primitive uint32
	at        geom.Vec
	feature   predicate.Feature
	found     bool
}

// halfSpan returns the distance of a pair with a half space unless it is certainly greater than most, or the search was stopped.
func (s *spanner) halfSpan(w *World, p broad.Pair, most float64) (Span, bool) {
	half, other := w.halfOf(p)
	h, b := w.bodies[half].half, &w.bodies[other]
	if b.half != nil {
		return s.halvesSpan(p, w.bodies[p.A].half, w.bodies[p.B].half), true
	}
	if most <= math.MaxFloat64 && h.IsAbove(&w.boxes[other], most) {
		return Span{}, false
	}
	low, ok := s.lowest(w, other, h)
	if !ok {
		return Span{}, false
	}
	r := Span{Pair: p}
	k := 0 // the side of the other body
	if other == p.B {
		k = 1
	}
	if k == 0 {
		r.Primitives.A = low.primitive
	} else {
		r.Primitives.B = low.primitive
	}
	r.Features[k] = low.feature
	radius := w.radius(other)
	if s.worker.Tally.CompareHeight(h, low.at, radius, 0) <= 0 {
		r.Reach = predicate.Reach{Square: predicate.ZeroSquare()}
		r.share(&s.worker.Tally, h, low.at)
		return r, true
	}
	r.Reach = predicate.Reach{Square: s.worker.Tally.HeightSquare(h, low.at), R: radius}
	r.Value = r.Reach.Value()
	r.Points[k], r.Points[1-k] = low.at, h.Foot(low.at)
	r.PointError = lastPlaces(r.Points[1-k])
	if radius > 0 { // as outward does
		r.Points[k] = low.at.Add(way(low.at, r.Points[1-k]).Scale(radius))
		r.PointError = 2*r.PointError + roundBound*radius + lastPlaces(r.Points[k])
	}
	return r, true
}

// halfTouch is the span of the lowest contact with a half space.
func (s *spanner) halfTouch(w *World, p broad.Pair, c *Contact) Span {
	half, other := w.halfOf(p)
	h, b := w.bodies[half].half, &w.bodies[other]
	if b.half != nil {
		return s.halvesSpan(p, w.bodies[p.A].half, w.bodies[p.B].half)
	}
	r := Span{Pair: p, Primitives: narrow.Pair{A: c.TriA, B: c.TriB}, Reach: predicate.Reach{Square: predicate.ZeroSquare()}}
	if b.model == nil {
		low, _ := s.lowest(w, other, h) // of a solid there is one
		r.share(&s.worker.Tally, h, low.at)
		return r
	}
	k, tri := 0, c.TriA
	if other == p.B {
		k, tri = 1, c.TriB
	}
	t := w.Triangle(int(other), int(tri))
	at := s.worker.Tally.Lowest(h, t[:])
	r.Features[k] = predicate.CornerFeature + predicate.Feature(at)
	r.share(&s.worker.Tally, h, t[at])
	return r
}

// share sets the points of a body that touches to a common one: x, if the half space has it, or the nearest point of the plane.
func (r *Span) share(t *predicate.Tally, h *predicate.HalfSpace, x geom.Vec) {
	if t.HeightSign(h, x) > 0 {
		x = h.Foot(x)
		r.PointError = lastPlaces(x)
	}
	r.Points = [2]geom.Vec{x, x}
}

// halvesSpan is the distance of two half spaces.
func (s *spanner) halvesSpan(p broad.Pair, a, b *predicate.HalfSpace) Span {
	t := &s.worker.Tally
	r := Span{Pair: p}
	if t.HalfSpacesMeet(a, b) {
		x, exact := t.CommonOf(a, b)
		r.Reach, r.Points = predicate.Reach{Square: predicate.ZeroSquare()}, [2]geom.Vec{x, x}
		if !exact {
			r.PointError = lastPlaces(x)
		}
		return r
	}
	r.Reach = predicate.Reach{Square: t.HeightSquare(a, b.Point)}
	r.Value = r.Reach.Value()
	r.Points = [2]geom.Vec{a.Foot(b.Point), b.Point}
	r.PointError = lastPlaces(r.Points[0])
	return r
}

// lowest returns the lowest primitive of a body, of several the first. It reports false where the search was stopped.
func (s *spanner) lowest(w *World, i int32, h *predicate.HalfSpace) (lowest, bool) {
	b, t := &w.bodies[i], &s.worker.Tally
	switch {
	case b.axial != nil:
		ends := [2]geom.Vec{b.axial.A, b.axial.B}
		return lowest{at: ends[t.Lowest(h, ends[:])], found: true}, true
	case b.hull != nil:
		return lowest{at: b.hull.Points()[t.Lowest(h, b.hull.Points())], found: true}, true
	case b.model == nil:
		return lowest{at: b.sphere.Center, found: true}, true
	case !w.NeedTree(int(i)):
		return lowest{}, false
	}
	return s.lowestTriangle(b.surface, h)
}

// lowestTriangle descends a surface's tree, the lower child of a node first.
func (s *spanner) lowestTriangle(surface *narrow.Surface, h *predicate.HalfSpace) (best lowest, ok bool) {
	s.worker.nodes = append(s.worker.nodes[:0], 0)
	for len(s.worker.nodes) > 0 {
		if !s.worker.Step() {
			return best, false
		}
		n := &surface.Tree.Nodes[s.worker.nodes[len(s.worker.nodes)-1]]
		s.worker.nodes = s.worker.nodes[:len(s.worker.nodes)-1]
		s.worker.BVTests++
		box := surface.WorldBox(&n.Box)
		over := predicate.HalfSpace{Point: best.at, Normal: h.Normal}
		if best.found && over.IsAbove(&box, 0) {
			continue
		}
		if n.IsLeaf() {
			for _, i := range surface.Tree.Order[n.First : n.First+n.Count] {
				best.try(&s.worker.Worker, surface, h, i)
			}
			continue
		}
		left, right := surface.WorldBox(&surface.Tree.Nodes[n.Child].Box), surface.WorldBox(&surface.Tree.Nodes[n.Child+1].Box)
		near, far := n.Child, n.Child+1
		if h.IsLower(&right, &left) {
			near, far = far, near
		}
		s.worker.nodes = append(s.worker.nodes, far, near)
	}
	return best, best.found
}

// try takes a triangle that is lower, or as low and before the one at hand.
func (l *lowest) try(s *narrow.Worker, surface *narrow.Surface, h *predicate.HalfSpace, i uint32) {
	var t geom.Triangle
	surface.Triangle(i, &t)
	s.PrimitiveTests++
	k := s.Tally.Lowest(h, t[:])
	if l.found {
		c := s.Tally.HeightSign(&predicate.HalfSpace{Point: l.at, Normal: h.Normal}, t[k])
		if c > 0 || c == 0 && i > l.primitive {
			return
		}
	}
	*l = lowest{i, t[k], predicate.CornerFeature + predicate.Feature(k), true}
}

// halfWithin collects the primitives of a body at most a distance apart from a half space.
func (s *spanner) halfWithin(w *World, p broad.Pair, distance float64) {
	half, other := w.halfOf(p)
	h, b := w.bodies[half].half, &w.bodies[other]
	c := Contact{BodyA: uint32(p.A), BodyB: uint32(p.B)}
	if b.model == nil {
		r, ok := s.halfSpan(w, p, distance)
		s.takeWithin(w, c, ok && r.Reach.CompareDistance(distance) <= 0)
		return
	}
	if h.IsAbove(&w.boxes[other], distance) || !w.NeedTree(int(other)) {
		return
	}
	s.worker.nodes = append(s.worker.nodes[:0], 0)
	for len(s.worker.nodes) > 0 && s.worker.Step() {
		n := &b.surface.Tree.Nodes[s.worker.nodes[len(s.worker.nodes)-1]]
		s.worker.nodes = s.worker.nodes[:len(s.worker.nodes)-1]
		s.worker.BVTests++
		if box := b.surface.WorldBox(&n.Box); h.IsAbove(&box, distance) {
			continue
		}
		if !n.IsLeaf() {
			s.worker.nodes = append(s.worker.nodes, n.Child+1, n.Child)
			continue
		}
		for _, i := range b.surface.Tree.Order[n.First : n.First+n.Count] {
			c.TriA, c.TriB = 0, i
			if other == p.A {
				c.TriA, c.TriB = i, 0
			}
			var t geom.Triangle
			b.surface.Triangle(i, &t)
			s.worker.PrimitiveTests++
			low := t[s.worker.Tally.Lowest(h, t[:])]
			if s.takeWithin(w, c, s.worker.Tally.CompareHeight(h, low, distance, 0) <= 0); w.Control.Cause() != narrow.Running {
				return
			}
		}
	}
}

// takeWithin appends a pair of primitives if it is near enough. With First it ends the search.
func (s *spanner) takeWithin(w *World, c Contact, near bool) {
	if !near {
		return
	}
	s.worker.Contacts = append(s.worker.Contacts, c)
	if s.worker.Found(); w.First {
		w.Control.Stop(narrow.Found)
	}
}

// nearHalves calls visit for the pairs with a half space that may be at most a distance apart, permitted ones too.
func (s *spanner) nearHalves(w *World, most float64, visit func(p broad.Pair)) {
	t := &s.worker.Worker
	w.eachHalf(t, func(p broad.Pair) bool {
		t.BVTests++
		h, i := w.halfOf(p)
		far := w.bodies[i].half == nil && most <= math.MaxFloat64 && w.bodies[h].half.IsAbove(&w.boxes[i], round.Up(most))
		if !far {
			visit(p)
		}
		return w.Control.Cause() == narrow.Running
	})
}
