package tree

import (
	"math"

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
	far := t.refitLeaves(s, par.Workers(workers))
	if !(far <= 0x1p36 && far >= 0x1p-40) {
		return false
	}
	t.finish(far)
	for i := len(t.Nodes) - 1; i >= 0; i-- { // children come after their parents
		n := &t.Nodes[i]
		for lane := 0; lane < simd.Lanes && n.H[0][lane] >= 0; lane++ {
			var lo, hi [3]float64
			if c := n.Child[lane]; c < 0 {
				leafExtents(n, lane, &t.Leaves[^c], &lo, &hi)
			} else {
				nodeExtents(n, lane, &t.Nodes[c], &lo, &hi)
			}
			setExtents(n, lane, &lo, &hi, t.Radius)
		}
	}
	return t.cost() <= 1.5*t.built
}

// refitLeaves fills the leaves and returns the square of the greatest distance from
// the origin.
func (t *Wide) refitLeaves(s *Soup, workers int) float64 {
	var most [64]float64
	workers = min(workers, len(most))
	scale := t.Scale()
	par.For(len(t.Leaves), workers, 1<<10, func(w, from, to int) {
		var points [9 * simd.LeafTriangles]float32
		for i := from; i < to; i++ {
			most[w] = max(most[w], t.setLeaf(&t.Leaves[i], s, scale, points[:]))
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

// leafExtents projects the triangles of a leaf on the axes of a box.
func leafExtents(n *simd.Node, lane int, l *simd.Leaf, lo, hi *[3]float64) {
	q := axes(n, lane)
	for j := range 3 {
		x, y, z := n.Q[3*j][lane], n.Q[3*j+1][lane], n.Q[3*j+2][lane]
		least, most := float32(math.Inf(1)), float32(math.Inf(-1))
		for v := range 3 {
			for i := range simd.LeafTriangles {
				d := float32(x*l.V[3*v][i]) + float32(y*l.V[3*v+1][i]) + float32(z*l.V[3*v+2][i])
				least, most = min(least, d), max(most, d)
			}
		}
		at := float64(q[j][0]*l.C[0]) + float64(q[j][1]*l.C[1]) + float64(q[j][2]*l.C[2])
		lo[j], hi[j] = at+float64(least), at+float64(most)
	}
}

// nodeExtents projects the boxes of a node on the axes of the box around them.
func nodeExtents(n *simd.Node, lane int, below *simd.Node, lo, hi *[3]float64) {
	for j := range 3 {
		x, y, z := n.Q[3*j][lane], n.Q[3*j+1][lane], n.Q[3*j+2][lane]
		least, most := math.Inf(1), math.Inf(-1)
		for i := 0; i < simd.Lanes && below.H[0][i] >= 0; i++ {
			c := float64(float64(x)*float64(below.C[0][i])) + float64(float64(y)*float64(below.C[1][i])) + float64(float64(z)*float64(below.C[2][i]))
			r := 0.0
			for k := range 3 {
				d := float64(float64(x)*float64(below.Q[3*k][i])) + float64(float64(y)*float64(below.Q[3*k+1][i])) + float64(float64(z)*float64(below.Q[3*k+2][i]))
				r += math.Abs(d) * float64(below.H[k][i])
			}
			least, most = min(least, c-r), max(most, c+r)
		}
		lo[j], hi[j] = least, most
	}
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
