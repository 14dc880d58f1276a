package proof

import (
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// wedges are n closed surfaces of four triangles in a row; without the last triangle of each if they are open.
func wedges(t *testing.T, n int, open bool) *Mesh {
	t.Helper()
	m := &mesh.Mesh{}
	for i := range n {
		at, first := geom.Vec{X: 2 * float64(i)}, uint32(4*i)
		for _, v := range []geom.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}} {
			m.Vertices = append(m.Vertices, at.Add(v))
		}
		for _, f := range [][3]uint32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}} {
			if !open || f[0] == 0 {
				m.Triangles = append(m.Triangles, [3]uint32{first + f[0], first + f[1], first + f[2]})
			}
		}
	}
	p, err := NewMesh(t.Context(), m, [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestInsideAsVerifiersDo: what verifiers refuse is an error, so that no proof of it is written.
func TestInsideAsVerifiersDo(t *testing.T) {
	t.Parallel()
	grain := NewSolid([]geom.Vec{{X: 0.125, Y: 0.125, Z: 0.125}}, 0.03125)
	corner := NewSolid([]geom.Vec{{X: 0.75, Y: 0.75, Z: 0.75}}, 0.03125)
	flat := geom.Identity
	flat.R[8], flat.T.Z = 0, 0.75
	vast := geom.Identity // all parts of a row are in the box of one wedge, not in it
	for k := range 3 {
		vast.R[4*k] = 1 << 13
	}
	vast.T = geom.Vec{X: -1, Y: -8000, Z: -8000}
	for _, c := range []struct {
		name string
		a, b *Mesh
		of   geom.Pose
		want int
		err  string
	}{
		{"within", grain, wedges(t, 1, false), geom.Identity, 1, ""},
		{"around", wedges(t, 1, false), grain, geom.Identity, -1, ""},
		{"beside", corner, wedges(t, 1, false), geom.Identity, 0, ""},
		{"beside an open one", corner, wedges(t, 1, true), geom.Identity, 0, "not closed"},
		{"beside a flat one", corner, wedges(t, 1, false), flat, 0, "singular"},
		{"of many parts", grain, wedges(t, mostAsked+1, false), geom.Identity, 1, ""},
		{"many parts around a ball", wedges(t, mostAsked+1, false), grain, geom.Identity, -1, ""},
		{"most parts in a box", wedges(t, mostAsked, false), wedges(t, 1, false), vast, 0, ""},
		{"too many in a box", wedges(t, mostAsked+1, false), wedges(t, 1, false), vast, 0, "1024 parts"},
	} {
		var p Prover
		got, err := p.Inside(c.a, c.b, &geom.Identity, &c.of)
		if (err != nil) != (c.err != "") || err == nil && got != c.want || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %d, %v; want %d, %q", c.name, got, err, c.want, c.err)
		}
	}
}
