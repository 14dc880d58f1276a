package narrow

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// spent runs a search with steps granted one at a time, and returns how many it took and the worker.
func spent(search func(w *Worker)) (steps int, w Worker) {
	w.Control = control()
	w.Control.Delegate(func() int { steps++; return 1 })
	search(&w)
	return steps - w.steps, w // some may be owed
}

// TestTakeFetchesWhatItNeeds: steps granted elsewhere are asked for until there are enough of them and no longer.
func TestTakeFetchesWhatItNeeds(t *testing.T) {
	t.Parallel()
	asked := 0
	c := control()
	c.Delegate(func() int { asked++; return []int{3, 3, 3, 0}[asked-1] })
	for i, want := range []struct {
		n, asked int
		ok       bool
	}{{3, 1, true}, {5, 3, true}, {1, 3, true}, {1, 4, false}, {1, 4, false}} {
		if ok := c.Take(want.n); ok != want.ok || asked != want.asked {
			t.Errorf("take %d: %v, asked %d times", i, ok, asked)
		}
	}
	if c.Cause() != OutOfSteps {
		t.Errorf("in the end %v", c.Cause())
	}
}

// TestBounded: by steps or by time.
func TestBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		budget time.Duration
		steps  int64
	}{{0, 0}, {time.Hour, 0}, {0, 1}, {time.Hour, 1}} {
		var control Control
		if control.Reset(context.Background(), c.budget, c.steps); control.Bounded() != (c.budget > 0 || c.steps > 0) {
			t.Errorf("%v, %d steps: bounded %v", c.budget, c.steps, control.Bounded())
		}
	}
}

// TestCandidatesAreCounted: the triangle tests are the pairs whose boxes meet.
func TestCandidatesAreCounted(t *testing.T) {
	t.Parallel()
	for _, s := range searches(rand.New(rand.NewPCG(72, 1)), 20) {
		var all []Pair
		want := int64(0)
		for i := range s.a.Mesh.Triangles {
			for k := range s.b.Mesh.Triangles {
				if s.self && k <= i {
					continue
				}
				var p, q geom.Triangle
				s.a.Triangle(uint32(i), &p)
				s.b.Triangle(uint32(k), &q)
				x, y := p.Bounds(), q.Bounds()
				if all = append(all, Pair{uint32(i), uint32(k)}); x.Overlaps(&y) {
					want++
				}
			}
		}
		steps, w := spent(func(w *Worker) { w.Candidates(s, all, nil) })
		if w.PrimitiveTests != want || steps != len(all) {
			t.Fatalf("%d triangle tests and %d steps, want %d and %d", w.PrimitiveTests, steps, want, len(all))
		}
	}
}

// TestANodeIsNotTestedWithItself: it is kept, and nothing is counted; other pairs of one surface are tested.
func TestANodeIsNotTestedWithItself(t *testing.T) {
	t.Parallel()
	for _, s := range searches(rand.New(rand.NewPCG(73, 1)), 10) {
		for i := range s.a.Tree.Nodes {
			w := Worker{Control: control()}
			rejected := w.rejects(s, NodePair{A: int32(i), B: int32(min(i, len(s.b.Tree.Nodes)-1))})
			if same := s.self; (w.BVTests == 0) != same || same && rejected {
				t.Fatalf("one surface %v: %d tests, rejected %v", same, w.BVTests, rejected)
			}
			if n := int32(len(s.a.Tree.Nodes)); s.self && n > 1 {
				if w.rejects(s, NodePair{A: int32(i), B: (int32(i) + 1) % n}); w.BVTests != 1 {
					t.Fatalf("%d tests of two nodes", w.BVTests)
				}
			}
		}
	}
}

// TestWideSearchesTakeTheirSteps: one for each test of two surfaces. Within one surface the lanes of a node have
// steps of their own and are counted as one test of the node.
func TestWideSearchesTakeTheirSteps(t *testing.T) {
	t.Parallel()
	doubled, self := int64(0), 0
	for _, c := range wideCases(t, rand.New(rand.NewPCG(74, 1)), 60) {
		d := NewWideDescent(simd.Best())
		d.Begin(&c.Wide)
		steps, w := spent(func(w *Worker) { d.Run(w, &c.Wide, []BoxPair{c.RootBoxes()}, 0, nil) })
		volumes := steps - int(w.PrimitiveTests)
		if volumes < 0 || volumes%simd.Lanes != 0 || w.BVTests < 0 || !c.self && volumes != int(w.BVTests) {
			t.Fatalf("%d steps for %d and %d tests", steps, w.BVTests, w.PrimitiveTests)
		}
		if w.Certain < 0 || w.OnLattice < 0 || w.Doubled < 0 || w.Certain+w.OnLattice+w.Doubled > w.PrimitiveTests {
			t.Fatalf("decided %d by float32, %d on the lattice, %d by two float64 of %d", w.Certain, w.OnLattice, w.Doubled, w.PrimitiveTests)
		}
		if doubled += w.Doubled; c.self {
			self++
		}
	}
	if doubled < 50 || self == 0 {
		t.Errorf("%d pairs decided by two float64, %d searches of one surface", doubled, self)
	}
}

