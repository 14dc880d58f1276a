package narrow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/round"
	"github.com/collide-go/collide/internal/tree"
)

// TestFirstPairEndsASearch: a search for one pair within a distance ends at the first, and takes no more steps.
func TestFirstPairEndsASearch(t *testing.T) {
	t.Parallel()
	p := oneTriangle(geom.Triangle{{X: 0}, {X: 1}, {Y: 1}})
	q := oneTriangle(geom.Triangle{{Z: 1}, {X: 1, Z: 1}, {Y: 1, Z: 1}})
	for _, first := range []bool{true, false} {
		n := newNear()
		n.Start(NearBody{Surface: &p}, NearBody{Surface: &q}, 2)
		if whole := n.Within(2, first); whole == first || len(n.Found()) != 1 {
			t.Errorf("first %v: ran to the end %v, %d found", first, whole, len(n.found))
		}
		n.Start(NearBody{Surface: &p}, NearBody{Surface: &q}, 2)
		if whole := n.Within(0.5, first); !whole {
			t.Errorf("first %v: a pair that is farther than what is sure ended the search", first)
		}
	}
}

// TestRadiiOfASearch: what is as near as the radii is certain to touch, rounded up.
func TestRadiiOfASearch(t *testing.T) {
	t.Parallel()
	p := oneTriangle(geom.Triangle{{X: 0}, {X: 1}, {Y: 1}})
	for _, c := range []struct{ a, b, want float64 }{{0, 0, 0}, {1, 2, round.Up(3)}, {2, 1, round.Up(3)}, {0, 1, round.Up(1)}} {
		n := newNear()
		n.Start(NearBody{Surface: &p, Radius: c.a}, NearBody{Surface: &p, Radius: c.b}, math.Inf(1))
		if n.core != c.want {
			t.Errorf("radii %g and %g: %v, want %v", c.a, c.b, n.core, c.want)
		}
	}
}

// TestBoundsInTheFrameAreClose: boxes of real extent under a turn have a bound close to their distance.
func TestBoundsInTheFrameAreClose(t *testing.T) {
	t.Parallel()
	p := oneTriangle(geom.Triangle{{}, {X: 1, Y: 1, Z: 0.5}, {Y: 1, Z: 1}})
	q := oneTriangle(geom.Triangle{{X: 4}, {X: 5, Y: 1, Z: 0.5}, {X: 4, Y: 1, Z: 1}})
	for axis := range 3 {
		for _, both := range []bool{true, false} {
			turn := turned1(1e-4, axis)
			p.SetPose(&geom.Identity)
			if q.SetPose(&turn); both {
				p.SetPose(&turn)
				other := turned1(1e-4, (axis+1)%3)
				q.SetPose(&other)
			}
			n := newNear()
			n.Start(NearBody{Surface: &p}, NearBody{Surface: &q}, math.Inf(1))
			if lo := n.apart(0, 0); !n.framed || lo < 2.99 || lo > 3.01 {
				t.Errorf("turned about axis %d: boxes 3 apart have the bound %g, in the frame %v", axis, lo, n.framed)
			}
		}
	}
}

// TestShrinkCountsBothDefects: a bound in the frame is smaller for either surface's defect.
func TestShrinkCountsBothDefects(t *testing.T) {
	t.Parallel()
	bent := geom.Pose{R: geom.Identity.R}
	bent.R[0] += 1e-10
	straight := turned1(0.5, 2)
	for _, pair := range [][2]geom.Pose{{bent, straight}, {straight, bent}, {bent, bent}} {
		p, q := oneTriangle(geom.Triangle{{X: 0}, {X: 1}, {Y: 1}}), oneTriangle(geom.Triangle{{X: 3}, {X: 4}, {Y: 1}})
		p.SetPose(&pair[0])
		q.SetPose(&pair[1])
		var f nearFrame
		f.set(&p, &q)
		if want := 1 - 4*(p.defect+q.defect); !(p.defect+q.defect > 1e-10) || f.shrink > want || f.shrink < want-64*u {
			t.Errorf("defects %g and %g: bounds shrink by %g, want %g", p.defect, q.defect, 1-f.shrink, 1-want)
		}
	}
}

