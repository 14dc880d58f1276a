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

// ReachLeaf returns the least and the greatest dot products of a leaf's corners, about
// its own origin, with the axes of box number lane of n. Products and sums are rounded.
func (l Level) ReachLeaf(n *Node, lane int, leaf *Leaf) (lo, hi [3]float32) {
	l.reachLeaf(&lo, &hi, n, lane&(Lanes-1), leaf)
	return lo, hi
}

func reachLeafGo(lo, hi *[3]float32, n *Node, lane int, leaf *Leaf) {
	for j := range 3 {
		x, y, z := n.Q[3*j][lane], n.Q[3*j+1][lane], n.Q[3*j+2][lane]
		lo[j], hi[j] = float32(math.Inf(1)), float32(math.Inf(-1))
		for v := 0; v < 9; v += 3 {
			for i := range LeafTriangles {
				d := float32(x*leaf.V[v][i]) + float32(y*leaf.V[v+1][i]) + float32(z*leaf.V[v+2][i])
				lo[j], hi[j] = min(lo[j], d), max(hi[j], d)
			}
		}
	}
}

// ReachNode returns how far the boxes of below reach along the axes of box number lane
// of n. Products and sums are rounded.
func (l Level) ReachNode(n *Node, lane int, below *Node) (lo, hi [3]float32) {
	l.reachNode(&lo, &hi, n, lane&(Lanes-1), below)
	return lo, hi
}

func reachNodeGo(lo, hi *[3]float32, n *Node, lane int, below *Node) {
	for j := range 3 {
		x, y, z := n.Q[3*j][lane], n.Q[3*j+1][lane], n.Q[3*j+2][lane]
		lo[j], hi[j] = float32(math.Inf(1)), float32(math.Inf(-1))
		for i := range Lanes {
			c := float32(x*below.C[0][i]) + float32(y*below.C[1][i]) + float32(z*below.C[2][i])
			var r float32
			for k := 0; k < 3; k++ {
				d := float32(x*below.Q[3*k][i]) + float32(y*below.Q[3*k+1][i]) + float32(z*below.Q[3*k+2][i])
				r += float32(max(d, -d) * below.H[k][i])
			}
			lo[j], hi[j] = min(lo[j], c-r), max(hi[j], c+r)
		}
	}
}
