package tree

import (
	"math/bits"

	"github.com/collide-go/collide/geom"
)

// curveLeaf is the number of primitives of a leaf of BuildCurve at most.
const curveLeaf = 4

// MaxCurve is the number of boxes that BuildCurve can sort.
const MaxCurve = 1 << idBits

// BuildCurve builds a hierarchy of boxes in a fraction of BuildSAH's time, for one use: boxes are sorted by the places of their centres
// on Hilbert's curve, and a range of them is cut where the highest bit of these places changes, as in Karras, "Maximizing Parallelism in the
// Construction of BVHs, Octrees, and k-d Trees", High Performance Graphics, 2012. The number of boxes is 1 to MaxCurve. It takes O(n) time and about
// 120 bytes a box. Subtrees are contiguous except for their roots. Once done is closed it returns nil soon.
func BuildCurve(boxes []geom.AABB, done <-chan struct{}) *Tree {
	keys := curveKeys(boxes)
	if isDone(done) {
		return nil
	}
	if keys = sortPlaces(keys); isDone(done) {
		return nil
	}
	t := &Tree{Nodes: make([]Node, 1, len(keys)), Order: make([]uint32, len(keys))}
	for i, k := range keys {
		t.Order[i] = uint32(k & (1<<idBits - 1))
	}
	if !t.cut(keys, 0, 0, len(keys), done) {
		return nil
	}
	t.Refit(boxes)
	return t
}

// isDone reports whether a channel is closed; a nil one never is.
func isDone(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// cutsPerPoll is the number of keys below a node from which done is looked at.
const cutsPerPoll = 1 << 14

// curveKeys returns for each box the place of its centre on the curve through a box around all, and its number.
func curveKeys(boxes []geom.AABB) []uint64 {
	around := geom.EmptyAABB()
	for i := range boxes {
		around.Include(&boxes[i])
	}
	lo, hi := around.Min.Scale(0.25), around.Max.Scale(0.25) // a quarter, since sums of coordinates may overflow
	scale := 0.0
	if width := max(hi.X-lo.X, hi.Y-lo.Y, hi.Z-lo.Z); width > 0x1p-1000 {
		scale = (1 << hilbertBits) / (2 * width)
	}
	cell := func(least, a, b float64) uint32 {
		return uint32(min(max((a*0.25-least+(b*0.25-least))*scale, 0), 1<<hilbertBits-1))
	}
	keys := make([]uint64, len(boxes))
	for i := range boxes {
		b := &boxes[i]
		place := hilbertIndex(cell(lo.X, b.Min.X, b.Max.X), cell(lo.Y, b.Min.Y, b.Max.Y), cell(lo.Z, b.Min.Z, b.Max.Z))
		keys[i] = uint64(place)<<idBits | uint64(i)
	}
	return keys
}

// cut makes node at from the keys from first up to end. It returns false once done is closed.
func (t *Tree) cut(keys []uint64, at int32, first, end int, done <-chan struct{}) bool {
	switch n := end - first; {
	case n <= curveLeaf:
		t.Nodes[at].First, t.Nodes[at].Count = int32(first), int32(n)
		return true
	case n >= cutsPerPoll && isDone(done):
		return false
	}
	child := int32(len(t.Nodes))
	t.Nodes[at].Child = child
	t.Nodes = append(t.Nodes, Node{}, Node{})
	m := curveCut(keys, first, end)
	return t.cut(keys, child, first, m, done) && t.cut(keys, child+1, m, end, done)
}

// curveCut returns the first of the keys at which the highest bit is set that differs among them, in the middle if all places are one.
func curveCut(keys []uint64, first, end int) int {
	differ := (keys[first] ^ keys[end-1]) >> idBits
	if differ == 0 {
		return first + (end-first)/2
	}
	bit := uint64(1) << (bits.Len64(differ) - 1 + idBits)
	for end-first > 1 {
		if m := first + (end-first)/2; keys[m]&bit != 0 {
			end = m
		} else {
			first = m
		}
	}
	return end
}
