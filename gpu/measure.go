package gpu

import (
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/lbvh"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
)

// BodyPhase is the broad phase of the method lbvh by itself, for measuring its
// steps. It belongs to one goroutine; Close frees what it has on the device.
type BodyPhase struct {
	batch *vulkan.Batch
	phase *lbvh.Bodies
	steps []step
	found []broad.Pair
	codes []uint64
}

// step is a step of a call with the device's time for it.
type step struct {
	name  string
	spent time.Duration
}

// BodyPhase makes a broad phase that rounds boxes on a number of goroutines and sorts by
// radix, or by merging.
func (d *Device) BodyPhase(workers int, merge bool) (*BodyPhase, error) {
	b, err := d.device.NewBatch()
	if err != nil {
		return nil, err
	}
	d.device.Attach()
	p := &BodyPhase{batch: b, phase: lbvh.NewBodies(b, query.FirstCapacity, workers)}
	p.phase.SortBy(merge)
	p.phase.Times = func(name string, spent time.Duration) { p.steps = append(p.steps, step{name, spent}) }
	return p, nil
}

// Pairs returns the pairs of boxes that overlap, valid until the next call.
func (p *BodyPhase) Pairs(boxes []geom.AABB) ([][2]int32, error) {
	p.steps = p.steps[:0]
	p.found = p.phase.Pairs(boxes, p.found[:0])
	return vulkan.ViewOf[[2]int32](vulkan.BytesOf(p.found)), p.phase.Failure()
}

// Codes computes the Morton codes of the boxes' centres alone, copies included: from the boxes
// to codes in the host's memory, valid until the next call.
func (p *BodyPhase) Codes(boxes []geom.AABB) (codes []uint64, err error) {
	p.codes, err = p.phase.Codes(boxes, p.codes)
	return p.codes, err
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
		p.phase.Close()
		p.batch.Close()
		d.Detach()
		d.Release()
	}
}