// TestRaysVisitBoxes that they may enter, down a tree of boxes of the world, and few others.
func TestRaysVisitBoxes(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(78, 1))
	vec := func() geom.Vec {
		return geom.Vec{X: random.NormFloat64(), Y: random.NormFloat64(), Z: random.NormFloat64()}
	}
	met, visits := 0, 0
	for range 50 {
		var boxes []geom.AABB
		for range 1 + random.IntN(80) {
			c := vec()
			boxes = append(boxes, geom.BoundsOf([]geom.Vec{c, c.Add(vec().Scale(0.2))}))
		}
		tr := tree.BuildSAH(boxes, tree.SAHOptions{Workers: 1})
		o := vec().Scale(3)
		ray := predicate.Ray{Origin: o, Direction: boxes[0].Center().Sub(o), Max: math.Inf(1)}
		r := newRays()
		r.Set(&ray, true)
		var visited []int32
		steps, w := spent(func(w *Worker) {
			r.Control, r.steps = w.Control, 0
			r.Boxes(tr, func(i int32) { visited = append(visited, i) })
			w.BVTests, w.steps = r.BVTests, r.steps
		})
		for i := range boxes {
			if meetsBox(&ray, &boxes[i], math.MaxFloat64) {
				if met++; !slices.Contains(visited, int32(i)) {
					t.Fatalf("%v meets box %d of %d, which is not visited", ray, i, len(boxes))
				}
			}
		}
		if visits += len(visited); w.BVTests < 0 || int64(steps) > w.BVTests+1 || len(r.stack) > 0 {
			t.Fatalf("%d steps for %d tests, %d nodes left", steps, w.BVTests, len(r.stack))
		}
	}
	if met < 50 || visits > 12*met {
		t.Errorf("%d boxes met, %d visited", met, visits)
	}
}

// TestFarEnough: what is beyond the bound is far; what is not is left out only where an error is allowed and another
// pair is near enough to make up for it.
func TestFarEnough(t *testing.T) {
	t.Parallel()
	inf := math.Inf(1)
	for _, c := range []struct {
		most, grow, lo float64
		far            bool
		left           float64
	}{
		{10, 1, 10, false, inf}, {10, 1, 10.1, true, inf}, {0, 1, 0, false, inf}, {10, 1, 0, false, inf},
		{10, 1.25, 8, true, 8}, {10, 1.25, 7.9, false, inf}, {10, 1.25, 10.1, true, inf},
		{inf, 1.25, math.MaxFloat64, false, inf}, {inf, 1.25, 1, false, inf}, {math.MaxFloat64, 1.25, math.MaxFloat64, true, math.MaxFloat64},
	} {
		n := Near{most: c.most, grow: c.grow, left: inf}
		if far := n.isFar(c.lo); far != c.far || n.Left() != c.left {
			t.Errorf("most %g, error %g: %g is far %v, left out %g", c.most, c.grow, c.lo, far, n.Left())
		}
	}
	n := Near{grow: 1.25}
	if !n.Keeps(8, 10) || n.Keeps(8, 10.1) || !n.Keeps(0, 0) {
		t.Error("an error of a quarter is not kept from 8 to 10, or is from 8 to 10.1")
	}
}

// TestTouchingIsWithinNothing: pairs in contact are within a distance of 0, and end a search for the first.
func TestTouchingIsWithinNothing(t *testing.T) {
	t.Parallel()
	p := oneTriangle(geom.Triangle{{X: 0}, {X: 1}, {Y: 1}})
	q := oneTriangle(geom.Triangle{{X: 0.25, Y: 0.25}, {X: 1, Z: 1}, {Y: 1, Z: 1}})
	for _, first := range []bool{true, false} {
		n := newNear()
		n.Start(NearBody{Surface: &p}, NearBody{Surface: &q}, 0)
		whole := n.Within(0, first)
		if found := n.Found(); whole == first || len(found) != 1 || !found[0].Touch {
			t.Errorf("first %v: ran to the end %v, found %v", first, whole, found)
		}
	}
}

// bundles is a soup of triangles of which six at a time have one box, so that a leaf holds them all.
func bundles(r *rand.Rand, n int) Surface {
	var b soupBuilder
	for range n {
		lo := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		d := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}.Scale(0.2)
		for _, third := range []geom.Vec{{X: d.X}, {Y: d.Y}, {Z: d.Z}, {X: d.X, Y: d.Y}, {X: d.X, Z: d.Z}, {Y: d.Y, Z: d.Z}} {
			b.add(lo, lo.Add(d), lo.Add(third))
		}
	}
	s := b.surface()
	return NewSurface(s.Mesh, tree.BuildSAH(boxesOf(&s), tree.SAHOptions{LeafSize: 8, Workers: 1}))
}

