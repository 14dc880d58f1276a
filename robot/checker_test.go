package robot

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

const ur5 = "../testdata/ur5/"

// loadUR5 reads the UR5 of testdata.
func loadUR5(t testing.TB) (*Robot, *Semantics) {
	t.Helper()
	var l Loader
	r, err := l.File(context.Background(), ur5+"ur5.urdf")
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Semantics(context.Background(), r, ur5+"ur5.srdf")
	if err != nil {
		t.Fatal(err)
	}
	return r, s
}

// table is a box below the UR5's shoulder, which the base does not reach.
var table = collide.Body{Name: "table", Shape: shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 0.1}}, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{Z: -0.1}}, Immovable: true}

// randomStates are within the limits of the UR5.
func randomStates(r *Robot, n int) [][]float64 {
	random := rand.New(rand.NewPCG(1, 2))
	var states [][]float64
	for range n {
		q := make([]float64, len(r.Variables()))
		for i := range q {
			q[i] = (random.Float64() - 0.5) * 2 * math.Pi
		}
		states = append(states, q)
	}
	return states
}

// TestUR5 has the named states of the SRDF: one is free, one is not.
func TestUR5(t *testing.T) {
	r, s := loadUR5(t)
	c, err := NewChecker(r, []collide.Body{table}, Options{Semantics: s})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]collide.Verdict{"free": collide.Free, "colliding": collide.InContact} {
		q, err := s.StateValues(r, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.SetState(q); err != nil {
			t.Fatal(err)
		}
		result, err := c.Detect(t.Context())
		if err != nil || result.Verdict != want {
			t.Fatalf("state %s: %v, %v; want %v", name, result, err, want)
		}
		if want == collide.InContact && (len(result.Pairs) != 1 || c.Names()[result.Pairs[0].A] != "upperarm" || c.Names()[result.Pairs[0].B] != "wrist3") {
			t.Errorf("state %s: pairs %v, want the upper arm and the last wrist", name, result.Pairs)
		}
	}
}

// TestValidate compares batches with one state at a time: any number of workers, all contacts or the first one, with
// and without a stop.
func TestValidate(t *testing.T) {
	r, s := loadUR5(t)
	states := randomStates(r, 300)
	one, err := NewChecker(r, []collide.Body{table}, Options{Semantics: s})
	if err != nil {
		t.Fatal(err)
	}
	var want []collide.Verdict
	for _, q := range states {
		if err := one.SetState(q); err != nil {
			t.Fatal(err)
		}
		result, err := one.Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, result.Verdict)
	}
	stop := slices.Index(want, collide.InContact)
	for _, o := range []collide.Options{{Workers: 1}, {Workers: 2, First: true}, {Workers: 8, First: true}} {
		c, err := NewChecker(r, []collide.Body{table}, Options{Semantics: s, Detector: o})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Validate(t.Context(), states, false, nil)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v: other verdicts than of one state at a time, %v", o, err)
		}
		got, err = c.Validate(t.Context(), states, true, got[:0])
		if err != nil || !slices.Equal(got, want[:stop+1]) {
			t.Errorf("%+v: stopped with %v, %v; want %v", o, got, err, want[:stop+1])
		}
	}
}

