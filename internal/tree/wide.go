package tree

import (
	"math"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
)

// Wide is a hierarchy of oriented boxes, up to eight a node, over leaves of up to four
// triangles, all in float32: made for kernels that test one box against eight and four
// triangles against four. It is immutable except for Refit.
//
// Its coordinates are (v − Origin)·2^−Exponent. The largest is of magnitude 2⁻¹⁵ to 2³³ when
// the tree is built. Refits leave origin and exponent alone, so that the origin may then
// lie outside the mesh, but keep Radius within 2⁻¹⁸ and 2³⁶.
type Wide struct {
	// Nodes come before those below them. Nodes[0] holds the box around everything alone,
	// in lane 0.
	Nodes []simd.Node
	// Leaves are in the order of the tree.
	Leaves []simd.Leaf
	// Aligned reports whether the boxes' axes are those of the coordinates.
	Aligned bool
	// Numbers are those of the leaves' vertices, which a search within the surface needs;
	// nil before Number.
	Numbers []simd.Numbers
	Origin  geom.Vec
	// Exponent is a multiple of 48, so that nearly all trees agree in it, or for a
	// tree that Rescale made, halfway between two.
	Exponent int
	// Radius bounds the distance of every vertex from the origin, in the tree's
	// coordinates.
	Radius float64
	// built is cost() after the build.
	built float64
	level simd.Level
}

// setSpace chooses origin and exponent for vertices in the box. Beyond these
// exponents rounding to subnormals or an infinite size makes the tree invalid, and Usable
// reports false.
func (t *Wide) setSpace(box *geom.AABB) {
	t.Origin = box.Center()
	half := max(box.Max.Sub(t.Origin).MaxAbs(), t.Origin.Sub(box.Min).MaxAbs())
	t.Exponent = exponentOf(half)
}

// Usable reports whether the mesh's size allows calculating in float32: it is neither
// subnormal nor near overflow. A tree that is not has no nodes.
func (t *Wide) Usable() bool { return t.Exponent >= -900 && t.Exponent <= 900 }

// Scale is the factor from the mesh's coordinates to the tree's.
func (t *Wide) Scale() float64 { return math.Ldexp(1, -t.Exponent) }

// Local returns v in the tree's coordinates, off by the rounding of one difference.
func (t *Wide) Local(v geom.Vec) geom.Vec { return v.Sub(t.Origin).Scale(t.Scale()) }

// Bytes returns the memory the tree holds.
func (t *Wide) Bytes() int {
	return cap(t.Nodes)*int(unsafe.Sizeof(simd.Node{})) + cap(t.Leaves)*int(unsafe.Sizeof(simd.Leaf{})) +
		cap(t.Numbers)*int(unsafe.Sizeof(simd.Numbers{}))
}

// Number notes the numbers of the leaves' vertices. Vertices may be given numbers other
// than their indices as long as equal numbers mean equal coordinates.
func (t *Wide) Number(triangles [][3]uint32, workers int) {
	if len(t.Numbers) != len(t.Leaves) {
		t.Numbers = make([]simd.Numbers, len(t.Leaves))
	}
	par.For(len(t.Leaves), par.Workers(workers), 1<<10, func(_, from, to int) {
		for i := from; i < to; i++ {
			n := &t.Numbers[i]
			for k, id := range t.Leaves[i].ID {
				c := &triangles[id]
				n[0][k], n[1][k], n[2][k] = c[0], c[1], c[2]
			}
		}
	})
}

// space is the map to the tree's coordinates.
func (t *Wide) space() simd.Space {
	o, k := t.Origin, t.Scale()
	return simd.Space{Origin: [4]float64{o.X, o.Y, o.Z}, Scale: [4]float64{k, k, k}}
}

// setLeaf fills a leaf with the triangles named by its first N IDs and returns the
// square of the greatest distance from the origin. The indices have been checked by
// whoever read the triangles' boxes.
func (t *Wide) setLeaf(l *simd.Leaf, s *Soup, space *simd.Space) float64 {
	for i := l.N; i < simd.LeafTriangles; i++ {
		l.ID[i] = l.ID[0]
	}
	return t.level.Fill(l, s.coordinates(), s.Triangles, space)
}

// coordinates returns the vertices, of which there must be some, as arrays.
func (s *Soup) coordinates() [][3]float64 {
	return unsafe.Slice((*[3]float64)(unsafe.Pointer(&s.Vertices[0])), len(s.Vertices))
}

// finish sets the radius from the greatest square of a distance.
func (t *Wide) finish(far float64) { t.Radius = math.Sqrt(far) * (1 + 0x1p-20) }
