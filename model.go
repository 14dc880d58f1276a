package collide

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
)

// Model is a mesh as a shape, with what is derived from it: built once, on demand, in
// the mesh's own coordinates, whatever the poses. Models are safe for concurrent use
// except for SetVertices and Deform.
type Model struct {
	inner *world.Model
}

// NewModel returns the mesh as a shape. The model has a copy of the vertices, which SetVertices and
// Deform change: several models may be made of one mesh. Its triangles are shared and must not
// change. A nil mesh panics; what else is wrong with a mesh is an error of NewDetector. It takes
// O(n) time.
func NewModel(m *mesh.Mesh) *Model {
	if m == nil {
		panic("collide: NewModel of a nil mesh")
	}
	own := *m
	own.Vertices = slices.Clone(m.Vertices)
	return &Model{world.NewModel(&own)}
}

// Mesh returns the model's mesh, which must not be changed.
func (m *Model) Mesh() *mesh.Mesh { return m.inner.Mesh() }

// Version counts the calls of SetVertices: a copy with the same version is up to date.
func (m *Model) Version() int { return m.inner.Version() }

// Bounds returns the box around the mesh in its own coordinates.
func (m *Model) Bounds() geom.AABB { return m.inner.Bounds() }

// Check returns what is wrong with the mesh.
func (m *Model) Check() error {
	if m == nil || m.inner == nil {
		return fmt.Errorf("model without a mesh")
	}
	return m.inner.Check()
}

// SetVertices deforms the mesh: it copies the new coordinates, as many as there
// were, and refits what was built from them in O(n). No detector may be using the model
// meanwhile; those that hold it notice on their next call. A number that is not finite is an
// error; another number of vertices than the mesh has panics.
func (m *Model) SetVertices(v []geom.Vec) error { return m.inner.SetVertices(v) }

// Deform is SetVertices with what a deformation makes of the vertices at rest at
// time t. Rest must not change as long as the model is deformed from it: a device may
// hold a copy and move the vertices itself. The mesh's own vertices as rest, or another
// number of them, panic.
func (m *Model) Deform(by motion.Deformation, rest []geom.Vec, t float64) error {
	return m.inner.Deform(by, rest, t)
}
