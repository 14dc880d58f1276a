package tree

import (
	"fmt"
	"math/bits"

	"github.com/collide-go/collide/geom"
)

// Stats describes a tree.
type Stats struct {
	Primitives int `json:"primitives"`
	Nodes      int `json:"nodes"`
	Leaves     int `json:"leaves"`
	// Depth is the number of nodes on the longest path from the root.
	Depth int `json:"depth"`
	// Balance is Depth over the depth of a complete tree with as many leaves: 1 is
	// perfectly balanced.
	Balance float64 `json:"balance"`
	// SAH is the expected cost of a random ray relative to testing one primitive:
	// Σ area(inner)/area(root) + Σ area(leaf)/area(root)·count.
	SAH   float64 `json:"sah"`
	Bytes int     `json:"bytes"`
}

// Stats measures the tree in one pass.
func (t *Tree) Stats() Stats {
	s := Stats{Primitives: len(t.Order), Nodes: len(t.Nodes), Bytes: t.Bytes()}
	root := t.Nodes[0].Box.HalfArea()
	depth := make([]int32, len(t.Nodes))
	depth[0] = 1
	for i := range t.Nodes {
		n := &t.Nodes[i]
		s.Depth = max(s.Depth, int(depth[i]))
		weight := traversalCost
		if n.IsLeaf() {
			s.Leaves++
			weight = float64(n.Count)
		} else {
			depth[n.Child], depth[n.Child+1] = depth[i]+1, depth[i]+1
		}
		if root > 0 {
			s.SAH += float64(weight * (n.Box.HalfArea() / root))
		}
	}
	s.Balance = float64(s.Depth) / float64(1+bits.Len(uint(s.Leaves-1)))
	return s
}

// Validate proves the tree right for primitives with these boxes: every
// primitive in exactly one leaf, every child reached once and after its parent,
// every box enclosing its children or primitives. O(n).
func (t *Tree) Validate(boxes []geom.AABB) error {
	if len(boxes) != len(t.Order) {
		return fmt.Errorf("tree has %d primitives, expected %d", len(t.Order), len(boxes))
	}
	v := validator{t: t, boxes: boxes, seen: make([]bool, len(boxes)), reached: make([]bool, len(t.Nodes))}
	v.reached[0] = true
	for i := range t.Nodes {
		if err := v.node(i); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	for p, ok := range v.seen {
		if !ok {
			return fmt.Errorf("primitive %d is in no leaf", p)
		}
	}
	return nil
}

type validator struct {
	t             *Tree
	boxes         []geom.AABB
	seen, reached []bool
}

func (v *validator) node(i int) error {
	n := &v.t.Nodes[i]
	if !v.reached[i] {
		return fmt.Errorf("not reached from the root")
	}
	if !n.IsLeaf() {
		return v.children(i, n)
	}
	if n.First < 0 || int(n.First)+int(n.Count) > len(v.t.Order) {
		return fmt.Errorf("primitives %d+%d of %d", n.First, n.Count, len(v.t.Order))
	}
	for _, p := range v.t.Order[n.First : n.First+n.Count] {
		if int(p) >= len(v.boxes) || v.seen[p] {
			return fmt.Errorf("primitive %d out of range or in two leaves", p)
		}
		v.seen[p] = true
		if !n.Box.Encloses(&v.boxes[p]) {
			return fmt.Errorf("box %v does not enclose primitive %d in %v", n.Box, p, v.boxes[p])
		}
	}
	return nil
}

func (v *validator) children(i int, n *Node) error {
	for _, c := range [2]int{int(n.Child), int(n.Child) + 1} {
		if c <= i || c >= len(v.t.Nodes) || v.reached[c] {
			return fmt.Errorf("child %d out of order, out of range or reached twice", c)
		}
		v.reached[c] = true
		if !n.Box.Encloses(&v.t.Nodes[c].Box) {
			return fmt.Errorf("box %v does not enclose child %d in %v", n.Box, c, v.t.Nodes[c].Box)
		}
	}
	return nil
}
