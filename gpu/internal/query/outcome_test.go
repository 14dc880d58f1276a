package query

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/vulkan"
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
		if err := UnlessStopped(fmt.Errorf("a kernel: %w", vulkan.ErrStopped), &c); (err == nil) != (cause != narrow.Running) {
			t.Errorf("cause %d: %v", cause, err)
		}
		if UnlessStopped(other, &c) != other || UnlessStopped(nil, &c) != nil { //nolint:errorlint // the very error
			t.Errorf("cause %d changes other errors", cause)
		}
	}
}

// TestKnownErrors: only errors of a lost device wrap collide.ErrDeviceLost as well, and their
// text stays.
func TestKnownErrors(t *testing.T) {
	t.Parallel()
	lost := fmt.Errorf("a kernel: %w", vulkan.ErrDeviceLost)
	if err := Known(lost); !errors.Is(err, collide.ErrDeviceLost) || !errors.Is(err, vulkan.ErrDeviceLost) || err.Error() != lost.Error() {
		t.Errorf("lost: %v", err)
	}
	if err := Known(vulkan.ErrLimit); errors.Is(err, collide.ErrDeviceLost) || Known(nil) != nil {
		t.Errorf("others: %v", err)
	}
}
