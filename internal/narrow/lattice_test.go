package narrow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// besideLattice returns two surfaces of n equal triangles each. Those of the one have a corner
// at y = 0, an edge of those of the other passes it at tiny/2: they touch unless tiny is
// negative. All other coordinates are whole multiples of 2¹⁵·size.
func besideLattice(size, tiny float64, n int) (a, b, both Surface) {
	var s [3]soupBuilder
	v := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z}.Scale(size) }
	end := v(98304, 0, 0)
	end.Y = tiny
	for k := range 2 * n {
		p, q, r := v(65536, 0, 0), v(65536, 32768, 0), v(98304, 32768, 0)
		if k >= n {
			p, q, r = v(65536, 32768, 131072), v(32768, 0, 0), end
		}
		s[k/n].add(p, q, r)
		s[2].add(p, q, r)
	}
	return s[0].surface(), s[1].surface(), s[2].surface()
}

// TestWideSeesTinyCoordinates has every level decide about triangles that are on a lattice but
// for one coordinate, which is so small that its product with 1/step underflows.
func TestWideSeesTinyCoordinates(t *testing.T) {
	for _, c := range []struct{ size, tiny float64 }{{1, 5e-324}, {1, 1e-310}, {0x1p-10, 5e-324}, {0x1p100, 1e-300}, {0x1p234, 1e-270}} {
		for _, tiny := range []float64{-c.tiny, c.tiny} {
			a, b, both := besideLattice(c.size, tiny, 2)
			for _, pair := range [][2]*Surface{{&a, &b}, {&b, &a}, {&both, &both}} {
				w := &wideCase{}
				ta := wideOf(pair[0])
				tb := ta
				if pair[0] != pair[1] {
					tb = wideOf(pair[1])
				}
				if !w.SetWide(pair[0], pair[1], ta, tb) {
					t.Fatalf("size %g is refused", c.size)
				}
				w.want = brute(&w.Search)
				if touch := len(w.want) >= 4; touch != (tiny > 0) {
					t.Fatalf("size %g, %g off: brute finds %v", c.size, tiny, w.want)
				}
				for _, l := range simd.Levels() {
					if got := w.run(l, 0, false); !slices.Equal(got, w.want) {
						t.Errorf("%v, self %v, size %g, %g off: %v, want %v", l, w.self, c.size, tiny, got, w.want)
					}
				}
			}
		}
	}
}

// TestFrontsSeeTinyCoordinates is the same for fronts, which hand pairs of leaves to the
// wide tree's stages.
func TestFrontsSeeTinyCoordinates(t *testing.T) {
	for _, tiny := range []float64{-5e-324, 5e-324} {
		a, b, _ := besideLattice(1, tiny, 2)
		for _, l := range simd.Levels() {
			d := newDuo(&a, &b, 2, FrontOptions{Level: l})
			if got := d.frame(control()); len(got) == 4 != (tiny > 0) {
				t.Errorf("%v, %g off: %v", l, tiny, got)
			}
		}
	}
}

// TestLatticeIsLookedForLater: corners on a lattice are decided there although those of earlier leaves were on none.
// In a plane that no axis is across float64 leaves coplanar triangles open, which would be exact arithmetic's.
func TestLatticeIsLookedForLater(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(87, 88))
	var s [2]soupBuilder
	corner := func() geom.Vec { x := float64(r.IntN(40)); return geom.Vec{X: x, Y: -x, Z: float64(r.IntN(40))} }
	for k := range 80 {
		s[k%2].add(corner(), corner(), corner())
	}
	a, b := s[0].surface(), s[1].surface()
	c := searchOf(&a, &b, wideOf(&a), wideOf(&b))
	for _, l := range simd.Levels() {
		w, d := Worker{Control: control()}, NewWideDescent(l)
		d.Begin(&c.Wide)
		d.unfit = unfitAtOnce
		_, pairs := d.Run(&w, &c.Wide, []BoxPair{c.RootBoxes()}, 0, nil)
		if !slices.Equal(sorted(pairs), c.want) || len(c.want) == 0 {
			t.Errorf("kernels %v: %d pairs, brute %d", l, len(pairs), len(c.want))
		}
		if w.OnLattice == 0 || w.Tally.Exact > 0 || d.unfit != 0 {
			t.Errorf("kernels %v: %d pairs on the lattice, %d exact signs, unfit for %d leaves", l, w.OnLattice, w.Tally.Exact, d.unfit)
		}
	}
}
