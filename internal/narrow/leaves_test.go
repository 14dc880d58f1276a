package narrow

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
)

// Leaves posed beforehand, when they are met, or one of each give the same pairs.
func TestBoxedLeavesEqualBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	found := 0
	cases := require.Cases(40, 5)
	for range cases {
		a, b := soup(random(r), 1+r.IntN(60), r.IntN(2) == 0), soup(random(r), 1+r.IntN(60), r.IntN(2) == 0)
		p := poses(r)
		a.SetPose(&p[0])
		b.SetPose(&p[1])
		for _, y := range []*Surface{&b, &a} {
			var plain Search
			plain.Set(&a, y)
			want := brute(&plain)
			found += len(want)
			opt := tree.OBBOptions{LeafSize: 1 + r.IntN(9)}
			ta, tb := tree.BuildSphereOBB(soupOf(&a), opt), tree.BuildSphereOBB(soupOf(y), opt)
			if y == &a {
				tb = ta
			}
			var la, lb PosedLeaves
			la.Load(&a, ta.Order)
			lb.Load(y, tb.Order)
			for _, leaves := range [][2]*PosedLeaves{{&la, &lb}, {nil, nil}, {&la, nil}, {nil, &lb}} {
				var s Volumes[volume.SphereOBB, *volume.SphereOBB]
				s.SetLocal(&a, y, ta, tb)
				s.BoxLeaves(leaves[0], leaves[1])
				agree(t, "boxed", &s, Classify(ta, tb), want)
			}
		}
	}
	if found < cases*25 {
		t.Fatalf("only %d contacts in all: the sample proves nothing", found)
	}
}

func TestBoxedLeavesRejectAndAllocateNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	a, b := soup(r, 600, false), soup(r, 600, false)
	b.SetPose(&geom.Pose{R: rotation(r), T: geom.Vec{X: 0.9, Y: 0.4}})
	ta, tb := tree.BuildSphereOBB(soupOf(&a), tree.OBBOptions{LeafSize: 8}), tree.BuildSphereOBB(soupOf(&b), tree.OBBOptions{LeafSize: 8})
	var s Volumes[volume.SphereOBB, *volume.SphereOBB]
	var d Descent[volume.SphereOBB, *volume.SphereOBB]
	w := Worker{Control: control()}
	s.SetLocal(&a, &b, ta, tb)
	pairs := d.Run(&w, &s, s.Root(), nil)
	plain := w.PrimitiveTests
	s.BoxLeaves(nil, nil)
	w.Begin()
	pairs = d.Run(&w, &s, s.Root(), pairs[:0])
	if 3*w.PrimitiveTests > plain {
		t.Errorf("boxes let %d of %d triangle pairs through", w.PrimitiveTests, plain)
	}
	var la, lb PosedLeaves
	if n := testing.AllocsPerRun(5, func() {
		w.Begin()
		la.Load(&a, ta.Order)
		lb.Load(&b, tb.Order)
		s.BoxLeaves(&la, nil)
		pairs = d.Run(&w, &s, s.Root(), pairs[:0])
	}); n != 0 {
		t.Errorf("%v allocations a descent, want 0", n)
	}
}
