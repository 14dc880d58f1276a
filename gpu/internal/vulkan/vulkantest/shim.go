package vulkantest

import (
	"github.com/ebitengine/purego"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Shim stands between devices and their driver. Each function replaces the command of its
// name: call goes on to the driver, a are the arguments.
type Shim map[string]func(call func() uintptr, a *[10]uintptr) uintptr

// Install is an Options.Driver.
func (s Shim) Install(_ vk.Device, find func(name string) uintptr) func(name string) uintptr {
	return func(name string) uintptr {
		driver := find(name)
		if replaced := s[name]; replaced != nil {
			return Callback(driver, replaced)
		}
		return driver
	}
}

// Callback is what C calls instead of the driver.
func Callback(driver uintptr, replaced func(call func() uintptr, a *[10]uintptr) uintptr) uintptr {
	return purego.NewCallback(func(a, b, c, d, e, f, g, h, i, j uintptr) uintptr {
		args := [10]uintptr{a, b, c, d, e, f, g, h, i, j}
		return replaced(func() uintptr {
			r, _, _ := purego.SyscallN(driver, args[:]...)
			return r
		}, &args)
	})
}
