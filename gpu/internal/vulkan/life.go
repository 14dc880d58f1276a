package vulkan

import (
	"errors"
	"fmt"
)

// Background does work that a stopped query left behind; Close waits for it.
func (d *Device) Background(work func()) { d.tails.Go(work) }

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
	if s, _ := next.Get(nil); s != nil {
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
	d.keepPipelines()
	if d.cache.handle != 0 {
		d.cmd.DestroyPipelineCache(d.handle, d.cache.handle)
	}
	for _, p := range d.kernels {
		if p.Kept() && p.err == nil {
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

// Hold keeps the device from being closed and reports whether it is still open;
// Release must follow if so.
func (d *Device) Hold() bool {
	d.mu.Lock()
	if d.handle == 0 {
		d.mu.Unlock()
		return false
	}
	return true
}

// Release ends what Hold began.
func (d *Device) Release() { d.mu.Unlock() }

// Attach counts what uses the device: engines and the driver's builds. Detach, within Hold,
// gives a lost device back with the last of them.
func (d *Device) Attach() {
	d.mu.Lock()
	d.users++
	d.mu.Unlock()
}

// Detach ends what Attach began; the device must be held.
func (d *Device) Detach() {
	d.users--
	d.drop()
}

// lose notes that the device is lost: see Live.
func (d *Device) lose() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lost = true
	d.drop()
}

// Judge looks at an error of a device and returns it: a lost device is not used again.
func (d *Device) Judge(err error) error {
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

// Live returns the device, or the one that was opened in its place when it was lost.
// The error wraps ErrDeviceLost where none can be had, and is ErrStopped where the control
// ends the wait for it.
func (d *Device) Live(c Control) (*Device, error) {
	d.mu.Lock()
	if !d.lost {
		d.mu.Unlock()
		return d, nil
	}
	p := d.next
	if p == nil {
		p = NewPromise[*Device]()
		d.next = p
		go func() { p.Keep(Open(d.opt)) }()
	}
	d.mu.Unlock()
	next, err := p.Get(c)
	if err == nil {
		return next.Live(c)
	}
	if errors.Is(err, ErrStopped) {
		return nil, err
	}
	d.mu.Lock()
	if d.next == p { // the next query tries again
		d.next = nil
	}
	d.mu.Unlock()
	return nil, fmt.Errorf("%w; opening it again: %w", ErrDeviceLost, err)
}
