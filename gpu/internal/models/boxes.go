package models

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
)

// Boxes are the boxes of bodies in the world, rounded outward to float32 in a frame around all
// that are finite.
type Boxes struct {
	// Items have the body's number as tag, and meet all others.
	Items []Item
	Frame Frame

	boxes []geom.AABB
	round func(worker, lo, hi int) // roundBoxes: a new value a call would allocate
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
	b.Frame, _ = FrameOf(&all) // that of zeros where no box is finite
	if cap(b.Items) < len(boxes) {
		b.Items = make([]Item, len(boxes))
	}
	if b.round == nil {
		b.round = b.roundBoxes
	}
	b.Items, b.boxes = b.Items[:len(boxes)], boxes
	par.For(len(boxes), workers, 4096, b.round)
	b.boxes = nil
}

func (b *Boxes) roundBoxes(_, lo, hi int) {
	for i := lo; i < hi; i++ {
		it := &b.Items[i]
		it.Lo, it.Hi = b.Frame.Box(&b.boxes[i])
		it.Tag, it.GroupMask = uint32(i), MaskBoth
	}
}
