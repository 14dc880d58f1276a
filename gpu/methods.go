package gpu

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/lbvh"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/recode"
	"github.com/collide-go/collide/gpu/internal/scd"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// Methods returns the methods of this package for a table, after those of
// collide.Methods. Device is called when a detector wants one of them; its error
// becomes the detector's, wrapping collide.ErrNoBackend.
func Methods(device func() (*Device, error)) []collide.Method {
	on, o := []collide.Backend{collide.GPU}, opener(device)
	const fan = "Fan, Wan, Gao 2004"
	return []collide.Method{
		{
			Name: "auto", Chosen: "lbvh", Backends: on, New: o.recipe(lbvh.Recipe),
			Summary: "the same on a GPU, where --backend gpu asks for one; today lbvh",
			Source:  "this project",
		},
		{
			Name: "lbvh", Backends: on, New: o.recipe(lbvh.Recipe),
			Summary: "linear hierarchies in Morton order, built anew for each query: bodies, then triangles",
			Source:  "Karras 2012; the LBVH simulator (OpenCL)",
		},
		{
			Name: "gpu-bvh", Backends: on, New: o.recipe(aabb.Recipe),
			Summary: "SAH trees built on the device, refitted as bodies deform, streams of node pairs",
			Source:  "Zhang, Kim 2007 (Streaming AABBs); the patent on AABB hierarchies on the GPU",
		},
		{
			Name: "scd0", Source: fan, Backends: on, New: o.engine(scd.NewSCD0),
			Summary: "edges as pixels, a draw and an occlusion query per triangle",
		},
		{
			Name: "scd1", Source: fan, Backends: on, New: o.engine(scd.NewSCD1),
			Summary: "scd0 down a tree of oriented boxes",
		},
		{
			Name: "scd2", Source: fan, Backends: on, New: o.engine(scd.NewSCD2),
			Summary: "scd1 with ever smaller edge textures: the stencil keeps the edges that hit a box",
		},
		{
			Name: "scd3", Source: "this project", Backends: on, New: o.recipe(scd.Recipe),
			Summary: "the edges of both meshes down each other's trees as one stream, compacted on the device",
		},
		{
			Name: "recode", Source: "Baciu, Wong, Sun 1999 (RECODE)", Backends: on, New: o.images,
			Summary: "convex meshes only: depth intervals in an image say which pairs to descend first",
		},
	}
}

// opener opens the device of a method.
type opener func() (*Device, error)

// engine returns a method's New for what makes its engine on a device.
func (o opener) engine(build func(*vulkan.Device, *collide.World) (collide.Engine, error)) func(*collide.World) (collide.Engine, error) {
	return func(w *collide.World) (collide.Engine, error) {
		d, err := o()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", collide.ErrNoBackend, err)
		}
		return build(d.device, w)
	}
}

// recipe is engine for a recipe. Wrong options are an error whether there is a device or not.
func (o opener) recipe(r query.Recipe) func(*collide.World) (collide.Engine, error) {
	open := o.engine(func(d *vulkan.Device, w *collide.World) (collide.Engine, error) { return query.New(d, w, r), nil })
	return func(w *collide.World) (collide.Engine, error) {
		var err error
		if w.GPUBVH, err = aabb.WithDefaults(w.GPUBVH); err != nil {
			return nil, err
		}
		return open(w)
	}
}

// images is the New of method recode. Wrong options are an error whether there is a device or not.
func (o opener) images(w *collide.World) (collide.Engine, error) {
	side, err := recode.Side(w.Recode)
	if err != nil {
		return nil, err
	}
	return o.engine(func(d *vulkan.Device, w *collide.World) (collide.Engine, error) { return recode.New(d, w, side), nil })(w)
}
