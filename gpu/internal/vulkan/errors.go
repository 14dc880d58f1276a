package vulkan

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// The reasons why a device cannot be had or used; they come wrapped.
var (
	// ErrNoDevice: there is no Vulkan loader, or no device it finds is fit.
	ErrNoDevice = errors.New("no GPU device")
	// ErrOutOfMemory: the device or its driver has no memory left.
	ErrOutOfMemory = errors.New("GPU out of memory")
	// ErrDeviceLost: the device was reset or taken away; what it held is gone.
	ErrDeviceLost = errors.New("GPU: device lost")
	// ErrLimit: the work needs more than the device allows.
	ErrLimit = errors.New("GPU limit exceeded")
	// ErrFaulty: the device or its driver computes wrongly. The test of
	// Open finds that out; a query does where a result cannot be.
	ErrFaulty = errors.New("GPU computes wrongly")
)

// failure wraps a result code that is an error; nil for those that are not.
func failure(r vk.Result, doing string) error {
	switch {
	case r >= vk.Success:
		return nil
	case r == vk.ErrorOutOfDeviceMemory || r == vk.ErrorOutOfHostMemory || r == vk.ErrorMemoryMapFailed || r == vk.ErrorTooManyObjects:
		return fmt.Errorf("%s: %w (%v)", doing, ErrOutOfMemory, r)
	case r == vk.ErrorDeviceLost:
		return fmt.Errorf("%s: %w", doing, ErrDeviceLost)
	}
	return fmt.Errorf("%s: %v", doing, r)
}
