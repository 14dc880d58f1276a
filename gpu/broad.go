package gpu

import (
	"fmt"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/par"
)

// bodyPhase is a broad phase on the device: a hierarchy over the bodies' boxes. Boxes
// are rounded outward to float32; the pairs found are confirmed in float64.
type bodyPhase struct {
	batch   *vulkan.Batch
	tree    *hierarchy
	pairs   *primitives.Appender
	items   []models.Item
	found   []uint32
	first   int // capacity to begin with
	moved   int64
	workers int
	frame   models.Frame
	boxes   []geom.AABB
	round   func(worker, lo, hi int) // roundBoxes: a new value a call would allocate
	err     error                    // of the last call of Pairs, which has no place for it
	// times, if set, is told the steps of each batch.
	times func(step string, spent time.Duration)
}

func newBodyPhase(b *vulkan.Batch, first, workers int) *bodyPhase {
	d := b.Device()
	p := &bodyPhase{batch: b, tree: newHierarchy(d), pairs: primitives.NewAppender(d, "pairs of bodies", 12), first: first, workers: workers}
	p.round = p.roundBoxes
	return p
}

func (p *bodyPhase) close() {
	p.tree.close()
	p.pairs.Close()
}

// Name implements broad.Phase.
func (p *bodyPhase) Name() string { return "linear hierarchy" }

// StopWhen implements broad.Phase: a search on the device is not interrupted.
func (p *bodyPhase) StopWhen(func() bool) {}

func (p *bodyPhase) failure() error    { return p.err }
func (p *bodyPhase) bytesMoved() int64 { return p.moved }

// Pairs implements broad.Phase.
func (p *bodyPhase) Pairs(boxes []geom.AABB, dst []broad.Pair) []broad.Pair {
	p.err, p.moved = nil, 0
	if len(boxes) < 2 {
		return dst
	}
	p.load(boxes)
	if p.err = p.search(len(boxes)); p.err != nil {
		return dst
	}
	for i := 0; i < len(p.found); i += 3 {
		a, b := p.found[i+1], p.found[i+2]
		if max(a, b) >= uint32(len(boxes)) {
			p.err = fmt.Errorf("%w: bodies %d and %d of %d", vulkan.ErrFaulty, a, b, len(boxes))
			return dst
		}
		if boxes[a].Overlaps(&boxes[b]) {
			dst = append(dst, broad.Pair{A: int32(a), B: int32(b)})
		}
	}
	return dst
}

// load rounds the boxes, in a frame around all that are finite.
func (p *bodyPhase) load(boxes []geom.AABB) {
	all := geom.EmptyAABB()
	for i := range boxes {
		if b := &boxes[i]; b.Min.IsFinite() && b.Max.IsFinite() {
			all.Extend(b.Min)
			all.Extend(b.Max)
		}
	}
	f, ok := models.FrameOf(&all)
	if !ok { // no box is finite
		f = models.Frame{}
	}
	if cap(p.items) < len(boxes) {
		p.items = make([]models.Item, len(boxes))
	}
	p.items = p.items[:len(boxes)]
	p.frame, p.boxes = f, boxes
	par.For(len(boxes), p.workers, 4096, p.round)
	p.boxes = nil
}

func (p *bodyPhase) roundBoxes(_, lo, hi int) {
	for i := lo; i < hi; i++ {
		it := &p.items[i]
		it.Lo, it.Hi = p.frame.Box(&p.boxes[i])
		it.Tag, it.GroupMask = uint32(i), models.MaskBoth
	}
}

func (p *bodyPhase) search(n int) error {
	b, h := p.batch, p.tree
	if err := h.items.Grow(models.ItemBytes * n); err != nil {
		return err
	}
	if err := h.grow(n); err != nil {
		return err
	}
	if err := p.pairs.Reserve(p.first); err != nil {
		return err
	}
	for built := false; ; built = true {
		b.Start()
		if !built {
			b.Write(h.items, 0, vulkan.BytesOf(p.items))
			b.Mark("upload")
			h.build(b, n, 0)
			p.moved += int64(models.ItemBytes * n)
		}
		h.traverse(b, n, p.pairs)
		if err := b.Run(); err != nil {
			return err
		}
		if p.times != nil {
			b.Times(p.times)
		}
		if fits, err := p.pairs.Fits(); err != nil {
			return err
		} else if fits {
			break
		}
	}
	var err error
	p.found, err = p.pairs.Fetch(b, p.found)
	p.moved += int64(4 * len(p.found))
	return err
}
