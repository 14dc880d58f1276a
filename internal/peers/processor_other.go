//go:build !linux

package harness

import "time"

var began = time.Now()

// processorTime is the time that has passed, since threads' own time is not known here.
func processorTime() time.Duration { return time.Since(began) }

func onOneThread() func() { return func() {} }
