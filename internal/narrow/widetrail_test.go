package narrow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/internal/simd"
)

// A trail over wide trees counts no more tests than Run, and its ends hold every
// pair of triangles that touches.
func TestWideTrailFollowsRun(t *testing.T) {
	total := 0
	for i, c := range wideCases(t, rand.New(rand.NewPCG(51, 52)), 60) {
		w, d := Worker{Control: control()}, NewWideDescent(simd.Best())
		trail := Trail{Most: 1 << 20}
		ends := d.Follow(&c.Wide, &trail, nil)
		var all Level
		for _, l := range trail.Levels {
			if l.Culled > l.Tested || l.Culled < 0 {
				t.Fatalf("case %d: level %+v", i, l)
			}
			all.Tested += l.Tested
		}
		if c.Far() {
			if len(ends) > 0 || all.Tested != 1 {
				t.Fatalf("case %d: far, but %d ends and %d tests", i, len(ends), all.Tested)
			}
			continue
		}
		d.Begin(&c.Wide)
		d.Run(&w, &c.Wide, []BoxPair{c.RootBoxes()}, 0, nil)
		if all.Tested > w.BVTests+1 || trail.Cut {
			t.Fatalf("case %d: %d tests, Run made %d; cut %v", i, all.Tested, w.BVTests, trail.Cut)
		}
		total += len(ends)
		for _, p := range c.want {
			if !slices.ContainsFunc(ends, func(e WideEnd) bool { return c.holds(e, p) }) {
				t.Fatalf("case %d: no end of the trail holds %v", i, p)
			}
		}
		trail = Trail{Most: len(ends) / 2}
		if half := d.Follow(&c.Wide, &trail, nil); len(ends) > 0 && (!trail.Cut || len(half) != len(ends)/2) {
			t.Fatalf("case %d: %d of %d ends kept, cut %v", i, len(half), len(ends), trail.Cut)
		}
	}
	if total == 0 {
		t.Fatal("no ends: the sample proves little")
	}
}

// holds reports whether the triangles lie in the leaves of two boxes, either way
// round within one surface.
func (c *wideCase) holds(e WideEnd, p Pair) bool {
	a, b := &c.treeA.Nodes[e.A>>3], &c.treeB.Nodes[e.B>>3]
	la, lb := a.Child[e.A&7], b.Child[e.B&7]
	if la >= 0 || lb >= 0 {
		return false
	}
	x, y := &c.treeA.Leaves[^la], &c.treeB.Leaves[^lb]
	in := func(x *simd.Leaf, tri uint32) bool { return slices.Contains(x.ID[:x.N], tri) }
	return in(x, p.A) && in(y, p.B) || c.self && in(x, p.B) && in(y, p.A)
}
