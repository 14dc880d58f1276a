package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
)

// HasSolid reports whether a solid, which is any body but a mesh, takes part in the pair.
func (w *World) HasSolid(p broad.Pair) bool {
	return !w.mesh[p.A] || !w.mesh[p.B]
}

// TwoSolids reports whether both bodies are solids.
func (w *World) TwoSolids(p broad.Pair) bool { return !w.mesh[p.A] && !w.mesh[p.B] }

// MeshOf returns the mesh of a pair with one solid, and the other body.
func (w *World) MeshOf(p broad.Pair) (mesh, solid int32) {
	if w.mesh[p.A] {
		return p.A, p.B
	}
	return p.B, p.A
}

// Primitive returns a solid as it is in the world.
func (w *World) Primitive(i int32) narrow.Primitive {
	b := &w.bodies[i]
	return narrow.Primitive{Half: b.half, Sphere: &b.sphere, Hull: b.hull, Axial: b.axial, Box: &w.boxes[i]}
}

// AppendSolidContacts appends the triangles found between a mesh and a solid.
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

// SolidPair appends the contacts of a pair with a solid. The surface's tree of
// boxes culls triangles far from the solid's box: this is the hierarchy of auto and bvh.
// Methods with hierarchies of their own use SolidPair for pairs without a mesh, in which
// there is no hierarchy to descend: the first stage of the exact test is the test of the
// solids themselves.
func (w *World) SolidPair(s *Worker, p broad.Pair, dst []Contact) []Contact {
	if w.TwoSolids(p) {
		return w.twoSolids(s, p, dst)
	}
	if w.hasHalf(p) {
		return w.halfMesh(s, p, dst)
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
	s.Found()
	return append(dst, c)
}

func (w *World) twoSolids(s *Worker, p broad.Pair, dst []Contact) []Contact {
	if !s.Step() {
		return dst
	}
	s.PrimitiveTests++
	if touch, _ := solidsTouch(&s.Tally, &w.bodies[p.A], &w.bodies[p.B]); !touch {
		return dst // Doubts finds the undecided ones
	}
	s.Found()
	return append(dst, Contact{BodyA: uint32(p.A), BodyB: uint32(p.B)})
}

// solidsTouch reports whether two solids share a point, and whether that is decided: touch is false
// if it is not.
func solidsTouch(t *predicate.Tally, a, b *body) (touch, decided bool) {
	switch {
	case a.half != nil:
		return halfTouches(t, a.half, b), true
	case b.half != nil:
		return halfTouches(t, b.half, a), true
	case a.axial != nil && b.axial != nil:
		return t.AxialsMeet(a.axial, b.axial)
	case a.axial != nil:
		return axialTouches(t, a, b), true
	case b.axial != nil:
		return axialTouches(t, b, a), true
	case a.hull != nil && b.hull != nil:
		return t.HullHull(a.hull, b.hull), true
	case a.hull != nil:
		return t.HullSphere(a.hull, &b.sphere), true
	case b.hull != nil:
		return t.HullSphere(b.hull, &a.sphere), true
	}
	return t.SphereSphere(&a.sphere, &b.sphere), true
}

// axialTouches decides for a capsule, a cylinder or a cone and a sphere or a box.
func axialTouches(t *predicate.Tally, a, b *body) bool {
	if b.hull != nil {
		return t.HullAxial(b.hull, a.axial)
	}
	return t.AxialSphere(a.axial, &b.sphere)
}
