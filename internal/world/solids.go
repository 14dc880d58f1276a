package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/shape"
)

// HasSolid reports whether a sphere or a box takes part in the pair. Such pairs
// go through SolidPair, whatever the method.
func (w *World) HasSolid(p broad.Pair) bool {
	return !w.mesh[p.A] || !w.mesh[p.B]
}

// SolidPair appends the contacts of a pair with a sphere or a box; a mesh's tree
// culls triangles far from the solid's box.
func (w *World) SolidPair(s *Worker, p broad.Pair, dst []Contact) []Contact {
	if w.bodies[p.A].model == nil && w.bodies[p.B].model == nil {
		return w.twoSolids(s, p, dst)
	}
	surface, bounds := w.meshOf(p)
	if surface.Tree == nil {
		return dst // the search was stopped before it was built
	}
	s.nodes = append(s.nodes[:0], 0)
	for len(s.nodes) > 0 && s.Step() {
		i := s.nodes[len(s.nodes)-1]
		s.nodes = s.nodes[:len(s.nodes)-1]
		n := &surface.Tree.Nodes[i]
		s.BVTests++
		if box := surface.WorldBox(&n.Box); !box.Overlaps(bounds) {
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

// EverySolidPair is SolidPair without culling.
func (w *World) EverySolidPair(s *Worker, p broad.Pair, dst []Contact) []Contact {
	if w.bodies[p.A].model == nil && w.bodies[p.B].model == nil {
		return w.twoSolids(s, p, dst)
	}
	surface, _ := w.meshOf(p)
	for t := 0; t < len(surface.Mesh.Triangles) && s.Step(); t++ {
		dst = w.solidTriangle(s, p, uint32(t), dst)
	}
	return dst
}

// meshOf returns the mesh of a mixed pair and the world box of its partner.
func (w *World) meshOf(p broad.Pair) (*narrow.Surface, *geom.AABB) {
	if w.bodies[p.A].model != nil {
		return w.bodies[p.A].surface, &w.boxes[p.B]
	}
	return w.bodies[p.B].surface, &w.boxes[p.A]
}

func (w *World) solidTriangle(s *Worker, p broad.Pair, i uint32, dst []Contact) []Contact {
	surface, _ := w.meshOf(p)
	solid, c := &w.bodies[p.A], Contact{BodyA: uint32(p.A), BodyB: uint32(p.B), TriB: i}
	if solid.model != nil {
		solid, c.TriA, c.TriB = &w.bodies[p.B], i, 0
	}
	var t geom.Triangle
	surface.Triangle(i, &t)
	s.PrimitiveTests++
	if !solid.touchesTriangle(&s.Tally, &t) {
		return dst
	}
	s.found()
	return append(dst, c)
}

func (w *World) twoSolids(s *Worker, p broad.Pair, dst []Contact) []Contact {
	if !s.Step() {
		return dst
	}
	s.PrimitiveTests++
	if !solidsTouch(&s.Tally, &w.bodies[p.A], &w.bodies[p.B]) {
		return dst
	}
	s.found()
	return append(dst, Contact{BodyA: uint32(p.A), BodyB: uint32(p.B)})
}

// found ends the search when one contact is enough.
func (s *Worker) found() {
	if s.First {
		s.Control.Stop(narrow.Found)
	}
}

func (b *body) touchesTriangle(t *predicate.Tally, q *geom.Triangle) bool {
	if _, ok := b.solid.(shape.Sphere); ok {
		return t.SphereTriangle(&b.sphere, q)
	}
	return t.HullTriangle(b.hull, q)
}

func solidsTouch(t *predicate.Tally, a, b *body) bool {
	_, sphereA := a.solid.(shape.Sphere)
	_, sphereB := b.solid.(shape.Sphere)
	switch {
	case sphereA && sphereB:
		return t.SphereSphere(&a.sphere, &b.sphere)
	case sphereA:
		return t.HullSphere(b.hull, &a.sphere)
	case sphereB:
		return t.HullSphere(a.hull, &b.sphere)
	}
	return t.HullHull(a.hull, b.hull)
}
