// Package tree holds bounding volume hierarchies in flat arrays: builders,
// refit, validation and statistics.
package tree

import (
	"unsafe"

	"github.com/collide-go/collide/geom"
)

// Node is one box of a Tree, 64 bytes: a cache line. Boxes are exact: they are
// minima and maxima of coordinates, so no rounding is involved.
type Node struct {
	Box geom.AABB
	// Child is the index of an inner node's left child; the right one is next to
	// it, so that both are fetched together. Children come after their parent.
	Child int32
	// First and Count give a leaf's primitives, Order[First:First+Count]. Count is
	// 0 for inner nodes.
	First, Count int32
	_            int32
}

// IsLeaf reports whether n holds primitives.
func (n *Node) IsLeaf() bool { return n.Count > 0 }

// Tree is a binary hierarchy of boxes over primitives 0 … n−1; subtrees are
// contiguous except for their roots. It is immutable except for Refit, hence safe for
// concurrent reading.
type Tree struct {
	Nodes []Node
	// Order lists the primitives leaf by leaf: a permutation of 0 … n−1.
	Order []uint32
}

// Bytes returns the memory the tree holds.
func (t *Tree) Bytes() int {
	return cap(t.Nodes)*int(unsafe.Sizeof(Node{})) + 4*cap(t.Order)
}

// Refit recomputes every box from the primitives' boxes, in one backward pass:
// O(n) time, no allocation. The topology stays, so a strong deformation degrades
// the tree; Stats().SAH measures how much.
func (t *Tree) Refit(boxes []geom.AABB) {
	if len(boxes) != len(t.Order) {
		panic("tree: Refit needs one box per primitive")
	}
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		if n.IsLeaf() {
			n.Box = unionOf(boxes, t.Order[n.First:n.First+n.Count])
		} else {
			n.Box = t.Nodes[n.Child].Box
			n.Box.Include(&t.Nodes[n.Child+1].Box)
		}
	}
}

func unionOf(boxes []geom.AABB, prims []uint32) geom.AABB {
	b := geom.EmptyAABB()
	for _, p := range prims {
		b.Include(&boxes[p])
	}
	return b
}
