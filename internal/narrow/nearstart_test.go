package narrow

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
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
