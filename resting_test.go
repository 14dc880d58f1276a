package collide_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestRestingAttack attacks what auto keeps of bodies that do not move while others do: 3 to 90 bodies, of which some move, stop, are
// deformed, permitted to touch, removed and replaced, between queries that end early and queries of other kinds. Contacts are those
// of brute.
func TestRestingAttack(t *testing.T) {
	t.Parallel()
	kept := 0
	for seed := range uint64(require.Samples(600, 12, 5)) {
		a := &restingAttack{t: t, r: rand.New(rand.NewPCG(seed, 163))}
		a.run()
		kept += a.kept
	}
	if kept < 10 {
		t.Errorf("%d answers had contacts that were kept: the test shows little", kept)
	}
}

// TestRestingBodiesAreNotTested: of many boxes one moves. Only its pairs are tested, and nothing is allocated.
func TestRestingBodiesAreNotTested(t *testing.T) {
	for _, n := range []int{33, 400} {
		r := rand.New(rand.NewPCG(16, uint64(n)))
		bodies := make([]collide.Body, n)
		for i := range bodies {
			bodies[i] = collide.Body{Shape: shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, Pose: turned(r, r.Float64())}
			bodies[i].Pose.T = direction(r).Scale(2 * float64(n) / 33)
		}
		d := detector(t, bodies, collide.Options{Workers: 1})
		ask := func() *collide.Result {
			bodies[0].Pose.T.X += 1e-6
			if err := d.SetPose(0, bodies[0].Pose); err != nil {
				t.Fatal(err)
			}
			return answer(t, d)
		}
		for range 3 {
			ask()
		}
		if res := ask(); len(res.Contacts) < 20 || res.Stats.PrimitiveTests > int64(len(res.Contacts)/2) {
			t.Errorf("%d boxes: %d tests for %d contacts; expected those of one box", n, res.Stats.PrimitiveTests, len(res.Contacts))
		}
		if got := testing.AllocsPerRun(50, func() { ask() }); got > 0 {
			t.Errorf("%d boxes: %v allocations a query", n, got)
		}
	}
}

type restingAttack struct {
	t           *testing.T
	r           *rand.Rand
	bodies      int
	models      []*collide.Model
	auto, brute *collide.Detector
	end         context.CancelFunc // ends auto's query at its first progress, if there is one
	kept        int
}

func (a *restingAttack) run() {
	for range 2 {
		a.models = append(a.models, collide.NewModel(scene.Torus("torus", 1, 0.4, 6, 4)))
		for range 4 { // into itself
			a.deform(a.models[len(a.models)-1])
		}
	}
	a.bodies = []int{3, 4, 9, 40, 64, 65, 90}[a.r.IntN(7)]
	bodies := make([]collide.Body, a.bodies)
	for i := range bodies {
		bodies[i] = a.body()
		bodies[i].Immovable = a.r.IntN(8) == 0
	}
	opt := collide.Options{First: a.r.IntN(3) == 0, Self: a.r.IntN(3) == 0, Workers: 1 + a.r.IntN(3)}
	for range a.bodies {
		if i, j := a.r.IntN(a.bodies), a.r.IntN(a.bodies); i != j {
			opt.Allow = append(opt.Allow, [2]int{i, j})
		}
	}
	opt.Method = methods.Brute()
	a.brute = detector(a.t, bodies, opt)
	opt.Method, opt.Progress = nil, func(float64) {
		if a.end != nil {
			a.end()
		}
	}
	a.auto = detector(a.t, bodies, opt)
	for step := range 60 {
		a.change()
		want, got := answer(a.t, a.brute), answer(a.t, a.auto)
		if got.Verdict != want.Verdict || !got.First && got.Hash() != want.Hash() {
			a.t.Fatalf("after change %d of %d bodies: auto is %v with %d contacts, brute %v with %d",
				step, a.bodies, got.Verdict, len(got.Contacts), want.Verdict, len(want.Contacts))
		}
		if got.Stats.PrimitiveTests < int64(len(got.Contacts)) {
			a.kept++
		}
	}
}

func (a *restingAttack) body() collide.Body {
	shapes := []collide.Shape{
		a.models[0], a.models[1], shape.Sphere{Radius: 0.6}, shape.Box{Size: geom.Vec{X: 0.5, Y: 1, Z: 0.8}},
		shape.Capsule{B: geom.Vec{Z: 1}, Radius: 0.3},
	}
	return collide.Body{Shape: shapes[a.r.IntN(len(shapes))], Pose: a.pose()}
}

// pose is one of few places, so that bodies come back to where they were.
func (a *restingAttack) pose() geom.Pose {
	p := turned(a.r, float64(a.r.IntN(4)))
	side := 1 + a.bodies/12
	p.T = geom.Vec{X: float64(a.r.IntN(4)), Y: float64(a.r.IntN(4)), Z: float64(a.r.IntN(side))}
	return p
}

// change does something to both detectors.
func (a *restingAttack) change() {
	both := [2]*collide.Detector{a.auto, a.brute}
	i, j := a.r.IntN(a.bodies), a.r.IntN(a.bodies)
	switch what := a.r.IntN(12); {
	case what == 0 && i != j:
		allowed := a.r.IntN(2) == 0
		for _, d := range both {
			d.Allow(i, j, allowed)
		}
	case what == 1:
		b := a.body()
		for _, d := range both {
			d.Remove(i)
			if _, err := d.Add(b); err != nil {
				a.t.Fatal(err)
			}
		}
	case what == 2:
		a.deform(a.models[a.r.IntN(2)])
	case what == 3:
		a.move(1)
		a.askOtherwise()
	case what == 4:
		a.move(1)
		a.endEarly()
	case what == 5:
		a.move(a.bodies)
	default:
		a.move(1 + a.r.IntN(3))
	}
}

// askOtherwise asks auto what brings all up to date, and takes contacts between bodies alone or none.
func (a *restingAttack) askOtherwise() {
	var err error
	switch a.r.IntN(3) {
	case 0:
		_, _, err = a.auto.Distance(a.t.Context())
	case 1:
		_, err = a.auto.Distances(a.t.Context(), 0.1, nil)
	case 2:
		_, _, err = a.auto.Nearest(a.t.Context(), geom.Vec{X: 1})
	}
	if err != nil {
		a.t.Fatal(err)
	}
}

func (a *restingAttack) move(bodies int) {
	for range bodies {
		i, p := a.r.IntN(a.bodies), a.pose()
		for _, d := range [2]*collide.Detector{a.auto, a.brute} {
			if err := d.SetPose(i, p); err != nil {
				a.t.Fatal(err)
			}
		}
	}
}

func (a *restingAttack) deform(m *collide.Model) {
	v := append([]geom.Vec(nil), m.Mesh().Vertices...)
	v[a.r.IntN(len(v))].X += 2*a.r.Float64() - 1
	if err := m.SetVertices(v); err != nil {
		a.t.Fatal(err)
	}
}

// endEarly asks a query that ends where it stands at its first progress.
func (a *restingAttack) endEarly() {
	ctx, cancel := context.WithCancel(a.t.Context())
	defer cancel()
	a.end = cancel
	_, _ = a.auto.Detect(ctx)
	a.end = nil
}
