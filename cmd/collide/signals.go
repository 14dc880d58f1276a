package main

import (
	"context"
	"os"
	"os/signal"
	"time"

	"github.com/collide-go/collide/internal/atomicfile"
)

// interruptible returns a context that the first Ctrl-C, SIGTERM or loss of the
// terminal cancels. The second ends the program at once, without leaving temporary
// files.
func interruptible() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	received := make(chan os.Signal, 2)
	signal.Notify(received, ending()...)
	surviveWriteSignals()
	go func() {
		<-received
		cancel()
		<-received
		exitNow()
	}()
	return ctx
}

// abandonLimit is how long a second signal waits for temporary files to be removed: a
// disk that does not answer must not keep the program alive.
const abandonLimit = 500 * time.Millisecond

// exitNow ends the program.
func exitNow() {
	done := make(chan struct{})
	go func() {
		atomicfile.Abandon()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(abandonLimit):
	}
	os.Exit(exitIncomplete)
}