// TestBlocksBesideSolids: a search takes a step for each test, and its trail has its tests and ends at every
// triangle that touches.
func TestBlocksBesideSolids(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(75, 1))
	ends := 0
	for range 100 {
		a := soup(random(r), 2+r.IntN(80), r.IntN(2) == 0)
		a.SetPose(&geom.Pose{R: rotation(r)})
		var solid placedSolid
		drawSolid(r, &solid, 0.5, &geom.Identity)
		var posed PosedBlocks
		var corners tree.Corners
		shape := tree.BuildBlocks(tree.BuildDOP(soupOf(&a), tree.DOPOptions{}), simd.Lanes)
		shape.SetCorners(&corners, soupOf(&a))
		posed.Take(shape, &corners)
		level := simd.Best()
		posed.Set(&a, level, &tree.Refitter{}, geom.Vec{})
		var b BlockSolid
		b.Set(solid.primitive, geom.Vec{})
		var got []uint32
		steps, w := spent(func(w *Worker) { got = b.Touching(w, level, &posed, nil) })
		if steps != int(w.BVTests+w.PrimitiveTests) {
			t.Fatalf("%d steps for %d and %d tests", steps, w.BVTests, w.PrimitiveTests)
		}
		trail, follower := Trail{Most: 1 << 20}, Worker{Control: control()}
		b.Follow(&follower, level, &posed, &trail)
		var sum Level
		for _, l := range trail.Levels {
			sum.Tested, sum.Culled = sum.Tested+l.Tested, sum.Culled+l.Culled
		}
		var reached []uint32
		for _, p := range trail.Ends {
			if c := shape.Child[p.A]; c < 0 {
				reached = append(reached, uint32(^c))
			}
		}
		missing := slices.ContainsFunc(got, func(i uint32) bool { return !slices.Contains(reached, i) })
		if sum.Tested != w.BVTests || int64(len(reached)) != w.PrimitiveTests || missing {
			t.Fatalf("the trail has %d tests and %d triangles, the search %d and %d; a contact is missing: %v", sum.Tested, len(reached), w.BVTests, w.PrimitiveTests, missing)
		}
		ends += len(reached)
	}
	if ends < 50 {
		t.Errorf("%d ends at triangles", ends)
	}
}

// TestTrailsEnd at pairs of leaves and at pairs below which everything is apart, and nowhere else.
func TestTrailsEnd(t *testing.T) {
	t.Parallel()
	ends := 0
	for _, s := range searches(rand.New(rand.NewPCG(76, 1)), 40) {
		w, trail := Worker{Control: control()}, Trail{Most: 1 << 20}
		w.Follow(s, &trail)
		var want []NodePair
		stack := w.keep(s, s.Root(), nil)
		for len(stack) > 0 {
			p := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			n := len(stack)
			if s.atLeaves(p) && (!s.self || p.A != p.B || s.a.Tree.Nodes[p.A].IsLeaf()) {
				want = append(want, p)
			} else if stack = w.expand(s, p, stack); len(stack) == n {
				want = append(want, p)
			}
		}
		order := func(x, y NodePair) int { return int(x.A-y.A)*(1<<20) + int(x.B-y.B) }
		slices.SortFunc(want, order)
		if slices.SortFunc(trail.Ends, order); !slices.Equal(trail.Ends, want) {
			t.Fatalf("the trail ends at %v, want %v", trail.Ends, want)
		}
		ends += len(want)
	}
	if ends < 100 {
		t.Errorf("%d ends", ends)
	}
}

