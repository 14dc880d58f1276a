package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
)

// withoutTree is a surface as triangles alone.
func withoutTree(s *Surface) NearBody {
	b := NearBody{Each: true, Bounds: geom.EmptyAABB()}
	for i := range s.Mesh.Triangles {
		var t geom.Triangle
		s.Triangle(uint32(i), &t)
		box := t.Bounds()
		b.Triangles = append(b.Triangles, t)
		b.Bounds.Include(&box)
	}
	return b
}

// TestNearSolidAgainstEveryPair is TestNearWideAgainstEveryPair for a body without a tree, as the first
// and as the second one.
func TestNearSolidAgainstEveryPair(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 43))
	taken, cases := [2]int{}, require.Cases(120, 45)
	for round := range cases {
		c := nearWideCaseOf(r, round)
		for k, of := range []*Surface{&c.b, &c.a} {
			other := []*Surface{&c.a, &c.b}[k]
			tree, solid := wideOf(of), withoutTree(other)
			start := func(n *Near, most float64) bool {
				if k == 0 {
					return n.StartWideSolid(solid, NearBody{Surface: of}, &solid.Bounds, &geom.Identity, tree, most)
				}
				return n.StartWideSolid(NearBody{Surface: of}, solid, &solid.Bounds, &geom.Identity, tree, most)
			}
			for _, l := range simd.Levels() {
				n := newNear()
				n.UseLevel(l)
				if !start(n, math.Inf(1)) {
					continue
				}
				taken[k]++
				if !n.Nearest() {
					t.Fatal("stopped")
				}
				c.checkNearest(t, n.Found())
				d := c.least * (1 + 0.5*r.Float64())
				start(n, d)
				n.Within(d, false)
				c.checkAllWithin(t, n.Found(), d)
			}
		}
	}
	if k := len(simd.Levels()); taken[0] < cases*2/3*k || taken[1] < cases*2/3*k {
		t.Errorf("%v searches: the sample proves little", taken)
	}
}
