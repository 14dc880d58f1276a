package aabb

import (
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// Recipe is the method gpu-bvh: the bodies' global boxes against each other on the device,
// then trees by the surface-area heuristic, built on the device once a model and refitted.
func Recipe(o Options) query.Recipe {
	return query.Recipe{
		Bodies: func(b *vulkan.Batch, first, workers int) query.BodyPhase { return NewGlobals(b, first, workers) },
		Triangles: func(_ *world.World, b *vulkan.Batch, g *models.Geometry, capacity int) query.TrianglePhase {
			return NewTriangles(b, g, capacity, o)
		},
	}
}
