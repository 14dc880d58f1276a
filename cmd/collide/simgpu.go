//go:build !nogpu && !wasm

package main

import (
	"context"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/scene"
)

// moverOnDevice returns what has a device move the bodies of a scene.
func moverOnDevice(ctx context.Context) sim.MakeMover {
	return func(bodies []scene.Placed, laws scene.Physics, walls *geom.AABB) (sim.Mover, error) {
		d, err := gpu.DefaultContext(ctx, cacheFolder())
		if err != nil {
			return nil, fmt.Errorf("%w: %w", collide.ErrNoBackend, err)
		}
		s, err := d.Simulate(bodies, laws, walls)
		if err != nil {
			return nil, fmt.Errorf("--backend gpu: %w (--method lbvh moves bodies on the CPU and finds their contacts on the device)", err)
		}
		return s, nil
	}
}
