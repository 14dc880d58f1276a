package depth

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/tree"
)

// Solid is the interior of a closed mesh at a pose, or of a convex hull. The zero value is ready for Set; its memory is
// reused.
type Solid struct {
	// nodes are those of the surface's tree with boxes around the posed triangles, which are in the
	// order of the leaves.
	nodes     []tree.Node
	triangles []geom.Triangle
	// outward is the side of each triangle where the solid is not: 1 in front, −1 behind, 0 if both sides are
	// inside. Triangles of the last kind are no part of the boundary.
	outward []int8
	reach   float64
	axes    geom.Mat // of the pose, in columns of length 1
	// convex reports a hull: its interior is what is behind all triangles, which may overlap.
	convex bool
	isBall bool
	ball   geom.Sphere
	// slack is how far the boundary of what stands for a half space may be from its plane, next to the other solid, and that of what stands for a capsule, a
	// cylinder or a cone from its surface. It is 0 for other solids.
	slack float64
	// shells are those of a mesh, whose triangles are in this order and at these places. A hull has none.
	shells *kind.Shells
	order  []uint32
	place  []int32
	// version changes with the solid.
	version uint64
}

// The coordinates of a solid are at most 2¹⁰⁰, and those of one pair of solids together are at
// least 2⁻¹⁰⁰ at their largest: products of eight of them neither overflow nor vanish.
const largestExponent = 100

// Scale returns the exponent by which Set has to scale the solids of a pair whose coordinates are at
// most reach: 0 for all but extreme ones.
func Scale(reach float64) int {
	if _, e := math.Frexp(reach); e > largestExponent || e < -largestExponent {
		return -e
	}
	return 0
}

// Set takes a mesh at its pose, scaled by 2 to the power of an exponent. It returns false if that would
// round a coordinate. Time is linear in the triangles.
func (s *Solid) Set(b *kind.Body, exponent int) bool {
	order := b.Surface.Tree.Order
	s.nodes = append(s.nodes[:0], b.Surface.Tree.Nodes...)
	s.triangles, s.outward = slices.Grow(s.triangles[:0], len(order)), slices.Grow(s.outward[:0], len(order))
	s.reach, s.convex, s.isBall = 0, false, false
	s.shells, s.order, s.place = b.Shells, order, slices.Grow(s.place[:0], len(order))[:len(order)]
	s.version++
	s.slack = 0
	for i, t := range order {
		s.place[t] = int32(i)
		var q geom.Triangle
		b.Surface.Triangle(t, &q)
		if exponent != 0 && !scale(&q, exponent) {
			return false
		}
		s.triangles = append(s.triangles, q)
		s.outward = append(s.outward, b.Outward(t))
		s.reach = max(s.reach, q[0].MaxAbs(), q[1].MaxAbs(), q[2].MaxAbs())
	}
	s.refit()
	s.setAxes(&b.Surface.Pose().R)
	return true
}

// SetHull takes a convex hull with an interior, as Set does a mesh; its axes are those of a pose.
func (s *Solid) SetHull(h *predicate.Hull, pose *geom.Mat, exponent int) bool {
	var tally predicate.Tally
	s.slack, s.isBall, s.shells = 0, false, nil
	s.version++
	s.triangles, s.outward, s.reach, s.convex = tally.Facets(h, s.triangles[:0]), s.outward[:0], 0, true
	for i := range s.triangles {
		q := &s.triangles[i]
		if exponent != 0 && !scale(q, exponent) {
			return false
		}
		s.outward = append(s.outward, 1)
		s.reach = max(s.reach, q[0].MaxAbs(), q[1].MaxAbs(), q[2].MaxAbs())
	}
	s.nodes = append(s.nodes[:0], tree.Node{Count: int32(len(s.triangles))})
	s.refit()
	s.setAxes(pose)
	return true
}

// holds reports whether a hull has a point in its interior.
func (s *Solid) holds(t *predicate.Tally, p geom.Vec) bool {
	for i := range s.triangles {
		q := &s.triangles[i]
		if t.Orient3D(q[0], q[1], q[2], p) >= 0 {
			return false
		}
	}
	return true
}

// Slack returns how far the boundary of what stands for another solid may be from its own.
func (s *Solid) Slack() float64 { return s.slack }

// Size returns the length of the box's diagonal, rounded down.
func (s *Solid) Size() float64 {
	d := s.nodes[0].Box.Size()
	return d.Norm() * (1 - 8*u)
}

// refit computes the boxes of nodes, children first.
func (s *Solid) refit() {
	for i := len(s.nodes) - 1; i >= 0; i-- {
		n := &s.nodes[i]
		if !n.IsLeaf() {
			n.Box = s.nodes[n.Child].Box
			n.Box.Include(&s.nodes[n.Child+1].Box)
			continue
		}
		n.Box = geom.EmptyAABB()
		for k := range s.triangles[n.First : n.First+n.Count] {
			for c := range 3 {
				n.Box.Hold(&s.triangles[int(n.First)+k][c])
			}
		}
	}
}

// scale multiplies a triangle by a power of two and reports whether that is exact.
func scale(q *geom.Triangle, exponent int) bool {
	for i, v := range q {
		w := geom.Vec{X: math.Ldexp(v.X, exponent), Y: math.Ldexp(v.Y, exponent), Z: math.Ldexp(v.Z, exponent)}
		if (geom.Vec{X: math.Ldexp(w.X, -exponent), Y: math.Ldexp(w.Y, -exponent), Z: math.Ldexp(w.Z, -exponent)}) != v {
			return false
		}
		q[i] = w
	}
	return true
}
