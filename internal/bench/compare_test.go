package bench

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	solid "github.com/collide-go/collide/shape"
)

// subjectOf is a generated crowd.
func subjectOf(t *testing.T, frames int, names ...string) *Subject {
	return &Subject{
		Title: "a crowd", DT: frameSeconds, Frames: frames, Methods: names,
		Load: func(ctx context.Context) (*scene.World, error) {
			s, err := scene.GenerateMotion(ctx, scene.MotionOptions{Bodies: 20, Facets: 600, Seed: 4})
			if err != nil {
				t.Fatal(err)
			}
			var loader scene.Loader
			return loader.Build(ctx, s, "crowd")
		},
	}
}

// row returns the row of a table that begins with the label.
func row(t *testing.T, r *Report, table, label string) []Cell {
	t.Helper()
	for i := range r.Tables {
		for _, row := range r.Tables[i].Rows {
			if r.Tables[i].Name == table && row[0].String() == label {
				return row
			}
		}
	}
	t.Fatalf("no row %q in table %q", label, table)
	return nil
}

// TestCompare: a variant of a method runs with its options, and who cannot answer reports it.
func TestCompare(t *testing.T) {
	o := &Options{quick: true}
	s := subjectOf(t, 4, "auto", "oocda", "oocda:front=off", "multiprocess")
	r, err := o.Compare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	plain, roots := row(t, r, "work", "oocda"), row(t, r, "work", "oocda:front=off")
	if plain[6].value >= roots[6].value {
		t.Errorf("with fronts %v volume tests a frame, without %v: the option was not set", plain[6], roots[6])
	}
	if absent := row(t, r, "time", "multiprocess"); absent[7].String() != "no command line for its processes" {
		t.Errorf("multiprocess: %v", absent)
	}
	if auto := row(t, r, "time", "auto"); auto[6].value != 4 || auto[3].value != 1 {
		t.Errorf("auto: %v", auto)
	}
	if len(r.Plots[0].Lines) != 3 || len(r.Plots[0].Lines[0].Points) != 4 || len(r.Plots[1].Groups) != 3 {
		t.Errorf("plots: %+v", r.Plots)
	}
}

// TestCompareNoticesALiar: contacts are compared in each frame.
func TestCompareNoticesALiar(t *testing.T) {
	o := &Options{quick: true, Table: withLiar()}
	if _, err := o.Compare(t.Context(), subjectOf(t, 4, "bvh", "liar")); !errors.Is(err, ErrDisagree) {
		t.Errorf("%v", err)
	}
}

// TestCompareBudget: a method over the budget has no figures and is reported.
func TestCompareBudget(t *testing.T) {
	over := ""
	o := &Options{quick: true, Budget: collide.Budget{Steps: 2000}, Over: func(what string) { over = what }}
	r, err := o.Compare(t.Context(), subjectOf(t, 2, "auto", "brute"))
	if err != nil {
		t.Fatal(err)
	}
	if brute := row(t, r, "time", "brute"); brute[7].String() != "over the budget" || !strings.Contains(over, "brute") {
		t.Errorf("%v, over %q", brute, over)
	}
}

// TestComparePoses: the first body goes through the list, from its first pose on.
func TestComparePoses(t *testing.T) {
	s := subjectOf(t, 3, "bvh", "brute")
	load := s.Load
	s.Load = func(ctx context.Context) (*scene.World, error) {
		w, err := load(ctx)
		w.Bodies = w.Bodies[:2]
		return w, err
	}
	w, err := s.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	far := geom.Identity
	far.T = geom.Vec{X: 1e6}
	s.Poses = []geom.Pose{w.Bodies[1].Pose, far, w.Bodies[1].Pose}
	o := &Options{quick: true}
	st, err := s.scenario(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	d, err := st.detector(collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k, near := range []bool{true, true, false, true} {
		if err := st.set(d, k); err != nil {
			t.Fatal(err)
		}
		a, b := d.Bounds(0), d.Bounds(1)
		if got := a.Overlaps(&b); got != near {
			t.Errorf("frame %d: near is %v, expected %v", k, got, near)
		}
	}
	if _, err := o.Compare(t.Context(), s); err != nil {
		t.Error(err)
	}
}

// TestCompareDeforming: each method gets models of its own, so that none refits another's.
func TestCompareDeforming(t *testing.T) {
	loads := 0
	s := subjectOf(t, 3, "auto", "bvh", "oocda")
	load := s.Load
	s.Load = func(ctx context.Context) (*scene.World, error) {
		loads++
		w, err := load(ctx)
		for i := range w.Bodies {
			w.Bodies[i].Deform = &motion.Twist{Axis: motion.Z, Rate: 1, Period: 0.1}
		}
		return w, err
	}
	if _, err := (&Options{quick: true}).Compare(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if loads != 4 {
		t.Errorf("the bodies were read %d times, expected once and for each method", loads)
	}
}

// TestCompareSimulated: bodies with a mass move as the simulator lets them.
func TestCompareSimulated(t *testing.T) {
	s := subjectOf(t, 5, "auto", "brute")
	load := s.Load
	s.Load = func(ctx context.Context) (*scene.World, error) {
		w, err := load(ctx)
		w.Bodies = w.Bodies[:3]
		for i := range w.Bodies {
			w.Bodies[i].Pose.T = geom.Vec{Y: float64(i)}
			w.Bodies[i].Motion, w.Bodies[i].Shape = nil, solid.Sphere{Radius: 0.4}
			w.Bodies[i].Dynamics = &scene.Dynamics{Mass: 1, Velocity: geom.Vec{X: 60}}
		}
		w.Walls = &geom.AABB{Min: geom.Vec{X: -10, Y: -10, Z: -10}, Max: geom.Vec{X: 10, Y: 10, Z: 10}} // the simulator makes bodies of them
		return w, err
	}
	o := &Options{quick: true}
	st, err := s.scenario(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	d, err := st.detector(collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	was := d.Bounds(0).Min.X
	if err := st.set(d, 5); err != nil {
		t.Fatal(err)
	}
	if moved := d.Bounds(0).Min.X - was; math.Abs(moved-5) > 0.01 {
		t.Errorf("in 5 frames of 1/60 s at 60 m/s a body moved %v m", moved)
	}
	if _, err := o.Compare(t.Context(), s); err != nil {
		t.Error(err)
	}
	s.Frames = maxRecorded
	if _, err := o.Compare(t.Context(), s); err == nil || !strings.Contains(err.Error(), "expected at most") {
		t.Errorf("%v", err)
	}
}
