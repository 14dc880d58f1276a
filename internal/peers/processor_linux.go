package harness

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is the processor time that the calling thread has used.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// onOneThread keeps the goroutine on one thread until what it returns is called.
func onOneThread() func() {
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}
