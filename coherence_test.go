package collide_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// drifting is n bodies, convex and not, each with a velocity; move takes them a
// step on.
type drifting struct {
	bodies     []collide.Body
	place, way []geom.Vec
}

func newDrifting(n int) *drifting {
	r := rand.New(rand.NewPCG(21, 22))
	shapes := []collide.Shape{
		collide.NewModel(cube()), collide.NewModel(scene.Torus("torus", 0.8, 0.25, 14, 7)),
		collide.NewModel(scene.Torus("hoop", 0.6, 0.1, 10, 5)), shape.Sphere{Radius: 0.5},
	}
	d := &drifting{}
	for i := range n {
		d.bodies = append(d.bodies, collide.Body{Shape: shapes[i%len(shapes)]})
		d.place = append(d.place, geom.Vec{X: 5 * r.Float64(), Y: 5 * r.Float64(), Z: 5 * r.Float64()})
		d.way = append(d.way, geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(0.03))
	}
	return d
}

func (d *drifting) move(t *testing.T, step int, detectors ...*collide.Detector) {
	t.Helper()
	for i := range d.place {
		d.place[i] = d.place[i].Add(d.way[i])
		c, s := math.Cos(0.02*float64(step+i)), math.Sin(0.02*float64(step+i))
		p := geom.Pose{R: geom.Mat{c, -s, 0, s, c, 0, 0, 0, 1}, T: d.place[i]}
		if i%4 == 3 {
			p.R = geom.Identity.R // spheres take rotations within 1e-12 only
		}
		for _, det := range detectors {
			if err := det.SetPose(i, p); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The methods that remember or overlap frames give bvh's contacts on each.
func TestFramesInMotion(t *testing.T) {
	d := newDrifting(48)
	opts := []collide.Options{
		{Method: named("bvh"), Workers: 1},
		{Method: named("i-collide"), Workers: 1}, {Method: named("i-collide"), Workers: 3},
		{Method: named("oocda"), Workers: 1}, {Method: named("oocda"), Workers: 8}, {Method: named("ants"), Workers: 2},
		{Method: named("pipelining"), Workers: 1}, {Method: named("pipelining"), Workers: 8},
		{Method: named("pipelining", "tasks=5"), Workers: 2},
		{Method: named("multiprocess"), Workers: 2},
	}
	var detectors []*collide.Detector
	for _, o := range opts {
		detectors = append(detectors, detector(t, d.bodies, o))
	}
	defer func() { _ = detectors[len(detectors)-1].Close() }() // nothing is lost with it
	contacts := 0
	var tests [2]int64 // of bvh and i-collide
	for step := range 60 {
		d.move(t, step, detectors...)
		var want string
		for i, det := range detectors {
			r, err := det.Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want, contacts = r.Hash(), contacts+len(r.Contacts)
			}
			if i < 2 {
				tests[i] += r.Stats.BVTests
			}
			if r.Hash() != want {
				t.Fatalf("step %d: %+v disagrees with bvh", step, opts[i])
			}
		}
	}
	if contacts < 1000 {
		t.Errorf("only %d contacts in 60 steps: the scene proves nothing", contacts)
	}
	t.Logf("bounding volume tests: bvh %d, i-collide %d", tests[0], tests[1])
}

// Cubes side by side, turned so that their boxes overlap: a plane found in one
// frame proves the next ones free, in fewer tests than a descent.
func TestICollideKeepsItsPlanes(t *testing.T) {
	ball := collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: 8}).Mesh())
	bodies := []collide.Body{{Name: "a", Shape: ball}, {Name: "b", Shape: ball}}
	plain := detector(t, bodies, collide.Options{Method: named("bvh"), Workers: 1})
	planes := detector(t, bodies, collide.Options{Method: named("i-collide"), Workers: 1})
	var tests [2]int64
	for step := range 40 {
		p := at(1.18, 1.18+0.001*float64(step), 1.18)
		for i, d := range []*collide.Detector{plain, planes} {
			if err := d.SetPose(1, p); err != nil {
				t.Fatal(err)
			}
			r, err := d.Detect(context.Background())
			if err != nil || r.Verdict != collide.Free || r.Stats.BodyPairs != 1 {
				t.Fatalf("step %d: %v, %v, %d pairs of overlapping boxes; want 1 and no contact", step, err, r.Verdict, r.Stats.BodyPairs)
			}
			tests[i] += r.Stats.BVTests
		}
	}
	if tests[1]*2 > tests[0] {
		t.Errorf("i-collide took %d tests, bvh %d: the planes bring nothing", tests[1], tests[0])
	}
	step := 0.0
	if n := testing.AllocsPerRun(20, func() {
		step += 0.001
		if err := planes.SetPose(1, at(1.2, 1.2, 1.2+step)); err != nil {
			t.Fatal(err)
		}
		if _, err := planes.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a query, want 0", n)
	}
}

// Goroutines are all that a frame of the pipeline allocates: two closures a task
// and stage.
func TestPipelineAllocatesOnlyGoroutines(t *testing.T) {
	d := detector(t, tori(1), collide.Options{Method: named("pipelining"), Workers: 2})
	query := func() {
		if _, err := d.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		query()
	}
	if n := testing.AllocsPerRun(10, query); n > 8 {
		t.Errorf("%v allocations a query, want at most 8", n)
	}
}
