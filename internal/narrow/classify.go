package narrow

import "github.com/collide-go/collide/internal/tree"

// Classes is how two hierarchies compare, node by corresponding node, after the
// classified traversal of octree and Sphere-OBB hierarchies (Electronic Design
// Engineering, 2016). It depends on the topologies alone, so it is computed once
// per pair of trees.
//
// The balance factor of a node is the height of its left subtree less that of its
// right one; D is the difference of the factors of two nodes at the same place,
// one that is missing counting 0. Trees whose D are all at most 1 are similar and
// descended together; others singly, turning to the other tree where D > 1.
type Classes struct {
	// Similar reports that no D exceeds 1.
	Similar bool
	// beginB: tree B has more extra detail, hence is descended first.
	beginB bool
	// marksA and marksB tell the nodes with D > 1.
	marksA, marksB []bool
}

// Classify compares two hierarchies in O(nodes).
func Classify[V any](a, b *tree.Of[V]) *Classes {
	x, y := balances(a), balances(b)
	c := &Classes{Similar: true, marksA: make([]bool, len(x)), marksB: make([]bool, len(y))}
	sumA, sumB := total(x), total(y)
	c.beginB = sumB > sumA || sumB == sumA && len(y) > len(x)
	// Start from the factors against "missing", then correct the common part.
	for i, f := range x {
		c.marksA[i] = distant(f, 0)
	}
	for i, f := range y {
		c.marksB[i] = distant(f, 0)
	}
	common := []NodePair{{}}
	for len(common) > 0 {
		p := common[len(common)-1]
		common = common[:len(common)-1]
		d := distant(x[p.A], y[p.B])
		c.marksA[p.A], c.marksB[p.B] = d, d
		if m, n := &a.Nodes[p.A], &b.Nodes[p.B]; !m.IsLeaf() && !n.IsLeaf() {
			common = append(common, NodePair{m.Child, n.Child}, NodePair{m.Child + 1, n.Child + 1})
		}
	}
	for _, marks := range [2][]bool{c.marksA, c.marksB} {
		for _, m := range marks {
			c.Similar = c.Similar && !m
		}
	}
	return c
}

// Mode is the traversal for trees so classified.
func (c *Classes) Mode() Mode {
	if c.Similar {
		return Both
	}
	return Single
}

// turnA and turnB accept a nil c, which marks nothing.
func (c *Classes) turnA(i int32) bool { return c != nil && c.marksA[i] }
func (c *Classes) turnB(i int32) bool { return c != nil && c.marksB[i] }

func distant(f, g int32) bool { return f-g > 1 || g-f > 1 }

// balances returns the signed balance factor of every node.
func balances[V any](t *tree.Of[V]) []int32 {
	h := t.Heights()
	f := make([]int32, len(h))
	for i := range t.Nodes {
		if n := &t.Nodes[i]; !n.IsLeaf() {
			f[i] = h[n.Child] - h[n.Child+1]
		}
	}
	return f
}

// total is Σ|f|.
func total(f []int32) int64 {
	var s int64
	for _, x := range f {
		s += int64(max(x, -x))
	}
	return s
}
