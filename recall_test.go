package collide_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// recalled is what Stats.BroadPhase says of an answer that auto knew from the query before.
const recalled = "recalled"

// TestRecalledAnswersAreRight: bodies that wander in small steps, turn, stop, jump, are scaled and deformed are as brute has them, with First
// and without, and auto knows most answers.
func TestRecalledAnswersAreRight(t *testing.T) {
	t.Parallel()
	knot := func(detail int) *collide.Model {
		return collide.NewModel(scene.Torus("torus", 2, 0.7, 4*detail, detail))
	}
	ball := func() *collide.Model {
		return collide.NewModel((&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: 1, Detail: 1}).Mesh())
	}
	for name, shapes := range map[string]func() []collide.Shape{
		"small": func() []collide.Shape { return []collide.Shape{ball(), ball()} },
		"large": func() []collide.Shape { return []collide.Shape{knot(7), knot(3)} },
		"both":  func() []collide.Shape { return []collide.Shape{ball(), knot(7)} },
		"solids": func() []collide.Shape {
			return []collide.Shape{shape.Box{Size: geom.Vec{X: 1, Y: 2, Z: 1}}, shape.Sphere{Radius: 0.7}}
		},
		"box":  func() []collide.Shape { return []collide.Shape{shape.Box{Size: geom.Vec{X: 2, Y: 1, Z: 1}}, knot(7)} },
		"mesh": func() []collide.Shape { return []collide.Shape{knot(7), shape.Box{Size: geom.Vec{X: 2, Y: 1, Z: 1}}} },
		"three": func() []collide.Shape {
			return []collide.Shape{ball(), knot(4), shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}}
		},
	} {
		for _, first := range []bool{true, false} {
			t.Run(fmt.Sprint(name, "/", first), func(t *testing.T) {
				t.Parallel()
				wander(t, shapes(), first)
			})
		}
	}
}

func wander(t *testing.T, shapes []collide.Shape, first bool) {
	r := rand.New(rand.NewPCG(16, uint64(len(t.Name()))))
	bodies := make([]collide.Body, len(shapes))
	for i, s := range shapes {
		bodies[i].Shape = s
	}
	auto := detector(t, bodies, collide.Options{First: first, Workers: 1 + r.IntN(3)})
	brute := detector(t, bodies, collide.Options{First: first, Method: methods.Brute()})
	pose, found, known, touching := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1.1}}, 0, 0, 0
	steps := require.Cases(3000, 200)
	for step := range steps {
		switch k := r.IntN(60); {
		case step == steps/2:
			pose.T = geom.Vec{X: 4.5, Y: 4.5}
		case k == 0:
			pose = turned(r, 6*r.Float64())
			pose.T = direction(r).Scale(6 * r.Float64())
		case k == 1:
			deform(t, r, shapes)
		case k < 30:
			pose.T = pose.T.Add(direction(r).Scale(0.01 * r.Float64()))
		case k < 50:
			turn := turned(r, 0.01*r.Float64())
			pose = pose.Compose(&turn)
		}
		for _, d := range []*collide.Detector{auto, brute} {
			if err := d.SetPose(0, pose); err != nil {
				t.Fatal(err)
			}
		}
		got, want := answer(t, auto), answer(t, brute)
		if got.Verdict != want.Verdict || got.Rest != want.Rest || got.Hash() != want.Hash() || len(got.Pairs) != len(want.Pairs) {
			t.Fatalf("step %d at %v: auto %v %v, brute %v %v", step, pose, got.Verdict, got.Pairs, want.Verdict, want.Pairs)
		}
		found++
		if got.Stats.BroadPhase == recalled {
			known++
		}
		if got.Verdict == collide.InContact {
			touching++
		}
	}
	least := 0
	if first {
		least = touching / 2
	}
	if len(shapes) == 2 && isMesh(shapes[0]) && isMesh(shapes[1]) {
		least += (found - touching) / 2
	}
	if known < least || touching == 0 || touching == found {
		t.Errorf("of %d answers %d were known, %d contacts: the test shows little", found, known, touching)
	}
}

func isMesh(s collide.Shape) bool {
	_, ok := s.(*collide.Model)
	return ok
}

