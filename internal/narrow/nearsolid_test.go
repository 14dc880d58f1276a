package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/mesh"
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
	taken, cases := [2]int{}, require.Cases(120, 17)
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

// TestNearSolidFillsItsBox: a body that reaches the side of its box facing a plate is found at its exact distance, where a box
// that is a little smaller is too far away: along each axis, either way, and turned.
func TestNearSolidFillsItsBox(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 44))
	m := &mesh.Mesh{
		Vertices:  []geom.Vec{{X: 0.1, Y: 0.1, Z: 0.5}, {X: 0.6, Y: 0.1, Z: 0.5}, {X: 0.1, Y: 0.6, Z: 0.5}, {X: 0.3, Y: 0.3, Z: 2.5}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}},
	}
	for _, turn := range []geom.Mat{
		geom.Identity.R, {0, 0, 1, 1, 0, 0, 0, 1, 0}, {0, 1, 0, 0, 0, 1, 1, 0, 0}, {-1, 0, 0, 0, 1, 0, 0, 0, -1},
		{0, 0, -1, -1, 0, 0, 0, 1, 0}, {0, 1, 0, 0, 0, -1, -1, 0, 0}, {0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1}, {1, 0, 0, 0, 0.6, -0.8, 0, 0.8, 0.6},
	} {
		c := nearWideCase{a: surfaceOf(m), b: plates(r, 6, 0)}
		pose := geom.Pose{R: turn, T: geom.Vec{X: 0.25, Y: -3, Z: 7}}
		c.a.SetPose(&pose)
		c.b.SetPose(&pose)
		c.all, c.least = everyDistance(&c.a, &c.b), math.Inf(1)
		for _, d := range c.all {
			c.least = min(c.least, d)
		}
		tree, solid := wideOf(&c.b), withoutTree(&c.a)
		for _, l := range simd.Levels() {
			n := newNear()
			n.UseLevel(l)
			if !n.StartWideSolid(solid, NearBody{Surface: &c.b}, &c.a.Box, &pose, tree, c.least) {
				t.Fatal("not searched in the wide tree")
			}
			n.Within(c.least, false)
			c.checkAllWithin(t, n.Found(), c.least)
		}
	}
}
