package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/shape"
)

// HasSolid reports whether a sphere or a box takes part in the pair.
func (w *World) HasSolid(p broad.Pair) bool {
	return !w.mesh[p.A] || !w.mesh[p.B]
}

// TwoSolids reports whether both bodies are spheres or boxes.
func (w *World) TwoSolids(p broad.Pair) bool { return !w.mesh[p.A] && !w.mesh[p.B] }

// MeshOf returns the mesh of a pair with one sphere or box, and the other body.
func (w *World) MeshOf(p broad.Pair) (mesh, solid int32) {
	if w.mesh[p.A] {
		return p.A, p.B
	}
	return p.B, p.A
}

// Primitive returns a body that is a sphere or a box, as it is in the world.
func (w *World) Primitive(i int32) narrow.Primitive {
	b := &w.bodies[i]
	return narrow.Primitive{Sphere: &b.sphere, Hull: b.hull, Box: &w.boxes[i]}
}

// AppendSolidContacts appends the triangles found between a mesh and a sphere or a box.
func (w *World) AppendSolidContacts(dst []Contact, p broad.Pair, triangles []uint32) []Contact {
	inB := !w.mesh[p.A]
	for _, i := range triangles {
		c := Contact{BodyA: uint32(p.A), BodyB: uint32(p.B), TriA: i}
		if inB {
			c.TriA, c.TriB = 0, i
		}
		dst = append(dst, c)
	}
	return dst
}

// SolidPair appends the contacts of a pair with a sphere or a box. The surface's tree of
// boxes culls triangles far from the solid's box: this is the hierarchy of auto and bvh.
// Methods with hierarchies of their own use SolidPair for pairs without a mesh, in which
// there is no hierarchy to descend: the first stage of the exact test is the test of the
// spheres or boxes themselves.
func (w *World) SolidPair(s *Worker, p broad.Pair, dst []Contact) []Contact {
	if w.TwoSolids(p) {
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
	if w.TwoSolids(p) {
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
	mesh, solid := w.MeshOf(p)
	return w.bodies[mesh].surface, &w.boxes[solid]
}

func (w *World) solidTriangle(s *Worker, p broad.Pair, i uint32, dst []Contact) []Contact {
	surface, _ := w.meshOf(p)
	_, other := w.MeshOf(p)
	c := Contact{BodyA: uint32(p.A), BodyB: uint32(p.B), TriB: i}
	if other == p.B {
		c.TriA, c.TriB = i, 0
	}
	var t geom.Triangle
	surface.Triangle(i, &t)
	s.PrimitiveTests++
	if solid := w.Primitive(other); !solid.Touches(&s.Tally, &t) {
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
