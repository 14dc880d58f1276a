package collide_test

import (
	"context"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
)

// turning are two tori that touch or not as step grows, the second one turning.
func turning(d *collide.Detector, step int) error {
	c, s := 0.8, 0.6
	return d.SetPose(1, geom.Pose{R: geom.Mat{c, -s, 0, s, c, 0, 0, 0, 1}, T: geom.Vec{X: 1 + 0.2*float64(step%20), Y: 0.3, Z: 0.2}})
}

func TestAutoAllocatesNothing(t *testing.T) {
	for _, first := range []bool{true, false} {
		d := detector(t, tori(1), collide.Options{Workers: 1, First: first, Self: true})
		k := 0
		step := func() {
			k++
			if err := turning(d, k); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Detect(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		for range 40 {
			step()
		}
		if n := testing.AllocsPerRun(require.Cases(40, 10), step); n != 0 {
			t.Errorf("first %v: %v allocations a query, want 0", first, n)
		}
	}
}

// The stages are counted, do not depend on the number of workers, and the filter
// decides nearly everything in general position.
func TestAutoCountsItsStages(t *testing.T) {
	var want collide.Stats
	for i, workers := range []int{1, 2, 8} {
		d := detector(t, tori(1), collide.Options{Workers: workers})
		if err := turning(d, 0); err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		s := r.Stats
		if all := s.BVTests + s.PrimitiveTests; s.BusiestTests > all || s.BusiestTests*int64(workers) < all {
			t.Errorf("%d workers: the busiest did %d tests of %d", workers, s.BusiestTests, all)
		}
		s.Build, s.Update, s.Broad, s.Narrow, s.Workers, s.BusiestTests = 0, 0, 0, 0, 0, 0
		if i == 0 {
			want = s
		}
		if s != want {
			t.Errorf("%d workers: %+v, one worker %+v", workers, s, want)
		}
		if s.BVTests == 0 || s.Certain*100 < s.PrimitiveTests*95 || s.Unlike != 0 {
			t.Errorf("%d workers: %+v", workers, s)
		}
	}
	cube := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 2, Y: 2, Z: 2}, Detail: 4}
	m := collide.NewModel(cube.Mesh())
	d := detector(t, []collide.Body{{Shape: m}, {Shape: m, Pose: at(2, 0.5, 0)}}, collide.Options{})
	if r, _ := d.Detect(context.Background()); r.Stats.OnLattice == 0 || r.Stats.Exact != 0 || len(r.Contacts) == 0 {
		t.Errorf("cubes face to face: %d contacts, %+v", len(r.Contacts), r.Stats)
	}
	turn := geom.Mat{0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6}
	d = detector(t, []collide.Body{{Shape: m, Pose: geom.Pose{R: turn}}, {Shape: m, Pose: geom.Pose{R: turn, T: turn.MulVec(geom.Vec{X: 2, Y: 0.3})}}}, collide.Options{})
	if r, _ := d.Detect(context.Background()); r.Stats.Doubled == 0 || r.Stats.OnLattice != 0 || len(r.Contacts) == 0 {
		t.Errorf("cubes face to face, turned: %d contacts, %+v", len(r.Contacts), r.Stats)
	}
	bent := geom.Pose{R: geom.Mat{2, 0, 0, 0, 1, 0, 0, 0, 1}}
	d = detector(t, []collide.Body{{Shape: m}, {Shape: m, Pose: bent}}, collide.Options{})
	if r, _ := d.Detect(context.Background()); r.Stats.Unlike != 1 || len(r.Contacts) == 0 {
		t.Errorf("a stretched cube: %d contacts, %+v", len(r.Contacts), r.Stats)
	}
}

// A query for one contact that begins where the last one ended gives the same
// boolean, in fewer tests when bodies move little.
func TestAutoRemembersItsWitness(t *testing.T) {
	bodies := tori(1)
	d := detector(t, bodies, collide.Options{Workers: 1, First: true})
	ref := detector(t, bodies, collide.Options{Workers: 1, First: true, Method: named("bvh")})
	cheap := 0
	for k := range 60 {
		pose := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1 + 0.05*float64(k), Y: 0.3, Z: 0.2}}
		for _, x := range []*collide.Detector{d, ref} {
			if err := x.SetPose(1, pose); err != nil {
				t.Fatal(err)
			}
		}
		got, _ := d.Detect(context.Background())
		want, _ := ref.Detect(context.Background())
		if got.Verdict != want.Verdict {
			t.Fatalf("step %d: %v, want %v", k, got.Verdict, want.Verdict)
		}
		if got.Verdict == collide.InContact && got.Stats.BVTests == 0 {
			cheap++
		}
	}
	if cheap < 10 {
		t.Errorf("the witness served %d of 60 queries", cheap)
	}
}

// A mesh that travels by its vertices gets a new tree before its boxes, whose margins
// grow with the distance from the tree's origin, are too coarse.
func TestAutoFollowsVerticesFarAway(t *testing.T) {
	tests := map[bool]int64{}
	for _, travels := range []bool{false, true} {
		bodies := tori(1)
		m := bodies[0].Shape.(*collide.Model)
		if _, err := detector(t, bodies, collide.Options{Workers: 1}).Detect(context.Background()); err != nil { // builds the tree
			t.Fatal(err)
		}
		v := append([]geom.Vec(nil), m.Mesh().Vertices...)
		for i := range v {
			v[i].X += 3e4
		}
		if travels {
			if err := m.SetVertices(v); err != nil {
				t.Fatal(err)
			}
		}
		r, err := detector(t, bodies, collide.Options{Workers: 1}).Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		tests[travels] = r.Stats.BVTests
	}
	if tests[true] > 2*tests[false] {
		t.Errorf("%d box tests far away, %d where the tree was built", tests[true], tests[false])
	}
}
