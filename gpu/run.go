package gpu

import (
	"errors"
	"time"

	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/vk"
)

// errStopped: the query's control ended the waiting for the device or its driver. The
// control has the cause, so no user ever sees this error.
var errStopped = errors.New("stopped")

// unlessStopped returns nil instead of errStopped where the control has the cause. Without
// a cause the error stays: a search that ended early must not pass for one that found nothing.
func unlessStopped(err error, c *narrow.Control) error {
	if errors.Is(err, errStopped) && c.Cause() != narrow.Running {
		return nil
	}
	return err
}

// slice is how long one wait for the device lasts. Between two, a batch looks whether it
// is still wanted.
const slice = 5 * time.Millisecond

// stopped reports whether the query that the batch belongs to is over.
func (b *batch) stopped() bool { return b.control != nil && b.control.Poll() != narrow.Running }

// run executes the batch, waits for it and brings back what was read. The error is
// the first of recording and running. No command is left recorded.
//
// errStopped means that the control ended the wait. Where pending is set then, the device
// is still at work on what the batch uses, nothing of which may be touched before finish
// returns.
func (b *batch) run() error {
	if !b.recording {
		panic("gpu: a batch runs that was not started")
	}
	b.recording = false
	if b.err != nil {
		return b.err
	}
	b.barrierToHost()
	b.err = failure(b.dev.cmd.EndCommandBuffer(b.cmd), "recording commands")
	if b.err == nil {
		b.err = b.execute()
	}
	if b.err == nil {
		b.err = b.collect()
	}
	return b.err
}

// execute submits the batch and waits for it.
func (b *batch) execute() error {
	if b.stopped() {
		return errStopped
	}
	d := b.dev
	if err := failure(d.cmd.ResetFences(d.handle, 1, &b.fence), "resetting a fence"); err != nil {
		return err
	}
	d.mu.Lock()
	r := d.cmd.QueueSubmit(d.queue, 1, &b.submit, b.fence)
	d.mu.Unlock()
	if err := failure(r, "submitting work"); err != nil {
		return err
	}
	b.pending = true
	return b.wait()
}

// wait waits for the device, slice by slice.
func (b *batch) wait() error {
	d := b.dev
	for {
		r := d.cmd.WaitForFences(d.handle, 1, &b.fence, 1, uint64(slice))
		if r != vk.Timeout {
			err := failure(r, "waiting for the device")
			if err != nil {
				d.cmd.DeviceWaitIdle(d.handle) // memory the work uses may be freed next
			}
			b.pending = false
			return err
		}
		if b.stopped() {
			return errStopped
		}
	}
}

// collect brings back what was read, and the times.
func (b *batch) collect() error {
	d := b.dev
	for _, r := range b.reads {
		copy(r.to, r.from.bytes)
	}
	if err := b.stamps.read(d); err != nil {
		return err
	}
	b.spent += b.stamps.total(d)
	if d.phase != nil {
		b.stamps.each(d, d.phase)
	}
	return nil
}

// finish waits for what run left pending, to its end, and brings back what was read.
func (b *batch) finish() error {
	b.control = nil
	if b.err = b.wait(); b.err == nil {
		b.err = b.collect()
	}
	return b.err
}
