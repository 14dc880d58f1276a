package narrow

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// Counters and steps are what budgets and reports are made of: a search that forgets to take its steps
// breaks no answer and keeps no budget.

// leafOf is an order of the first n triangles of a surface, as of one leaf.
func leafOf(n int) []uint32 {
	order := make([]uint32, n)
	for i := range order {
		order[i] = uint32(i)
	}
	return order
}

// TestLeavesTakeTheirSteps: a step for each pair of triangles, whether boxes are compared first or not; each
// pair that gets to the predicate is counted.
func TestLeavesTakeTheirSteps(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(61, 1))
	for range 20 {
		a, b := soup(r, 6, false), soup(r, 4, false)
		p := geom.Pose{R: rotation(r)}
		b.SetPose(&p)
		for _, same := range []bool{false, true} {
			y, n := &b, 4
			if same {
				y, n = &a, 6
			}
			var s Search
			s.Set(&a, y)
			pairs := 6 * n
			if same {
				pairs = 15
			}
			w := Worker{Control: control()}
			w.Begin()
			w.steps = 1000
			orderA, orderB := leafOf(6), leafOf(n)
			w.posedA.load(&a, orderA, nil)
			w.posedB.load(y, orderB, nil)
			found := w.triangles(&s, orderA, orderB, same, nil)
			if w.PrimitiveTests != int64(pairs) || w.steps != 1000-pairs {
				t.Fatalf("%d pairs: %d tests, %d steps", pairs, w.PrimitiveTests, 1000-w.steps)
			}
			var la, lb PosedLeaves
			la.Load(&a, orderA)
			lb.Load(y, orderB)
			near := 0
			for i := range la.boxes {
				for j := range lb.boxes {
					if la.boxes[i].Overlaps(&lb.boxes[j]) && (!same || i < j) {
						near++
					}
				}
			}
			for _, posed := range []bool{false, true} {
				pa, pb := &la, &lb
				if !posed {
					pa, pb = nil, nil
				}
				w.Begin()
				w.steps = 1000
				as, bs := w.boxesA.leaf(pa, &a, orderA, 0), w.boxesB.leaf(pb, y, orderB, 0)
				boxed := w.boxedTriangles(&s, &as, &bs, same, nil)
				if w.PrimitiveTests != int64(near) || w.steps != 1000-pairs || len(boxed) != len(found) {
					t.Fatalf("%d pairs, %d near: %d tests, %d steps, %d contacts of %d", pairs, near, w.PrimitiveTests, 1000-w.steps, len(boxed), len(found))
				}
			}
		}
	}
}

// TestPosedLeavesAreTheTriangles: boxes and corners are those of the world triangles, in the order asked for.
func TestPosedLeavesAreTheTriangles(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(62, 1))
	for _, p := range []geom.Pose{geom.Identity, {R: rotation(r), T: geom.Vec{X: 3}}} {
		a := soup(r, 9, false)
		a.SetPose(&p)
		order := []uint32{3, 1, 8, 0, 5}
		var l PosedLeaves
		l.Load(&a, order)
		w := Worker{}
		for _, posed := range []*PosedLeaves{&l, nil} {
			leaf := w.boxesA.leaf(posed, &a, order[1:4], 1)
			if len(leaf.boxes) != 3 {
				t.Fatalf("%d boxes of 3", len(leaf.boxes))
			}
			for k, i := range order[1:4] {
				var want, got geom.Triangle
				a.Triangle(i, &want)
				if leaf.triangle(k, &got); got != want || leaf.boxes[k] != want.Bounds() {
					t.Errorf("triangle %d is %v in %v, want %v", i, got, leaf.boxes[k], want)
				}
			}
		}
	}
}

// TestWorkersStepThroughTheirClaims: a worker asks for steps when it has none left, those taken in excess
// included.
func TestWorkersStepThroughTheirClaims(t *testing.T) {
	t.Parallel()
	granted, asked := []int{3, 2, 0}, 0
	c := control()
	c.Delegate(func() int { asked++; return granted[asked-1] })
	w := Worker{Control: c}
	for i, want := range []struct {
		asked int
		ok    bool
	}{{1, true}, {1, true}, {1, true}, {2, true}, {2, true}, {3, false}} {
		if ok := w.Step(); ok != want.ok || asked != want.asked {
			t.Errorf("step %d: %v, asked %d times", i, ok, asked)
		}
	}
	granted, asked = []int{3, 2, 4}, 0
	c = control()
	c.Delegate(func() int { asked++; return granted[asked-1] })
	w = Worker{Control: c, steps: -4}
	if !w.Step() || asked != 2 || w.steps != 0 {
		t.Errorf("after four steps in excess: asked %d times, %d left", asked, w.steps)
	}
}

