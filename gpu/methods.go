package gpu

import (
	"flag"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/lbvh"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/recode"
	"github.com/collide-go/collide/gpu/internal/scd"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/recipe"
	"github.com/collide-go/collide/internal/world"
)

// Table returns the methods of this package, for a table after those of package methods.
// Device is called when a detector wants one of them; its error becomes the detector's,
// wrapping collide.ErrNoBackend.
func Table(device func() (*Device, error)) []collide.Method {
	const fan = "Fan, Wan, Gao 2004"
	return []collide.Method{
		plain(device, about("auto", "this project", "the same on a GPU, where --backend gpu asks for one; today lbvh", "lbvh"), linear),
		plain(device, about("lbvh", "Karras 2012; the LBVH simulator (OpenCL)",
			"linear hierarchies in Morton order, built for each query: bodies, then triangles", ""), linear),
		BVH(device, TreeOptions{}),
		plain(device, about("scd0", fan, "edges as pixels, a draw and an occlusion query per triangle", ""), scd.NewSCD0),
		plain(device, about("scd1", fan, "scd0 down a tree of oriented boxes", ""), scd.NewSCD1),
		plain(device, about("scd2", fan, "scd1 with ever smaller edge textures: the stencil keeps the edges that hit a box", ""), scd.NewSCD2),
		SCD3(device, TreeOptions{}),
		Recode(device, RecodeOptions{}),
	}
}

// BVH returns the method gpu-bvh.
func BVH(device func() (*Device, error), o TreeOptions) collide.Method {
	return method(device, o, about("gpu-bvh", "Zhang, Kim 2007 (Streaming AABBs); the patent on AABB hierarchies on the GPU",
		"SAH trees built on the device, refitted as bodies deform, streams of node pairs", ""), (*TreeOptions).flags, over(aabb.Recipe))
}

// SCD3 returns the method scd3.
func SCD3(device func() (*Device, error), o TreeOptions) collide.Method {
	return method(device, o, about("scd3", "this project",
		"the edges of both meshes down each other's trees as one stream, compacted on the device", ""), (*TreeOptions).flags, over(scd.Recipe))
}

// Recode returns the method recode, for convex meshes.
func Recode(device func() (*Device, error), o RecodeOptions) collide.Method {
	return method(device, o, about("recode", "Baciu, Wong, Sun 1999 (RECODE)",
		"convex meshes only: depth intervals in an image say which pairs to descend first", ""), (*RecodeOptions).flags,
		func(d *vulkan.Device, w *world.World, o RecodeOptions) (world.Engine, error) {
			side, err := recode.Side(o.Resolution)
			return recode.New(d, w, side), err
		})
}

func about(name, source, summary, chosen string) collide.About {
	return collide.About{Name: name, Summary: summary, Source: source, Chosen: chosen, Backend: collide.GPU}
}

func linear(d *vulkan.Device, w *world.World) (world.Engine, error) {
	return query.New(d, w, query.FewOnHost(lbvh.Recipe)), nil
}

// over returns what makes the engine of a recipe over trees.
func over(r func(aabb.Options) query.Recipe) func(*vulkan.Device, *world.World, TreeOptions) (world.Engine, error) {
	return func(d *vulkan.Device, w *world.World, o TreeOptions) (world.Engine, error) {
		return query.New(d, w, query.FewOnHost(r(aabb.Options(o).WithDefaults()))), nil
	}
}

// none are the options of methods without any.
type none struct{}

func (none) check() error { return nil }

// plain is method without options.
func plain(device func() (*Device, error), is collide.About, engine func(*vulkan.Device, *world.World) (world.Engine, error)) collide.Method {
	return method(device, none{}, is, nil, func(d *vulkan.Device, w *world.World, _ none) (world.Engine, error) { return engine(d, w) })
}

// method makes a method of what makes its engine on a device. Options out of range are an
// error whether there is a device or not.
func method[O interface{ check() error }](device func() (*Device, error), o O, is collide.About, flags func(*O, *flag.FlagSet), engine func(*vulkan.Device, *world.World, O) (world.Engine, error)) collide.Method {
	return recipe.Recipe[O]{Is: is, Options: o, Flags: flags, Engine: func(w *world.World, o O) (world.Engine, error) {
		if err := o.check(); err != nil {
			return nil, err
		}
		d, err := device()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", collide.ErrNoBackend, err)
		}
		return engine(d.device, w, o)
	}}
}
