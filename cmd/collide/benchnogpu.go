//go:build nogpu && !wasm

package main

import "github.com/collide-go/collide/internal/bench"

func benchDevice() func() (bench.Device, error) { return nil }