// deform moves the vertices of the first mesh a little.
func deform(t *testing.T, r *rand.Rand, shapes []collide.Shape) {
	for _, s := range shapes {
		if m, ok := s.(*collide.Model); ok {
			v := append([]geom.Vec(nil), m.Mesh().Vertices...)
			for i := range v {
				v[i] = v[i].Add(direction(r).Scale(1e-3))
			}
			if err := m.SetVertices(v); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
}

func turned(r *rand.Rand, angle float64) geom.Pose {
	return geom.Pose{R: geom.AxisAngle(direction(r), angle).Matrix()}
}

func direction(r *rand.Rand) geom.Vec {
	v := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	return v.Scale(1 / v.Norm())
}

func answer(t *testing.T, d *collide.Detector) *collide.Result {
	r, err := d.Detect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRecallEndsWithItsPremises: what is known of two bodies does not answer for a permitted pair, for other bodies in their places, for an
// ended context, and a budget of steps is kept.
func TestRecallEndsWithItsPremises(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(scene.Torus("torus", 2, 0.7, 36, 9))
	at := func(x float64) geom.Pose { return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x, Y: x / 2}} }
	for _, x := range []float64{0.5, 7} {
		d := detector(t, []collide.Body{{Shape: m}, {Shape: m, Pose: at(x)}}, collide.Options{First: true})
		want := answer(t, d).Verdict
		if r := answer(t, d); r.Stats.BroadPhase != recalled || r.Verdict != want {
			t.Fatalf("at %v: %v by %s", x, r.Verdict, r.Stats.BroadPhase)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if r, err := d.Detect(ended); !errors.Is(err, context.Canceled) || r.Verdict != collide.Unknown {
			t.Errorf("at %v: %v, %v after the context ended", x, r.Verdict, err)
		}
		d.SetBudget(collide.Budget{Steps: 1})
		if r, err := d.Detect(t.Context()); err == nil && d.Steps() > 64 || r.Stats.BroadPhase == recalled {
			t.Errorf("at %v: %d steps, %v", x, d.Steps(), err)
		}
		d.SetBudget(collide.Budget{})
		d.Allow(0, 1, true)
		if r := answer(t, d); r.Verdict != collide.Free {
			t.Errorf("at %v: %v of a permitted pair", x, r.Verdict)
		}
		d.Allow(0, 1, false)
		if r := answer(t, d); r.Verdict != want {
			t.Errorf("at %v: %v of a pair that is not permitted any more", x, r.Verdict)
		}
		d.Remove(1)
		if r := answer(t, d); r.Verdict != collide.Free {
			t.Errorf("at %v: %v of one body", x, r.Verdict)
		}
		if _, err := d.Add(collide.Body{Shape: m, Pose: at(7.5 - x)}); err != nil {
			t.Fatal(err)
		}
		if r := answer(t, d); r.Verdict == want {
			t.Errorf("at %v: %v of another body in the place of the first", x, r.Verdict)
		}
	}
}

// TestRecallLooksBeyondPermittedPairs: a contact that has been permitted since is none, but there is another one.
func TestRecallLooksBeyondPermittedPairs(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(scene.Torus("torus", 2, 0.7, 36, 9))
	d := detector(t, []collide.Body{{Shape: m}, {Shape: m, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.5}}}, {Shape: m, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1}}}}, collide.Options{First: true})
	for range 3 {
		p := answer(t, d).Pairs[0]
		d.Allow(p.A, p.B, true)
	}
	if r := answer(t, d); r.Verdict != collide.Free {
		t.Errorf("%v with every pair permitted", r.Verdict)
	}
	d.Allow(0, 2, false)
	if r := answer(t, d); r.Verdict != collide.InContact {
		t.Errorf("%v with a pair that is not permitted", r.Verdict)
	}
}

// TestRecallReportsTheRange: a mesh that was deformed beyond the range of float64 under its pose is an error, although the bodies that
// touched still would.
func TestRecallReportsTheRange(t *testing.T) {
	t.Parallel()
	m, far := collide.NewModel(scene.Torus("torus", 2, 0.7, 12, 3)), collide.NewModel(scene.Torus("far", 2, 0.7, 12, 3))
	d := detector(t, []collide.Body{{Shape: m}, {Shape: m}, {Shape: far, Pose: geom.Pose{R: geom.Mat{1e300, 0, 0, 0, 1, 0, 0, 0, 1}}}}, collide.Options{First: true})
	answer(t, d)
	v := append([]geom.Vec(nil), far.Mesh().Vertices...)
	v[0].X = 1e300
	if err := far.SetVertices(v); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Detect(t.Context()); err == nil {
		t.Error("no error of a vertex that has no place")
	}
}
