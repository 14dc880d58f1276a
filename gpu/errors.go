package gpu

import "github.com/collide-go/collide/gpu/internal/vulkan"

// The reasons why a device cannot be had or used; they come wrapped. A device that was
// lost is collide.ErrDeviceLost.
var (
	// ErrNoDevice: there is no Vulkan loader, or no device it finds is fit.
	ErrNoDevice = vulkan.ErrNoDevice
	// ErrOutOfMemory: the device or its driver has no memory left.
	ErrOutOfMemory = vulkan.ErrOutOfMemory
	// ErrLimit: the work needs more than the device allows.
	ErrLimit = vulkan.ErrLimit
	// ErrFaulty: the device or its driver computes wrongly. Open finds that out by its
	// self-test; a query does where a result cannot be.
	ErrFaulty = vulkan.ErrFaulty
)
