package narrow

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/volume"
)

// BlockSolid is the question of which triangles touch a solid, put to hierarchies
// of 18-DOPs in blocks. Set prepares it.
type BlockSolid struct {
	primitive Primitive
	slabs     simd.DOP
}

// Set prepares the question for blocks whose coordinates are relative to origin.
//
// Derivation. The volumes of blocks hold the world triangles moved by −origin exactly
// (tree.Blocks.Refit), and so must the slabs hold the primitive. The float64 slabs hold
// its exact ones except for one rounding of the sum or difference of two coordinates; n·origin has
// one rounding, too, and so has their difference. Each is moved outward by one unit, and so is
// the conversion to float32. Infinite and unordered slabs overlap everything.
func (s *BlockSolid) Set(p Primitive, origin geom.Vec) {
	s.primitive = p
	var v volume.Solid
	p.setSlabs(&v)
	at := volume.EmptyDOP()
	at.Extend(origin)
	for k, m := range at.Min {
		s.slabs[2*k] = below32(round.Down(v.Slabs.Min[k]) - round.Up(m))
		s.slabs[2*k+1] = below32(round.Down(m) - round.Up(v.Slabs.Max[k]))
	}
}

// below32 returns a float32 that is no greater than the real number that rounded to x.
func below32(x float64) float32 {
	x = round.Down(x)
	y := float32(x)
	if float64(y) > x {
		y = math.Nextafter32(y, float32(math.Inf(-1)))
	}
	return y
}

// Touching appends the triangles of b that touch the primitive. It stops early when the
// worker's Control requires it.
func (s *BlockSolid) Touching(w *Worker, level simd.Level, b *PosedBlocks, dst []uint32) []uint32 {
	blocks := w.nodes[:0]
	blocks = append(blocks, 0)
	for len(blocks) > 0 && w.Step() {
		i := blocks[len(blocks)-1]
		blocks = blocks[:len(blocks)-1]
		for m := s.near(w, level, b, i); m != 0; m &= m - 1 {
			c := b.Shape.Child[simd.Lanes*i+int32(bits.TrailingZeros8(m))]
			if c > 0 {
				blocks = append(blocks, c)
			} else if dst = s.triangle(w, b, ^c, dst); w.First && len(dst) > 0 {
				w.nodes = blocks[:0]
				return dst
			}
		}
	}
	w.nodes = blocks[:0]
	return dst
}

// near returns the lanes of a block that are not apart from the primitive.
func (s *BlockSolid) near(w *Worker, level simd.Level, b *PosedBlocks, block int32) uint8 {
	lanes := int(b.Shape.Lanes[block])
	w.BVTests += int64(lanes)
	w.steps -= lanes - 1 // Step has one
	return level.OverlapOne(&s.slabs, &b.Volumes[block]) & uint8(1<<lanes-1)
}

// triangle appends a triangle that touches the primitive.
func (s *BlockSolid) triangle(w *Worker, b *PosedBlocks, i int32, dst []uint32) []uint32 {
	w.steps--
	w.PrimitiveTests++
	var q geom.Triangle
	b.triangle(i, &q)
	if !s.primitive.Touches(&w.Tally, &q) {
		return dst
	}
	w.Found()
	return append(dst, uint32(i))
}

// Follow adds to the trail what Touching does, as Worker.Follow does for Run. An end has a lane
// of b in A.
func (s *BlockSolid) Follow(w *Worker, level simd.Level, b *PosedBlocks, t *Trail) {
	expand := func(p NodePair, dst []NodePair) []NodePair {
		for m := s.near(w, level, b, b.Shape.Child[p.A]); m != 0; m &= m - 1 {
			dst = append(dst, NodePair{A: simd.Lanes*b.Shape.Child[p.A] + int32(bits.TrailingZeros8(m))})
		}
		return dst
	}
	start := func(dst []NodePair) []NodePair {
		if s.near(w, level, b, 0) == 0 {
			return dst
		}
		return append(dst, NodePair{})
	}
	t.follow(w, start, func(p NodePair) bool { return b.Shape.Child[p.A] < 0 }, expand)
}
