package viewer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// slid is a show of a ball on a slide beside another shape, which stands still.
func slid(t *testing.T, moving, still collide.Shape) *Run {
	t.Helper()
	placed := []scene.Placed{
		{Name: "ball", Shape: moving, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 5}}},
		{Name: "wall", Shape: still, Pose: geom.Identity},
	}
	run, err := sim.New(t.Context(), &scene.World{Bodies: placed}, 1, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	show := &Show{Stepper: run, Still: true, Joints: &Joints{
		List: []Joint{{Name: "slide", Lower: -9, Upper: 9, Multiplier: 1}}, States: []JointState{}, Values: []float64{5},
		Poses: func(v []float64) ([]geom.Pose, error) {
			if math.Abs(v[0]) > 100 {
				return nil, errors.New("slide is too far")
			}
			return []geom.Pose{{R: geom.Identity.R, T: geom.Vec{X: v[0]}}, geom.Identity}, nil
		},
	}}
	r, err := NewRun(show)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = show.Stepper.Close() })
	r.take(t.Context())
	return r
}

// TestJointsMoveRobots: values move bodies and are answered; what cannot be is a note, and the robot stays.
func TestJointsMoveRobots(t *testing.T) {
	r := slid(t, shape.Sphere{Radius: 1}, shape.Sphere{Radius: 1})
	at := func() string {
		return fmt.Sprintf("%v %v %v %q", r.front.sides[0].verdict, r.state.Values, r.show.Stepper.Frame().Poses[0].T.X, r.state.Note)
	}
	for _, c := range []struct {
		m    message
		want string
	}{
		{message{}, `free [5] 5 ""`},
		{message{Values: []float64{2}}, `contact [2] 2 ""`},
		{message{Values: []float64{2.001}}, `free [2.001] 2.001 ""`},
		{message{Values: []float64{1000}}, `free [2.001] 2.001 "slide is too far"`},
		{message{Values: []float64{1, 2}}, `free [2.001] 2.001 "2 values of joints for a show without so many"`},
		{message{Values: []float64{-1}}, `contact [-1] -1 ""`},
		{message{Do: "reset"}, `free [5] 5 ""`},
	} {
		if c.m.Do != "" || c.m.Values != nil {
			r.obey(t.Context(), &c.m)
		}
		if got := at(); got != c.want {
			t.Errorf("%+v: %s; expected %s", c.m, got, c.want)
		}
	}
	r.show.Joints = nil
	r.obey(t.Context(), &message{Values: []float64{1}})
	if !strings.Contains(r.state.Note, "1 values of joints") {
		t.Errorf("without joints: %q", r.state.Note)
	}
}

// TestUndecidedRobotIsNotFree: two cylinders that graze each other are undecided, where the robot is moved to.
func TestUndecidedRobotIsNotFree(t *testing.T) {
	a := shape.Cylinder{A: geom.Vec{X: -3, Y: -1, Z: -2}, B: geom.Vec{Y: 1, Z: -2}, Radius: 1.5}
	r := slid(t, a, shape.Cylinder{A: geom.Vec{X: -2, Y: -1, Z: 1}, B: geom.Vec{X: -2, Z: 1}, Radius: 1.5})
	r.obey(t.Context(), &message{Values: []float64{0}})
	if r.front.sides[0].verdict != collide.Unknown || r.state.Note == "" || r.show.Stepper.Frame().Poses[0].T.X != 0 {
		t.Errorf("verdict %v at %v, note %q", r.front.sides[0].verdict, r.show.Stepper.Frame().Poses[0].T.X, r.state.Note)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r.obey(ctx, &message{Values: []float64{3}}) // the end is no failure
	r.obey(t.Context(), &message{Values: []float64{40}})
	if r.front.sides[0].verdict != collide.Free || r.state.Note != "" {
		t.Errorf("afterwards: verdict %v, note %q", r.front.sides[0].verdict, r.state.Note)
	}
}

func TestMessagesOfJoints(t *testing.T) {
	var m message
	for text, ok := range map[string]bool{
		`{"values": [1, -0.5]}`: true, `{"values": []}`: true, `{"values": [1], "do": "reset"}`: false, `{"values": ["a"]}`: false, `{"values": [1e999]}`: false, `{"values": 1}`: false,
	} {
		m = message{}
		if err := decodeMessage([]byte(text), &m); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}
