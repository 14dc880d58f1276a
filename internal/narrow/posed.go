package narrow

import (
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
)

// PosedBlocks is a surface under a hierarchy of 18-DOPs in blocks.
type PosedBlocks struct {
	// Shape and Corners are the mesh's; bodies that share it share them.
	Shape   *tree.Blocks
	Corners *tree.Corners
	Volumes []simd.Block
	surface *Surface
}

// Take gives p a mesh's hierarchy and the memory of its volumes. Set does not
// allocate afterwards, so that Prefetch may run next to it.
func (p *PosedBlocks) Take(shape *tree.Blocks, corners *tree.Corners) {
	p.Shape, p.Corners, p.Volumes = shape, corners, shape.Volumes()
}

// Set refits the volumes under the surface's pose. Their coordinates are relative to
// origin: close to the bodies, so that float32 can tell them apart. O(n).
func (p *PosedBlocks) Set(s *Surface, level simd.Level, r *tree.Refitter, origin geom.Vec) {
	p.surface = s
	p.Shape.Refit(level, r, p.Volumes, p.Corners, &s.pose, origin)
}

// Prefetch asks for what a search looks at first.
func (p *PosedBlocks) Prefetch() {
	const blocks = 2
	simd.Prefetch(unsafe.Pointer(unsafe.SliceData(p.Volumes)), blocks*int(unsafe.Sizeof(simd.Block{})))
}

// triangle writes the world coordinates of triangle i.
func (p *PosedBlocks) triangle(i int32, dst *geom.Triangle) { p.surface.Triangle(uint32(i), dst) }
