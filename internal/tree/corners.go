package tree

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// Corners are a mesh's triangles in the order of its Blocks, in the mesh's own
// coordinates and in float32: what refits carry into the world and what the filter
// of triangle pairs reads. The zero value is ready for SetCorners.
type Corners struct {
	// Leaves has two leaves for each block of triangles, its first four and its last
	// four, and no nodes. The second is empty (N = 0) where there are no more than four.
	Leaves Wide
	center geom.Vec
	extent float64 // bounds |corner − center| on each axis
	blocks []simd.Triangles
}

// Bytes returns the memory held.
func (c *Corners) Bytes() int { return c.Leaves.Bytes() + cap(c.blocks)*9*simd.Lanes*4 }

// SetCorners fills c with the mesh's triangles. O(n); allocates the first time only.
func (b *Blocks) SetCorners(c *Corners, s *Soup) {
	box := geom.EmptyAABB()
	for _, t := range s.Triangles {
		for _, v := range t {
			box.Extend(s.Vertices[v])
		}
	}
	c.center = box.Center()
	c.extent = max(box.Max.Sub(c.center).MaxAbs(), c.center.Sub(box.Min).MaxAbs()) * (1 + 0x1p-50)
	c.Leaves.level = simd.Best()
	c.Leaves.setSpace(&box)
	n := b.triangleBlocks
	c.blocks = slices.Grow(c.blocks[:0], n)[:n]
	if len(c.Leaves.Leaves) != 2*n {
		c.Leaves.Leaves = simd.MakeLeaves(2 * n)
	}
	far := 0.0
	for block, i := range b.Leaf {
		if i >= 0 {
			b.load(&c.blocks[i], block, s, c.center)
			far = max(far, b.setLeaves(c, block, s))
		}
	}
	c.Leaves.finish(far)
}

// load converts the triangles of a block; empty lanes repeat the first, so that
// they change no union.
func (b *Blocks) load(dst *simd.Triangles, block int, s *Soup, center geom.Vec) {
	lanes := int(b.Lanes[block])
	for i := range simd.Lanes {
		at := simd.Lanes * block
		if i < lanes {
			at += i
		}
		for v, corner := range s.Triangles[^b.Child[at]] {
			p := s.Vertices[corner].Sub(center)
			dst[3*v][i], dst[3*v+1][i], dst[3*v+2][i] = float32(p.X), float32(p.Y), float32(p.Z)
		}
	}
}

// setLeaves fills the two leaves of a block and returns the greatest square of a
// distance from the origin.
func (b *Blocks) setLeaves(c *Corners, block int, s *Soup) (far float64) {
	space := c.Leaves.space()
	for half := range int32(2) {
		l := &c.Leaves.Leaves[2*b.Leaf[block]+half]
		l.N = min(max(int32(b.Lanes[block])-simd.LeafTriangles*half, 0), simd.LeafTriangles)
		for i := range l.N {
			l.ID[i] = uint32(^b.Child[simd.Lanes*block+simd.LeafTriangles*int(half)+int(i)])
		}
		if l.N > 0 {
			far = max(far, c.Leaves.setLeaf(l, s, &space))
		}
	}
	return far
}

// aim makes r.to the map of the corners into the world less origin, and returns the
// slack for volumes around what the exact test sees.
//
// With u = 2⁻⁵³ and W = ρ·(|center| + extent) + |T|, ρ ≥ 1 bounding the rows of R: a posed
// vertex is off by less than 4.1uW, the posed centre alike, its difference from the
// origin by u(W + |origin|), the corner's from the centre by u·extent, which R makes
// at most uW: below 16u(W + |origin|).
func (r *Refitter) aim(c *Corners, p *geom.Pose, origin geom.Vec) (slack float32) {
	t := p.Apply(c.center).Sub(origin)
	rho := 1.0
	for i := range 3 {
		row := p.R.Row(i).Abs()
		rho = max(rho, row.X+row.Y+row.Z)
	}
	w := float64(rho*(c.center.MaxAbs()+c.extent)) + p.T.MaxAbs()
	extra := 16 * 0x1p-53 * (w + origin.MaxAbs())
	if math.IsNaN(extra) {
		extra = math.Inf(1)
	}
	return r.to.Set((*[9]float64)(&p.R), &[3]float64{t.X, t.Y, t.Z}, c.extent, extra)
}
