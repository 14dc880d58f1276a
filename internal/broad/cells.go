package broad

import "github.com/collide-go/collide/geom"

// Cell is a leaf of an octree, for display: a cube and the number of boxes in it.
type Cell struct {
	Center geom.Vec
	Half   float64
	Depth  int
	Boxes  int
}

// AppendCells appends the leaves that Pairs would make for these boxes, except empty
// ones, up to most. It reports whether it appended all of them.
func (o *Octree) AppendCells(boxes []geom.AABB, dst []Cell, most int) ([]Cell, bool) {
	o.boxes, o.items = boxes, o.items[:0]
	for i := range boxes {
		o.items = append(o.items, int32(i))
	}
	root := rootOf(boxes)
	root.hi = len(boxes)
	most += len(dst)
	dst, all := o.appendCells(root, dst, most)
	o.boxes = nil
	return dst, all
}

func (o *Octree) appendCells(c cell, dst []Cell, most int) ([]Cell, bool) {
	if c.lo == c.hi {
		return dst, true
	}
	if !o.cuts(&c) {
		if len(dst) >= most {
			return dst, false
		}
		return append(dst, Cell{Center: c.middle, Half: c.half, Depth: c.depth, Boxes: c.hi - c.lo}), true
	}
	for octant := range 8 {
		child := o.fill(&c, octant)
		var all bool
		dst, all = o.appendCells(child, dst, most)
		o.items = o.items[:child.lo]
		if !all {
			return dst, false
		}
	}
	return dst, true
}
