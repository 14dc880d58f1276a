package simd

import "math"

// Space maps a mesh's coordinates to a tree's: (v − Origin)·Scale. The three scales
// are equal; fourth lanes are 0.
type Space struct{ Origin, Scale [4]float64 }

// Fill sets a leaf's corners, origin and Rho from the triangles named by its IDs, all
// four of which must be valid, and returns the square of the greatest distance of a
// corner from the origin of the space. N is left alone. Indices are not checked.
func (l Level) Fill(leaf *Leaf, vertices [][3]float64, triangles [][3]uint32, s *Space) (far float64) {
	return l.fill(leaf, vertices, triangles, s)
}

func fillGo(leaf *Leaf, vertices [][3]float64, triangles [][3]uint32, s *Space) (far float64) {
	var p [3][LeafTriangles][3]float64
	inf := math.Inf(1)
	lo, hi := [3]float64{inf, inf, inf}, [3]float64{-inf, -inf, -inf}
	for i := range p[0] {
		for v, c := range &triangles[leaf.ID[i]] {
			x := &p[v][i]
			for k := range x {
				x[k] = (vertices[c][k] - s.Origin[k]) * s.Scale[k]
				lo[k], hi[k] = min(lo[k], x[k]), max(hi[k], x[k])
			}
			far = max(far, square(x))
		}
	}
	for k := range 3 {
		leaf.C[k] = (lo[k] + hi[k]) * 0.5
	}
	rho := 0.0
	for v := range p {
		for i := range p[v] {
			x := &p[v][i]
			for k := range x {
				x[k] -= leaf.C[k]
				leaf.V[3*v+k][i] = float32(x[k])
			}
			rho = max(rho, square(x))
		}
	}
	leaf.Rho = float32(math.Sqrt(rho) * (1 + 0x1p-20))
	return far
}

func square(x *[3]float64) float64 {
	return float64(x[0]*x[0]) + float64(x[1]*x[1]) + float64(x[2]*x[2])
}

// Reach is how far eight boxes reach along their own axes: Lo[j][i] and Hi[j][i] are
// the bounds of box i along its axis j.
type Reach struct{ Lo, Hi [3][Lanes]float32 }

// ReachLeaf sets lane i to the least and the greatest dot products of a leaf's corners
// with the axes of box i of n. Products and sums are rounded.
func (l Level) ReachLeaf(r *Reach, n *Node, i int, leaf *Leaf) {
	l.reachLeaf(r, n, i&(Lanes-1), leaf)
}

func reachLeafGo(r *Reach, n *Node, lane int, leaf *Leaf) {
	for j := range 3 {
		x, y, z := n.Q[3*j][lane], n.Q[3*j+1][lane], n.Q[3*j+2][lane]
		lo, hi := float32(math.Inf(1)), float32(math.Inf(-1))
		for v := 0; v < 9; v += 3 {
			for i := range LeafTriangles {
				d := float32(x*leaf.V[v][i]) + float32(y*leaf.V[v+1][i]) + float32(z*leaf.V[v+2][i])
				lo, hi = min(lo, d), max(hi, d)
			}
		}
		at := float32(x*float32(leaf.C[0])) + float32(y*float32(leaf.C[1])) + float32(z*float32(leaf.C[2]))
		r.Lo[j][lane], r.Hi[j][lane] = lo+at, hi+at
	}
}

// ReachNode sets lane i to how far the boxes of below reach along the axes of box i of
// n. Products and sums are rounded.
func (l Level) ReachNode(r *Reach, n *Node, i int, below *Node) {
	l.reachNode(r, n, i&(Lanes-1), below)
}

func reachNodeGo(reach *Reach, n *Node, lane int, below *Node) {
	for j := range 3 {
		x, y, z := n.Q[3*j][lane], n.Q[3*j+1][lane], n.Q[3*j+2][lane]
		lo, hi := float32(math.Inf(1)), float32(math.Inf(-1))
		for i := range Lanes {
			c := float32(x*below.C[0][i]) + float32(y*below.C[1][i]) + float32(z*below.C[2][i])
			var r float32
			for k := range 3 {
				d := float32(x*below.Q[3*k][i]) + float32(y*below.Q[3*k+1][i]) + float32(z*below.Q[3*k+2][i])
				r += float32(max(d, -d) * below.H[k][i])
			}
			lo, hi = min(lo, c-r), max(hi, c+r)
		}
		reach.Lo[j][lane], reach.Hi[j][lane] = lo, hi
	}
}

// Bound sets centres and half sizes of the boxes in use from how far they reach. Half
// sizes are enlarged by least and by 2⁻¹⁹ of their sum.
func (l Level) Bound(n *Node, r *Reach, least float32) { l.bound(n, r, least) }

func boundGo(n *Node, r *Reach, least float32) {
	for i := range Lanes {
		if n.H[0][i] < 0 {
			continue
		}
		var mid, c, h [3]float32
		for j := range 3 {
			mid[j] = (r.Lo[j][i] + r.Hi[j][i]) * 0.5
		}
		for k := range 3 {
			c[k] = float32(mid[0]*n.Q[k][i]) + float32(mid[1]*n.Q[3+k][i]) + float32(mid[2]*n.Q[6+k][i])
			n.C[k][i] = c[k]
		}
		for j := range 3 {
			at := float32(c[0]*n.Q[3*j][i]) + float32(c[1]*n.Q[3*j+1][i]) + float32(c[2]*n.Q[3*j+2][i])
			h[j] = max(r.Hi[j][i]-at, at-r.Lo[j][i], 0)
		}
		e := float32((h[0]+h[1]+h[2])*0x1p-19) + least
		for j := range 3 {
			n.H[j][i] = h[j] + e
		}
	}
}
