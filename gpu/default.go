package gpu

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"
)

// traceVariable is the environment variable for the phases of the default device.
const traceVariable = "COLLIDE_GPU_TRACE"

// shared is the device of the process.
var shared struct {
	once   sync.Once
	device *Device
	err    error
}

// Default opens the device of the process, once: it is shared by all who ask.
func Default() (*Device, error) { return share("") }

// DefaultContext is Default for callers that may have to end: the error then wraps the
// context's. The device goes on being opened, for who asks next. Who asks first says what
// Options.Cache is.
func DefaultContext(ctx context.Context, cache string) (*Device, error) {
	return within(ctx, func() (*Device, error) { return share(cache) })
}

func share(cache string) (*Device, error) {
	shared.once.Do(func() {
		o := Options{Cache: cache}
		if os.Getenv(traceVariable) != "" {
			o.Phase = func(name string, took time.Duration) { fmt.Fprintf(os.Stderr, "gpu: %-12s %v\n", name, took) }
		}
		shared.device, shared.err = Open(o)
	})
	return shared.device, shared.err
}

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
