package query

import (
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// resident is what an engine has on the device. Nothing in it may lead back to the
// engine or its detector, whose end it must not prevent: commands point into it.
type resident struct {
	device    *vulkan.Device
	batch     *vulkan.Batch
	geometry  *models.Geometry
	bodies    BodyPhase
	triangles TrianglePhase
	// busy, when set, is work that a stopped query left behind, on all of the above.
	busy *vulkan.Promise[struct{}]
	// uncertain: what geometry and triangles take for done may never have run.
	uncertain bool
}

// finish does work in the background, which settle waits for.
func (r *resident) finish(work func() error) {
	p := vulkan.NewPromise[struct{}]()
	r.busy = p
	r.device.Background(func() { p.Keep(struct{}{}, work()) })
}

// working reports whether such work goes on.
func (r *resident) working() bool { return r.busy != nil && !r.busy.Kept() }

// settle waits for what was left behind. The error is vulkan.ErrStopped, or that of the work:
// then nothing on the device is what its owners think.
func (r *resident) settle(c vulkan.Control) error {
	if r.busy == nil {
		return nil
	}
	_, err := r.busy.Get(c)
	if r.busy.Kept() {
		r.busy = nil
	}
	return err
}

// close frees everything, once, unless the device is gone: in the background where work is
// left that uses it.
func (r *resident) close() {
	if p := r.busy; r.working() {
		r.device.Background(func() {
			_, _ = p.Get(nil)
			r.free()
		})
		return
	}
	r.free()
}

func (r *resident) free() {
	if !r.device.Hold() {
		return
	}
	defer r.device.Release()
	if r.batch == nil {
		return
	}
	r.bodies.Close()
	r.triangles.Close()
	r.geometry.Close()
	r.batch.Close()
	r.batch = nil
	r.device.Detach()
}
