//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// surviveWriteSignals turns the signals of a failed write, to a pipe that nobody
// reads or beyond the limit of a file's size, into errors of the write: the program
// then ends in order, without leaving temporary files.
func surviveWriteSignals() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE, syscall.SIGXFSZ)
}
