package report

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// gridMesh is a square of n × n cells: in the plane z = 0, or upright through
// its middle line.
func gridMesh(n int, upright bool) *mesh.Mesh {
	m := &mesh.Mesh{Name: "grid"}
	for j := range n + 1 {
		for i := range n + 1 {
			x, y := float64(i)/float64(n), float64(j)/float64(n)
			v := geom.Vec{X: x, Y: y}
			if upright {
				v = geom.Vec{X: x, Y: 0.53, Z: y - 0.53}
			}
			m.Vertices = append(m.Vertices, v)
		}
	}
	at := func(i, j int) uint32 { return uint32(j*(n+1) + i) }
	for j := range n {
		for i := range n {
			m.Triangles = append(m.Triangles,
				[3]uint32{at(i, j), at(i+1, j), at(i+1, j+1)}, [3]uint32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return m
}
