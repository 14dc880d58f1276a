package ccd

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestRootsThatAreClose: two roots of the cubic lie between neighbouring float64, or at one and next to
// it, and only one of them is a contact. Times are those of the shared folder's oracle.
func TestRootsThatAreClose(t *testing.T) {
	t.Parallel()
	below := func(x float64) float64 { return math.Nextafter(x, 0) }
	for _, c := range []struct {
		kind   Kind
		x      [24]float64
		t0, t1 float64
	}{
		{VertexFace, [24]float64{0, 0, 1, 1, 1, -1, -1, -1, 1, 1, -1, 0, 1, 0.5, below(0.5), 1, 1, 0, 1, 1, 0, 1, 0, 1}, below(1), 1},
		{VertexFace, [24]float64{0, -0.5, 1, 0, 2, 2, 0, 0.5, 1, 2, -0.5, 2, -0.5, 2, 1, 0, 1, 0, -0.5, below(1), 1, 0.5, -1, 0}, below(0.5), 0.5},
		{EdgeEdge, [24]float64{1, 1, 0.5, 1, 1, -1, 2, 0, 2, 0.5, 1, 0, 0, 0, 1, 0, 0.5, 1, 0, 1, below(2), 0, 0, 0.5}, below(1), 1},
	} {
		q := Query{Kind: c.kind}
		for i := range 4 {
			q.Start[i] = geom.Vec{X: c.x[3*i], Y: c.x[3*i+1], Z: c.x[3*i+2]}
			q.End[i] = geom.Vec{X: c.x[12+3*i], Y: c.x[13+3*i], Z: c.x[14+3*i]}
		}
		if t0, t1, touch := q.First(); !touch || t0 != c.t0 || t1 != c.t1 {
			t.Errorf("%+v: %v at %v to %v, want %v to %v", q, touch, t0, t1, c.t0, c.t1)
		}
	}
}
