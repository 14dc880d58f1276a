package narrow

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// searches are random ones over two soups and within one.
func searches(r *rand.Rand, n int) (all []*Search) {
	for range n {
		lattice := r.IntN(2) == 0
		a, b := soup(random(r), 1+r.IntN(60), lattice), soup(random(r), 1+r.IntN(60), lattice)
		p := poses(r)
		a.SetPose(&p[0])
		b.SetPose(&p[1])
		two, one := &Search{}, &Search{}
		two.Set(&a, &b)
		one.Set(&a, &a)
		all = append(all, two, one)
	}
	return all
}

// Descend and Confirm together find what Run finds, with the same work, however few
// leaves are handed on at a time.
func TestStagesEqualRun(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for i, s := range searches(r, 60) {
		var whole Worker
		whole.Control = control()
		want := sorted(whole.Run(s, s.Root(), nil))
		for _, limit := range []int{1, 7, 1000} {
			w := Worker{Control: control()}
			var got []Pair
			stack := w.Open(s, nil)
			for len(stack) > 0 {
				var leaves []NodePair
				stack, leaves = w.Descend(s, stack, nil, limit)
				if len(leaves) > limit {
					t.Fatalf("search %d: %d leaves, limit %d", i, len(leaves), limit)
				}
				for _, p := range leaves {
					got = w.Confirm(s, p, got)
				}
			}
			if !slices.Equal(sorted(got), want) {
				t.Fatalf("search %d, limit %d: stages found %v, Run %v", i, limit, got, want)
			}
			if w.BVTests != whole.BVTests || w.PrimitiveTests != whole.PrimitiveTests {
				t.Errorf("search %d, limit %d: %d and %d tests, Run %d and %d", i, limit, w.BVTests, w.PrimitiveTests, whole.BVTests, whole.PrimitiveTests)
			}
		}
	}
}

// All pairs of triangles as candidates give brute's contacts, and one for First.
func TestCandidatesAreDecided(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for i, s := range searches(r, 30) {
		want := brute(s)
		var all []Pair
		for x := range s.a.Mesh.Triangles {
			from := 0
			if s.self {
				from = x + 1
			}
			for y := from; y < len(s.b.Mesh.Triangles); y++ {
				all = append(all, Pair{uint32(x), uint32(y)})
			}
		}
		w := Worker{Control: control()}
		if got := w.Candidates(s, all, nil); !slices.Equal(got, want) {
			t.Fatalf("search %d: %v, brute %v", i, got, want)
		}
		w = Worker{Control: control()}
		w.First = true
		if got := w.Candidates(s, all, nil); len(got) != min(1, len(want)) {
			t.Fatalf("search %d: first found %v of %v", i, got, want)
		}
		w.Begin()
		w.Control.Stop(Interrupted)
		if got := w.Candidates(s, all, nil); len(got) != 0 {
			t.Fatalf("a stopped search found %v", got)
		}
	}
}

// A trail counts the tests of Run, depth by depth, and ends at the leaves that Run
// looks into.
func TestTrailFollowsRun(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	for i, s := range searches(r, 40) {
		run, look := Worker{Control: control()}, Worker{Control: control()}
		touching := run.Run(s, s.Root(), nil)
		trail := Trail{Most: 1 << 20}
		look.Follow(s, &trail)
		var tested, culled int64
		for _, l := range trail.Levels {
			tested += l.Tested
			culled += l.Culled
		}
		if tested != run.BVTests || culled > tested || trail.Cut {
			t.Fatalf("search %d: %d tests (%d culled, cut %v), Run made %d", i, tested, culled, trail.Cut, run.BVTests)
		}
		for _, p := range touching {
			if !slices.ContainsFunc(trail.Ends, func(n NodePair) bool { return holds(s, n, p) }) {
				t.Fatalf("search %d: no end of the trail holds %v", i, p)
			}
		}
		ends := len(trail.Ends)
		trail = Trail{Most: ends / 2}
		look.Follow(s, &trail)
		if ends > 0 && (!trail.Cut || len(trail.Ends) != ends/2) {
			t.Fatalf("search %d: %d of %d ends kept, cut %v", i, len(trail.Ends), ends, trail.Cut)
		}
		if trail.Reset(); len(trail.Levels)+len(trail.Ends) > 0 || trail.Cut {
			t.Fatal("Reset left something behind")
		}
	}
}

// holds reports whether the triangles lie below the two nodes, either way round.
func holds(s *Search, n NodePair, p Pair) bool {
	a, b := n.Nodes()
	below := func(t *Surface, node int32, tri uint32) bool {
		x := &t.Tree.Nodes[node]
		return x.IsLeaf() && slices.Contains(t.Tree.Order[x.First:x.First+x.Count], tri)
	}
	return below(s.a, a, p.A) && below(s.b, b, p.B) || s.self && below(s.a, a, p.B) && below(s.b, b, p.A)
}
