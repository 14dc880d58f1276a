package aabb

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// Recipe is the method gpu-bvh: the bodies' boxes by the broad phase of the CPU methods,
// then trees by the surface-area heuristic, built on the device once a model and refitted.
var Recipe = query.Recipe{
	Bodies: query.OnHost,
	Triangles: func(w *collide.World, b *vulkan.Batch, g *models.Geometry, capacity int) query.TrianglePhase {
		return NewTriangles(w, b, g, capacity)
	},
}
