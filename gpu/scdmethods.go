package gpu

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

type opener = func(*collide.World) (collide.Engine, error)

// streamMethods is the part of Methods that draws, with its heir. engine turns what
// makes an engine into a method's New, scd3 is that method's.
func streamMethods(engine func(func(*vulkan.Device, *collide.World) (collide.Engine, error)) opener, scd3 opener) []collide.Method {
	const source = "Fan, Wan, Gao 2004"
	gpu := []collide.Backend{collide.GPU}
	return []collide.Method{
		{
			Name: "scd0", Source: source, Backends: gpu,
			Summary: "edges as pixels, a draw and an occlusion query per triangle",
			New:     engine(func(d *vulkan.Device, w *collide.World) (collide.Engine, error) { return newAsking(d, w, false), nil }),
		},
		{
			Name: "scd1", Source: source, Backends: gpu,
			Summary: "scd0 down a tree of oriented boxes",
			New:     engine(func(d *vulkan.Device, w *collide.World) (collide.Engine, error) { return newAsking(d, w, true), nil }),
		},
		{
			Name: "scd2", Source: source, Backends: gpu,
			Summary: "scd1 with ever smaller edge textures: the stencil keeps the edges that hit a box",
			New:     engine(func(d *vulkan.Device, w *collide.World) (collide.Engine, error) { return newNarrowing(d, w), nil }),
		},
		{
			Name: "scd3", Source: "this project", Backends: gpu, New: scd3,
			Summary: "the edges of both meshes down each other's trees as one stream, compacted on the device",
		},
		{
			Name: "recode", Source: "Baciu, Wong, Sun 1999 (RECODE)", Backends: gpu,
			Summary: "convex meshes only: depth intervals in an image say which pairs to descend first",
			New: func(w *collide.World) (collide.Engine, error) {
				side, err := pictureSide(w.Recode) // whether there is a device or not
				if err != nil {
					return nil, err
				}
				return engine(func(d *vulkan.Device, w *collide.World) (collide.Engine, error) { return newImaging(d, w, side), nil })(w)
			},
		},
	}
}
