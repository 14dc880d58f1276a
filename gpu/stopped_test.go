package gpu

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/collide-go/collide/internal/narrow"
)

// TestStoppedWithoutACause: an engine that was stopped returns no error only where the
// control has the cause; otherwise the detector would take what is missing for free.
func TestStoppedWithoutACause(t *testing.T) {
	t.Parallel()
	other := errors.New("other")
	for _, cause := range []narrow.Cause{narrow.Running, narrow.Interrupted, narrow.OutOfTime, narrow.OutOfSteps, narrow.Found} {
		var c narrow.Control
		c.Reset(context.Background(), 0, 0)
		c.Stop(cause)
		if err := unlessStopped(fmt.Errorf("a kernel: %w", errStopped), &c); (err == nil) != (cause != narrow.Running) {
			t.Errorf("cause %d: %v", cause, err)
		}
		if unlessStopped(other, &c) != other || unlessStopped(nil, &c) != nil { //nolint:errorlint // the very error
			t.Errorf("cause %d changes other errors", cause)
		}
	}
}
