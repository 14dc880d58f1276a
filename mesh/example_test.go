package mesh_test

import (
	"fmt"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// tetrahedron is closed; every face is seen counter-clockwise from outside.
func tetrahedron() *mesh.Mesh {
	return &mesh.Mesh{
		Name:      "tetrahedron",
		Vertices:  []geom.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}},
		Triangles: [][3]uint32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}},
	}
}

// A mesh made in memory is checked before it is used.
func ExampleMesh_Check() {
	m := tetrahedron()
	fmt.Println(m.Check())
	m.Triangles[2][1] = 9
	fmt.Println(m.Check() != nil)
	// Output:
	// <nil>
	// true
}

// Defects are data, not errors: contacts of a defective mesh are exact, too.
func ExampleAnalyze() {
	m := tetrahedron()
	fmt.Println(mesh.Analyze(m).Closed)
	m.Triangles = m.Triangles[1:] // without the bottom
	d := mesh.Analyze(m)
	fmt.Println(d.Closed, d.OpenEdges.Count)
	// Output:
	// true
	// false 3
}

// Edges and what meets along them, vertices welded by their coordinates.
func ExampleMesh_Topology() {
	t := tetrahedron().Topology()
	fmt.Println(len(t.Edges), "edges,", len(t.Sides(0)), "triangles along the first")
	// Output: 6 edges, 2 triangles along the first
}

// One file may hold several shells.
func ExampleComponents() {
	m := tetrahedron()
	for i, v := range m.Vertices[:4] {
		m.Vertices = append(m.Vertices, v.Add(geom.Vec{X: 5}))
		t := m.Triangles[i]
		m.Triangles = append(m.Triangles, [3]uint32{t[0] + 4, t[1] + 4, t[2] + 4})
	}
	fmt.Println(len(mesh.Components(m).Seeds))
	// Output: 2
}