// TestGrowthOfRelations: boxes grow by at least what the derivation wants, seen from either side, and trees are far
// from each other beyond eight errors more than their radii.
func TestGrowthOfRelations(t *testing.T) {
	t.Parallel()
	const e = 0x1p-10
	r := rand.New(rand.NewPCG(77, 1))
	at := func(x, e, back float64) (s Wide, ok bool) {
		s = Wide{treeA: &tree.Wide{Radius: 1}, treeB: &tree.Wide{Radius: 2}}
		ok = s.setRelation(&relation{m: geom.Identity.R, k: geom.Identity.R, t: geom.Vec{X: x}, e: e, stretch: 1, back: back, slack: wideSlack, unit: 1})
		return s, ok
	}
	for range 200 {
		x, err, back := 3*r.Float64(), e*r.Float64(), 0.1+r.Float64()
		s, ok := at(x, err, back)
		want := 16*u32*(x+1.8*3) + 8*err
		for _, got := range []float64{float64(s.forth.Grow) / want, float64(s.back.Grow) / (back * want)} {
			if !ok || !(got >= 1 && got < 1+0x1p-18) {
				t.Fatalf("related %v; boxes grow by %.9g of what they must", ok, got)
			}
		}
	}
	for _, c := range []struct {
		at  float64
		far bool
	}{{3 + 7.9*e, false}, {3 + 8.1*e, true}, {3, false}} {
		if s, ok := at(c.at, e, 1); !ok || s.far != c.far {
			t.Errorf("radii 3, %g apart: far %v", c.at, s.far)
		}
	}
}

// TestPointsOfMessages have no negative zero.
func TestPointsOfMessages(t *testing.T) {
	t.Parallel()
	zero := math.Copysign(0, -1)
	if got := point(geom.Vec{X: zero, Y: zero, Z: zero}); got != "(0, 0, 0)" {
		t.Errorf("the origin is %s", got)
	}
	if got := point(geom.Vec{X: 1, Y: -2, Z: 0.5}); got != "(1, -2, 0.5)" {
		t.Errorf("(1, -2, 0.5) is %s", got)
	}
}

// TestEdgesOfMessages name the triangles on either side.
func TestEdgesOfMessages(t *testing.T) {
	t.Parallel()
	m := shellMesh([]shell{{size: 1}, {center: geom.Vec{X: 9}, size: 1}})
	topology := m.Topology()
	for e, edge := range topology.Edges {
		sides := topology.Sides(e)
		if len(sides) != 2 || topology.Forward(sides[0]) == topology.Forward(sides[1]) {
			t.Fatalf("an octahedron's edge %v has sides %v", edge, sides)
		}
		along, against := sides[0]/3, sides[1]/3
		if !topology.Forward(sides[0]) {
			along, against = against, along
		}
		want := fmt.Sprintf(" has triangle %d along it and triangle %d against it", along, against)
		if got := describeEdge(m, topology, e); !strings.HasSuffix(got, want) {
			t.Fatalf("%q, want%s", got, want)
		}
	}
}

// TestBendCountsBothWays: a relation whose matrix is bent lengthens vectors by more than its scale, and so does its inverse.
func TestBendCountsBothWays(t *testing.T) {
	t.Parallel()
	a, b := surfaceOf(bipyramid(5)), surfaceOf(bipyramid(5))
	for _, by := range []float64{0.25, 1, 3} {
		a.SetPose(&geom.Pose{R: geom.Mat{by, 0, 0, 0, by, 0, 0, 0, by * 1.001}})
		b.SetPose(&geom.Identity)
		var r relation
		if !r.relate(&a, &b, 3) {
			t.Fatalf("scaled by %g: not related", by)
		}
		scale, bend := similarity(&r.m)
		if bend < 1e-3 || r.stretch < scale*(1+2*bend) || r.back < (1+2*bend)/scale || r.stretch > scale*(1+2.1*bend) || r.back > (1+2.1*bend)/scale {
			t.Errorf("scale %g, bent by %g: stretch %g, back %g", scale, bend, r.stretch, r.back)
		}
	}
}

// TestSeekSteps grow with the levels of both trees.
func TestSeekSteps(t *testing.T) {
	t.Parallel()
	of := func(triangles int) *PosedBlocks {
		return &PosedBlocks{surface: &Surface{Mesh: &mesh.Mesh{Triangles: make([][3]uint32, triangles)}}}
	}
	for _, c := range []struct{ a, b, levels int }{{1, 1, 2}, {7, 1, 2}, {8, 1, 3}, {8, 63, 4}, {64, 511, 6}, {512, 512, 8}} {
		if got, want := SeekSteps(of(c.a), of(c.b)), seekWalks*simd.Lanes*c.levels; got != want {
			t.Errorf("%d and %d triangles: %d steps, want %d", c.a, c.b, got, want)
		}
	}
}
