package collide_test

import (
	"context"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// scattered gives every triangle vertices of its own.
func scattered(m *mesh.Mesh) *mesh.Mesh {
	s := &mesh.Mesh{Name: m.Name}
	for i := range m.Triangles {
		n := uint32(len(s.Vertices))
		t := m.Triangle(i)
		s.Vertices = append(s.Vertices, t[:]...)
		s.Triangles = append(s.Triangles, [3]uint32{n, n + 1, n + 2})
	}
	return s
}

func selfHash(t *testing.T, m *collide.Model, method string) (string, collide.Stats) {
	t.Helper()
	d := detector(t, []collide.Body{{Shape: m}}, collide.Options{Method: named(method), Self: true})
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r.Hash(), r.Stats
}

// Corners are shared where their coordinates are equal: vertices of their own change
// nothing, neither the contacts nor how many pairs the filter decides, also once they
// have left each other.
func TestSelfOfScatteredMesh(t *testing.T) {
	whole := scene.Knot("knot", 2, 3, 1, 0.62, 60, 14)
	m := collide.NewModel(scattered(whole))
	want, whole1 := selfHash(t, collide.NewModel(whole), "brute")
	got, stats := selfHash(t, m, "auto")
	if got != want || whole1.PrimitiveTests == 0 {
		t.Fatalf("%s, of the welded mesh %s", got, want)
	}
	_, welded := selfHash(t, collide.NewModel(whole), "auto")
	if stats.Certain != welded.Certain {
		t.Errorf("%d pairs certain, of the welded mesh %d", stats.Certain, welded.Certain)
	}
	moved := append([]geom.Vec(nil), m.Mesh().Vertices...)
	for i := range moved {
		moved[i].X += 0.001 * float64(i%7)
	}
	if err := m.SetVertices(moved); err != nil {
		t.Fatal(err)
	}
	want, _ = selfHash(t, m, "brute")
	if got, _ := selfHash(t, m, "auto"); got != want {
		t.Errorf("torn apart: %s, brute %s", got, want)
	}
}

// A mesh asked for its own contacts and for those with another has a tree for each.
func TestSelfBesidePairs(t *testing.T) {
	m := collide.NewModel(scene.Knot("knot", 2, 3, 1, 0.62, 60, 14))
	bodies := []collide.Body{{Shape: m}, {Shape: m, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.3}}}}
	var want string
	for _, method := range []string{"brute", "auto"} {
		d := detector(t, bodies, collide.Options{Method: named(method), Self: true})
		for range 2 {
			r, err := d.Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if want == "" {
				want = r.Hash()
			}
			if r.Hash() != want || len(r.Pairs) != 3 {
				t.Errorf("%s: %s in %d pairs, brute %s", method, r.Hash(), len(r.Pairs), want)
			}
		}
	}
}
