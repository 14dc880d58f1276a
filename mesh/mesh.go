// Package mesh holds indexed triangle meshes in flat arrays, what is known of
// their topology, and their defects as data.
package mesh

import (
	"fmt"

	"github.com/collide-go/collide/geom"
)

// Mesh is an indexed triangle set. Triangles keep the order of the file they
// came from, degenerate ones included; nothing is ever dropped or reordered,
// because contact sets name triangles by index.
type Mesh struct {
	// Name is the base name of the file, or whatever the maker chose.
	Name string
	// Vertices are finite.
	Vertices []geom.Vec
	// Triangles index Vertices.
	Triangles [][3]uint32
	// Polygons lists the faces of more than three corners, each fanned in file
	// order into Count consecutive triangles (0-1-2, 0-2-3, …).
	Polygons []Polygon
	// Parts name the runs of consecutive triangles a file's objects, groups and
	// solids stand for, in file order. A kind of part the file lacks has none.
	Parts []Part
}

// Polygon is a face of Count+2 corners, fanned into the triangles
// First … First+Count-1.
type Polygon struct{ First, Count uint32 }

// PartKind reports what a file called a part.
type PartKind uint8

// The kinds of parts formats have: o and g of OBJ, solid of STL.
const (
	Object PartKind = iota
	Group
	Solid
)

func (k PartKind) String() string {
	switch k {
	case Object:
		return "object"
	case Group:
		return "group"
	default:
		return "solid"
	}
}

// Part is a named set of triangles: the runs of consecutive triangles that
// belong to it, in file order (a file may return to a group it left).
type Part struct {
	Kind PartKind
	Name string
	Runs []Run
}

// Run is Count consecutive triangles from First on.
type Run struct{ First, Count uint32 }

// Triangle returns the corners of triangle i. An index out of range panics.
func (m *Mesh) Triangle(i int) geom.Triangle {
	t := &m.Triangles[i]
	return geom.Triangle{m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]]}
}

// Bounds returns the box around the triangles (isolated vertices do not count).
func (m *Mesh) Bounds() geom.AABB {
	b := geom.EmptyAABB()
	for _, t := range m.Triangles {
		for _, c := range t {
			b.Hold(&m.Vertices[c])
		}
	}
	return b
}

// Check returns an error when an index is out of range, a vertex is not finite
// or there is no triangle: the conditions every other package relies on.
func (m *Mesh) Check() error {
	if len(m.Triangles) == 0 {
		return fmt.Errorf("mesh %q has no triangles", m.Name)
	}
	for i, v := range m.Vertices {
		if !v.IsFinite() {
			return fmt.Errorf("mesh %q: vertex %d is not finite: %v", m.Name, i, v)
		}
	}
	n := uint32(len(m.Vertices))
	for i, t := range m.Triangles {
		if t[0] >= n || t[1] >= n || t[2] >= n {
			return fmt.Errorf("mesh %q: triangle %d names vertex %d of %d", m.Name, i, max(t[0], t[1], t[2]), n)
		}
	}
	return nil
}
