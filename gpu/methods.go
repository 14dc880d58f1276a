package gpu

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// Methods returns the methods of this package for a table, after those of
// collide.Methods. Device is called when a detector wants one of them; its error
// becomes the detector's, wrapping collide.ErrNoBackend.
func Methods(device func() (*Device, error)) []collide.Method {
	on := []collide.Backend{collide.GPU}
	engine := func(f func(*vulkan.Device, *collide.World) (collide.Engine, error)) func(*collide.World) (collide.Engine, error) {
		return func(w *collide.World) (collide.Engine, error) {
			d, err := device()
			if err != nil {
				return nil, fmt.Errorf("%w: %w", collide.ErrNoBackend, err)
			}
			return f(d.device, w)
		}
	}
	with := func(r recipe) func(*collide.World) (collide.Engine, error) {
		open := engine(func(d *vulkan.Device, w *collide.World) (collide.Engine, error) { return newEngine(d, w, r), nil })
		return func(w *collide.World) (collide.Engine, error) {
			var err error
			if w.GPUBVH, err = withDefaults(w.GPUBVH); err != nil {
				return nil, err
			}
			return open(w)
		}
	}
	return append([]collide.Method{
		{
			Name: "auto", Chosen: "lbvh", Backends: on, New: with(lbvh),
			Summary: "the same on a GPU, where --backend gpu asks for one; today lbvh",
			Source:  "this project",
		},
		{
			Name: "lbvh", Backends: on, New: with(lbvh),
			Summary: "linear hierarchies in Morton order, built anew for each query: bodies, then triangles",
			Source:  "Karras 2012; the LBVH simulator (OpenCL)",
		},
		{
			Name: "gpu-bvh", Backends: on, New: with(gpuBVH),
			Summary: "SAH trees built on the device, refitted as bodies deform, streams of node pairs",
			Source:  "Zhang, Kim 2007 (Streaming AABBs); the patent on AABB hierarchies on the GPU",
		},
	}, streamMethods(engine, with(scd3))...)
}

// traceVariable is the environment variable for the phases of the default device.
const traceVariable = "COLLIDE_GPU_TRACE"

// Default opens the device of the process, once: it is shared by all who ask.
var Default = sync.OnceValues(func() (*Device, error) {
	var o Options
	if os.Getenv(traceVariable) != "" {
		o.Phase = func(name string, took time.Duration) { fmt.Fprintf(os.Stderr, "gpu: %-12s %v\n", name, took) }
	}
	return Open(o)
})

// DefaultContext is Default for callers that may have to end: the error then wraps the
// context's. The device goes on being opened, for who asks next.
func DefaultContext(ctx context.Context) (*Device, error) { return within(ctx, Default) }

func within(ctx context.Context, open func() (*Device, error)) (*Device, error) {
	type outcome struct {
		device *Device
		err    error
	}
	opened := make(chan outcome, 1)
	go func() {
		d, err := open()
		opened <- outcome{d, err}
	}()
	select {
	case o := <-opened:
		return o.device, o.err
	case <-ctx.Done():
		return nil, fmt.Errorf("opening a device: %w", ctx.Err())
	}
}
