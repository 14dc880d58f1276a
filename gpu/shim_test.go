package gpu

import (
	"github.com/ebitengine/purego"
)

// shim stands between devices and their driver. Each function replaces the command of its
// name: call goes on to the driver, a are the arguments.
type shim map[string]func(call func() uintptr, a *[10]uintptr) uintptr

// install is an Options.driver.
func (s shim) install(dev *Device) {
	dev.cmd.Load(func(name string) uintptr {
		z := append([]byte(name), 0)
		driver := dev.instance.GetDeviceProcAddr(dev.handle, &z[0])
		if replaced := s[name]; replaced != nil {
			return callback(driver, replaced)
		}
		return driver
	})
}

// callback is what C calls instead of the driver.
func callback(driver uintptr, replaced func(call func() uintptr, a *[10]uintptr) uintptr) uintptr {
	return purego.NewCallback(func(a, b, c, d, e, f, g, h, i, j uintptr) uintptr {
		args := [10]uintptr{a, b, c, d, e, f, g, h, i, j}
		return replaced(func() uintptr {
			r, _, _ := purego.SyscallN(driver, args[:]...)
			return r
		}, &args)
	})
}