// TestStopped follows Cause.
func TestStopped(t *testing.T) {
	t.Parallel()
	c := control()
	if c.Stopped() {
		t.Error("stopped before anything stopped it")
	}
	if c.Stop(Found); !c.Stopped() {
		t.Error("not stopped after Stop")
	}
}

// TestFarthestIsFarthest: with a tree or by walking, from whatever vertex.
func TestFarthestIsFarthest(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(63, 1))
	for _, s := range []Surface{soup(r, 40, false), ring(9, 5), soup(r, 1, false)} {
		f := NewFeatures(s.Mesh, s.Tree)
		used := map[uint32]bool{}
		for _, c := range s.Mesh.Triangles {
			used[c[0]], used[c[1]], used[c[2]] = true, true, true
		}
		for range 200 {
			d := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			w := Worker{Control: control()}
			most := -1e300
			for v := range used {
				most = max(most, d.Dot(s.Mesh.Vertices[v]))
			}
			if got := d.Dot(s.Mesh.Vertices[f.farthest(&w, d, f.first)]); got != most {
				t.Fatalf("a vertex %g along %v, want %g", got, d, most)
			}
			if w.BVTests < 1 {
				t.Fatalf("%d box tests", w.BVTests)
			}
		}
	}
}

// TestTrailsAddUp: what a level keeps is what the next one opens or ends at.
func TestTrailsAddUp(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(64, 1))
	for _, s := range searches(r, 40) {
		w, trail := Worker{Control: control()}, Trail{Most: 1 << 20}
		w.Follow(s, &trail)
		if n := len(trail.Levels); n > 1 && trail.Levels[n-1].Tested == 0 {
			t.Fatalf("a level of nothing: %v", trail.Levels)
		}
		pairs := []NodePair{s.Root()}
		if trail.count(0, 0, 0); w.rejects(s, s.Root()) {
			pairs = nil
		}
		for depth := range trail.Levels {
			level := trail.Levels[depth]
			if level.Culled < 0 || level.Culled > level.Tested {
				t.Fatalf("depth %d: %d culled of %d", depth, level.Culled, level.Tested)
			}
			if depth == 0 {
				continue
			}
			var next []NodePair
			counter := Worker{Control: control()}
			kept := int64(0)
			for _, p := range pairs {
				if !s.atLeaves(p) {
					from := len(next)
					next = counter.expand(s, p, next)
					kept += int64(len(next)-from) - untested(p, next[from:])
				}
			}
			if level.Tested != counter.BVTests || level.Culled != counter.BVTests-kept {
				t.Fatalf("depth %d: %+v, want %d tests, %d culled", depth, level, counter.BVTests, counter.BVTests-kept)
			}
			pairs = next
		}
	}
}

// TestLeavesOfSurfacesThatShareATree are posed again for each surface and pose, boxes included.
func TestLeavesOfSurfacesThatShareATree(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(65, 1))
	a := soup(r, 12, false)
	b := a
	order := leafOf(12)
	var w Worker
	for frame := range 6 {
		s := [2]*Surface{&a, &b}[frame%2]
		if frame > 1 {
			w.Begin()
			s.SetPose(&geom.Pose{R: rotation(r), T: geom.Vec{X: float64(frame)}})
		}
		for range 2 {
			leaf := w.boxesA.leaf(nil, s, order, 0)
			for k, i := range order {
				var want, got geom.Triangle
				s.Triangle(i, &want)
				if leaf.triangle(k, &got); got != want || leaf.boxes[k] != want.Bounds() {
					t.Fatalf("frame %d: triangle %d is %v in %v, want %v", frame, i, got, leaf.boxes[k], want)
				}
			}
		}
	}
	var s Search
	s.Set(&a, &a)
	var p Posed
	p.Load(&a)
	near := int64(0)
	for j := 1; j < 12; j++ {
		if p.Boxes[0].Overlaps(&p.Boxes[j]) {
			near++
		}
	}
	w = Worker{Control: control()}
	if w.Row(&s, &p, &p, 0, nil); near == 0 || w.PrimitiveTests != near {
		t.Errorf("%d triangles tested of %d near", w.PrimitiveTests, near)
	}
}
