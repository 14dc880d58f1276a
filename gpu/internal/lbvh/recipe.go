package lbvh

import (
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// Recipe is the method lbvh: a linear hierarchy over the bodies' boxes, then one over the
// triangles of all pairs of meshes, both built for each query.
var Recipe = query.Recipe{
	Bodies: func(b *vulkan.Batch, capacity, workers int) query.BodyPhase { return NewBodies(b, capacity, workers) },
	Triangles: func(_ *world.World, b *vulkan.Batch, g *models.Geometry, capacity int) query.TrianglePhase {
		return NewTriangles(b, g, capacity)
	},
}
