package tree

import (
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/par"
)

// Refit brings the tree up to date after the soup's vertices moved: leaves are filled
// anew, boxes keep their axes and get new extents, from the triangles where they
// enclose a leaf and from the boxes below elsewhere. O(n) time on up to workers
// goroutines. It reports false where the tree must be built anew instead: the boxes
// have grown so much that queries would cost half as much again, or the mesh has left
// the range of the tree's coordinates.
func (t *Wide) Refit(s *Soup, workers int) bool {
	if !t.Usable() || len(s.Triangles) == 0 {
		return false
	}
	workers = par.Workers(workers)
	far := t.refitLeaves(s, workers)
	if !(far <= 0x1p36 && far >= 0x1p-40) {
		return false
	}
	t.finish(far)
	par.For(len(t.Nodes), workers, 1<<9, func(_, from, to int) {
		for i := from; i < to; i++ {
			t.refitAboveLeaves(&t.Nodes[i])
		}
	})
	for i := len(t.Nodes) - 1; i >= 0; i-- { // children come after their parents
		n := &t.Nodes[i]
		for lane := 0; lane < simd.Lanes && n.H[0][lane] >= 0; lane++ {
			if c := n.Child[lane]; c >= 0 {
				least, most := t.level.ReachNode(n, lane, &t.Nodes[c])
				lo := [3]float64{float64(least[0]), float64(least[1]), float64(least[2])}
				hi := [3]float64{float64(most[0]), float64(most[1]), float64(most[2])}
				setExtents(n, lane, &lo, &hi, t.Radius)
			}
		}
	}
	return t.cost() <= 1.5*t.built
}

// refitAboveLeaves fits the boxes of a node that enclose leaves.
func (t *Wide) refitAboveLeaves(n *simd.Node) {
	var lo, hi [3]float64
	for lane := 0; lane < simd.Lanes && n.H[0][lane] >= 0; lane++ {
		c := n.Child[lane]
		if c >= 0 {
			continue
		}
		l := &t.Leaves[^c]
		least, most := t.level.ReachLeaf(n, lane, l)
		for j := range 3 {
			at := float64(float64(n.Q[3*j][lane])*l.C[0]) + float64(float64(n.Q[3*j+1][lane])*l.C[1]) + float64(float64(n.Q[3*j+2][lane])*l.C[2])
			lo[j], hi[j] = at+float64(least[j]), at+float64(most[j])
		}
		setExtents(n, lane, &lo, &hi, t.Radius)
	}
}

// refitLeaves fills the leaves and returns the square of the greatest distance from
// the origin.
func (t *Wide) refitLeaves(s *Soup, workers int) float64 {
	var most [64]float64
	workers = min(workers, len(most))
	space := t.space()
	par.For(len(t.Leaves), workers, 1<<10, func(w, from, to int) {
		for i := from; i < to; i++ {
			most[w] = max(most[w], t.setLeaf(&t.Leaves[i], s, &space))
		}
	})
	far := 0.0
	for _, x := range most {
		far = max(far, x)
	}
	return far
}

// axes returns a box's axes.
func axes(n *simd.Node, lane int) (q [3][3]float64) {
	for j := range 3 {
		for k := range 3 {
			q[j][k] = float64(n.Q[3*j+k][lane])
		}
	}
	return q
}

// cost is the area of the boxes around leaves relative to the size of the whole: what a
// query may expect to visit. Those above follow.
func (t *Wide) cost() float64 {
	sum := 0.0
	for i := range t.Nodes {
		n := &t.Nodes[i]
		for lane := range simd.Lanes {
			if x, y, z := n.H[0][lane], n.H[1][lane], n.H[2][lane]; x >= 0 && n.Child[lane] < 0 {
				sum += float64(float32(x*y) + float32(y*z) + float32(z*x))
			}
		}
	}
	// A mesh on a line has no area but what rounding adds.
	return sum/(t.Radius*t.Radius) + 0x1p-20
}