// TestValidateErrors has states that are wrong, none at all, and a context that has ended.
func TestValidateErrors(t *testing.T) {
	r, s := loadUR5(t)
	c, err := NewChecker(r, nil, Options{Semantics: s, Detector: collide.Options{Workers: 2}})
	if err != nil {
		t.Fatal(err)
	}
	states := randomStates(r, 200)
	states[70] = states[70][1:]
	states[150] = slices.Clone(states[150])
	states[150][2] = math.NaN()
	got, err := c.Validate(t.Context(), states, false, nil)
	if err == nil || !strings.Contains(err.Error(), "state 70: 5 values; expected 6") || len(got) != 70 {
		t.Errorf("%d verdicts, %v; want 70 and an error about state 70", len(got), err)
	}
	if got, err := c.Validate(t.Context(), nil, true, nil); err != nil || len(got) != 0 {
		t.Errorf("no states: %v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err = c.Validate(ctx, states[:70], false, nil)
	if !errors.Is(err, collide.ErrIncomplete) || len(got) != 70 || slices.ContainsFunc(got, func(v collide.Verdict) bool { return v != collide.Unknown }) {
		t.Errorf("cancelled: %v, %v", got, err)
	}
	got, err = c.Validate(ctx, states[:70], true, nil)
	if !errors.Is(err, collide.ErrIncomplete) || len(got) != 1 || got[0] != collide.Unknown {
		t.Errorf("cancelled with stop: %v, %v", got, err)
	}
}

// TestCheckerOptions refuses what a detector refuses, in the checker's bodies.
func TestCheckerOptions(t *testing.T) {
	r, s := loadUR5(t)
	for _, o := range []collide.Options{{Workers: -1}, {Workers: 1 << 20}, {Allow: [][2]int{{0, 8}}}, {Skip: [][2]int{{-1, 0}}}} {
		if _, err := NewChecker(r, []collide.Body{table}, Options{Semantics: s, Detector: o}); !errors.Is(err, collide.ErrOption) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestLinksOfSeveralShapes compares a link of three shapes with the same shapes as one mesh: contacts, hash, distance.
func TestLinksOfSeveralShapes(t *testing.T) {
	const tetraAt = "<collision><origin xyz='%s 0 0'/><geometry><mesh filename='t.obj'/></geometry></collision>"
	at := func(x string) string { return strings.ReplaceAll(tetraAt, "%s", x) }
	urdf := func(shapes string) string {
		return `<robot name='r'><link name='rail'>` + at("0.25") + `</link><link name='cart'>` + shapes + `</link>
<joint name='slide' type='prismatic'><parent link='mid'/><child link='cart'/><limit lower='-9' upper='9'/></joint>
<joint name='weld' type='fixed'><parent link='rail'/><child link='mid'/></joint><link name='mid'/></robot>`
	}
	three := strings.Repeat("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n", 1) + "v 2 0 0\nv 3 0 0\nv 2 1 0\nv 2 0 1\nv 4 0 0\nv 5 0 0\nv 4 1 0\nv 4 0 1\n" +
		"f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 7 5 8\nf 9 11 10\nf 9 10 12\nf 10 11 12\nf 11 9 12\n"
	folder(t, map[string]string{
		"t.obj": tetra, "three.obj": three, "parts.urdf": urdf(at("0") + at("2") + at("4")),
		"whole.urdf": urdf("<collision><geometry><mesh filename='three.obj'/></geometry></collision>"),
	})
	var checkers [2]*Checker
	for i, file := range []string{"parts.urdf", "whole.urdf"} {
		r, err := (&Loader{}).File(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		if checkers[i], err = NewChecker(r, nil, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []float64{0, 0.5, -2, -4, -1, -2.5, 3} {
		var results [2]*collide.Result
		var distances [2]collide.Distance
		for i, c := range checkers {
			if err := c.SetState([]float64{x}); err != nil {
				t.Fatal(err)
			}
			result, err := c.Detect(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			results[i] = result.Clone()
			if distances[i], _, err = c.Distance(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		a, b := results[0], results[1]
		if a.Hash() != b.Hash() || len(a.Pairs) != len(b.Pairs) || len(a.Pairs) > 0 && !slices.Equal(a.Pairs[0].Contacts, b.Pairs[0].Contacts) {
			t.Errorf("at %v: parts touch in %v, the whole in %v", x, a.Contacts, b.Contacts)
		}
		if distances[0].Value != distances[1].Value || distances[0].A != distances[1].A || distances[0].B != distances[1].B {
			t.Errorf("at %v: distance %+v, of the whole %+v", x, distances[0], distances[1])
		}
	}
	if got := checkers[0].Names(); !slices.Equal(got, []string{"rail", "cart"}) {
		t.Errorf("bodies %v", got)
	}
}

// TestSteadyState demands that repeated states allocate nothing.
func TestSteadyState(t *testing.T) {
	r, s := loadUR5(t)
	c, err := NewChecker(r, []collide.Body{table}, Options{Semantics: s, Detector: collide.Options{First: true, Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	states := randomStates(r, 50)
	var verdicts []collide.Verdict
	run := func() {
		if verdicts, err = c.Validate(t.Context(), states, false, verdicts[:0]); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if n := testing.AllocsPerRun(10, run); n > 0 {
		t.Errorf("%v allocations for 50 states", n)
	}
}

// BenchmarkValidate takes 1,000 random states of the UR5 over a table on one core: the time is of one state.
func BenchmarkValidate(b *testing.B) {
	r, s := loadUR5(b)
	for _, mode := range []struct {
		name  string
		first bool
	}{{"first", true}, {"all", false}} {
		b.Run(mode.name, func(b *testing.B) {
			c, err := NewChecker(r, []collide.Body{table}, Options{Semantics: s, Detector: collide.Options{First: mode.first, Workers: 1}})
			if err != nil {
				b.Fatal(err)
			}
			states := randomStates(r, 1000)
			var verdicts []collide.Verdict
			for i := 0; b.Loop(); i++ {
				k := i % len(states)
				if verdicts, err = c.Validate(b.Context(), states[k:k+1], false, verdicts[:0]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
