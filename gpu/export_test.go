package gpu

import (
	"testing"

	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
)

// TestDevice gives tests outside the package the shared device.
var TestDevice = func(t testing.TB) *Device { return &Device{vulkantest.Device(t)} }
