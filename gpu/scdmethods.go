package gpu

import (
	"fmt"

	"github.com/collide-go/collide"
)

// StreamMethods returns the raster methods of this package; open is called when one
// of them is first used, and its device stays with the caller.
func StreamMethods(open func() (*Device, error)) []collide.Method {
	on := func(make func(*Device, *collide.World) (collide.Engine, error)) func(*collide.World) (collide.Engine, error) {
		return func(w *collide.World) (collide.Engine, error) {
			d, err := open()
			if err != nil {
				return nil, fmt.Errorf("%w: %w", collide.ErrNoBackend, err)
			}
			e, err := make(d, w)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", d.Name(), err)
			}
			return e, nil
		}
	}
	const source = "Fan, Wan, Gao 2004"
	gpu := []collide.Backend{collide.GPU}
	return []collide.Method{
		{
			Name: "scd0", Source: source, Backends: gpu,
			Summary: "edges as pixels, a draw and an occlusion query per triangle",
			New:     on(func(d *Device, w *collide.World) (collide.Engine, error) { return newAsking(d, w, false) }),
		},
		{
			Name: "scd1", Source: source, Backends: gpu,
			Summary: "scd0 down a tree of oriented boxes",
			New:     on(func(d *Device, w *collide.World) (collide.Engine, error) { return newAsking(d, w, true) }),
		},
		{
			Name: "scd2", Source: source, Backends: gpu,
			Summary: "scd1 with ever smaller edge textures: the stencil keeps the edges that hit a box",
			New:     on(func(d *Device, w *collide.World) (collide.Engine, error) { return newNarrowing(d, w) }),
		},
	}
}
