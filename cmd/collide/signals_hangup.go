//go:build !wasm

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// ending lists the signals that ask the program to end. One that is ignored, as under
// nohup, stays so.
func ending() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}
