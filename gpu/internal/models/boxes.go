package models

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/par"
)

// Boxes are the boxes of bodies in the world, rounded outward to float32 in a frame around all
// that are finite, and on a device, where only those go that changed.
type Boxes struct {
	// Items have the body's number as tag, and meet all others.
	Items []Item
	Frame Frame

	rounded []geom.AABB // what Items stand for
	changed []bool      // for each block of items: it differs from what is on the device
	there   uint64      // the memory that has the other blocks, 0 for none

	boxes []geom.AABB
	round func(worker, lo, hi int) // roundBlocks: a new value a call would allocate
}

// block is how many items are sent together.
const block = 8

// mostRuns is how many copies of blocks that changed a batch gets; more are sent as one.
const mostRuns = 64

// Set rounds boxes; Items are valid until the next call.
func (b *Boxes) Set(boxes []geom.AABB, workers int) {
	all := geom.EmptyAABB()
	for i := range boxes {
		if x := &boxes[i]; x.Min.IsFinite() && x.Max.IsFinite() && !x.IsEmpty() {
			all.Extend(x.Min)
			all.Extend(x.Max)
		}
	}
	frame, _ := FrameOf(&all) // that of zeros where no box is finite
	if n := len(boxes); n != len(b.rounded) || !b.Frame.serves(&frame) {
		b.Frame, b.there = frame, 0
		b.Items, b.rounded = resized(b.Items, n), resized(b.rounded, n)
		b.changed = resized(b.changed, (n+block-1)/block)
		for i := range b.rounded {
			b.rounded[i].Min.X = math.NaN() // equal to none
		}
	}
	if b.round == nil {
		b.round = b.roundBlocks
	}
	b.boxes = boxes
	par.For(len(b.changed), workers, 512, b.round)
	b.boxes = nil
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// serves reports whether a frame is as good as one made for what lies there now: any holds all boxes, as what is far off is rounded
// farther outward.
func (f *Frame) serves(now *Frame) bool {
	return f.Exponent == now.Exponent && Scaled(now.Origin.Sub(f.Origin).MaxAbs(), -f.Exponent) <= 0.125
}

func (b *Boxes) roundBlocks(_, lo, hi int) {
	for k := lo; k < hi; k++ {
		for i := k * block; i < min(k*block+block, len(b.boxes)); i++ {
			if b.boxes[i] == b.rounded[i] {
				continue
			}
			b.rounded[i], b.changed[k] = b.boxes[i], true
			it := &b.Items[i]
			it.Lo, it.Hi = b.Frame.Box(&b.boxes[i])
			it.Tag, it.GroupMask = uint32(i), MaskBoth
		}
	}
}

// Send records the sending of the items that a buffer does not have. It has them when Sent is called.
func (b *Boxes) Send(batch *vulkan.Batch, to *vulkan.Buffer) {
	first, last, runs := b.extent()
	switch {
	case to.Memory() != b.there:
		b.send(batch, to, 0, len(b.changed))
	case runs > mostRuns:
		b.send(batch, to, first, last)
	default:
		for lo := first; lo < last; {
			hi := lo
			for hi < last && b.changed[hi] {
				hi++
			}
			b.send(batch, to, lo, hi)
			for lo = hi; lo < last && !b.changed[lo]; {
				lo++
			}
		}
	}
}

// extent is from the first block that changed to the last, and how many runs there are.
func (b *Boxes) extent() (first, last, runs int) {
	first = len(b.changed)
	for k, c := range b.changed {
		if !c {
			continue
		}
		first = min(first, k)
		if k == 0 || !b.changed[k-1] {
			runs++
		}
		last = k + 1
	}
	return first, last, runs
}

func (b *Boxes) send(batch *vulkan.Batch, to *vulkan.Buffer, lo, hi int) {
	lo, hi = lo*block, min(hi*block, len(b.Items))
	if lo < hi {
		batch.Write(to, ItemBytes*lo, vulkan.BytesOf(b.Items[lo:hi]))
	}
}

// Sent notes that a batch has run to whose end a buffer has all items.
func (b *Boxes) Sent(to *vulkan.Buffer) {
	b.there = to.Memory()
	clear(b.changed)
}
