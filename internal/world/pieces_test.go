package world

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
)

// latticeMesh has triangles with corners on a small lattice, which touch, cross and lie on each other. Vertices of one place are one where
// the mesh is welded.
func latticeMesh(r *rand.Rand, triangles int, welded bool) *mesh.Mesh {
	m := &mesh.Mesh{Name: "lattice"}
	at := map[geom.Vec]uint32{}
	for range triangles {
		var t [3]uint32
		for k := range t {
			v := geom.Vec{X: float64(r.IntN(4)), Y: float64(r.IntN(3)), Z: float64(r.IntN(2))}
			i, known := at[v]
			if !known || !welded {
				i, m.Vertices = uint32(len(m.Vertices)), append(m.Vertices, v)
				at[v] = i
			}
			t[k] = i
		}
		m.Triangles = append(m.Triangles, t)
	}
	return m
}

// allContacts tries all pairs of triangles of two bodies.
func allContacts(w *World) (list []Contact) {
	for i := range w.Primitives(0) {
		for j := range w.Primitives(1) {
			p, q := w.Triangle(0, i), w.Triangle(1, j)
			if predicate.TriangleTriangle(&p, &q) {
				list = append(list, Contact{BodyA: 0, BodyB: 1, TriA: uint32(i), TriB: uint32(j)})
			}
		}
	}
	return list
}

// TestPiecesByCorners: what is joined sooner, by vertices and by corners in one place, is what places of edges and corners join.
func TestPiecesByCorners(t *testing.T) {
	t.Parallel()
	several := 0
	for seed := range uint64(require.Cases(3000, 300)) {
		r := rand.New(rand.NewPCG(seed, 19))
		w := New(&Settings{Workers: 1}, 2, 2, 0)
		w.Stats = new(Stats)
		for k := range uint64(2) {
			pose := geom.Identity
			if pose.T = (geom.Vec{X: float64(r.IntN(3))}); r.IntN(2) == 0 {
				pose.R = geom.Mat{0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1}
			}
			if _, err := w.Add(&Body{Name: "m", Shape: NewModel(latticeMesh(r, 1+r.IntN(12), (seed+k)%3 != 0)), Pose: pose}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Begin(t.Context(), 0, 0); err != nil {
			t.Fatal(err)
		}
		contacts := allContacts(w)
		var quick Pieces
		if !quick.find(w, contacts) {
			t.Fatal("stopped")
		}
		want := byPlaces(w, contacts)
		several += min(1, len(want)-1)
		for i := range contacts {
			if got := quick.root(int32(i)); got != want[i] {
				t.Fatalf("seed %d: contact %d is joined to %d, want %d", seed, i, got, want[i])
			}
		}
		if n := len(slices.Compact(slices.Sorted(slices.Values(want)))); n != quick.pieces {
			t.Fatalf("seed %d: %d pieces, want %d", seed, quick.pieces, n)
		}
	}
	if several < 50 {
		t.Errorf("only %d pairs have several contacts", several)
	}
}

// byPlaces joins contacts of one primitive by places alone, and returns the first contact of each one's piece.
func byPlaces(w *World, contacts []Contact) []int32 {
	var p Pieces
	for i := range contacts {
		p.parent = append(p.parent, int32(i))
	}
	for _, turned := range []bool{false, true} {
		groups := map[int][]int32{}
		for i := range contacts {
			_, tri, _, _ := contacts[i].sides(turned)
			groups[tri] = append(groups[tri], int32(i))
		}
		for tri, group := range groups {
			body, _, _, _ := contacts[0].sides(turned)
			p.group(w, contacts, group, body, tri, turned)
		}
	}
	roots := make([]int32, len(contacts))
	for i := range roots {
		roots[i] = p.root(int32(i))
	}
	return roots
}
