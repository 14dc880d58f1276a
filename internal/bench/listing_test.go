package bench

import (
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// TestListing: edges against the triangle (0,0,0), (4,0,0), (0,4,0), hits and misses worked out by hand.
// The listing's half-open ranges lose a hit on the far corner and the slanted side; its least
// determinant loses edges along the plane.
func TestListing(t *testing.T) {
	t.Parallel()
	triangle := &mesh.Mesh{Vertices: []geom.Vec{{}, {X: 4}, {Y: 4}}, Triangles: [][3]uint32{{0, 1, 2}}}
	pose := geom.Identity
	f := &stream(triangle, triangle.Topology(), &pose).fragments[0]
	for _, c := range []struct {
		a, b geom.Vec
		want bool
	}{
		{geom.Vec{X: 1, Y: 1, Z: -1}, geom.Vec{X: 1, Y: 1, Z: 1}, true},
		{geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{X: 1, Y: 1, Z: -1}, true},
		{geom.Vec{X: 1, Y: 1, Z: -1}, geom.Vec{X: 1, Y: 1}, true},                 // its end touches
		{geom.Vec{X: 1, Y: 1}, geom.Vec{X: 1, Y: 1, Z: 1}, true},                  // its start touches
		{geom.Vec{Z: -1}, geom.Vec{Z: 1}, true},                                   // the near corner
		{geom.Vec{X: 1, Y: 1, Z: -2}, geom.Vec{X: 1, Y: 1, Z: -1}, false},         // ends before
		{geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{X: 1, Y: 1, Z: 2}, false},           // begins behind
		{geom.Vec{X: 3, Y: 3, Z: -1}, geom.Vec{X: 3, Y: 3, Z: 1}, false},          // passes by
		{geom.Vec{X: -1, Y: 1, Z: -1}, geom.Vec{X: -1, Y: 1, Z: 1}, false},        // passes by
		{geom.Vec{X: 2, Y: 2, Z: -1}, geom.Vec{X: 2, Y: 2, Z: 1}, false},          // the slanted side: lost
		{geom.Vec{X: 4, Z: -1}, geom.Vec{X: 4, Z: 1}, false},                      // the far corner: lost
		{geom.Vec{X: 1, Y: 1}, geom.Vec{X: 2, Y: 1}, false},                       // coplanar: lost
		{geom.Vec{X: 1, Y: 1, Z: 1e-9}, geom.Vec{X: 2, Y: 1, Z: -1e-9}, false},    // nearly so: lost
		{geom.Vec{X: 0.5, Y: 0.25, Z: -3}, geom.Vec{X: 0.75, Y: 0.5, Z: 2}, true}, // slanted
	} {
		edge := &mesh.Mesh{Vertices: []geom.Vec{c.a, c.b, {X: 9, Y: 9, Z: 9}}, Triangles: [][3]uint32{{0, 1, 2}}}
		s := stream(edge, edge.Topology(), &pose)
		for k, e := range s.topology.Edges { // the one between the two points
			if e.B == 1 && s.texels[k].meets(f) != c.want {
				t.Errorf("%v to %v: %v, want %v", c.a, c.b, !c.want, c.want)
			}
		}
	}
}

// TestListingOfMeshes: the pairs of triangles that hits stand for, both ways and swapped.
func TestListingOfMeshes(t *testing.T) {
	t.Parallel()
	base := &mesh.Mesh{Vertices: []geom.Vec{{X: -4, Y: -4}, {X: 4, Y: -4}, {Y: 4}}, Triangles: [][3]uint32{{0, 1, 2}}}
	tent := &mesh.Mesh{Vertices: []geom.Vec{{X: -1, Z: 1}, {X: 1, Z: 1}, {Y: 0.25, Z: -1}, {Y: 9, Z: 1}}, Triangles: [][3]uint32{{0, 1, 2}, {1, 3, 2}}}
	pose := geom.Identity
	a, b := stream(base, base.Topology(), &pose), stream(tent, tent.Topology(), &pose)
	pairs := map[[2]uint32]bool{}
	b.struck(b.hits(a), true, pairs)
	a.struck(a.hits(b), false, pairs)
	if len(pairs) != 2 || !pairs[[2]uint32{0, 0}] || !pairs[[2]uint32{0, 1}] {
		t.Errorf("pairs %v, want 0–0 and 0–1", pairs)
	}
}

// TestTextureSide: the least square that holds n edges and one more.
func TestTextureSide(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{0: 1, 1: 2, 3: 2, 4: 3, 396: 20, 399: 20, 400: 21, 1 << 20: 1025} {
		if got := textureSide(n); got != want {
			t.Errorf("%d edges: %d, want %d", n, got, want)
		}
	}
}
