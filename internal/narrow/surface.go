// Package narrow finds the triangle pairs of two posed meshes that touch: by
// simultaneous descent over their trees, or by trying every pair.
//
// The descent only ever rejects what provably cannot touch; whatever reaches the
// leaves is decided by package predicate on world coordinates.
package narrow

import (
	"math"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// Surface is a mesh with its tree under a pose.
type Surface struct {
	Mesh *mesh.Mesh
	// Box encloses the mesh in local coordinates.
	Box geom.AABB
	// Tree is over the mesh's triangles in local coordinates; nil where only a wide
	// tree is searched.
	Tree *tree.Tree
	// Leaves, where set, are the triangles in local coordinates in Tree.Order's
	// order: a leaf is then one piece of memory instead of a dozen.
	Leaves []geom.Triangle
	pose   geom.Pose
	// identity reports that world coordinates are the local ones.
	identity bool
	// extent bounds |local coordinates|, reach |world coordinates|, both in the
	// ∞-norm; defect bounds |RᵀR − I| per entry.
	extent, reach, defect float64
}

// NewSurface returns the mesh under the identity.
func NewSurface(m *mesh.Mesh, t *tree.Tree) Surface {
	s := Surface{Tree: t}
	box := t.Nodes[0].Box
	s.SetMesh(m, &box, max(box.Min.MaxAbs(), box.Max.MaxAbs()))
	s.SetPose(&geom.Identity)
	return s
}

// SetMesh gives the surface its mesh, or another one of the triangles of its trees; box
// encloses it and extent bounds its coordinates, in magnitude. SetPose must follow.
func (s *Surface) SetMesh(m *mesh.Mesh, box *geom.AABB, extent float64) {
	s.Mesh, s.Box, s.extent = m, *box, extent
}

// SetPose moves the surface. O(1).
func (s *Surface) SetPose(p *geom.Pose) {
	reach, defect := s.Bound(p)
	s.Place(p, reach, defect)
}

// Bound returns what Reach does under another pose.
func (s *Surface) Bound(p *geom.Pose) (reach, defect float64) {
	return reachOf(p, s.extent), p.OrthonormalDefect()
}

// Place is SetPose given what Bound returned.
func (s *Surface) Place(p *geom.Pose, reach, defect float64) {
	s.pose, s.identity, s.reach, s.defect = *p, p.IsIdentity(), reach, defect
}

// reachOf bounds world coordinates under a pose, given a bound of local ones.
func reachOf(p *geom.Pose, extent float64) float64 {
	return rowSum(&p.R)*extent + largestOf(0, math.Abs(p.T.X), math.Abs(p.T.Y), math.Abs(p.T.Z))
}

// rowSum is the ∞-norm of the matrix, but at least 1 so that reach ≥ extent.
func rowSum(r *geom.Mat) float64 {
	return largestOf(1, math.Abs(r[0])+math.Abs(r[1])+math.Abs(r[2]), math.Abs(r[3])+math.Abs(r[4])+math.Abs(r[5]), math.Abs(r[6])+math.Abs(r[7])+math.Abs(r[8]))
}

// largestOf returns the largest of numbers that are at least 0, or NaN if one is NaN: their bits are in the same order, and
// comparing bits takes half the time.
func largestOf(w, x, y, z float64) float64 {
	return math.Float64frombits(max(max(math.Float64bits(w), math.Float64bits(x)), max(math.Float64bits(y), math.Float64bits(z))))
}

// Pose returns the current pose.
func (s *Surface) Pose() *geom.Pose { return &s.pose }

// Triangle writes the world coordinates of triangle i.
func (s *Surface) Triangle(i uint32, dst *geom.Triangle) {
	c := &s.Mesh.Triangles[i]
	v := s.Mesh.Vertices
	dst[0], dst[1], dst[2] = v[c[0]], v[c[1]], v[c[2]]
	s.toWorld(dst)
}

// place sets c to the world corners of a leaf's triangles, whose numbers are those that
// the tree was built with.
func (s *Surface) place(c *simd.Corners, leaf *simd.Leaf, level simd.Level) {
	vertices := unsafe.Slice((*[3]float64)(unsafe.Pointer(&s.Mesh.Vertices[0])), len(s.Mesh.Vertices))
	pose := (*simd.Affine64)(unsafe.Pointer(&s.pose))
	if s.identity {
		pose = nil
	}
	level.Place(c, leaf, vertices, s.Mesh.Triangles, pose)
}

func (s *Surface) toWorld(t *geom.Triangle) {
	if !s.identity {
		t[0], t[1], t[2] = s.pose.Apply(t[0]), s.pose.Apply(t[1]), s.pose.Apply(t[2])
	}
}

// WorldBox returns a box that certainly encloses the world image of a local box,
// rounding of the vertices included.
func (s *Surface) WorldBox(b *geom.AABB) geom.AABB {
	if s.identity {
		return *b
	}
	c, h := b.Center(), b.Size().Scale(0.5)
	a := s.pose.R.Abs()
	w := s.pose.R.MulVec(c).Add(s.pose.T)
	e := a.MulVec(h)
	pad := worldPad(s.reach)
	return geom.AABB{
		Min: geom.Vec{X: lower(w.X - e.X - pad), Y: lower(w.Y - e.Y - pad), Z: lower(w.Z - e.Z - pad)},
		Max: geom.Vec{X: upper(w.X + e.X + pad), Y: upper(w.Y + e.Y + pad), Z: upper(w.Z + e.Z + pad)},
	}
}

// Reach returns a bound of world coordinates, in magnitude, and one of |RᵀR − I| by entry.
func (s *Surface) Reach() (reach, defect float64) { return s.reach, s.defect }

// WorldPad is how far off its place a coordinate of what lies within a reach can be: see worldPad.
func WorldPad(reach float64) float64 { return worldPad(reach) }

// worldPad bounds what rounding moves: a posed vertex sees at most 4 rounded
// operations a coordinate, the box's own centre, half size, two products by R and
// the final sums fewer than 16 more, each off by at most u·reach (intermediate
// values are at most 4·reach). 128u·reach covers them; the constant covers
// underflow.
func worldPad(reach float64) float64 { return 128*u*reach + tiny }

const (
	u    = 1.0 / (1 << 53)
	tiny = 64 * math.SmallestNonzeroFloat64
)

// lower and upper turn the NaN and the wrong infinity of an overflow into "no
// bound".
func lower(x float64) float64 {
	if x <= math.MaxFloat64 {
		return x
	}
	return math.Inf(-1)
}

func upper(x float64) float64 {
	if x >= -math.MaxFloat64 {
		return x
	}
	return math.Inf(1)
}

// packed returns the triangles of a leaf from Leaves, nil where there are none.
func (s *Surface) packed(n *tree.Node) []geom.Triangle {
	if s.Leaves == nil {
		return nil
	}
	return s.Leaves[n.First : n.First+n.Count]
}
