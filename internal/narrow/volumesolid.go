package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
)

// Primitive is a solid in the world: a capsule or cylinder if Axial is set, a box if Hull is, a half space if Half is, else a
// sphere. No search takes a half space: its pairs are no engine's.
type Primitive struct {
	Half   *predicate.HalfSpace
	Sphere *geom.Sphere
	Hull   *predicate.Hull
	Axial  *predicate.Axial
	Box    *geom.AABB // certainly holds the solid
}

// Touches asks package predicate. The boundary of a box is kept: the next triangle is mostly one for the
// same box.
func (p *Primitive) Touches(t *predicate.Tally, q *geom.Triangle) bool {
	switch {
	case p.Half != nil:
		return t.HalfSpaceTriangle(p.Half, q)
	case p.Axial != nil:
		return t.AxialTriangle(p.Axial, q)
	case p.Hull != nil:
		t.Keep()
		return t.HullTriangle(p.Hull, q)
	}
	return t.SphereTriangle(p.Sphere, q)
}

// setSlabs makes the slabs of a solid hold p.
func (p *Primitive) setSlabs(s *volume.Solid) {
	switch {
	case p.Axial != nil:
		s.SetSlabsAroundBalls(p.Axial.A, p.Axial.B, p.Axial.Radius)
	case p.Hull != nil:
		s.SetSlabsAround(p.Hull.Points())
	default:
		s.SetSlabs((*volume.Ball)(p.Sphere))
	}
}

// corners returns eight points around p, which is no sphere: of a box its corners.
func (p *Primitive) corners() (c [8]geom.Vec) {
	if p.Axial == nil && len(p.Hull.Points()) == len(c) {
		copy(c[:], p.Hull.Points())
		return c
	}
	ends := [2]geom.Vec{p.Box.Min, p.Box.Max}
	for i := range c {
		c[i] = geom.Vec{X: ends[i&1].X, Y: ends[i>>1&1].Y, Z: ends[i>>2].Z}
	}
	return c
}

// SolidVolume is a tree.Volume that can be compared with a solid.
type SolidVolume[V any] interface {
	tree.Volume[V]
	// ApartFrom reports whether the volume, rounded as it is, is more than pad apart from
	// the solid.
	ApartFrom(s *volume.Solid, pad float64) bool
}

// SolidSearch is the question of which triangles of a surface touch a solid, put to
// the surface's hierarchy of volumes.
type SolidSearch[V any, P SolidVolume[V]] struct {
	surface   *Surface
	tree      *tree.Of[V]
	primitive Primitive
	// seen is the primitive in the coordinates of the tree.
	seen   volume.Solid
	kind   volumeKind
	margin float64
	// boxLeaves compares the boxes of triangles in leaves; leaves holds them ready or is nil.
	boxLeaves bool
	leaves    *PosedLeaves
}

// SetLocal prepares the search over a hierarchy in the surface's own coordinates.
//
// Derivation of margin. Let W be the surface's reach plus the largest coordinate of the
// primitive's box, which bounds a sphere's radius as well, and δ the surface's defect, which is
// off by 4u itself. If the primitive and a world triangle below a node share a point y, there is
// a point a within the node's volume with |y − (R·a + T)| ≤ 4.1u·W per coordinate, by the
// derivation at query. For x = Rᵀ·(y − T), with rows of Rᵀ of 1-norm ≤ 1.8, that gives
// |x − a| ≤ 1.8·4.1u·W + 3(δ + 4u)·W < 20u·W + 3δ·W per coordinate.
//
// A point Rᵀ·(p − T) is computed with an error below 8u·W per coordinate: one rounded
// difference, three products and two sums, of values up to 1.8·W. For a box, x is in the hull of
// eight such points, which of a capsule or a cylinder are the corners of its box; for a sphere of radius r, x is within (1 + 1.5(δ + 4u))·r of the image of
// the centre. So a is within 28u·W + 3δ·W per coordinate of a point of the computed box, and
// within r + 55u·W + 7δ·W of the computed centre.
//
// The volume tests add to that: OBB.apartFromBall and Ball.Apart less than 128u·5.1·W, since
// the centres are less than 5.1·W apart; OBB.Apart, with |L| ≤ √2 for its directions L, less
// than 475u·W for two boxes whose axes are off orthonormal by 16u, and less than 40 roundings
// of values up to 8·W. Everything together is below 1000u·W + 7δ·W, a quarter of margin;
// the constant covers underflow.
func (s *SolidSearch[V, P]) SetLocal(a *Surface, t *tree.Of[V], p Primitive) {
	s.surface, s.tree, s.primitive, s.boxLeaves, s.leaves = a, t, p, false, nil
	w := a.reach + max(p.Box.Min.MaxAbs(), p.Box.Max.MaxAbs())
	s.margin = 4096*u*w + 64*a.defect*w + 4096*math.SmallestNonzeroFloat64
	if !(w <= most) || !(a.defect <= rigidDefect) {
		s.kind = boxed
		return
	}
	s.kind = moved
	if a.identity {
		s.kind = together
	}
	if p.Hull == nil && p.Axial == nil {
		s.seen.SetSphere(volume.Ball{Center: s.local(p.Sphere.Center), Radius: p.Sphere.Radius})
		return
	}
	corners := p.corners()
	for i, c := range corners {
		corners[i] = s.local(c)
	}
	s.seen.SetBox(&corners)
}

