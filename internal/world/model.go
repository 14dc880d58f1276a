package world

import (
	"fmt"
	"math"
	"sync"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
)

// Model is a mesh with what is derived from it, in the mesh's own coordinates whatever
// the poses. It is safe for concurrent use except for SetVertices and Deform.
type Model struct {
	mesh *mesh.Mesh
	// vertices is held for reading by whoever fills a cache, which may be a query that was
	// stopped long ago, and for writing while the vertices change.
	vertices sync.RWMutex
	// mu guards kept, which has an entry for each filled cache.
	mu   sync.Mutex
	kept []func() bool

	tree   Cache[tree.Tree]
	leaves Cache[[]geom.Triangle]
	// wide is what auto descends, rescaled the same in its other unit, for pairs with
	// meshes of another size; within is for contacts within the mesh.
	wide, rescaled, within Cache[tree.Wide]
	bounds                 Cache[localBox]
	solid                  Cache[narrow.Solid]
	shells                 Cache[kind.Shells]
	obb                    Cache[tree.Of[volume.OBB]]
	oriented               Cache[tree.Oriented]
	dop                    Cache[tree.Of[volume.DOP]]
	others                 sync.Map // from the keys of CacheOf
	// version counts the calls of SetVertices.
	version int
	// origin is where the vertices come from; moved is Deform's memory.
	origin Deformed
	moved  []geom.Vec
}

// Deformed is where a model's vertices come from: By makes them of Rest at Time.
type Deformed struct {
	By   motion.Deformation // nil for vertices that were given
	Rest []geom.Vec
	Time float64
}

// NewModel returns a model of a mesh that is not nil.
func NewModel(m *mesh.Mesh) *Model { return &Model{mesh: m} }

// Mesh returns the mesh.
func (m *Model) Mesh() *mesh.Mesh { return m.mesh }

// Version counts the calls of SetVertices.
func (m *Model) Version() int { return m.version }

// Deformed returns where the vertices come from.
func (m *Model) Deformed() Deformed { return m.origin }

// Triangles returns the number of triangles.
func (m *Model) Triangles() int { return len(m.mesh.Triangles) }

// Soup returns the mesh as the builders of hierarchies take it.
func (m *Model) Soup() *tree.Soup {
	return &tree.Soup{Vertices: m.mesh.Vertices, Triangles: m.mesh.Triangles}
}

// Check returns what is wrong with the mesh.
func (m *Model) Check() error { return m.mesh.Check() }

// SetVertices copies new coordinates of all vertices and brings all caches up to date. A
// number that is not finite is an error; another number of vertices panics.
func (m *Model) SetVertices(v []geom.Vec) error {
	if len(v) != len(m.mesh.Vertices) {
		panic(fmt.Sprintf("collide: %d vertices for mesh %q, which has %d", len(v), m.mesh.Name, len(m.mesh.Vertices)))
	}
	for i := range v {
		if !v[i].IsFinite() {
			return fmt.Errorf("mesh %q: vertex %d is not finite: %v", m.mesh.Name, i, v[i])
		}
	}
	m.vertices.Lock() // a query that was stopped may have left a build behind: see World.await
	defer m.vertices.Unlock()
	copy(m.mesh.Vertices, v)
	m.origin = Deformed{}
	m.deformed()
	m.version++
	return nil
}

// Deform is SetVertices with what a deformation makes of the vertices at rest at time t.
func (m *Model) Deform(by motion.Deformation, rest []geom.Vec, t float64) error {
	if len(rest) > 0 && len(m.mesh.Vertices) > 0 && &rest[0] == &m.mesh.Vertices[0] {
		panic(fmt.Sprintf("collide: mesh %q is deformed from its own vertices, which change; expected a copy", m.mesh.Name))
	}
	if by == nil {
		panic("collide: Deform by a nil deformation")
	}
	m.moved = by.Vertices(m.moved[:0], rest, t)
	if err := m.SetVertices(m.moved); err != nil {
		return err
	}
	m.origin = Deformed{by, rest, t}
	return nil
}

// localBox encloses a mesh in its own coordinates, of which extent is the greatest.
type localBox struct {
	geom.AABB
	extent float64
	// middle and half are its centre and half sizes, radius at least the distance of every vertex from its centre.
	middle, half geom.Vec
	radius       float64
}

func (m *Model) localBox() *localBox {
	if b := m.bounds.Load(); b != nil {
		return b
	}
	return m.bounds.Get(m, func() *localBox {
		b := &localBox{}
		return b.enclose(m.mesh)
	}, func(b *localBox) bool { return b.enclose(m.mesh) != nil })
}

func (b *localBox) enclose(m *mesh.Mesh) *localBox {
	b.AABB = m.Bounds()
	b.extent = max(b.Min.MaxAbs(), b.Max.MaxAbs())
	b.middle, b.half = b.Center(), b.Size().Scale(0.5)
	b.radius = radiusAround(b.middle, m.Vertices)
	return b
}

// radiusAround bounds the distances of points from a centre from above. Where squares leave the range of float64 it is the largest
// difference times √3, or infinite.
func radiusAround(center geom.Vec, points []geom.Vec) float64 {
	square, most := 0.0, 0.0
	for _, v := range points {
		d := v.Sub(center)
		square, most = max(square, d.Dot(d)), max(most, d.MaxAbs())
	}
	if square < 0x1p-900 {
		return 1.8*most + math.SmallestNonzeroFloat64
	}
	return math.Sqrt(square) * (1 + 0x1p-40)
}

// Enclosure is a box and a ball around the middle of it that hold a mesh in its own coordinates, which Extent bounds.
type Enclosure struct {
	Middle, Half   geom.Vec
	Radius, Extent float64
}

// Enclosure returns that of the mesh.
func (m *Model) Enclosure() Enclosure {
	b := m.localBox()
	return Enclosure{b.middle, b.half, b.radius, b.extent}
}

// Bounds returns the box around the mesh in its own coordinates.
func (m *Model) Bounds() geom.AABB { return m.localBox().AABB }
