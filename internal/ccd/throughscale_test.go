package ccd

import (
	"math/rand/v2"
	"slices"
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

// TestSpreadCoversAllDifferences: no two corners are farther apart along an axis, wherever they are, and they may be as far as that.
func TestSpreadCoversAllDifferences(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 3))
	most := 0.0
	for range 20000 {
		var p, q geom.Triangle
		for i := range p {
			p[i], q[i] = geom.Vec{X: float64(r.IntN(5) - 2)}, geom.Vec{X: float64(r.IntN(5) - 2), Z: float64(r.IntN(3))}
		}
		d, all := spreadOf(&p, &q), slices.Concat(p[:], q[:])
		for _, a := range all {
			for _, b := range all {
				if x := a.Sub(b).MaxAbs(); x > 0 {
					most = max(most, x/d)
				}
			}
		}
	}
	if most != 1 {
		t.Errorf("a difference is %g of the spread, want at most 1, and 1", most)
	}
}
