package world

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/shape"
)

// boxAndMesh returns which body of a pair is a box and which a mesh, if they are.
func (w *World) boxAndMesh(p broad.Pair) (box, mesh int32, ok bool) {
	box, mesh = p.A, p.B
	if w.mesh[box] {
		box, mesh = mesh, box
	}
	_, ok = w.bodies[box].solid.(shape.Box)
	return box, mesh, ok && w.mesh[mesh]
}

// NeedSolidPair builds the tree that a pair with a sphere or a box is searched in: a wide one
// next to a box. It returns false if the search was stopped first.
func (w *World) NeedSolidPair(p broad.Pair) bool {
	if _, mesh, ok := w.boxAndMesh(p); ok {
		return w.needWide(w.bodies[mesh].model)
	}
	return w.NeedTrees(p)
}

// HasTrees reports whether the meshes of a pair have the trees that SolidPair descends.
func (w *World) HasTrees(p broad.Pair) bool {
	for _, i := range [2]int32{p.A, p.B} {
		if w.mesh[i] && w.bodies[i].surface.Tree == nil {
			return false
		}
	}
	return true
}

// NeedTrees builds the trees that bvh descends for a pair. It returns false if the search was stopped
// first.
func (w *World) NeedTrees(p broad.Pair) bool {
	for _, i := range [2]int32{p.A, p.B} {
		if w.mesh[i] && !w.NeedTree(int(i)) {
			return false
		}
	}
	return true
}

// SetWideBox prepares the search of a box and a mesh in its wide tree. It returns false where the pair is
// of other bodies or must be given to SolidPair.
func (w *World) SetWideBox(s *narrow.WideBox, p broad.Pair) bool {
	box, mesh, ok := w.boxAndMesh(p)
	if !ok {
		return false
	}
	b := &w.bodies[box]
	ends := b.solid.(shape.Box).Bounds()
	t := w.bodies[mesh].model.wide.Load()
	return t != nil && s.Set(&ends, &b.pose, b.hull, w.bodies[mesh].surface, t)
}

// AppendTriangles appends the contacts of a pair of a sphere or box and a mesh, given the triangles.
func (w *World) AppendTriangles(dst []Contact, p broad.Pair, triangles []uint32) []Contact {
	for _, t := range triangles {
		c := Contact{BodyA: uint32(p.A), BodyB: uint32(p.B)}
		if w.mesh[p.A] {
			c.TriA = t
		} else {
			c.TriB = t
		}
		dst = append(dst, c)
	}
	return dst
}
