package narrow

import (
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/tree"
)

// PosedBlocks is a mesh in world coordinates under a hierarchy of 18-DOPs in blocks.
type PosedBlocks struct {
	Shape   *tree.Blocks
	Volumes []simd.Block
	// World holds the vertices as the exact test sees them.
	World []geom.Vec
	mesh  *mesh.Mesh
}

// Set poses the vertices and refits the volumes, whose coordinates are relative to
// origin: close to the bodies, so that float32 can tell them apart. O(n).
func (p *PosedBlocks) Set(s *Surface, level simd.Level, r *tree.Refitter, origin geom.Vec) {
	p.mesh = s.Mesh
	if p.Volumes == nil {
		p.Volumes = p.Shape.Volumes()
	}
	p.World = s.pose.ApplyAll(p.World[:0], s.Mesh.Vertices)
	box := s.WorldBox(&s.Tree.Nodes[0].Box)
	largest := max(box.Min.Sub(origin).MaxAbs(), box.Max.Sub(origin).MaxAbs())
	soup := tree.Soup{Vertices: p.World, Triangles: s.Mesh.Triangles}
	p.Shape.Refit(level, r, p.Volumes, &soup, origin, largest)
}

// Prefetch asks for what a search looks at first.
func (p *PosedBlocks) Prefetch() {
	const blocks, vertices = 2, 32
	simd.Prefetch(unsafe.Pointer(unsafe.SliceData(p.Volumes)), blocks*int(unsafe.Sizeof(simd.Block{})))
	simd.Prefetch(unsafe.Pointer(unsafe.SliceData(p.World)), min(vertices, len(p.World))*int(unsafe.Sizeof(geom.Vec{})))
}

// triangle writes the world coordinates of triangle i.
func (p *PosedBlocks) triangle(i int32, dst *geom.Triangle) {
	c := &p.mesh.Triangles[i]
	dst[0], dst[1], dst[2] = p.World[c[0]], p.World[c[1]], p.World[c[2]]
}