// TestNearestInLargeLeaves: nearest pairs are found where leaves hold many triangles, and what is kept is no farther
// than the nearest of them can be.
func TestNearestInLargeLeaves(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(82, 1))
	for range require.Cases(12, 2) {
		a, b := bundles(r, 12), bundles(r, 9)
		if n := a.Tree.Nodes; !slices.ContainsFunc(n, func(x tree.Node) bool { return x.Count >= 4 }) {
			t.Fatal("no leaf of four triangles")
		}
		b.SetPose(&geom.Pose{R: turned1(0.5, 1).R, T: geom.Vec{X: 1.5 * r.Float64()}})
		all := everyDistance(&a, &b)
		least := math.Inf(1)
		for _, d := range all {
			least = min(least, d)
		}
		n := newNear()
		n.Start(NearBody{Surface: &a}, NearBody{Surface: &b}, math.Inf(1))
		n.Nearest()
		hi, found := math.Inf(1), n.Found()
		for _, c := range found {
			hi = min(hi, c.Hi)
		}
		for _, c := range found {
			if c.Lo > hi {
				t.Fatalf("pair %v is kept, at least %g apart, and another one at most %g", c.Pair, c.Lo, hi)
			}
		}
		if !slices.ContainsFunc(found, func(c NearPair) bool { return all[c.Pair] == least }) {
			t.Fatalf("none of the %d pairs is %g apart", len(found), least)
		}
		for _, rays := range []bool{true, false} { // the same leaves, for a ray
			origin := geom.Vec{X: 3 * r.NormFloat64(), Y: 3, Z: 3 * r.NormFloat64()}
			ray := predicate.Ray{Origin: origin, Direction: geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}.Sub(origin), Max: math.Inf(1)}
			byTree, one := newRays(), newRays()
			byTree.Set(&ray, rays)
			byTree.Surface(&a, 0)
			one.Set(&ray, rays)
			one.Every(&a, 0)
			if len(byTree.Hits) != len(one.Hits) || byTree.BVTests < 0 || one.PrimitiveTests != int64(len(a.Mesh.Triangles)) {
				t.Fatalf("%d hits down the tree, %d one by one; %d and %d tests", len(byTree.Hits), len(one.Hits), byTree.BVTests, one.PrimitiveTests)
			}
		}
	}
}

// TestEntriesThatOverflowProveNothing: a node whose entry is infinite is looked at whatever was hit before; one that is
// entered beyond a hit is not.
func TestEntriesThatOverflowProveNothing(t *testing.T) {
	t.Parallel()
	s := oneTriangle(geom.Triangle{{X: 0}, {X: 1}, {Y: 1}})
	r := newRays()
	r.Set(&predicate.Ray{Origin: geom.Vec{Z: 1}, Direction: geom.Vec{Z: -1}, Max: 1}, false)
	for at, want := range map[float64]bool{0: true, 1: true, 1.5: false, math.MaxFloat64: false, math.Inf(1): true} {
		r.stack = append(r.stack[:0], rayNode{t: at})
		if n := r.pop(&raySearch{slabs: &r.world}, &s, s.Tree); (n != nil) != want {
			t.Errorf("a node that the ray enters at %g is looked at: %v", at, n != nil)
		}
	}
}

// TestRaysBeyondTheRangeOfFrames compare boxes in the world, as do those next to matrices that are not rigid.
func TestRaysBeyondTheRangeOfFrames(t *testing.T) {
	t.Parallel()
	s := oneTriangle(geom.Triangle{{X: 0}, {X: 1}, {Y: 1}})
	turn, sheared := turned1(0.5, 1), turned1(0.5, 1)
	sheared.R[1] += 1e-3
	for i, c := range []struct {
		pose  geom.Pose
		from  float64
		posed bool
	}{{turn, 1, false}, {turn, 0x1p501, true}, {turn, -0x1p501, true}, {sheared, 1, true}} {
		s.SetPose(&c.pose)
		r, q := newRays(), raySearch{}
		r.Set(&predicate.Ray{Origin: geom.Vec{Y: c.from}, Direction: geom.Vec{X: 1}, Max: 1}, false)
		if q.set(r, &s); q.posed != c.posed || (q.slabs == &q.own) == c.posed {
			t.Errorf("case %d: boxes are compared in the world: %v", i, q.posed)
		}
	}
}

// TestWindingWithout is the winding number of the triangles that are left, and the crossings are at least its size.
func TestWindingWithout(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(83, 1))
	m := shellMesh([]shell{{size: 4, cube: true}, {size: 2, inward: true}, {center: geom.Vec{X: 0.5}, size: 3}})
	pose := geom.Pose{R: rotation(r)}
	s := posedMesh(m, &pose)
	triangles := worldTriangles(&s)
	checked := 0
	for range require.Cases(60, 20) {
		p := geom.Vec{X: 6 * (r.Float64() - 0.5), Y: 6 * (r.Float64() - 0.5), Z: 6 * (r.Float64() - 0.5)}
		for _, cut := range []int{0, 12, 20, len(triangles)} {
			want, ok := rationalWinding(triangles[cut:], p)
			var in Inside
			if got := in.WindingWithout(&s, p, func(i uint32) bool { return int(i) < cut }); ok && got != want {
				t.Fatalf("around %v without %d triangles: %d, want %d", p, cut, got, want)
			}
			checked++
		}
		var in Inside
		w := Worker{Control: control()}
		place, least := in.LocateAmongAll(&s, p, &w), 0
		for i := range triangles {
			c := w.Tally.RayCrossing(p, &triangles[i])
			least += c * c
		}
		if _, crossings := in.Winding(&s, p); !place.On && (place.Crossings != least || crossings != least) {
			t.Fatalf("%d and %d crossings, want %d", place.Crossings, crossings, least)
		}
	}
	if checked < require.Cases(200, 66) {
		t.Errorf("%d winding numbers", checked)
	}
}
