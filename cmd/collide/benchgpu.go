//go:build !nogpu && !wasm

package main

import (
	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/bench"
)

// benchDevice opens the device for experiments.
func benchDevice() func() (bench.Device, error) {
	return func() (bench.Device, error) {
		d, err := gpu.Default()
		if err != nil {
			return nil, err
		}
		return benchedDevice{d}, nil
	}
}

// benchedDevice is the device as experiments see it.
type benchedDevice struct{ *gpu.Device }

func (d benchedDevice) Name() string { return d.Info().Name }

func (d benchedDevice) Software() bool { return d.Info().Kind == gpu.Software }

func (d benchedDevice) BodyPhase(workers int, merge bool) (bench.BodyPhase, error) {
	p, err := d.Device.BodyPhase(workers, merge)
	if err != nil {
		return nil, err
	}
	return p, nil
}
