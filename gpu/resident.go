package gpu

import (
	"github.com/collide-go/collide/internal/narrow"
)

// resident is what an engine has on the device. Nothing in it may lead back to the
// engine or its detector, whose end it must not prevent: commands point into it.
type resident struct {
	device    *Device
	batch     *batch
	geometry  *geometry
	bodies    bodyPhaser
	triangles phase
	// busy, when set, is work that a stopped query left behind, on all of the above.
	busy *promise[struct{}]
	// uncertain: what geometry and triangles take for done may never have run.
	uncertain bool
}

// finish does work in the background, which settle waits for.
func (r *resident) finish(work func() error) {
	p := newPromise[struct{}]()
	r.busy = p
	r.device.tails.Go(func() { p.keep(struct{}{}, work()) })
}

// working reports whether such work goes on.
func (r *resident) working() bool { return r.busy != nil && !r.busy.kept() }

// settle waits for what was left behind. The error is errStopped, or that of the work:
// then nothing on the device is what its owners think.
func (r *resident) settle(c *narrow.Control) error {
	if r.busy == nil {
		return nil
	}
	_, err := r.busy.get(c)
	if r.busy.kept() {
		r.busy = nil
	}
	return err
}

// close frees everything, once, unless the device is gone: in the background where work is
// left that uses it.
func (r *resident) close() {
	if p := r.busy; r.working() {
		r.device.tails.Go(func() {
			<-p.done
			r.free()
		})
		return
	}
	r.free()
}

func (r *resident) free() {
	if !r.device.hold() {
		return
	}
	defer r.device.release()
	if r.batch == nil {
		return
	}
	r.bodies.close()
	r.triangles.close()
	r.geometry.close()
	r.batch.close()
	r.batch = nil
	r.device.detach()
}
