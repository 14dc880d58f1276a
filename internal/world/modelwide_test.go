package world

import (
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// A query that was stopped may come to rescale a tree that SetVertices has dropped.
func TestRescaleWithoutATree(t *testing.T) {
	m := NewModel(&mesh.Mesh{Vertices: []geom.Vec{{}, {X: 1}, {Y: 1}}, Triangles: [][3]uint32{{0, 1, 2}}})
	m.rescale()
	if m.rescaled.Load() != nil {
		t.Error("rescaled a tree that is not there")
	}
	m.Wide(1)
	m.rescale()
	if m.rescaled.Load() == nil {
		t.Error("not rescaled")
	}
}
