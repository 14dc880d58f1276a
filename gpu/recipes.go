package gpu

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
)

// lbvh: a linear hierarchy over the bodies' boxes, then one over the triangles of
// all pairs of meshes, both built anew for each query.
var lbvh = recipe{
	bodies: func(b *vulkan.Batch, first, workers int) bodyPhaser { return newBodyPhase(b, first, workers) },
	triangles: func(_ *collide.World, b *vulkan.Batch, g *models.Geometry, first int) phase {
		return newTrianglePhase(b, g, first)
	},
}

// gpuBVH: the bodies' boxes by the broad phase of the CPU methods, then trees by the
// surface-area heuristic, built on the device once a model and refitted.
var gpuBVH = recipe{
	bodies: func(_ *vulkan.Batch, _, workers int) bodyPhaser { return &hostPhase{broad.Auto{Workers: workers}} },
	triangles: func(w *collide.World, b *vulkan.Batch, g *models.Geometry, first int) phase {
		return newTreePhase(w, b, g, first)
	},
}

// scd3: the bodies likewise, then edges down the same trees.
var scd3 = recipe{
	bodies: gpuBVH.bodies,
	triangles: func(w *collide.World, b *vulkan.Batch, g *models.Geometry, first int) phase {
		return newEdgePhase(w, b, g, first)
	},
}

// hostPhase is the broad phase of the CPU methods as one of this package.
type hostPhase struct{ broad.Auto }

func (*hostPhase) failure() error    { return nil }
func (*hostPhase) bytesMoved() int64 { return 0 }
func (*hostPhase) close()            {}
