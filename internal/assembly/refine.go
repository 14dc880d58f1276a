package assembly

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// MaxTriangles is the most triangles that an assembly is asked to have, 20,000,000.
const MaxTriangles = 20_000_000

// pieces is the least number of parts into which each edge is cut so that the parts have a number of triangles in all.
func pieces(parts []part, triangles int) int {
	have := 0
	for i := range parts {
		have += len(parts[i].mesh.Triangles)
	}
	n := 1
	for n*n*have < triangles {
		n++
	}
	return n
}

// refined is a mesh with each triangle cut into n² triangles. A face is level or upright, and stays so: the plan of a new corner is
// rounded once, from an exact sum that does not depend on the triangle, so that faces that lie on each other still do.
func refined(m *mesh.Mesh, n int) *mesh.Mesh {
	var s solid
	for i := range m.Triangles {
		t := m.Triangle(i)
		for row := range n {
			for k := range n - row {
				s.triangle(onLattice(&t, n, k, row), onLattice(&t, n, k+1, row), onLattice(&t, n, k, row+1))
				if k > 0 {
					s.triangle(onLattice(&t, n, k, row), onLattice(&t, n, k, row+1), onLattice(&t, n, k-1, row+1))
				}
			}
		}
	}
	return &s.mesh
}

// onLattice is the point with the weights n-j-k, j and k, a multiple of grain. Coordinates have at most 24 binary digits and n at most
// 11, so the sums are exact.
func onLattice(t *geom.Triangle, n, j, k int) geom.Vec {
	at := func(a, b, c float64) float64 {
		return onGrain((float64(float64(n-j-k)*a) + float64(float64(j)*b) + float64(float64(k)*c)) / float64(n))
	}
	return geom.Vec{X: at(t[0].X, t[1].X, t[2].X), Y: at(t[0].Y, t[1].Y, t[2].Y), Z: at(t[0].Z, t[1].Z, t[2].Z)}
}
