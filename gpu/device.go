package gpu

import (
	"time"

	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// Options configures Open. The zero value opens the best device.
type Options struct {
	// Validation, when set, turns the validation layer on, synchronisation
	// included, and gets its messages; an error where the layer is not installed.
	Validation func(message string)
	// Phase, when set, gets the device's time for every phase of every batch of work,
	// in order, on devices with a clock. It may be called by several goroutines.
	Phase func(name string, took time.Duration)
	// Cache, when set, is a folder for what the driver makes of kernels: a file for each device and driver.
	// A file that is damaged or of another driver does not count, and errors of the folder do not matter.
	Cache string
}

// Device is an opened device. It may be used by several goroutines.
type Device struct{ device *vulkan.Device }

// Open connects to the device that COLLIDE_GPU names, else to the best one:
// discrete before integrated, virtual and software. The error wraps ErrNoDevice
// where there is none, and ErrFaulty where the device fails the self-test, which the error
// then describes.
func Open(opt Options) (*Device, error) {
	d, err := vulkan.Open(vulkan.Options{Validation: opt.Validation, Phase: opt.Phase, Cache: opt.Cache, Test: selfTest})
	if err != nil {
		return nil, err
	}
	return &Device{d}, nil
}

// Close gives the device back, after work that stopped queries left behind. Detectors that
// use it must be closed before. A device that was lost and opened again is closed with its
// successors.
func (d *Device) Close() error { return d.device.Close() }

// Info describes the device.
func (d *Device) Info() Info { return describe(d.device.Info()) }
