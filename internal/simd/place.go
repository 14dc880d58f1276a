package simd

// Affine64 is a matrix, row by row, and a translation behind it.
type Affine64 [12]float64

// Place sets dst to the corners of a leaf's triangles in the world, in the mesh's own
// coordinates for a nil pose: x' = ((m₀·x + m₁·y) + m₂·z) + t with every product and sum
// rounded, the same bits at every level. All four IDs must be valid; indices are not
// checked.
func (l Level) Place(dst *Corners, leaf *Leaf, vertices [][3]float64, triangles [][3]uint32, p *Affine64) {
	l.place(dst, leaf, vertices, triangles, p)
}

func placeGo(dst *Corners, leaf *Leaf, vertices [][3]float64, triangles [][3]uint32, p *Affine64) {
	for i, id := range leaf.ID {
		for v, c := range &triangles[id] {
			x := vertices[c]
			for k := range x {
				y := x[k]
				if p != nil {
					y = (float64(p[3*k]*x[0]) + float64(p[3*k+1]*x[1]) + float64(p[3*k+2]*x[2])) + p[9+k]
				}
				dst[3*v+k][i] = y
			}
		}
	}
}
