package narrow

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
)

// WideBox is the question which triangles of a surface a solid box touches, put to a wide tree. The
// zero value is ready.
type WideBox struct {
	search Wide
	hull   *predicate.Hull
	soleBox
}

// soleBox makes a solid the surface A of a search: one box in one node.
type soleBox struct {
	solid Surface
	tree  tree.Wide
}

// Set prepares the search for the box with these ends under a pose, hull being that of its posed,
// rounded corners. False means that SetWide's conditions do not hold.
//
// Rounded corners are off as rounded vertices are, and the halves of the box are rounded up, so that the
// derivation at SetWide holds with the box for a mesh and its tree.
func (s *WideBox) Set(ends *geom.AABB, pose *geom.Pose, hull *predicate.Hull, b *Surface, tb *tree.Wide) bool {
	s.hull = hull
	s.set(ends, pose, tb)
	return s.search.SetWide(&s.solid, b, &s.tree, tb)
}

// set takes the box with these ends under a pose, in the unit of another tree.
func (s *soleBox) set(ends *geom.AABB, pose *geom.Pose, tb *tree.Wide) {
	s.solid.SetMesh(nil, ends, max(ends.Min.MaxAbs(), ends.Max.MaxAbs()))
	s.solid.SetPose(pose)
	t := &s.tree
	if t.Nodes == nil {
		t.Nodes = simd.MakeNodes(1)
		t.Nodes[0].Clear()
		t.Nodes[0].Child[0] = -1
	}
	t.Origin, t.Exponent = ends.Center(), tb.Exponent
	square := 0.0
	for k := range 3 {
		h := max(ends.Max.At(k)-t.Origin.At(k), t.Origin.At(k)-ends.Min.At(k)) * t.Scale() * (1 + 0x1p-20)
		t.Nodes[0].H[k][0] = math.Nextafter32(float32(h), math.MaxFloat32)
		square += float64(h * h)
	}
	t.Radius = math.Sqrt(square) * (1 + 0x1p-20)
}

// Far reports whether nothing can touch.
func (s *WideBox) Far() bool { return s.search.far }

// RunBox appends to dst the triangles of the surface that the box touches, depth first, until Control
// stops it.
func (d *WideDescent) RunBox(w *Worker, s *WideBox, dst []uint32) []uint32 {
	d.Begin(&s.search)
	w.Tally.Keep()
	box, nodes := &s.tree.Nodes[0], s.search.treeB.Nodes
	d.nodes = append(d.nodes[:0], nodes[0].Child[0])
	for len(d.nodes) > 0 && (w.steps > 0 || w.claim()) {
		i := d.nodes[len(d.nodes)-1]
		d.nodes = d.nodes[:len(d.nodes)-1]
		if i < 0 {
			dst = d.boxLeaf(w, s, ^i, dst)
			continue
		}
		n := &nodes[i]
		w.steps -= simd.Lanes
		w.BVTests += simd.Lanes
		for m := d.level.BoxBox8(d.forth, box, 0, n).Near(); m != 0; m &= m - 1 {
			child := n.Child[bits.TrailingZeros32(m)&7]
			d.nodes = append(d.nodes, child)
			if child < 0 {
				s.search.treeB.Leaves[^child].Prefetch()
			} else {
				nodes[child].Prefetch()
			}
		}
	}
	return dst
}

// boxLeaf asks package predicate about the triangles of a leaf.
func (d *WideDescent) boxLeaf(w *Worker, s *WideBox, i int32, dst []uint32) []uint32 {
	x := &s.search.treeB.Leaves[i]
	s.search.b.place(&d.corners, x, d.level)
	for k := range int(x.N) {
		w.steps--
		w.PrimitiveTests++
		q := cornersOf(&d.corners, k&3)
		if !w.Tally.HullTriangle(s.hull, &q) {
			continue
		}
		dst = append(dst, x.ID[k&3])
		if !w.Found() {
			return dst
		}
	}
	return dst
}
