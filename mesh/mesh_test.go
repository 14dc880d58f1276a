package mesh

import (
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
)

func v(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }

// tetrahedron is closed and consistently oriented.
func tetrahedron() *Mesh {
	return &Mesh{
		Name:      "tetrahedron",
		Vertices:  []geom.Vec{v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1)},
		Triangles: [][3]uint32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}},
	}
}

// soup gives every corner its own vertex.
func soup(m *Mesh) *Mesh {
	out := &Mesh{Name: m.Name + " soup"}
	for _, t := range m.Triangles {
		n := uint32(len(out.Vertices))
		out.Vertices = append(out.Vertices, m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]])
		out.Triangles = append(out.Triangles, [3]uint32{n, n + 1, n + 2})
	}
	return out
}

// polygon is one face of the given corners.
func polygon(corners ...geom.Vec) *Mesh {
	m := &Mesh{Name: "polygon", Vertices: corners}
	for i := 2; i < len(corners); i++ {
		m.Triangles = append(m.Triangles, [3]uint32{0, uint32(i - 1), uint32(i)})
	}
	if n := len(m.Triangles); n > 1 {
		m.Polygons = []Polygon{{0, uint32(n)}}
	}
	return m
}

// merge puts meshes one after another, without parts.
func merge(meshes ...*Mesh) *Mesh {
	out := &Mesh{Name: "merged"}
	for _, m := range meshes {
		n, t := uint32(len(out.Vertices)), uint32(len(out.Triangles))
		out.Vertices = append(out.Vertices, m.Vertices...)
		for _, tri := range m.Triangles {
			out.Triangles = append(out.Triangles, [3]uint32{tri[0] + n, tri[1] + n, tri[2] + n})
		}
		for _, p := range m.Polygons {
			out.Polygons = append(out.Polygons, Polygon{p.First + t, p.Count})
		}
	}
	return out
}

func moved(m *Mesh, by geom.Vec) *Mesh {
	out := *m
	out.Vertices = nil
	for _, p := range m.Vertices {
		out.Vertices = append(out.Vertices, p.Add(by))
	}
	return &out
}

func TestCheck(t *testing.T) {
	if err := tetrahedron().Check(); err != nil {
		t.Errorf("tetrahedron: %v", err)
	}
	for want, spoil := range map[string]func(*Mesh){
		"no triangles":                 func(m *Mesh) { m.Triangles = nil },
		"vertex 2 is not finite":       func(m *Mesh) { m.Vertices[2].Y = math.NaN() },
		"triangle 1 names vertex 4 of": func(m *Mesh) { m.Triangles[1][2] = 4 },
	} {
		m := tetrahedron()
		spoil(m)
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want it to contain %q", err, want)
		}
	}
}

func TestBoundsLeavesOutIsolatedVertices(t *testing.T) {
	m := tetrahedron()
	m.Vertices = append(m.Vertices, v(9, 9, 9))
	if got, want := m.Bounds(), (geom.AABB{Min: v(0, 0, 0), Max: v(1, 1, 1)}); got != want {
		t.Errorf("bounds are %v, want %v", got, want)
	}
	if got := m.Triangle(1); got != (geom.Triangle{v(0, 0, 0), v(1, 0, 0), v(0, 0, 1)}) {
		t.Errorf("triangle 1 is %v", got)
	}
}

func TestPartKindString(t *testing.T) {
	for kind, want := range map[PartKind]string{Object: "object", Group: "group", Solid: "solid"} {
		if kind.String() != want {
			t.Errorf("kind %d is %q, want %q", kind, kind, want)
		}
	}
}
