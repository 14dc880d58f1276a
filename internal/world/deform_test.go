package world

import (
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
)

// TestDeform: Deform sets what the deformation says and remembers it; vertices that
// are given make it forget.
func TestDeform(t *testing.T) {
	rest := []geom.Vec{{X: 1}, {Y: 1, X: 0.5}, {Z: 1}}
	m := NewModel(&mesh.Mesh{Name: "m", Vertices: slices.Clone(rest), Triangles: [][3]uint32{{0, 1, 2}}})
	twist := &motion.Twist{Axis: motion.Z, Rate: 1, Period: 4}
	if err := m.Deform(twist, rest, 1); err != nil {
		t.Fatal(err)
	}
	if want := twist.Vertices(nil, rest, 1); !slices.Equal(m.Mesh().Vertices, want) {
		t.Errorf("%v, want %v", m.Mesh().Vertices, want)
	}
	if d := m.Deformed(); d.By != twist || d.Time != 1 || &d.Rest[0] != &rest[0] || m.Version() != 1 {
		t.Errorf("deformed by %+v, version %d", d, m.Version())
	}
	if err := m.SetVertices(rest); err != nil {
		t.Fatal(err)
	}
	if d := m.Deformed(); d.By != nil {
		t.Errorf("given vertices are said to come from %+v", d)
	}
	if n := testing.AllocsPerRun(10, func() { _ = m.Deform(twist, rest, 3) }); n > 1 {
		t.Errorf("%v allocations a deformation", n) // bounds are made again
	}
}
