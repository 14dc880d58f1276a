package broad

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// KeptOctree is the octree of Octree kept from call to call. Cells hold boxes
// inflated by a margin; a box that leaves its inflated one is taken out and put
// back, all others stay where they are. The pairs of inflated boxes are kept, too,
// and those of them whose boxes overlap are the answer: O(n + pairs) and O(log n)
// for each box that moved far. When much has moved, or the cells no longer fit, the
// octree is rebuilt as Octree does; after more than maxRebuilds such calls in a row, and where
// inflated boxes have too many pairs, boxes are no longer inflated. The zero value is ready; a call
// allocates nothing once its buffers have grown.
type KeptOctree struct {
	stopper
	// Capacity and MaxDepth are Octree's.
	Capacity, MaxDepth int
	// Margin is the inflation of a box as a share of its longest side, 0 for 0.15.
	Margin float64

	root     cell
	nodes    []keptCell
	used     int
	fat      []geom.AABB
	pairs    []Pair // of inflated boxes
	loose    bool   // some box is inflated, so that pairs may be more than those that overlap
	moved    []int32
	isMoved  []bool
	since    int // boxes put back since the cells were cut
	rebuilds int // consecutive calls that rebuilt the octree
	build    Octree
	// Moved is the number of boxes that the last call put back, all if it rebuilt.
	Moved int
}

// keptCell is a cell in the tree: a leaf with its boxes, or eight children in a row.
type keptCell struct {
	child int32 // the first, 0 for a leaf
	items []int32
}

const (
	defaultMargin = 0.15
	// rebuildShare is 1 over the share of moved boxes above which the octree is rebuilt.
	rebuildShare = 4
	// recutAfter is the mean number of moves per box after which the octree is rebuilt.
	recutAfter = 16
	// maxRebuilds is the number of consecutive rebuilds up to which boxes are inflated.
	maxRebuilds = 2
	// retryInterval is the number of rebuilds between later attempts to inflate boxes.
	retryInterval = 16
)

// StopWhen implements Phase.
func (o *KeptOctree) StopWhen(stop func(listed int) bool) {
	if o.stop = stop; o.build.stop == nil {
		o.build.stop = o.ends
	}
}

// Name implements Phase.
func (*KeptOctree) Name() string { return "kept octree" }

// Pairs implements Phase.
func (o *KeptOctree) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	if len(o.fat) != len(boxes) || !o.advance(boxes) {
		o.rebuilds++
		o.restart(boxes)
	} else {
		o.rebuilds = 0
	}
	if o.crowded(len(o.pairs)) {
		o.rebuilds = maxRebuilds + 1
		o.restart(boxes)
	}
	if o.ends(len(o.pairs)) { // boxes or pairs are missing: the next call starts again
		o.fat = o.fat[:0]
	}
	for _, p := range o.pairs {
		if boxes[p.A].Overlaps(&boxes[p.B]) {
			dst = append(dst, p)
		}
	}
	return dst
}

// crowded reports whether that is too many pairs of inflated boxes.
func (o *KeptOctree) crowded(listed int) bool { return o.loose && listed > mostEnlarged(len(o.fat)) }

// ends reports whether a search that has listed some pairs is over, for the call or for inflated boxes. Of pairs of these stop is told
// nothing: they need not overlap.
func (o *KeptOctree) ends(listed int) bool {
	if o.loose {
		return o.crowded(listed) || o.stopped(0)
	}
	return o.stopped(listed)
}

// restart builds everything from the boxes.
func (o *KeptOctree) restart(boxes []geom.AABB) {
	o.Moved, o.since, o.loose = len(boxes), 0, false
	o.fat, o.isMoved = o.fat[:0], o.isMoved[:0]
	b := &o.build
	b.Capacity, b.MaxDepth = o.Capacity, o.MaxDepth
	for i := range boxes {
		o.fat = append(o.fat, o.inflated(&boxes[i]))
		o.isMoved = append(o.isMoved, false)
	}
	o.used, o.pairs = 0, o.pairs[:0]
	o.root = rootOf(o.fat)
	c := o.root
	c.hi = len(boxes)
	b.boxes = o.fat
	b.line()
	o.grow(1)
	o.cut(0, c)
	b.boxes, b.dst = nil, nil
}

