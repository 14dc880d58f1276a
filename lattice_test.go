package collide_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// besideLattice returns n triangles with a corner at y = 0 and n whose edge passes that
// corner at tiny/2: they touch unless tiny is negative. All other coordinates are whole
// multiples of 2¹⁵·size.
func besideLattice(size, tiny float64, n int) (a, b *mesh.Mesh) {
	s := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z}.Scale(size) }
	a = &mesh.Mesh{Name: "a", Vertices: []geom.Vec{s(65536, 0, 0), s(65536, 32768, 0), s(98304, 32768, 0)}}
	b = &mesh.Mesh{Name: "b", Vertices: []geom.Vec{s(32768, 0, 0), s(98304, 0, 0), s(65536, 32768, 131072)}}
	b.Vertices[1].Y = tiny
	for range n {
		a.Triangles = append(a.Triangles, [3]uint32{0, 1, 2})
		b.Triangles = append(b.Triangles, [3]uint32{2, 0, 1})
	}
	return a, b
}

var besideLattices = []struct{ size, tiny float64 }{
	{1, 5e-324}, {1, 1e-310}, {1, 1e-30}, {0x1p-10, 5e-324}, {0x1p100, 1e-300}, {0x1p234, 1e-270},
}

// TestTinyCoordinatesOfPairs asks every method about triangles that pass each other by less
// than their coordinates' lattice could show.
func TestTinyCoordinatesOfPairs(t *testing.T) {
	t.Parallel()
	for _, c := range besideLattices {
		for _, sign := range []float64{-1, 1} {
			a, b := besideLattice(c.size, sign*c.tiny, 1)
			bodies := []collide.Body{placed(a), placed(b)}
			for _, m := range table {
				for range 2 {
					r := detect(t, bodies, collide.Options{Method: m, Workers: 2})
					if r.Verdict == collide.Unknown || (r.Verdict == collide.InContact) != (sign > 0) {
						t.Errorf("%s: size %g, %g off: %v", nameOf(m), c.size, sign*c.tiny, r.Verdict)
					}
					slices.Reverse(bodies)
				}
			}
		}
	}
}

// TestTinyCoordinatesWithinAMesh is the same for contacts within a mesh, four triangles of
// which are two twice: these are in contact with their twins in any case.
func TestTinyCoordinatesWithinAMesh(t *testing.T) {
	t.Parallel()
	for _, c := range besideLattices {
		for _, sign := range []float64{-1, 1} {
			a, b := besideLattice(c.size, sign*c.tiny, 2)
			for _, i := range b.Triangles {
				a.Triangles = append(a.Triangles, [3]uint32{i[0] + 3, i[1] + 3, i[2] + 3})
			}
			a.Vertices = append(a.Vertices, b.Vertices...)
			want := "[[0 1] [2 3]]"
			if sign > 0 {
				want = "[[0 1] [0 2] [0 3] [1 2] [1 3] [2 3]]"
			}
			for _, m := range table {
				r := detect(t, []collide.Body{placed(a)}, collide.Options{Method: m, Self: true, Workers: 2})
				var got [][2]uint32
				for _, x := range r.Contacts {
					got = append(got, [2]uint32{x.TriA, x.TriB})
				}
				if fmt.Sprint(got) != want {
					t.Errorf("%s: size %g, %g off: %v, want %v", nameOf(m), c.size, sign*c.tiny, got, want)
				}
			}
		}
	}
}

func placed(m *mesh.Mesh) collide.Body {
	return collide.Body{Name: m.Name, Shape: collide.NewModel(m)}
}
