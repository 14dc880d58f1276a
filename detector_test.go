package collide_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/predicate"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

func TestBadBodiesAndOptions(t *testing.T) {
	ok := collide.Body{Name: "ok", Shape: shape.Sphere{Radius: 1}}
	nan := math.NaN()
	for want, bodies := range map[string][]collide.Body{
		"body 1 (x): no shape":         {ok, {Name: "x"}},
		"shape is a *shape.Sphere":     {ok, {Name: "x", Shape: &shape.Sphere{}}},
		"radius of at least 0":         {{Name: "x", Shape: shape.Sphere{Radius: -1}}},
		"finite centre":                {{Name: "x", Shape: shape.Sphere{Center: geom.Vec{X: nan}}}},
		"size of at least 0":           {{Name: "x", Shape: shape.Box{Size: geom.Vec{Z: -1}}}},
		"without a mesh":               {{Name: "x", Shape: (*collide.Model)(nil)}},
		"no triangles":                 {{Name: "x", Shape: collide.NewModel(&mesh.Mesh{})}},
		"needs an orthonormal pose":    {{Name: "x", Shape: shape.Sphere{}, Pose: geom.Pose{R: geom.Mat{2}}}},
		"not finite":                   {{Name: "x", Shape: shape.Box{}, Pose: geom.Pose{T: geom.Vec{X: nan}}}},
		"beyond the range of float64":  {{Name: "x", Shape: collide.NewModel(cube()), Pose: geom.Pose{R: geom.Mat{1e308, 1e308, 1e308}}}},
		"sphere's centre":              {{Name: "x", Shape: shape.Sphere{Center: geom.Vec{X: math.MaxFloat64}}, Pose: at(math.MaxFloat64, 0, 0)}},
		"corner 1 of the box":          {{Name: "x", Shape: shape.Box{Size: geom.Vec{X: math.MaxFloat64}}, Pose: at(math.MaxFloat64, 0, 0)}},
		"triangle 0 names vertex 9 of": {{Name: "x", Shape: collide.NewModel(&mesh.Mesh{Triangles: [][3]uint32{{0, 1, 9}}, Vertices: make([]geom.Vec, 3)})}},
	} {
		if _, err := collide.NewDetector(bodies, collide.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %q", err, want)
		}
	}
	if _, err := collide.NewDetector([]collide.Body{ok}, collide.Options{Allow: [][2]int{{0, 1}}}); err == nil {
		t.Error("an allowed pair beyond the bodies is accepted")
	}
}

