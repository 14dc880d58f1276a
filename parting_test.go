package collide_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// TestSmallBodiesComeAndGo: auto keeps how pairs of small bodies were apart. Whatever happens to them
// between queries, the contacts are those of bvh: they drift, jump, are deformed, leave, and others
// take their places.
func TestSmallBodiesComeAndGo(t *testing.T) {
	for _, first := range []bool{false, true} {
		for _, workers := range []int{1, 2, 8} {
			t.Run(fmt.Sprintf("first=%v, %d workers", first, workers), func(t *testing.T) {
				comeAndGo(t, collide.Options{Workers: workers, First: first})
			})
		}
	}
}

func comeAndGo(t *testing.T, opt collide.Options) {
	r := rand.New(rand.NewPCG(33, 2))
	models := []*collide.Model{
		collide.NewModel(cube()), collide.NewModel(scene.Torus("ring", 0.5, 0.2, 8, 4)),
		collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 0.5, Detail: 1}).Mesh()),
		collide.NewModel(scene.Torus("fine", 0.5, 0.2, 14, 8)),
	}
	const n = 24
	side := 6.0
	if opt.First {
		side = 26 // so that most frames are free
	}
	anywhere := func() geom.Pose {
		q := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: side * r.Float64(), Y: side * r.Float64(), Z: 2 * r.Float64()}}
		q.R[1], q.R[3] = r.NormFloat64(), r.NormFloat64()
		return q
	}
	var bodies []collide.Body
	for i := range n {
		bodies = append(bodies, collide.Body{Shape: models[i%len(models)], Pose: anywhere()})
	}
	var dets [2]*collide.Detector
	for i, m := range []string{"auto", "bvh"} {
		o := opt
		o.Method = named(m)
		d, err := collide.NewDetector(bodies, o)
		if err != nil {
			t.Fatal(err)
		}
		dets[i] = d
	}
	free, touching := 0, 0
	for frame := range 50 {
		for i := range n {
			p := bodies[i].Pose
			p.T = p.T.Add(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(0.02))
			if r.IntN(40) == 0 {
				p = anywhere()
			}
			bodies[i].Pose = p
			for _, d := range dets {
				if err := d.SetPose(i, p); err != nil {
					t.Fatal(err)
				}
			}
		}
		if frame%9 == 4 { // all cubes swell and shrink
			v := append([]geom.Vec(nil), models[0].Mesh().Vertices...)
			for i := range v {
				v[i] = v[i].Scale([2]float64{2, 0.5}[frame/9%2])
			}
			if err := models[0].SetVertices(v); err != nil {
				t.Fatal(err)
			}
		}
		a, err := dets[0].Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		b, err := dets[1].Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != b.Verdict || !opt.First && a.Hash() != b.Hash() {
			t.Fatalf("frame %d: auto says %v, bvh %v", frame, a.Verdict, b.Verdict)
		}
		if a.Verdict == collide.Free {
			free++
		} else {
			touching++
		}
	}
	if opt.First && (free < 5 || touching < 5) || !opt.First && touching < 40 {
		t.Errorf("the test is weak: %d frames are free, in %d something touches", free, touching)
	}
}

// TestPartingsAllocateOnce: what is kept of small bodies takes memory once, and pairs that stay apart
// need one test.
func TestPartingsAllocateOnce(t *testing.T) {
	m := collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: 1}).Mesh())
	d, err := collide.NewDetector([]collide.Body{{Shape: m}, {Shape: m, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1.1, Y: 1.1, Z: 1.1}}}}, collide.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	var tests int64
	if n := testing.AllocsPerRun(50, func() {
		r, err := d.Detect(context.Background())
		if err != nil || r.Verdict != collide.Free {
			t.Fatal(r.Verdict, err)
		}
		tests = r.Stats.BVTests
	}); n != 0 || tests != 1 {
		t.Errorf("%v allocations and %d tests a query, expected 0 and 1", n, tests)
	}
}

// testsOf counts the tests of each of some queries about two bodies that stay where they are.
func testsOf(t *testing.T, bodies []collide.Body, queries int) (tests []int64) {
	t.Helper()
	d, err := collide.NewDetector(bodies, collide.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for range queries {
		r, err := d.Detect(context.Background())
		if err != nil || r.Verdict != collide.Free {
			t.Fatal(r.Verdict, err)
		}
		tests = append(tests, r.Stats.BVTests)
	}
	return tests
}

// TestPartingsOverATable: a ball near the edge of a wide table is told apart from it by one test, from the
// third query on at the latest.
func TestPartingsOverATable(t *testing.T) {
	t.Parallel()
	ball := collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: 3}).Mesh())
	table := collide.NewModel((&scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 16, Y: 12, Z: 0.3}, Detail: 1}).Mesh())
	turn := geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, 0.7).Matrix() // the boxes in the world overlap
	over := geom.Pose{R: turn, T: turn.MulVec(geom.Vec{X: 5, Y: 4, Z: 1.151})}
	tests := testsOf(t, []collide.Body{{Shape: ball, Pose: over}, {Shape: table, Pose: geom.Pose{R: turn}}}, 5)
	if tests[3] != 1 || tests[4] != 1 {
		t.Errorf("tests in each query: %d", tests)
	}
}

// TestPartingsRest: links of a chain are apart though no plane parts them, and are asked about planes less
// and less.
func TestPartingsRest(t *testing.T) {
	t.Parallel()
	link := collide.NewModel(scene.Torus("link", 1, 0.2, 14, 6))
	turned := geom.Pose{R: geom.Mat{1, 0, 0, 0, 0, -1, 0, 1, 0}, T: geom.Vec{X: 1}}
	tests := testsOf(t, []collide.Body{{Shape: link}, {Shape: link, Pose: turned}}, 100)
	least := tests[0]
	asked := 0
	for _, n := range tests {
		if n > least {
			asked++
		}
	}
	if asked < 2 || asked > 12 {
		t.Errorf("%d of %d queries looked for a plane: %d", asked, len(tests), tests)
	}
}

// TestPartingsOfBodiesThatJump: the plane that was found is of no use and the next one takes longer to find than a
// search, so most queries do not ask for one.
func TestPartingsOfBodiesThatJump(t *testing.T) {
	t.Parallel()
	m := (&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: 1}).Mesh()
	for i := range m.Vertices {
		m.Vertices[i].Z *= 0.1
	}
	disc := collide.NewModel(m)
	d, err := collide.NewDetector([]collide.Body{{Shape: disc}, {Shape: disc}}, collide.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(20, 5))
	asked, searched := 0, 0
	for range 400 {
		pose := geom.Pose{R: geom.AxisAngle(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: 1}, 3*r.Float64()).Matrix()}
		pose.T = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		pose.T = pose.T.Scale(1.6 / pose.T.Norm())
		if err := d.SetPose(1, pose); err != nil {
			t.Fatal(err)
		}
		res, err := d.Detect(context.Background())
		switch {
		case err != nil:
			t.Fatal(err)
		case res.Verdict == collide.InContact:
		case res.Stats.BVTests >= 8:
			searched++
		case res.Stats.BVTests > 0:
			asked++
		}
	}
	if searched < 100 || asked > searched/4 {
		t.Errorf("%d queries asked for a plane alone, %d searched", asked, searched)
	}
}
