package narrow

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// soupBuilder collects triangles for a surface.
type soupBuilder struct{ m mesh.Mesh }

func (b *soupBuilder) add(p, q, r geom.Vec) {
	n := uint32(len(b.m.Vertices))
	b.m.Vertices = append(b.m.Vertices, p, q, r)
	b.m.Triangles = append(b.m.Triangles, [3]uint32{n, n + 1, n + 2})
}

func (b *soupBuilder) surface() Surface {
	s := Surface{Mesh: &b.m}
	return NewSurface(&b.m, tree.BuildSAH(boxesOf(&s), tree.SAHOptions{Workers: 1}))
}
