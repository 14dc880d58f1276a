//go:build nogpu

package main

import "errors"

var errNoGPU = errors.New("this binary was built without GPU support (tag nogpu)")

func (a *app) listDevices(bool) error { return errNoGPU }
