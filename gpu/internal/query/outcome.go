package query

import (
	"errors"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/narrow"
)

// UnlessStopped returns nil instead of vulkan.ErrStopped where the control has the cause. Without
// a cause the error stays: a search that ended early must not pass for one that found nothing.
func UnlessStopped(err error, c *narrow.Control) error {
	if errors.Is(err, vulkan.ErrStopped) && c.Cause() != narrow.Running {
		return nil
	}
	return err
}

// lostDevice is an error of a lost device, which wraps collide.ErrDeviceLost as well.
type lostDevice struct{ error }

func (e lostDevice) Unwrap() []error { return []error{e.error, collide.ErrDeviceLost} }

// Known adds collide.ErrDeviceLost to what an error of a lost device wraps: a detector
// knows that error, not the one of package vulkan.
func Known(err error) error {
	if errors.Is(err, vulkan.ErrDeviceLost) {
		return lostDevice{err}
	}
	return err
}
