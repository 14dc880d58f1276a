package collide

import (
	"fmt"

	"github.com/collide-go/collide/geom"
)

// Deformation moves vertices; package motion has some.
type Deformation interface {
	// Vertices appends to dst where the vertices, rest at time 0, are at time t.
	Vertices(dst, rest []geom.Vec, t float64) []geom.Vec
}

// Deformed tells what a model's vertices are: those that By makes of Rest at Time.
type Deformed struct {
	By   Deformation // nil for vertices that were given
	Rest []geom.Vec
	Time float64
}

// Deform is SetVertices with what a deformation makes of the vertices at rest at
// time t. Rest must not change as long as the model is deformed from it: a device may
// hold a copy and move the vertices itself. The mesh's own vertices as rest, or another
// number of them, panic.
func (m *Model) Deform(by Deformation, rest []geom.Vec, t float64) error {
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
	m.deformed = Deformed{by, rest, t}
	return nil
}

// Deformed tells how the model's vertices came about.
func (m *Model) Deformed() Deformed { return m.deformed }

// Treeless tells the world that the engine has hierarchies of its own: surfaces get
// their trees from NeedTree alone.
func (w *World) Treeless() { w.treeless = true }

// NeedTree gives a mesh body's surface its tree of boxes; nothing for a sphere or a
// box. Engines that are treeless call it, from one goroutine, before SolidPair.
func (w *World) NeedTree(i int) { w.needTree(i) }
