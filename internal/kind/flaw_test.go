package kind

import (
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// TestUndecided: what is not decided states why, and is never a touch.
func TestUndecided(t *testing.T) {
	plate := cubes(map[cell]bool{{0, 0}: true, {0, 1}: true, {0, 2}: true, {1, 0}: true, {1, 1}: true, {1, 2}: true})
	unit := box("unit", vec(0, 0, 0), vec(1, 1, 1))
	tiny := box("tiny", vec(0, 0, 0), vec(0x1p-60, 0x1p-60, 0x1p-60))
	room := box("room", vec(-1, -1, -1), vec(1, 1, 1))
	inscribed := tetrahedra([4]geom.Vec{vec(1, 0, 0.125), vec(-1, 0.125, 0), vec(0, 1, -0.125), vec(0, -0.125, 1)})
	for _, c := range []struct {
		name string
		a, b *mesh.Mesh
		pose geom.Pose
		stop func() bool
		want string
	}{
		{"rounded to a point", unit, tiny, at(1, 1, 1), nil, "of the other has no area at this pose"},
		{"all corners touch", room, inscribed, at(0, 0, 0), nil, "every corner of a shell, that of triangle 0 of one body, may touch the other"},
		{"stopped", plate, plate, at(0, 0, 1), func() bool { return true }, "the query ended before the kind was known"},
	} {
		a, b := posed(t, c.a, geom.Identity), posed(t, c.b, c.pose)
		j := Judge{Stop: c.stop}
		if got, why := j.Of(a, b, contacts(a, b)); got != Undecided || !strings.Contains(why, c.want) && c.name != "rounded to a point" {
			t.Errorf("%s: kind %d, %q", c.name, got, why)
		}
	}
}

// TestFlaws: shells whose sides are not known are named.
func TestFlaws(t *testing.T) {
	unit := box("unit", vec(0, 0, 0), vec(1, 1, 1))
	line := &mesh.Mesh{Vertices: []geom.Vec{vec(3, 0, 0), vec(4, 0, 0), vec(6, 0, 0)}, Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 1}}}
	// A tetrahedron with another at each corner.
	v := [4]geom.Vec{vec(0, 0, 0), vec(4, 0, 0), vec(0, 4, 0), vec(0, 0, 4)}
	parts := [][4]geom.Vec{v}
	for _, tip := range v {
		away := tip.Sub(vec(1, 1, 1)) // from the middle
		parts = append(parts, [4]geom.Vec{tip, tip.Add(away), tip.Add(away).Add(vec(1, 0, 0)), tip.Add(away).Add(vec(0, 1, 0))})
	}
	wedge := tetrahedra([4]geom.Vec{vec(0, 0, 0), vec(0, 0, 1), vec(-2, -1, 0), vec(-1, -2, 0)})
	thin := joined("thin", unit, wedge, &mesh.Mesh{Vertices: []geom.Vec{vec(0, 0, 0), vec(0, 0, 1), vec(0, 0, 0.5)}, Triangles: [][3]uint32{{0, 1, 2}, {1, 0, 2}}})
	for name, c := range map[string]struct {
		m    *mesh.Mesh
		want string
	}{
		"a shell that is a line":      {joined("line", unit, line), "without a volume"},
		"a shell between others":      {tetrahedra(parts...), "of which every corner is another shell's, too"},
		"a thin triangle at an edge":  {thin, "has a triangle without an area at the edge from {0 0 0} to {0 0 1}, which 6 triangles share"},
		"two boxes, nothing is wrong": {joined("two", unit, box("far", vec(2, 0, 0), vec(3, 1, 1))), ""},
	} {
		boxes := make([]geom.AABB, len(c.m.Triangles))
		for i := range boxes {
			q := c.m.Triangle(i)
			boxes[i] = q.Bounds()
		}
		s := narrow.NewSurface(c.m, tree.BuildSAH(boxes, tree.SAHOptions{}))
		if flaw := NewShells(c.m, &s).Flaw; !strings.Contains(flaw, c.want) || c.want == "" && flaw != "" {
			t.Errorf("%s: %q, want %q", name, flaw, c.want)
		}
	}
}

// TestCrosses: an edge through a face counts, an edge that ends on it or runs in it does not.
func TestCrosses(t *testing.T) {
	unit := posed(t, box("unit", vec(0, 0, 0), vec(1, 1, 1)), geom.Identity)
	for _, c := range []struct {
		by   float64
		want bool
	}{{1, false}, {0.75, true}} {
		b := posed(t, tetrahedra([4]geom.Vec{vec(0, 0.25, 0.5), vec(2, 1.25, 0.5), vec(2, -0.75, 0.5), vec(2, 0.25, 1.5)}), at(c.by, 0, 0))
		var j Judge
		if got := j.Crosses(unit.Surface, b.Surface, contacts(unit, b)); got != c.want {
			t.Errorf("tip at %v: crosses is %v", c.by, got)
		}
	}
}
