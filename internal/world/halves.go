package world

import (
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
)

// Half spaces have no end, so no box, hierarchy or order of bodies may have them. To an engine such a body is nowhere and in no
// admissible pair, like an empty place. The world tests each half space against every body after the engine's search.

// list puts a body on the list of half spaces, or takes it off.
func (w *World) list(i int32, on bool) {
	at, listed := slices.BinarySearch(w.halves, i)
	switch {
	case on && !listed:
		w.halves = slices.Insert(w.halves, at, i)
	case !on && listed:
		w.halves = slices.Delete(w.halves, at, at+1)
	}
}

// HalfSpace returns the first body that is a half space, −1 if none is.
func (w *World) HalfSpace() int {
	if len(w.halves) == 0 {
		return -1
	}
	return int(w.halves[0])
}

// IsHalfSpace reports whether a body is a half space.
func (w *World) IsHalfSpace(i int) bool { return w.bodies[i].half != nil }

// hasHalf reports whether a half space takes part in a pair.
func (w *World) hasHalf(p broad.Pair) bool {
	return w.bodies[p.A].half != nil || w.bodies[p.B].half != nil
}

// halfOf returns the half space of a pair, the first of two, and the other body.
func (w *World) halfOf(p broad.Pair) (half, other int32) {
	if w.bodies[p.A].half != nil {
		return p.A, p.B
	}
	return p.B, p.A
}

// eachHalf calls visit for the pairs with a half space that are to be tested, each once, until it returns false or the search is
// stopped. Each pair is a step of the worker.
func (w *World) eachHalf(s *narrow.Worker, visit func(p broad.Pair) bool) {
	for _, h := range w.halves {
		for i := range int32(len(w.bodies) - w.guests) {
			if i%StopInterval == StopInterval-1 && w.stop() { // most may be immovable
				return
			}
			if i == h || i < h && w.bodies[i].half != nil {
				continue
			}
			if p := pairOf(h, i); w.counts(p) && (!s.Step() || !visit(p)) {
				return
			}
		}
	}
}

// halfContacts appends the contacts of all half spaces.
func (w *World) halfContacts(dst []Contact) []Contact {
	s := &w.halfWorker
	s.Control, s.First = &w.Control, w.First
	s.Begin()
	w.eachHalf(&s.Worker, func(p broad.Pair) bool {
		w.Stats.BodyPairs++
		if w.isBeyondHalf(&s.Worker, p) {
			return true
		}
		if w.mesh[p.A] && !w.NeedTree(int(p.A)) || w.mesh[p.B] && !w.NeedTree(int(p.B)) {
			return false
		}
		dst = w.SolidPair(s, p, dst)
		return w.Control.Cause() == narrow.Running
	})
	w.Stats.count(&s.Worker)
	return dst
}

// isBeyondHalf reports whether the box of a body is certainly apart from a half space.
func (w *World) isBeyondHalf(s *narrow.Worker, p broad.Pair) bool {
	h, i := w.halfOf(p)
	s.BVTests++
	return w.bodies[i].half == nil && w.bodies[h].half.IsAbove(&w.boxes[i], 0)
}

// halfMesh appends the contacts of a half space and a mesh.
func (w *World) halfMesh(s *Worker, p broad.Pair, dst []Contact) []Contact {
	mesh, half := w.MeshOf(p)
	surface, h := w.bodies[mesh].surface, w.bodies[half].half
	if surface.Tree == nil {
		return dst // the search was stopped before it was built
	}
	s.nodes = append(s.nodes[:0], 0)
	for len(s.nodes) > 0 && s.Step() {
		n := &surface.Tree.Nodes[s.nodes[len(s.nodes)-1]]
		s.nodes = s.nodes[:len(s.nodes)-1]
		s.BVTests++
		if box := surface.WorldBox(&n.Box); h.IsAbove(&box, 0) {
			continue
		}
		if !n.IsLeaf() {
			s.nodes = append(s.nodes, n.Child+1, n.Child)
			continue
		}
		for _, t := range surface.Tree.Order[n.First : n.First+n.Count] {
			dst = w.solidTriangle(s, p, t, dst)
		}
	}
	return dst
}

// halfTouches reports whether a solid shares a point with a half space.
func halfTouches(t *predicate.Tally, h *predicate.HalfSpace, b *body) bool {
	switch {
	case b.half != nil:
		return t.HalfSpacesMeet(h, b.half)
	case b.axial != nil:
		return t.HalfSpaceAxial(h, b.axial)
	case b.hull != nil:
		return t.HalfSpaceHull(h, b.hull)
	}
	return t.HalfSpaceSphere(h, &b.sphere)
}

// CommonBox returns a box around what the primitives of a contact have in common. That of two half spaces, which has no end, is
// a point.
func (w *World) CommonBox(c *Contact) geom.AABB {
	x := w.PrimitiveBox(int(c.BodyA), int(c.TriA))
	return w.commonWith(&x, c)
}

// commonWith is CommonBox, given the box of the first primitive.
func (w *World) commonWith(x *geom.AABB, c *Contact) geom.AABB {
	a, b := w.bodies[c.BodyA].half, w.bodies[c.BodyB].half
	if a != nil && b != nil {
		var t predicate.Tally
		x, _ := t.CommonOf(a, b)
		return geom.AABB{Min: x, Max: x}
	}
	y := w.PrimitiveBox(int(c.BodyB), int(c.TriB))
	switch {
	case a != nil:
		return a.Clip(&y)
	case b != nil:
		return b.Clip(x)
	}
	return x.Intersect(y)
}
