//go:build nogpu

package main

import (
	"context"
	"errors"

	"github.com/collide-go/collide"
)

func methodTable(context.Context) []collide.Method { return collide.Methods() }

var errNoGPU = errors.New("this binary was built without the GPU methods (tag nogpu)")

func (a *app) listDevices(bool) error { return errNoGPU }

func deviceNames() []string { return []string{} }
