package gpu

import (
	"github.com/collide-go/collide"
)

// streamMethods is the part of Methods that makes edges of meshes pixels. engine
// turns what makes an engine into a method's New.
func streamMethods(engine func(func(*Device, *collide.World) collide.Engine) func(*collide.World) (collide.Engine, error)) []collide.Method {
	const source = "Fan, Wan, Gao 2004"
	gpu := []collide.Backend{collide.GPU}
	return []collide.Method{
		{
			Name: "scd0", Source: source, Backends: gpu,
			Summary: "edges as pixels, a draw and an occlusion query per triangle",
			New:     engine(func(d *Device, w *collide.World) collide.Engine { return newAsking(d, w, false) }),
		},
		{
			Name: "scd1", Source: source, Backends: gpu,
			Summary: "scd0 down a tree of oriented boxes",
			New:     engine(func(d *Device, w *collide.World) collide.Engine { return newAsking(d, w, true) }),
		},
		{
			Name: "scd2", Source: source, Backends: gpu,
			Summary: "scd1 with ever smaller edge textures: the stencil keeps the edges that hit a box",
			New:     engine(func(d *Device, w *collide.World) collide.Engine { return newNarrowing(d, w) }),
		},
		{
			Name: "scd3", Source: "this project", Backends: gpu,
			Summary: "the edges of both meshes down each other's trees as one stream, compacted on the device",
			New:     engine(func(d *Device, w *collide.World) collide.Engine { return newCompacting(d, w) }),
		},
	}
}
