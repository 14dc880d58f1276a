//go:build nogpu

package main

import (
	"errors"

	"github.com/collide-go/collide"
)

func methodTable() []collide.Method { return collide.Methods() }

var errNoGPU = errors.New("this binary was built without GPU support (tag nogpu)")

func (a *app) listDevices(bool) error { return errNoGPU }