// inflated returns the box widened on all sides by a share of its longest finite side,
// or as it is if the boxes are too fast for margins.
func (o *KeptOctree) inflated(b *geom.AABB) geom.AABB {
	if o.rebuilds > maxRebuilds && o.rebuilds%retryInterval != 0 {
		return *b
	}
	share := o.Margin
	if share <= 0 {
		share = defaultMargin
	}
	size, longest := b.Size(), 0.0
	for axis := range 3 {
		if l := size.At(axis); l > longest && !math.IsInf(l, 1) {
			longest = l
		}
	}
	o.loose = true
	return b.Inflated(float64(share * longest))
}

// grow makes room for n more cells, without boxes, and returns the first.
func (o *KeptOctree) grow(n int) int32 {
	first := o.used
	o.used += n
	for len(o.nodes) < o.used {
		o.nodes = append(o.nodes, keptCell{})
	}
	for i := first; i < o.used; i++ {
		o.nodes[i].child, o.nodes[i].items = 0, o.nodes[i].items[:0]
	}
	return int32(first)
}

// cut makes node i the tree of a cell whose boxes are among build.items, and adds
// their pairs.
func (o *KeptOctree) cut(i int32, c cell) {
	b := &o.build
	if !b.cuts(&c) {
		o.nodes[i].items = append(o.nodes[i].items, b.items[c.lo:c.hi]...)
		b.dst = o.pairs
		b.pairsIn(&c)
		o.pairs = b.dst
		return
	}
	first := o.grow(8)
	o.nodes[i].child = first
	for octant := range 8 {
		if o.ends(len(o.pairs)) {
			return
		}
		child := b.fill(&c, octant)
		o.cut(first+int32(octant), child)
		b.items = b.items[:child.lo]
	}
}

// advance moves the boxes that left their inflated ones, or returns false to rebuild.
func (o *KeptOctree) advance(boxes []geom.AABB) bool {
	o.moved = o.moved[:0]
	for i := range boxes {
		if !o.fat[i].Encloses(&boxes[i]) {
			o.moved = append(o.moved, int32(i))
		}
	}
	o.Moved = len(o.moved)
	if o.since += o.Moved; o.Moved*rebuildShare > len(boxes) || o.since > recutAfter*len(boxes) {
		return false
	}
	if o.Moved == 0 {
		return true
	}
	for _, i := range o.moved {
		o.remove(i, 0, o.root)
		o.fat[i] = o.inflated(&boxes[i])
		o.insert(i, 0, o.root)
		o.isMoved[i] = true
	}
	kept := o.pairs[:0]
	for _, p := range o.pairs {
		if !o.isMoved[p.A] && !o.isMoved[p.B] {
			kept = append(kept, p)
		}
	}
	o.pairs = kept
	for k, i := range o.moved {
		if k%stopBoxInterval == stopBoxInterval-1 && o.ends(len(o.pairs)) {
			break
		}
		o.meet(i, 0, o.root)
	}
	for _, i := range o.moved {
		o.isMoved[i] = false
	}
	return true
}

func (o *KeptOctree) remove(box, node int32, c cell) {
	n := &o.nodes[node]
	if n.child == 0 {
		for k, j := range n.items {
			if j == box {
				last := len(n.items) - 1
				n.items[k] = n.items[last]
				n.items = n.items[:last]
				return
			}
		}
		return
	}
	for octant := range 8 {
		if meets(&o.fat[box], octant, c.middle) {
			o.remove(box, n.child+int32(octant), c.child(octant))
		}
	}
}

func (o *KeptOctree) insert(box, node int32, c cell) {
	n := &o.nodes[node]
	if n.child == 0 {
		n.items = append(n.items, box)
		return
	}
	for octant := range 8 {
		if meets(&o.fat[box], octant, c.middle) {
			o.insert(box, n.child+int32(octant), c.child(octant))
		}
	}
}

// meet adds the pairs of a moved box. A pair of two moved boxes is added for the box
// with the lower index.
func (o *KeptOctree) meet(box, node int32, c cell) {
	n, a := &o.nodes[node], &o.fat[box]
	if n.child == 0 {
		for _, j := range n.items {
			if j == box || o.isMoved[j] && j < box {
				continue
			}
			if b := &o.fat[j]; a.Overlaps(b) && c.holds(a.Min.Max(b.Min)) {
				o.pairs = append(o.pairs, Pair{min(box, j), max(box, j)})
			}
		}
		return
	}
	for octant := range 8 {
		if meets(a, octant, c.middle) {
			o.meet(box, n.child+int32(octant), c.child(octant))
		}
	}
}
