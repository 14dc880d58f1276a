package ccd

import (
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestThroughAtAllSizes: an edge that passes through a triangle is seen to do so at every size in range, and at none beyond it.
func TestThroughAtAllSizes(t *testing.T) {
	t.Parallel()
	p := geom.Triangle{{Y: 2, Z: 2}, {X: 1, Y: 1, Z: -4}, {X: 1, Y: 1, Z: 4}}
	q := geom.Triangle{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 0, Y: 4}}
	for scale, want := range map[float64]bool{1: true, 0x1p-40: true, 0x1p40: true, 0x1p-295: true, 0x1p-305: false, 0x1p335: true, 0x1p341: false} {
		a, b := geom.Triangle{p[0].Scale(scale), p[1].Scale(scale), p[2].Scale(scale)}, geom.Triangle{q[0].Scale(scale), q[1].Scale(scale), q[2].Scale(scale)}
		if got := through(&a, &b, 4*scale); got != want {
			t.Errorf("in units of %g: %v", scale, got)
		}
		if through(&a, &b, 0x1p60*scale) {
			t.Errorf("in units of %g, of coordinates that are 2^60 times as large: through", scale)
		}
	}
}
