package tree

import (
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
)

// Refit brings the tree up to date after the soup's vertices moved: leaves are filled
// again, boxes keep their axes and get new extents, from the triangles where they
// enclose a leaf and from the boxes below elsewhere. O(n) time on up to workers
// goroutines. It returns false if the tree should be rebuilt instead: because the
// boxes have grown so much that queries would cost 1.5 times as much, or because the mesh
// has moved far from the tree's origin. It also returns false if the tree must be rebuilt
// because the mesh has left the range of the tree's coordinates.
func (t *Wide) Refit(s *Soup, workers int) bool {
	if !t.Usable() || len(s.Triangles) == 0 {
		return false
	}
	workers = par.Workers(workers)
	far := t.fillLeaves(s, workers, nil, nil)
	if !(far <= 0x1p72 && far >= 0x1p-36) {
		return false
	}
	t.finish(far)
	par.For(len(t.Nodes), workers, 1<<9, func(_, from, to int) {
		for i := from; i < to; i++ {
			if n := &t.Nodes[i]; allLeaves(n) {
				t.refitNode(n)
			}
		}
	})
	for i := len(t.Nodes) - 1; i >= 0; i-- { // children come after their parents
		if n := &t.Nodes[i]; !allLeaves(n) {
			t.refitNode(n)
		}
	}
	return t.cost() <= 1.5*t.built && !t.distant()
}

// distant reports whether the mesh is so far from the origin, seen from its size, that the
// boxes' margins, 2⁻¹⁸ of the radius, begin to count.
func (t *Wide) distant() bool {
	root := &t.Nodes[0]
	return t.Radius > 16*(float64(root.H[0][0])+float64(root.H[1][0])+float64(root.H[2][0]))
}

// allLeaves reports whether all boxes of a node enclose leaves.
func allLeaves(n *simd.Node) bool {
	for lane := 0; lane < simd.Lanes && n.H[0][lane] >= 0; lane++ {
		if n.Child[lane] >= 0 {
			return false
		}
	}
	return true
}

// refitNode fits the boxes of a node around what they enclose.
func (t *Wide) refitNode(n *simd.Node) {
	var r simd.Reach
	for lane := 0; lane < simd.Lanes && n.H[0][lane] >= 0; lane++ {
		if c := n.Child[lane]; c < 0 {
			t.level.ReachLeaf(&r, n, lane, &t.Leaves[^c])
		} else {
			t.level.ReachNode(&r, n, lane, &t.Nodes[c])
		}
	}
	t.bound(n, &r)
}

// fillLeaves fills the leaves and returns the square of the greatest distance from
// the origin. It calls before, unless nil, for each leaf, to set the leaf's triangles, and
// after, unless nil, once the leaf is filled.
func (t *Wide) fillLeaves(s *Soup, workers int, before, after func(i int, l *simd.Leaf)) float64 {
	var most [64]float64
	workers = min(workers, len(most))
	space := t.space()
	par.For(len(t.Leaves), workers, 1<<10, func(w, from, to int) {
		for i := from; i < to; i++ {
			l := &t.Leaves[i]
			if before != nil {
				before(i, l)
			}
			most[w] = max(most[w], t.setLeaf(l, s, &space))
			if after != nil {
				after(i, l)
			}
		}
	})
	far := 0.0
	for _, x := range most {
		far = max(far, x)
	}
	return far
}

// flatness is what cost adds to the half sizes of a box, as a part of the middle one.
const flatness = 0.5

// cost is the area of the boxes around leaves relative to the size of the whole: what a
// query may expect to visit. Those above follow. Thin boxes count as somewhat thick, since what
// they are compared with is not thin under every pose, and flat ones would not bear any bend.
func (t *Wide) cost() float64 {
	sum := 0.0
	for i := range t.Nodes {
		n := &t.Nodes[i]
		for lane := range simd.Lanes {
			if x, y, z := n.H[0][lane], n.H[1][lane], n.H[2][lane]; x >= 0 && n.Child[lane] < 0 {
				by := flatness * max(min(x, y), min(max(x, y), z))
				x, y, z = x+by, y+by, z+by
				sum += float64(float32(x*y) + float32(y*z) + float32(z*x))
			}
		}
	}
	// A mesh on a line has no area but what rounding adds.
	return sum/(t.Radius*t.Radius) + 0x1p-20
}
