package vulkan

import (
	"cmp"
	"time"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// waitInterval is the duration of one wait for the device. Between two, a batch looks whether it
// is still wanted.
const waitInterval = 5 * time.Millisecond

// stopped reports whether the query that the batch belongs to is over.
func (b *Batch) stopped() bool { return b.Control != nil && b.Control.Stopped() }

// Run executes the batch, waits for it and brings back what was read. The error is
// the first of recording and running. No command is left recorded.
//
// ErrStopped means that the control ended the wait. Where Pending reports true then, the
// device is still at work on what the batch uses, nothing of which may be touched before
// Finish returns.
func (b *Batch) Run() error {
	if err := b.Submit(); err != nil {
		return err
	}
	return b.Wait()
}

// Submit has the device begin, behind what was submitted before, and does not wait: Wait must follow. The errors are those of Run.
func (b *Batch) Submit() error {
	if !b.recording {
		panic("gpu: a batch runs that was not started")
	}
	b.recording = false
	if b.err != nil {
		return b.err
	}
	if b.returns {
		b.barrierToHost()
	}
	b.err = failure(b.dev.cmd.EndCommandBuffer(b.cmd), "recording commands")
	if b.err == nil {
		b.err = b.execute()
	}
	return b.err
}

// Wait waits for what Submit began and brings back what was read. The errors are those of Run.
func (b *Batch) Wait() error {
	if b.err = b.wait(); b.err == nil {
		b.err = b.collect()
	}
	if b.err == nil {
		b.Updated += b.stamps.first(b.dev, b.update)
	}
	b.tally()
	return b.err
}

// execute submits the batch.
func (b *Batch) execute() error {
	if b.stopped() {
		return ErrStopped
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
	b.Work.Submits++
	return nil
}

// wait waits for the device, an interval at a time.
func (b *Batch) wait() error {
	d := b.dev
	for {
		r := d.cmd.WaitForFences(d.handle, 1, &b.fence, 1, uint64(waitInterval))
		if r != vk.Timeout {
			err := failure(r, "waiting for the device")
			if err != nil {
				d.cmd.DeviceWaitIdle(d.handle) // memory the work uses may be freed next
			}
			b.pending = false
			return err
		}
		if b.stopped() {
			return ErrStopped
		}
	}
}

// collect brings back what was read, and the times.
func (b *Batch) collect() error {
	d := b.dev
	for _, r := range b.reads {
		copy(r.to, r.from.bytes)
	}
	if err := b.stamps.read(d); err != nil {
		return err
	}
	b.Spent += b.stamps.total(d)
	if d.phase != nil {
		b.stamps.each(d, d.phase)
	}
	return nil
}

// Finish waits for what Run, Wait or Drop left pending, to its end, and brings back what was read.
func (b *Batch) Finish() error {
	b.Control = nil
	if b.pending {
		if b.err = b.wait(); b.err == nil {
			b.err = b.collect()
		}
	}
	if b.twin != nil {
		b.err = cmp.Or(b.err, b.twin.Finish())
	}
	return b.err
}

// Drop waits for what Submit began and brings nothing back. The error is that of Run.
func (b *Batch) Drop() error {
	if !b.pending {
		return nil
	}
	b.err = b.wait()
	b.tally()
	return b.err
}
