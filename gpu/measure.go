package gpu

import (
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
)

// BodyPhase is the broad phase of the method lbvh by itself, for measuring its
// steps. It belongs to one goroutine; Close frees what it has on the device.
type BodyPhase struct {
	batch *vulkan.Batch
	phase *bodyPhase
	steps []step
}

// step is a step of a call with the device's time for it.
type step struct {
	name  string
	spent time.Duration
}

// BodyPhase makes a broad phase that rounds boxes on so many goroutines and sorts by
// radix, or by merging.
func (d *Device) BodyPhase(workers int, merge bool) (*BodyPhase, error) {
	b, err := d.device.NewBatch()
	if err != nil {
		return nil, err
	}
	d.device.Attach()
	p := &BodyPhase{batch: b, phase: newBodyPhase(b, firstCapacity, workers)}
	p.phase.tree.merge = merge
	p.phase.times = func(name string, spent time.Duration) { p.steps = append(p.steps, step{name, spent}) }
	return p, nil
}

// Pairs is that of broad.Phase, with the error of the device.
func (p *BodyPhase) Pairs(boxes []geom.AABB, dst []broad.Pair) ([]broad.Pair, error) {
	p.steps = p.steps[:0]
	dst = p.phase.Pairs(boxes, dst)
	return dst, p.phase.err
}

// Times calls f for every step of the last call, in their order, with the device's
// time for it: "upload", "codes", "sort", "tree", "boxes", "pairs". A step comes twice
// where the pairs had no room at first; none comes on a device without a clock.
func (p *BodyPhase) Times(f func(step string, spent time.Duration)) {
	for _, s := range p.steps {
		f(s.name, s.spent)
	}
}

// Close frees what the phase has on the device.
func (p *BodyPhase) Close() {
	d := p.batch.Device()
	if d.Hold() {
		p.phase.close()
		p.batch.Close()
		d.Detach()
		d.Release()
	}
}
