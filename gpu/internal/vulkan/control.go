package vulkan

import (
	"errors"
	"time"
)

// ErrStopped is the error where a query's control ended the waiting for the device or its
// driver. The control has the cause, so no user ever sees this error.
var ErrStopped = errors.New("stopped")

// Control ends the waits of a query that is over.
type Control interface {
	// Stopped looks whether the query is over.
	Stopped() bool
	// Wait waits for done to be closed; false means that the query was over before.
	Wait(done <-chan struct{}) bool
}

// Within returns a control that is over after some time.
func Within(limit time.Duration) Control { return deadline{time.Now().Add(limit)} }

type deadline struct{ at time.Time }

func (d deadline) Stopped() bool { return time.Now().After(d.at) }

func (d deadline) Wait(done <-chan struct{}) bool {
	late := time.NewTimer(time.Until(d.at))
	defer late.Stop()
	select {
	case <-done:
		return true
	case <-late.C:
		return false
	}
}
