package aabb

import (
	"fmt"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
)

// mostGlobals is the number of bodies up to which all pairs of global boxes are tested on the
// device: one thread a body, 4,095 tests at most. They are 2²³ pairs at most, so that the count of
// pairs found does not come round.
const mostGlobals = 1 << 12

// Globals finds the pairs of bodies whose boxes in the world meet: all pairs on the device, in
// boxes rounded outward to float32; those found are confirmed in float64. More bodies than
// mostGlobals are left to the broad phase of the CPU methods.
type Globals struct {
	broad.Auto // for many bodies
	batch      *vulkan.Batch
	rounded    *models.Boxes
	items      *vulkan.Buffer
	pairs      *primitives.Appender
	first      int // capacity to begin with
	found      []uint32
	onHost     bool  // the last call left it to the CPU's phase
	err        error // of the last call of Pairs, which has no place for it
}

// NewGlobals makes the phase; its list of pairs begins with room for first of them.
func NewGlobals(b *vulkan.Batch, first, workers int) *Globals {
	d := b.Device()
	return &Globals{Auto: broad.Auto{Workers: workers}, batch: b, rounded: models.NewBoxes(d), items: d.NewBuffer("global boxes"), pairs: primitives.NewAppender(d, "pairs of global boxes", 8), first: first}
}

// Close frees what it has on the device.
func (p *Globals) Close() {
	p.items.Close()
	p.rounded.Close()
	p.pairs.Close()
}

// Name implements broad.Phase.
func (p *Globals) Name() string {
	if p.onHost {
		return p.Auto.Name()
	}
	return "global boxes"
}

// Failure implements query.BodyPhase.
func (p *Globals) Failure() error { return p.err }

// Pairs implements broad.Phase.
func (p *Globals) Pairs(boxes []geom.AABB, dst []broad.Pair) []broad.Pair {
	p.err, p.onHost = nil, len(boxes) > mostGlobals
	switch {
	case len(boxes) < 2:
		return dst
	case p.onHost:
		return p.Auto.Pairs(boxes, dst)
	}
	p.rounded.Set(boxes, p.Workers)
	if p.err = p.search(); p.err != nil {
		return dst
	}
	for i := 0; i < len(p.found); i += 2 {
		a, b := p.found[i], p.found[i+1]
		if a >= b || b >= uint32(len(boxes)) {
			p.err = fmt.Errorf("%w: bodies %d and %d of %d", vulkan.ErrFaulty, a, b, len(boxes))
			return dst
		}
		if boxes[a].Overlaps(&boxes[b]) {
			dst = append(dst, broad.Pair{A: int32(a), B: int32(b)})
		}
	}
	return dst
}

// search fills found with the pairs of the rounded boxes.
func (p *Globals) search() error {
	n := len(p.rounded.Items)
	if err := p.rounded.Grow(p.items); err != nil {
		return err
	}
	if err := p.pairs.Reserve(p.first); err != nil {
		return err
	}
	for fits := false; !fits; {
		b := p.batch
		b.Start()
		p.rounded.Send(b, p.items)
		p.pairs.Clear(b)
		b.Call(globalsKernel, n, []uint32{uint32(n), uint32(p.pairs.Capacity)}, p.items, p.pairs.Count, p.pairs.Data)
		p.pairs.Bring(b)
		b.Mark("global boxes")
		if err := b.Run(); err != nil {
			return err
		}
		p.rounded.Sent(p.items)
		var err error
		if fits, err = p.pairs.Fits(); err != nil {
			return err
		}
	}
	var err error
	p.found, err = p.pairs.Fetch(p.batch)
	return err
}
