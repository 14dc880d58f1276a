package narrow

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
)

// slivers is a soup of small triangles on a lattice that span a plane in one of three.
func slivers(r *rand.Rand, n int) Surface {
	var b soupBuilder
	at := func() geom.Vec {
		return geom.Vec{X: float64(r.IntN(9)), Y: float64(r.IntN(9)), Z: float64(r.IntN(9))}
	}
	for i := range n {
		p, d := at(), at().Sub(at())
		q, x := p.Add(d), p.Add(d).Add(d)
		switch i % 3 {
		case 0:
			x = at()
		case 1:
			x = p
		}
		b.add(p, q, x)
	}
	return b.surface()
}

// TestFirstFindsWhatSpansNoPlane: a search for the first contact finds one wherever there is one, be it of triangles
// that are a segment or a point, which the lattice leaves open.
func TestFirstFindsWhatSpansNoPlane(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(79, 1))
	met, free := 0, 0
	cases := require.Samples(3000, 400, 200)
	for range cases {
		a, b := slivers(random(r), 1+r.IntN(4)), slivers(random(r), 1+r.IntN(4))
		b.SetPose(&geom.Pose{R: geom.Identity.R, T: geom.Vec{X: float64(r.IntN(9) - 4)}})
		for _, pair := range [][2]*Surface{{&a, &b}, {&a, &a}} {
			var c wideCase
			ta, tb := wideOf(pair[0]), packed(pair[1])
			if pair[0] == pair[1] {
				tb = ta
			}
			if !c.SetWide(pair[0], pair[1], ta, tb) {
				continue
			}
			want := brute(&c.Search)
			if got := c.run(simd.Best(), 0, true); len(got) != min(len(want), 1) && !c.Far() || c.Far() && len(want) > 0 {
				t.Fatalf("first: %v, brute has %v", got, want)
			}
			if len(want) > 0 {
				met++
			} else {
				free++
			}
		}
	}
	if met < cases/10 || free < cases/10 {
		t.Errorf("%d searches met something, %d did not", met, free)
	}
}

// TestFirstBesideSolids: a search for the first triangle finds one wherever there is one, in hierarchies of blocks
// and of every other volume.
func TestFirstBesideSolids(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(80, 1))
	met, free := 0, 0
	for range 300 {
		a := soup(random(r), 2+r.IntN(60), r.IntN(2) == 0)
		a.SetPose(&geom.Pose{R: rotation(r)})
		var solid placedSolid
		drawSolid(r, &solid, []float64{0.2, 1}[r.IntN(2)], &geom.Identity)
		want := bruteSolid(&a, &solid.primitive)
		var posed PosedBlocks
		var corners tree.Corners
		shape := tree.BuildBlocks(tree.BuildDOP(soupOf(&a), tree.DOPOptions{}), simd.Lanes)
		shape.SetCorners(&corners, soupOf(&a))
		posed.Take(shape, &corners)
		posed.Set(&a, simd.Best(), &tree.Refitter{}, geom.Vec{})
		var b BlockSolid
		b.Set(solid.primitive, geom.Vec{})
		w := Worker{Control: control(), First: true}
		if got := b.Touching(&w, simd.Best(), &posed, nil); len(got) != min(len(want), 1) {
			t.Fatalf("blocks: first %v, brute %v", got, want)
		}
		var d SolidSearch[volume.DOP, *volume.DOP]
		d.SetWorld(&a, worldDOPs(&a), solid.primitive)
		w = Worker{Control: control(), First: true}
		if got := d.Touching(&w, nil); len(got) != min(len(want), 1) {
			t.Fatalf("18-DOPs: first %v, brute %v", got, want)
		}
		if len(want) > 0 {
			met++
		} else {
			free++
		}
	}
	if met < 30 || free < 50 {
		t.Errorf("%d searches met something, %d did not", met, free)
	}
}

// TestSplitOfVolumes gives as many pairs of nodes as asked for, or nothing but leaves, and not many more.
func TestSplitOfVolumes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(81, 1))
	a, b := soup(r, 60, false), soup(r, 60, false)
	x, y := worldDOPs(&a), worldDOPs(&b)
	var s Volumes[volume.DOP, *volume.DOP]
	s.SetWorld(&a, &b, x, y)
	var d Descent[volume.DOP, *volume.DOP]
	for _, want := range []int{1, 2, 7, 40, 1 << 20} {
		w := Worker{Control: control()}
		parts := d.Split(&w, &s, want, []NodePair{s.Root()})
		leaves := true
		for _, p := range parts {
			i, k := p.Nodes()
			leaves = leaves && x.Nodes[i].IsLeaf() && y.Nodes[k].IsLeaf()
		}
		if len(parts) < want && !leaves || len(parts) > 4*want {
			t.Errorf("%d parts of %d asked for, leaves alone %v", len(parts), want, leaves)
		}
	}
}
