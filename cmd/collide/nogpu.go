//go:build nogpu || wasm

package main

import (
	"context"
	"errors"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/backend"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/methods"
)

func methodTable(context.Context) []collide.Method { return methods.Table(workerCommandLine()...) }

var errNoGPU = errors.New("this binary was built without the GPU methods (tag nogpu, or WebAssembly)")

// deviceChooser returns nil: there is nothing to choose.
func deviceChooser(*collide.Options, *progress) *backend.Chooser { return nil }

// deviceJudge is never called.
func deviceJudge(context.Context) (judge, error) { return nil, errNoGPU }

func deviceFailed(error) bool { return false }

func (a *app) listDevices(bool) error { return errNoGPU }

func deviceNames() []string { return []string{} }

// moverOnDevice is never called: no backend of this binary is a device.
func moverOnDevice(context.Context) sim.MakeMover { return nil }
