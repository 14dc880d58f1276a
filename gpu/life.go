package gpu

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide/internal/narrow"
)

// promise is a value that one goroutine makes and others may wait for.
type promise[T any] struct {
	done  chan struct{} // closed when value or err is there
	value T
	err   error
}

func newPromise[T any]() *promise[T] { return &promise[T]{done: make(chan struct{})} }

func (p *promise[T]) keep(value T, err error) {
	p.value, p.err = value, err
	close(p.done)
}

// kept reports whether the value is there.
func (p *promise[T]) kept() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// get waits for the value; errStopped where the control, nil for none, ends the wait.
func (p *promise[T]) get(c *narrow.Control) (T, error) {
	if c == nil {
		<-p.done
	} else if !p.kept() && !c.Wait(p.done) {
		var none T
		return none, errStopped
	}
	return p.value, p.err
}

// Close gives the device back, after work that stopped queries left behind. Everything
// made from it must be closed before. A device that was lost and opened again is closed
// with its successors.
func (d *Device) Close() error {
	d.tails.Wait()
	d.mu.Lock()
	err := d.destroy()
	next := d.next
	d.mu.Unlock()
	if next == nil {
		return err
	}
	if s, _ := next.get(nil); s != nil {
		return errors.Join(err, s.Close())
	}
	return err
}

// destroy gives back what the driver holds, once. The caller has the lock.
func (d *Device) destroy() error {
	if d.handle == 0 {
		return nil
	}
	r := d.cmd.DeviceWaitIdle(d.handle)
	for _, p := range d.kernels {
		if p.kept() && p.err == nil {
			d.cmd.DestroyPipeline(d.handle, p.value)
		}
	}
	for _, l := range d.layouts {
		d.cmd.DestroyPipelineLayout(d.handle, l.pipeline)
		d.cmd.DestroyDescriptorSetLayout(d.handle, l.set)
	}
	if d.raster != nil {
		d.raster.close(d)
	}
	d.cmd.DestroyDevice(d.handle)
	d.handle = 0
	d.instance.close()
	if err := failure(r, "waiting for the device"); !errors.Is(err, ErrDeviceLost) {
		return err
	}
	return nil // a lost device is gone either way
}

// hold keeps the device from being closed and reports whether it is still open;
// release must follow if so.
func (d *Device) hold() bool {
	d.mu.Lock()
	if d.handle == 0 {
		d.mu.Unlock()
		return false
	}
	return true
}

func (d *Device) release() { d.mu.Unlock() }

// attach counts what uses the device: engines and the driver's builds. detach, with the
// lock held, gives a lost device back with the last of them.
func (d *Device) attach() {
	d.mu.Lock()
	d.users++
	d.mu.Unlock()
}

func (d *Device) detach() {
	d.users--
	d.drop()
}

// lose notes that the device is lost: see live.
func (d *Device) lose() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lost = true
	d.drop()
}

// judge looks at an error of a device and returns it: a lost device is not used again.
func (d *Device) judge(err error) error {
	if errors.Is(err, ErrDeviceLost) {
		d.lose()
	}
	return err
}

// drop gives a lost device back that nobody uses.
func (d *Device) drop() {
	if d.lost && d.users == 0 {
		_ = d.destroy()
	}
}

// live returns the device, or the one that was opened in its place when it was lost.
// The error wraps ErrDeviceLost where none can be had, and is errStopped where the control
// ends the wait for it.
func (d *Device) live(c *narrow.Control) (*Device, error) {
	d.mu.Lock()
	if !d.lost {
		d.mu.Unlock()
		return d, nil
	}
	p := d.next
	if p == nil {
		p = newPromise[*Device]()
		d.next = p
		go func() { p.keep(Open(d.opt)) }()
	}
	d.mu.Unlock()
	next, err := p.get(c)
	if err == nil {
		return next.live(c)
	}
	if errors.Is(err, errStopped) {
		return nil, err
	}
	d.mu.Lock()
	if d.next == p { // the next query tries again
		d.next = nil
	}
	d.mu.Unlock()
	return nil, fmt.Errorf("%w; opening it again: %w", ErrDeviceLost, err)
}
