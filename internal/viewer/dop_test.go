package viewer

import (
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/volume"
)

func TestDOPEdges(t *testing.T) {
	box := volume.EmptyDOP()
	for i := range 8 {
		box.Extend(geom.Vec{X: float64(i & 1), Y: float64(i >> 1 & 1), Z: float64(i >> 2)})
	}
	cut := volume.DOP{}
	for k := range cut.Min {
		cut.Min[k], cut.Max[k] = -1, 1
		if k > 2 { // every edge of the cube is cut off
			cut.Min[k], cut.Max[k] = -1.5, 1.5
		}
	}
	flat := volume.EmptyDOP()
	for _, p := range []geom.Vec{{}, {X: 1}, {Y: 1}} {
		flat.Extend(p)
	}
	for _, c := range []struct {
		what  string
		dop   volume.DOP
		edges int
	}{
		{"a cube", box, 12},
		{"a cube with 12 planes more: 18 faces, 32 corners", cut, 48},
		{"a triangle", flat, 3},
		{"a point", volume.DOP{}, 0},
	} {
		if got := dopEdges(nil, &c.dop); len(got) != 2*c.edges {
			t.Errorf("%s has %d edges, want %d", c.what, len(got)/2, c.edges)
		}
	}
}
