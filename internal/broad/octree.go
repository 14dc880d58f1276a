package broad

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Octree is the broad phase of octree and Sphere-OBB hierarchies (Electronic
// Design Engineering, 2016): the root is the least cube that holds every box; a
// cell with more than Capacity boxes is cut in eight equal ones, down to MaxDepth
// or until cutting saves no tests. A box lies in every cell it meets; a pair is
// tested in the one cell that holds the least corner of what both have in common.
// The zero value is ready; a call allocates nothing once its buffers have grown.
type Octree struct {
	stopper
	// Capacity is the largest number of boxes of a cell that is not cut, 0 for 8.
	Capacity int
	// MaxDepth bounds the cuts, 0 for 10.
	MaxDepth int

	boxes []geom.AABB
	dst   []Pair
	// items holds the cells on the path from the root, one after the other.
	items []int32
	// Tests counts the box pairs compared by the last call, Cells its leaves.
	Tests, Cells int64
}

// cell is a half-open cube: a point on a face belongs to the upper neighbour.
type cell struct {
	min, max geom.Vec
	// middle is where it is cut, half its size being half.
	middle geom.Vec
	half   float64
	lo, hi int // its boxes, among items
	depth  int
}

// Name implements Phase.
func (*Octree) Name() string { return "octree" }

// Pairs implements Phase.
func (o *Octree) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	o.boxes, o.dst, o.items = boxes, dst, o.items[:0]
	o.Tests, o.Cells = 0, 0
	o.line()
	root := rootOf(boxes)
	root.hi = len(boxes)
	o.visit(root)
	dst = o.dst
	o.boxes, o.dst = nil, nil
	return dst
}

// line lists all boxes by their lower ends along X, an order that every cell keeps.
func (o *Octree) line() {
	o.items = o.items[:0]
	for i := range o.boxes {
		o.items = append(o.items, int32(i))
	}
	boxes := o.boxes
	slices.SortFunc(o.items, func(i, j int32) int {
		switch a, b := boxes[i].Min.X, boxes[j].Min.X; {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return int(i - j)
	})
}

// rootOf returns the least cube around the boxes, for the cuts. As a cell it has
// no end, so that rounding loses nothing at its faces.
func rootOf(boxes []geom.AABB) cell {
	all := geom.EmptyAABB()
	for i := range boxes {
		all.Include(&boxes[i])
	}
	none := geom.EmptyAABB()
	d := all.Size()
	return cell{min: none.Max, max: none.Min, middle: all.Center(), half: 0.5 * max(d.X, d.Y, d.Z)}
}

// visit takes its cell by value: pointers through the recursion would escape.
func (o *Octree) visit(c cell) {
	if !o.cuts(&c) {
		o.pairsIn(&c)
		return
	}
	for octant := range 8 {
		if o.stopped(len(o.dst)) {
			return
		}
		child := o.fill(&c, octant)
		if child.hi-child.lo > 1 {
			o.visit(child)
		}
		o.items = o.items[:child.lo]
	}
}

// cuts decides whether a cell is cut.
func (o *Octree) cuts(c *cell) bool {
	capacity, depth := o.Capacity, o.MaxDepth
	if capacity <= 0 {
		capacity = 8
	}
	if depth <= 0 {
		depth = 10
	}
	return c.hi-c.lo > capacity && c.depth < depth && c.middle.IsFinite() && o.worthCutting(c.lo, c.hi, c.middle)
}

// fill returns an octant with its boxes at the end of items.
func (o *Octree) fill(c *cell, octant int) cell {
	child := c.child(octant)
	child.lo = len(o.items)
	for _, i := range o.items[c.lo:c.hi] {
		if meets(&o.boxes[i], octant, c.middle) {
			o.items = append(o.items, i)
		}
	}
	child.hi = len(o.items)
	return child
}

// worthCutting reports whether the eight cells need at most half the tests:
// large boxes that lie in most cells would be multiplied by every cut.
func (o *Octree) worthCutting(lo, hi int, middle geom.Vec) bool {
	var count [8]int64
	for _, i := range o.items[lo:hi] {
		for octant := range count {
			if meets(&o.boxes[i], octant, middle) {
				count[octant]++
			}
		}
	}
	var tests int64
	for _, k := range count {
		tests += k * (k - 1)
	}
	n := int64(hi - lo)
	return 2*tests <= n*(n-1)
}

// child returns a cell's octant: bit 0, 1, 2 choose the upper side on X, Y, Z.
func (c *cell) child(octant int) cell {
	k := cell{min: c.min, max: c.max, middle: c.middle, half: 0.5 * c.half, depth: c.depth + 1}
	k.min.X, k.max.X, k.middle.X = side(octant&1 != 0, c.min.X, c.max.X, c.middle.X, k.half)
	k.min.Y, k.max.Y, k.middle.Y = side(octant&2 != 0, c.min.Y, c.max.Y, c.middle.Y, k.half)
	k.min.Z, k.max.Z, k.middle.Z = side(octant&4 != 0, c.min.Z, c.max.Z, c.middle.Z, k.half)
	return k
}

func side(upper bool, lo, hi, middle, half float64) (newLo, newHi, newMiddle float64) {
	if upper {
		return middle, hi, middle + half
	}
	return lo, middle, middle - half
}

// meets reports whether a box reaches into an octant.
func meets(b *geom.AABB, octant int, middle geom.Vec) bool {
	return reaches(octant&1 != 0, b.Min.X, b.Max.X, middle.X) &&
		reaches(octant&2 != 0, b.Min.Y, b.Max.Y, middle.Y) &&
		reaches(octant&4 != 0, b.Min.Z, b.Max.Z, middle.Z)
}

func reaches(upper bool, lo, hi, middle float64) bool {
	if upper {
		return hi >= middle
	}
	return lo < middle
}

// pairsIn tests the boxes of a leaf with each other, each up to the first that
// begins behind its end.
func (o *Octree) pairsIn(c *cell) {
	o.Cells++
	items := o.items[c.lo:c.hi]
	for x, i := range items {
		if x%stopBoxInterval == stopBoxInterval-1 && o.stopped(len(o.dst)) {
			return
		}
		a := &o.boxes[i]
		for _, j := range items[x+1:] {
			b := &o.boxes[j]
			if b.Min.X > a.Max.X {
				break
			}
			o.Tests++
			if a.Overlaps(b) && c.holds(a.Min.Max(b.Min)) {
				o.dst = append(o.dst, Pair{min(i, j), max(i, j)})
			}
		}
	}
}

// holds reports whether a point is in the cell; the outermost ones have no end, not
// even at infinity.
func (c *cell) holds(p geom.Vec) bool {
	return c.min.X <= p.X && before(p.X, c.max.X) && c.min.Y <= p.Y && before(p.Y, c.max.Y) && c.min.Z <= p.Z && before(p.Z, c.max.Z)
}

func before(x, end float64) bool { return x < end || end > math.MaxFloat64 }
