package tree

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/collide-go/collide/geom"
)

// Of is a binary hierarchy of volumes over the triangles of a Soup, in the same
// layout as Tree. It is immutable except for refits.
type Of[V any] struct {
	Nodes []NodeOf[V]
	// Order lists the triangles leaf by leaf: a permutation of 0 … n−1.
	Order []uint32
}

// NodeOf is a volume with its place: Child, First and Count as in Node.
type NodeOf[V any] struct {
	Volume              V
	Child, First, Count int32
}

// IsLeaf reports whether n holds triangles.
func (n *NodeOf[V]) IsLeaf() bool { return n.Count > 0 }

// Volume is what a descent asks of a bounding volume.
type Volume[V any] interface {
	*V
	// Turn writes the volume as seen after a rigid motion, rounded.
	Turn(f *geom.Pose, dst *V)
	// Apart reports whether the volumes, rounded as they are, are more than pad
	// apart along some direction.
	Apart(o *V, pad float64) bool
	// Contains reports whether a point certainly lies in the volume.
	Contains(p geom.Vec) bool
	// Bounds certainly encloses the volume; Girth ranks volumes by size.
	Bounds() geom.AABB
	Girth() float64
}

// Soup holds the triangles of a hierarchy, as indices of vertices.
type Soup struct {
	Vertices  []geom.Vec
	Triangles [][3]uint32
}

// each calls f with every corner of the triangles.
func (s *Soup) each(prims []uint32, f func(geom.Vec)) {
	for _, t := range prims {
		for _, v := range s.Triangles[t] {
			f(s.Vertices[v])
		}
	}
}

func (s *Soup) bounds(prims []uint32) geom.AABB {
	b := geom.EmptyAABB()
	s.each(prims, b.Extend)
	return b
}

// centroid is the mean of a triangle's corners, rounded; thirds first, so that
// nothing overflows.
func (s *Soup) centroid(t uint32) geom.Vec {
	c := &s.Triangles[t]
	const third = 1.0 / 3
	return s.Vertices[c[0]].Scale(third).Add(s.Vertices[c[1]].Scale(third)).Add(s.Vertices[c[2]].Scale(third))
}

// centers bounds the centroids.
func (s *Soup) centers(prims []uint32) geom.AABB {
	b := geom.EmptyAABB()
	for _, t := range prims {
		b.Extend(s.centroid(t))
	}
	return b
}

// topDown builds the tree of n triangles. fit gives the volume of a node's
// triangles; split reorders them and returns the number that go left, 0 for a leaf.
func topDown[V any](n int, fit func(prims []uint32) V, split func(v *V, prims []uint32, depth int) int) *Of[V] {
	if n == 0 {
		panic("tree: hierarchy of no triangles")
	}
	t := &Of[V]{Nodes: make([]NodeOf[V], 1, 2*n-1), Order: make([]uint32, n)}
	for i := range t.Order {
		t.Order[i] = uint32(i)
	}
	type span struct{ at, lo, hi, depth int }
	stack := []span{{hi: n}}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		prims := t.Order[s.lo:s.hi]
		node := &t.Nodes[s.at]
		node.Volume = fit(prims)
		mid := 0
		if len(prims) > 1 {
			mid = split(&node.Volume, prims, s.depth)
		}
		if mid <= 0 || mid >= len(prims) {
			node.First, node.Count = int32(s.lo), int32(len(prims))
			continue
		}
		c := len(t.Nodes)
		node.Child = int32(c)
		t.Nodes = append(t.Nodes, NodeOf[V]{}, NodeOf[V]{})
		stack = append(stack, span{c + 1, s.lo + mid, s.hi, s.depth + 1}, span{c, s.lo, s.lo + mid, s.depth + 1})
	}
	t.Nodes = append(make([]NodeOf[V], 0, len(t.Nodes)), t.Nodes...)
	return t
}

// Bytes returns the memory the tree holds.
func (t *Of[V]) Bytes() int {
	var n NodeOf[V]
	return cap(t.Nodes)*int(unsafe.Sizeof(n)) + 4*cap(t.Order)
}

// Stats measures the tree in one pass; SAH stays 0.
func (t *Of[V]) Stats() Stats {
	s := Stats{Primitives: len(t.Order), Nodes: len(t.Nodes), Bytes: t.Bytes()}
	depth := make([]int32, len(t.Nodes))
	depth[0] = 1
	for i := range t.Nodes {
		n := &t.Nodes[i]
		s.Depth = max(s.Depth, int(depth[i]))
		if n.IsLeaf() {
			s.Leaves++
		} else {
			depth[n.Child], depth[n.Child+1] = depth[i]+1, depth[i]+1
		}
	}
	s.Balance = float64(s.Depth) / float64(1+bits.Len(uint(s.Leaves-1)))
	return s
}

// Heights returns for every node the number of nodes on its longest path down.
func (t *Of[V]) Heights() []int32 {
	h := make([]int32, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		h[i] = 1
		if n := &t.Nodes[i]; !n.IsLeaf() {
			h[i] += max(h[n.Child], h[n.Child+1])
		}
	}
	return h
}

// Validate proves the tree right for the triangles of s: every one in exactly
// one leaf, every child reached once and after its parent, every volume around
// the corners of all triangles below it. O(n · depth).
func Validate[V any, P Volume[V]](t *Of[V], s *Soup) error {
	if len(t.Order) != len(s.Triangles) {
		return fmt.Errorf("tree has %d triangles, expected %d", len(t.Order), len(s.Triangles))
	}
	parent := make([]int, len(t.Nodes))
	parent[0] = -1
	reached := make([]bool, len(t.Nodes))
	reached[0] = true
	seen := make([]bool, len(t.Order))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !reached[i] {
			return fmt.Errorf("node %d: not reached from the root", i)
		}
		if !n.IsLeaf() {
			for c := int(n.Child); c <= int(n.Child)+1; c++ {
				if c <= i || c >= len(t.Nodes) || reached[c] {
					return fmt.Errorf("node %d: child %d out of order, out of range or reached twice", i, c)
				}
				reached[c], parent[c] = true, i
			}
			continue
		}
		if n.First < 0 || int(n.First)+int(n.Count) > len(t.Order) {
			return fmt.Errorf("node %d: triangles %d+%d of %d", i, n.First, n.Count, len(t.Order))
		}
		if err := validLeaf[V, P](t, s, i, parent, seen); err != nil {
			return err
		}
	}
	for p, ok := range seen {
		if !ok {
			return fmt.Errorf("triangle %d is in no leaf", p)
		}
	}
	return nil
}

// validLeaf checks the leaf's triangles against all volumes above them.
func validLeaf[V any, P Volume[V]](t *Of[V], s *Soup, leaf int, parent []int, seen []bool) error {
	n := &t.Nodes[leaf]
	for _, p := range t.Order[n.First : n.First+n.Count] {
		if int(p) >= len(seen) || seen[p] {
			return fmt.Errorf("node %d: triangle %d out of range or in two leaves", leaf, p)
		}
		seen[p] = true
		for _, v := range s.Triangles[p] {
			for up := leaf; up >= 0; up = parent[up] {
				if !P(&t.Nodes[up].Volume).Contains(s.Vertices[v]) {
					return fmt.Errorf("node %d: volume does not hold vertex %d of triangle %d", up, v, p)
				}
			}
		}
	}
	return nil
}