func TestSetPoseKeepsTheOldPoseOnError(t *testing.T) {
	d := detector(t, []collide.Body{{Name: "a", Shape: shape.Sphere{Radius: 1}}, {Name: "b", Shape: shape.Sphere{Radius: 1}}}, collide.Options{})
	if err := d.SetPose(1, at(5, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if err := d.SetPose(1, geom.Pose{}); err == nil || !strings.Contains(err.Error(), "body 1 (b)") {
		t.Errorf("error %v, expected one naming body 1 (b)", err)
	}
	if r, _ := d.Detect(context.Background()); r.Verdict != collide.Free {
		t.Error("the rejected pose moved the body")
	}
}

func TestAllowedPairs(t *testing.T) {
	bodies := tori(1)
	r, err := detector(t, bodies, collide.Options{Allow: [][2]int{{1, 0}}}).Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	plain, _ := detector(t, bodies, collide.Options{}).Detect(context.Background())
	if r.Verdict != collide.Free || plain.Verdict != collide.InContact || r.Hash() != plain.Hash() || !r.Pairs[0].Allowed || len(r.Pairs[0].Contacts) == 0 {
		t.Errorf("allowed pair: %v, pairs %d, hash %s (without --allow %s)", r.Verdict, len(r.Pairs), r.Hash(), plain.Hash())
	}
	first, err := detector(t, bodies, collide.Options{Allow: [][2]int{{0, 1}}, First: true}).Detect(context.Background())
	if err != nil || first.Verdict != collide.Free || len(first.Contacts) != 0 {
		t.Errorf("First considers an allowed pair: %+v", first)
	}
}

func TestImmovablePairsAreNotTested(t *testing.T) {
	bodies := tori(1)
	bodies[0].Immovable, bodies[1].Immovable = true, true
	r, _ := detector(t, bodies, collide.Options{}).Detect(context.Background())
	if r.Verdict != collide.Free || len(r.Contacts) != 0 || r.Stats.PrimitiveTests != 0 {
		t.Errorf("two immovable bodies were tested: %d contacts", len(r.Contacts))
	}
}

func TestStoppingEarlyIsExactAndSaysWhy(t *testing.T) {
	bodies := tori(1)
	full, _ := detector(t, bodies, collide.Options{}).Detect(context.Background())
	all := map[collide.Contact]bool{}
	for _, c := range full.Contacts {
		all[c] = true
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, method := range []string{"bvh", "brute", "i-collide", "pipelining"} {
		for _, c := range []struct {
			ctx    context.Context
			budget collide.Budget
			cause  error
			want   string
		}{
			{cancelled, collide.Budget{}, context.Canceled, "interrupted"},
			{context.Background(), collide.Budget{Steps: 3000}, collide.ErrBudget, "budget of 3000 steps used up"},
			{context.Background(), collide.Budget{Time: 1}, collide.ErrBudget, "time budget of 1ns used up"},
		} {
			d := detector(t, bodies, collide.Options{Method: named(method), Budget: c.budget, Workers: 2})
			r, err := d.Detect(c.ctx)
			if r == nil {
				t.Fatal(err)
			}
			if !cutBy(err, c.cause, c.want) || len(r.Contacts) >= len(full.Contacts) {
				t.Errorf("%s: %v, %d contacts; expected %q", method, err, len(r.Contacts), c.want)
			}
			if want := map[bool]collide.Verdict{true: collide.InContact}[len(r.Contacts) > 0]; r.Verdict != want || r.Rest != collide.Unknown {
				t.Errorf("%s: %v with %d contacts, others %v", method, r.Verdict, len(r.Contacts), r.Rest)
			}
			for _, x := range r.Contacts {
				if !all[x] {
					t.Errorf("%s: %v is no contact", method, x)
				}
			}
			if steps := r.Stats.BVTests + r.Stats.PrimitiveTests; c.budget.Steps > 0 && steps > 2*c.budget.Steps+1000 {
				t.Errorf("%s: %d tests on a budget of %d steps", method, steps, c.budget.Steps)
			}
		}
	}
	d := detector(t, bodies, collide.Options{Budget: collide.Budget{Time: time.Hour, Steps: 1 << 40}})
	if r, err := d.Detect(context.Background()); err != nil || r.Hash() != full.Hash() {
		t.Error("an ample budget changes the answer")
	}
}

func TestCloneOutlivesTheNextCall(t *testing.T) {
	d := detector(t, tori(1), collide.Options{})
	r, _ := d.Detect(context.Background())
	kept, hash := r.Clone(), r.Hash()
	if err := d.SetPose(1, at(100, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Detect(context.Background()); err != nil {
		t.Fatal(err)
	}
	if kept.Hash() != hash || len(kept.Pairs) != 1 || kept.Pairs[0].Contacts[0] != kept.Contacts[0] {
		t.Error("the clone changed with the next call")
	}
}

func TestRepeatedQueriesAllocateNothing(t *testing.T) {
	for _, opt := range []collide.Options{{Workers: 1}, {Workers: 1, First: true}} {
		d := detector(t, tori(1), opt)
		ctx := context.Background()
		x := 0.0
		step := func() {
			x += 0.001
			if err := d.SetPose(1, at(1+x, 0.3, 0.2)); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Detect(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for range 20 {
			step()
		}
		x = 0
		if n := testing.AllocsPerRun(10, step); n != 0 {
			t.Errorf("%+v: %v allocations a query, want 0", opt, n)
		}
	}
}

// Detectors on the same models, each in its own goroutine, as the package
// promises; go test -race watches.
func TestDetectorsRunConcurrently(t *testing.T) {
	m := collide.NewModel(scene.Torus("torus", 2, 0.7, 60, 20))
	bodies := []collide.Body{{Name: "a", Shape: m}, {Name: "b", Shape: m, Pose: at(1, 0.3, 0.2)}}
	hashes := make([]string, 8)
	var wg sync.WaitGroup
	for i := range hashes {
		wg.Go(func() {
			d, err := collide.NewDetector(bodies, collide.Options{Workers: 1 + i%3, Solid: true, Self: i < 4})
			if err != nil {
				t.Error(err)
				return
			}
			for range 3 {
				r, err := d.Detect(context.Background())
				if err != nil {
					t.Error(err)
					return
				}
				hashes[i] = r.Hash()
			}
		})
	}
	wg.Wait()
	for i := range hashes {
		if hashes[i] != hashes[i/4*4] {
			t.Errorf("goroutine %d got %s, another %s", i, hashes[i], hashes[i/4*4])
		}
	}
}

func TestDeformingMesh(t *testing.T) {
	m := collide.NewModel(cube())
	d := detector(t, []collide.Body{{Name: "a", Shape: m}, {Name: "s", Shape: shape.Sphere{Center: geom.Vec{X: 3}, Radius: 0.5}}}, collide.Options{})
	if r, _ := d.Detect(context.Background()); r.Verdict != collide.Free {
		t.Fatal("colliding before the cube grew")
	}
	grown := make([]geom.Vec, 8)
	for i, v := range m.Mesh().Vertices {
		grown[i] = v.Scale(3)
	}
	if err := m.SetVertices(grown); err != nil {
		t.Fatal(err)
	}
	if r, _ := d.Detect(context.Background()); r.Verdict != collide.InContact {
		t.Error("the detector did not notice that the cube grew")
	}
	if m.SetVertices(append(grown[:7:7], geom.Vec{X: math.Inf(1)})) == nil {
		t.Error("wrong vertices are accepted")
	}
}

// Vertices that are finite themselves may overflow under a pose set before.
func TestDeformingBeyondTheRangeIsAnError(t *testing.T) {
	m := collide.NewModel(cube())
	d := detector(t, []collide.Body{{Name: "a", Shape: m, Pose: geom.Pose{R: geom.Mat{4, 0, 0, 0, 4, 0, 0, 0, 4}}}}, collide.Options{Self: true})
	if _, err := d.Detect(context.Background()); err != nil {
		t.Fatal(err)
	}
	huge := make([]geom.Vec, 8)
	for i, v := range m.Mesh().Vertices {
		huge[i] = v.Scale(1e308)
	}
	if err := m.SetVertices(huge); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Detect(context.Background()); err == nil || !strings.Contains(err.Error(), "beyond the range of float64") {
		t.Errorf("error %v, expected one about the range of float64", err)
	}
}

func TestWitness(t *testing.T) {
	bodies := []collide.Body{
		{Name: "a", Shape: collide.NewModel(cube())}, {Name: "b", Shape: collide.NewModel(cube()), Pose: at(1, 1, 1)},
		{Name: "s", Shape: shape.Sphere{Center: geom.Vec{X: -0.5, Y: 0.5, Z: 0.5}, Radius: 0.5}},
	}
	d := detector(t, bodies, collide.Options{})
	r, _ := d.Detect(context.Background())
	for _, c := range r.Contacts {
		w := d.Witness(c)
		if c.BodyB == 1 && (w.Kind != predicate.Point || w.Points[0] != (geom.Vec{X: 1, Y: 1, Z: 1})) {
			t.Errorf("contact %v: %+v, expected the corner (1, 1, 1)", c, w)
		}
		if c.BodyB == 2 && (w.Kind != predicate.Overlap || w.N != 2) {
			t.Errorf("contact %v: %+v, expected an overlap", c, w)
		}
	}
	if len(r.Pairs) != 2 || d.Bounds(1).Max != (geom.Vec{X: 2, Y: 2, Z: 2}) {
		t.Errorf("%d pairs, bounds %v", len(r.Pairs), d.Bounds(1))
	}
}

func TestProgressEndsAtOne(t *testing.T) {
	last := 0.0
	d := detector(t, tori(1), collide.Options{Workers: 2, Progress: func(share float64) { last = max(last, share) }})
	if _, err := d.Detect(context.Background()); err != nil || last != 1 {
		t.Errorf("progress ended at %v (%v)", last, err)
	}
}

// TestSetPosesMovesAllBodies: as SetPose for each, by any number of workers, and the first
// body that cannot be moved is named while the others are.
func TestSetPosesMovesAllBodies(t *testing.T) {
	bodies := make([]collide.Body, 2000)
	poses := make([]geom.Pose, len(bodies))
	for i := range bodies {
		bodies[i].Shape = shape.Sphere{Radius: 0.6}
		poses[i] = at(float64(i), 0, 0)
	}
	for _, workers := range []int{1, 4} {
		d := detector(t, bodies, collide.Options{Workers: workers})
		for range 2 { // the second time nothing moves
			if i, err := d.SetPoses(poses); i != -1 || err != nil {
				t.Fatal(i, err)
			}
			if r, err := d.Detect(context.Background()); err != nil || len(r.Contacts) != len(bodies)-1 {
				t.Fatalf("%d contacts of a row, %v", len(r.Contacts), err)
			}
		}
		bad := slices.Clone(poses)
		bad[700].R[0], bad[1400].R[0] = 2, 2
		bad[3].T.X = 1e6
		if i, err := d.SetPoses(bad); i != 700 || err == nil {
			t.Errorf("%d workers: body %d, %v", workers, i, err)
		}
		if r, err := d.Detect(context.Background()); err != nil || len(r.Contacts) != len(bodies)-3 {
			t.Errorf("%d workers: %d contacts after a fault, %v", workers, len(r.Contacts), err)
		}
		if n := testing.AllocsPerRun(20, func() {
			poses[5].T.Y += 1e-3
			_, _ = d.SetPoses(poses)
		}); workers == 1 && n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}
