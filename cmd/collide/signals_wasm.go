package main

import (
	"os"
	"syscall"
)

// ending lists the signals that ask the program to end. WebAssembly has no terminal that
// could be lost.
func ending() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }
