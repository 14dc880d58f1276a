package tree

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/internal/simd"
)

// binaryNode is a node of the binary tree over leaves, in depth-first order.
type binaryNode struct {
	leaves      span
	left, right int32 // 0 for a leaf
	area        float32
}

// number turns the subtree of triangles into one of leaves, numbered from left to
// right.
func (b *wideBuilder) number(i int32) int32 {
	h := &b.binary[i]
	at := int32(len(b.nodes))
	from := int32(len(b.first))
	b.nodes = append(b.nodes, binaryNode{area: h.area})
	var left, right int32
	if h.left == 0 {
		left, right = b.numberParts(h.lo, h.hi, h.area, b.cuts[i])
	} else {
		left = b.number(h.left)
		right = b.number(h.left + 1)
	}
	n := &b.nodes[at]
	n.left, n.right, n.leaves = left, right, span{from, int32(len(b.first))}
	return at
}

// numberParts numbers the parts of a leaf, whose node is there already, and returns the nodes below.
func (b *wideBuilder) numberParts(lo, hi int32, area float32, cuts uint8) (left, right int32) {
	if cuts == 0 {
		b.first = append(b.first, lo)
		return 0, 0
	}
	mid := lo + 1 + int32(bits.TrailingZeros8(cuts))
	cuts >>= mid - lo
	left = b.numberPart(lo, mid, area, 0)
	return left, b.numberPart(mid, hi, area, cuts)
}

func (b *wideBuilder) numberPart(lo, hi int32, area float32, cuts uint8) int32 {
	at, from := int32(len(b.nodes)), int32(len(b.first))
	b.nodes = append(b.nodes, binaryNode{area: area})
	left, right := b.numberParts(lo, hi, area, cuts)
	n := &b.nodes[at]
	n.left, n.right, n.leaves = left, right, span{from, int32(len(b.first))}
	return at
}

// grouping holds the best divisions of a subtree among at most i parts of a wide node:
// cost[i] is the least sum of the areas of the wide nodes below, from[i] the number of
// parts the left child gets, 0 for as few parts as i−1. Entry 0 is what making it a
// wide node of its own costs, and the division of its eight parts.
type grouping struct {
	cost [simd.Lanes]float32
	from [simd.Lanes]uint8
}

// collapse makes the wide nodes: those of least expected cost, found bottom-up as in
// Ylitie, Karras, Laine, "Efficient Incoherent Ray Traversal on GPUs Through
// Compressed Wide BVHs", High Performance Graphics, 2017, §3. The binary tree fixes
// the leaves, so that only nodes count.
func (b *wideBuilder) collapse() {
	c := collapser{nodes: b.nodes, groups: make([]grouping, len(b.nodes))}
	for i := len(b.nodes) - 1; i >= 0; i-- {
		c.weigh(i)
	}
	c.children = append(c.children, [simd.Lanes]int32{^0})
	c.spans = append(c.spans, [simd.Lanes]span{b.nodes[0].leaves})
	if b.nodes[0].left != 0 {
		c.children[0][0] = c.emit(0)
	}
	b.spans = c.spans
	b.tree.Nodes = simd.MakeNodes(len(c.children))
	for i := range c.children {
		b.tree.Nodes[i].Child = c.children[i]
	}
}

type collapser struct {
	nodes    []binaryNode
	groups   []grouping
	children [][simd.Lanes]int32
	spans    [][simd.Lanes]span
}

// weigh fills the grouping of node i from those of its children.
func (c *collapser) weigh(i int) {
	n, g := &c.nodes[i], &c.groups[i]
	if n.left == 0 {
		return // no wide node below
	}
	l, r := &c.groups[n.left], &c.groups[n.right]
	whole, at := best(l, r, simd.Lanes)
	g.cost[0], g.from[0] = n.area+whole, at
	g.cost[1] = g.cost[0]
	for parts := 2; parts < simd.Lanes; parts++ {
		g.cost[parts], g.from[parts] = best(l, r, parts)
		if g.cost[parts] >= g.cost[parts-1] {
			g.cost[parts], g.from[parts] = g.cost[parts-1], 0
		}
	}
}

// best divides parts among two subtrees.
func best(l, r *grouping, parts int) (cost float32, left uint8) {
	cost = float32(math.Inf(1))
	for k := 1; k < parts; k++ {
		if x := l.cost[min(k, simd.Lanes-1)] + r.cost[min(parts-k, simd.Lanes-1)]; x < cost {
			cost, left = x, uint8(k)
		}
	}
	return cost, left
}

// emit makes node i a wide node and returns its index.
func (c *collapser) emit(i int32) int32 {
	at := int32(len(c.children))
	c.children = append(c.children, [simd.Lanes]int32{})
	c.spans = append(c.spans, [simd.Lanes]span{})
	n, k := &c.nodes[i], c.groups[i].from[0]
	var parts [simd.Lanes]int32
	list := c.gather(parts[:0], n.left, int(k))
	list = c.gather(list, n.right, simd.Lanes-int(k))
	for lane, p := range list {
		c.spans[at][lane] = c.nodes[p].leaves
		child := ^c.nodes[p].leaves.lo
		if c.nodes[p].left != 0 {
			child = c.emit(p)
		}
		c.children[at][lane] = child
	}
	return at
}

// gather appends the roots of the parts of node i, of which there are at most parts.
func (c *collapser) gather(list []int32, i int32, parts int) []int32 {
	n, g := &c.nodes[i], &c.groups[i]
	for parts > 1 && n.left != 0 && g.from[parts] == 0 {
		parts--
	}
	if parts == 1 || n.left == 0 {
		return append(list, i)
	}
	k := int(g.from[parts])
	return c.gather(c.gather(list, n.left, k), n.right, parts-k)
}
