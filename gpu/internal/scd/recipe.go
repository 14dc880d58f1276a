package scd

import (
	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// Recipe is the method scd3: the bodies' boxes by the broad phase of the CPU methods, then
// edges down the trees of method gpu-bvh.
func Recipe(o aabb.Options) query.Recipe {
	return query.Recipe{
		Bodies: query.OnHost,
		Triangles: func(_ *world.World, b *vulkan.Batch, g *models.Geometry, capacity int) query.TrianglePhase {
			return NewTriangles(b, g, capacity, o)
		},
	}
}

// NewSCD0 makes an engine of the method scd0: a draw for every triangle.
func NewSCD0(d *vulkan.Device, w *world.World) (world.Engine, error) {
	return newAsking(d, w, false), nil
}

// NewSCD1 makes an engine of the method scd1: draws down a tree of boxes.
func NewSCD1(d *vulkan.Device, w *world.World) (world.Engine, error) {
	return newAsking(d, w, true), nil
}

// NewSCD2 makes an engine of the method scd2: draws down a tree, of fewer and fewer pixels.
func NewSCD2(d *vulkan.Device, w *world.World) (world.Engine, error) {
	return newNarrowing(d, w), nil
}
