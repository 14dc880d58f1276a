package models

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/par"
)

// Boxes are the boxes of bodies in the world, rounded outward to float32 in a frame around all
// that are finite, and on a device, where only those go that changed: as they are, or, where they are many, their least corners and what sizes
// changed by more than rounding, so that boxes there are a little wider.
type Boxes struct {
	// Items have the body's number as tag, and meet all others.
	Items []Item
	Frame Frame
	// Most is the number of boxes that are sent as they are; more are sent as corners.
	Most int

	rounded []geom.AABB // what Items stand for
	changed []bool      // for each block of items: it differs from what is on the device
	there   uint64      // the memory that has the other blocks, 0 for none
	sizes   sizes

	boxes []geom.AABB
	round func(worker, lo, hi int) // roundBlocks: a new value a call would allocate
}

// block is how many items are sent together.
const block = 8

// mostRuns is how many copies of blocks that changed a batch gets; more are sent as one.
const mostRuns = 64

// mostItems is the number of boxes that are sent as they are. A corner is 20 bytes less, but takes a kernel behind a barrier.
const mostItems = 1 << 12

// NewBoxes makes boxes for a device.
func NewBoxes(d *vulkan.Device) *Boxes {
	b := &Boxes{Most: mostItems, sizes: sizes{on: d.NewBuffer("sizes of boxes"), placesOn: d.NewBuffer("corners of boxes")}}
	b.round = b.roundBlocks
	return b
}

// Close frees what it has on the device.
func (b *Boxes) Close() {
	b.sizes.on.Close()
	b.sizes.placesOn.Close()
}

// Grow makes room on the device for what Send sends, and in the buffer that it sends to.
func (b *Boxes) Grow(to *vulkan.Buffer) error {
	if len(b.Items) > b.Most {
		if err := b.sizes.grow(); err != nil {
			return err
		}
	}
	return to.Grow(ItemBytes * len(b.Items))
}

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
	b.sizes.sent = false      // where the batch that sends them did not end, they are sent again
	if n := len(boxes); n != len(b.rounded) || !b.Frame.serves(&frame) {
		b.Frame, b.there = frame, 0
		b.Items, b.rounded = resized(b.Items, n), resized(b.rounded, n)
		b.changed = resized(b.changed, (n+block-1)/block)
		b.sizes.resize(n, len(b.changed))
		for i := range b.rounded {
			b.rounded[i].Min.X = math.NaN() // equal to none
		}
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
			b.sizes.fit(i, k, it)
		}
	}
}

// Send records the sending of the items that a buffer does not have. It has them when Sent is called.
func (b *Boxes) Send(batch *vulkan.Batch, to *vulkan.Buffer) {
	first, last, runs, blocks := extent(b.changed)
	if to.Memory() != b.there {
		first, last, runs, blocks = 0, len(b.changed), 1, len(b.changed)
	}
	switch lo, hi := first*block, min(last*block, len(b.Items)); {
	case blocks*block > b.Most:
		b.place(batch, to, lo, hi)
	case runs > mostRuns || to.Memory() != b.there:
		b.send(batch, to, lo, hi)
	default:
		for first < last {
			end := first
			for end < last && b.changed[end] {
				end++
			}
			b.send(batch, to, first*block, min(end*block, len(b.Items)))
			for first = end; first < last && !b.changed[first]; {
				first++
			}
		}
	}
}

// extent is from the first block that changed to the last, how many runs there are, and how many blocks.
func extent(changed []bool) (first, last, runs, blocks int) {
	first = len(changed)
	for k, c := range changed {
		if !c {
			continue
		}
		first = min(first, k)
		if k == 0 || !changed[k-1] {
			runs++
		}
		last, blocks = k+1, blocks+1
	}
	return first, last, runs, blocks
}

func (b *Boxes) send(batch *vulkan.Batch, to *vulkan.Buffer, lo, hi int) {
	if lo < hi {
		batch.Write(to, ItemBytes*lo, vulkan.BytesOf(b.Items[lo:hi]))
	}
}

// place records the sending of corners of items from lo to before hi, and the kernel that makes the items.
func (b *Boxes) place(batch *vulkan.Batch, to *vulkan.Buffer, lo, hi int) {
	s := &b.sizes
	s.send(batch)
	corners := vulkan.ViewOf[[3]float32](batch.Space(s.placesOn, 12*lo, 12*(hi-lo)))
	for i := range corners {
		corners[i] = b.Items[lo+i].Lo
	}
	batch.Call(placedKernel, hi-lo, []uint32{uint32(hi - lo), uint32(lo)}, s.placesOn, s.on, to)
}

// Sent notes that a batch has run to whose end a buffer has all items.
func (b *Boxes) Sent(to *vulkan.Buffer) {
	b.there = to.Memory()
	clear(b.changed)
	b.sizes.arrived()
}