// local returns a point of the world in the tree's coordinates, rounded.
func (s *SolidSearch[V, P]) local(p geom.Vec) geom.Vec {
	if s.kind == together {
		return p
	}
	return s.surface.pose.R.TMulVec(p.Sub(s.surface.pose.T))
}

// SetWorld prepares the search over a hierarchy of 18-DOPs in world coordinates, which needs
// no margin: their slabs and the primitive's are rounded monotonically or outward.
func (s *SolidSearch[V, P]) SetWorld(a *Surface, t *tree.Of[V], p Primitive) {
	s.surface, s.tree, s.primitive, s.boxLeaves, s.leaves = a, t, p, false, nil
	s.kind, s.margin = together, 0
	p.setSlabs(&s.seen)
}

// BoxLeaves makes leaves compare the boxes of their posed triangles before they ask the
// predicate; l holds all of the surface's, or is nil.
func (s *SolidSearch[V, P]) BoxLeaves(l *PosedLeaves) { s.boxLeaves, s.leaves = true, l }

// apart reports whether no triangle below node i can touch the primitive.
func (s *SolidSearch[V, P]) apart(w *Worker, i int32) bool {
	w.BVTests++
	v := P(&s.tree.Nodes[i].Volume)
	if s.kind != boxed {
		return v.ApartFrom(&s.seen, s.margin)
	}
	b := v.Bounds()
	box := s.surface.WorldBox(&b)
	return !box.Overlaps(s.primitive.Box)
}

// root appends the root unless it is apart; nodes are the A of a NodePair.
func (s *SolidSearch[V, P]) root(w *Worker, dst []NodePair) []NodePair {
	if s.apart(w, 0) {
		return dst
	}
	return append(dst, NodePair{})
}

func (s *SolidSearch[V, P]) atLeaf(p NodePair) bool { return s.tree.Nodes[p.A].IsLeaf() }

// expand appends the children of a node that are not certainly apart.
func (s *SolidSearch[V, P]) expand(w *Worker, p NodePair, dst []NodePair) []NodePair {
	c := s.tree.Nodes[p.A].Child
	for i := c + 1; i >= c; i-- {
		if !s.apart(w, i) {
			dst = append(dst, NodePair{A: i})
		}
	}
	return dst
}

// Touching appends the triangles that touch the primitive, depth first. It stops early when
// the worker's Control requires it.
func (s *SolidSearch[V, P]) Touching(w *Worker, dst []uint32) []uint32 {
	stack := w.stack[:0]
	if w.Step() {
		stack = s.root(w, stack)
	}
	for len(stack) > 0 && w.Step() {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.atLeaf(p) {
			dst = s.triangles(w, &s.tree.Nodes[p.A], dst)
		} else {
			stack = s.expand(w, p, stack)
		}
	}
	w.stack = stack[:0]
	return dst
}

// Follow adds to the trail what Touching would do, as Worker.Follow does for Run; the ends
// have the surface's node in A.
func (s *SolidSearch[V, P]) Follow(w *Worker, t *Trail) {
	start := func(dst []NodePair) []NodePair { return s.root(w, dst) }
	t.follow(w, start, s.atLeaf, func(p NodePair, dst []NodePair) []NodePair { return s.expand(w, p, dst) })
}

// triangles appends those of a leaf that touch the primitive.
func (s *SolidSearch[V, P]) triangles(w *Worker, n *tree.NodeOf[V], dst []uint32) []uint32 {
	order := s.tree.Order[n.First : n.First+n.Count]
	w.steps -= len(order)
	leaf := boxedLeaf{order: order}
	if s.boxLeaves {
		leaf = w.boxesA.leaf(s.leaves, s.surface, order, n.First)
	} else {
		leaf.triangles = w.posedA.load(s.surface, order, nil)
	}
	var q geom.Triangle
	for k, i := range order {
		if s.boxLeaves && !leaf.boxes[k].Overlaps(s.primitive.Box) {
			continue
		}
		w.PrimitiveTests++
		leaf.triangle(k, &q)
		if !s.primitive.Touches(&w.Tally, &q) {
			continue
		}
		dst = append(dst, i)
		if !w.Found() {
			break
		}
	}
	return dst
}
