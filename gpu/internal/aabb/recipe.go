package aabb

import (
	"cmp"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// Options configures the trees; gpu.TreeOptions has what the fields mean.
type Options struct {
	LeafTriangles int
	RebuildFactor float64
	LevelRefit    bool
}

// Check returns an error that wraps collide.ErrUnsupported for options out of range.
func (o Options) Check() error {
	if o.LeafTriangles < 0 || o.LeafTriangles > mostLeafTriangles {
		return fmt.Errorf("%w: leaves of %d triangles, expected 1 to %d, or 0", collide.ErrUnsupported, o.LeafTriangles, mostLeafTriangles)
	}
	if o.RebuildFactor != 0 && !(o.RebuildFactor >= 1) {
		return fmt.Errorf("%w: rebuild factor %v, expected at least 1, or 0", collide.ErrUnsupported, o.RebuildFactor)
	}
	return nil
}

// WithDefaults fills in what is left to the method.
func (o Options) WithDefaults() Options {
	o.LeafTriangles = cmp.Or(o.LeafTriangles, leafTriangles)
	o.RebuildFactor = cmp.Or(o.RebuildFactor, rebuildFactor)
	return o
}

// Recipe is the method gpu-bvh: the bodies' boxes by the broad phase of the CPU methods,
// then trees by the surface-area heuristic, built on the device once a model and refitted.
func Recipe(o Options) query.Recipe {
	return query.Recipe{
		Bodies: query.OnHost,
		Triangles: func(_ *world.World, b *vulkan.Batch, g *models.Geometry, capacity int) query.TrianglePhase {
			return NewTriangles(b, g, capacity, o)
		},
	}
}
