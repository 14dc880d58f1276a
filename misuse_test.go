package collide_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/engine"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// panicOf returns the message that f panics with, "" if it does not or with something else.
func panicOf(f func()) (message string) {
	defer func() { message, _ = recover().(string) }()
	f()
	return ""
}

func TestMisusePanicsWithAMessage(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(cube())
	d := detector(t, []collide.Body{{Name: "a", Shape: m}, {Name: "ball", Shape: shape.Sphere{Radius: 1}}}, collide.Options{})
	contact := func(a, tri, b, other uint32) func() {
		return func() { d.Witness(collide.Contact{BodyA: a, TriA: tri, BodyB: b, TriB: other}) }
	}
	for want, f := range map[string]func(){
		"SetPose of body 2, the detector has 2":                func() { _ = d.SetPose(2, geom.Identity) },
		"SetPose of body -1, the detector has 2":               func() { _ = d.SetPose(-1, geom.Identity) },
		"SetBudget {Time:-1ns Steps:0}, expected at least 0":   func() { d.SetBudget(collide.Budget{Time: -1}) },
		"SetPoses of 1 poses, the detector has 2 bodies":       func() { _, _ = d.SetPoses(make([]geom.Pose, 1)) },
		"Bounds of body 2, the detector has 2":                 func() { d.Bounds(2) },
		"Triangle of body -1, the detector has 2":              func() { d.Triangle(-1, 0) },
		"Triangle of primitive 12 of body 0 (a), which has 12": func() { d.Triangle(0, 12) },
		"Triangle of body 1 (ball), which is not a mesh":       func() { d.Triangle(1, 0) },
		"Witness of body 3, the detector has 2":                contact(0, 0, 3, 0),
		"Witness of primitive 12 of body 0 (a), which has 12":  contact(0, 12, 1, 0),
		"Witness of primitive 1 of body 1 (ball), which has 1": contact(0, 0, 1, 1),
		"MeasureDepth of a pair without a kind":                func() { _ = d.MeasureDepth(t.Context(), &collide.Pair{A: 0, B: 1}) },
		"Parting along {0 0 0}, expected a direction": func() {
			_, _ = collide.Parting(t.Context(), collide.Body{}, collide.Body{}, geom.Vec{}, collide.Options{})
		},
		"Parting along {+Inf 0 0}, expected a direction": func() {
			_, _ = collide.Parting(t.Context(), collide.Body{}, collide.Body{}, geom.Vec{X: math.Inf(1)}, collide.Options{})
		},
		"NewModel of a nil mesh":                                                    func() { collide.NewModel(nil) },
		"7 vertices for mesh \"cube\", which has 8":                                 func() { _ = m.SetVertices(make([]geom.Vec, 7)) },
		"1 vertices for mesh \"cube\", which has 8":                                 func() { _ = m.Deform(&motion.Wave{}, make([]geom.Vec, 1), 0) },
		"Deform by a nil deformation":                                               func() { _ = m.Deform(nil, make([]geom.Vec, 8), 0) },
		"mesh \"cube\" is deformed from its own vertices, which change; expected a": func() { _ = m.Deform(&motion.Wave{}, m.Mesh().Vertices, 0) },
	} {
		if got := panicOf(f); !strings.HasPrefix(got, "collide: "+want) {
			t.Errorf("panic %q, expected %q", got, want)
		}
	}
	if r, err := d.Detect(t.Context()); err != nil || r.Verdict != collide.InContact { // after all that
		t.Errorf("%+v, %v", r, err)
	}
}

// slowEngine waits in Find until it is told to go on.
type slowEngine struct{ begun, goOn chan struct{} }

func (e slowEngine) Find(_ *engine.World, dst []collide.Contact) ([]collide.Contact, error) {
	e.begun <- struct{}{}
	<-e.goOn
	return dst, nil
}

// TestTwoGoroutinesInADetector: while one goroutine is in Detect, every method of the
// detector panics in another; afterwards all of them work.
func TestTwoGoroutinesInADetector(t *testing.T) {
	t.Parallel()
	e := slowEngine{make(chan struct{}), make(chan struct{})}
	slow := engine.NewTracer(engine.New(collide.About{Name: "slow"}, func(*engine.World) (engine.Engine, error) { return e, nil }))
	d := detector(t, []collide.Body{{Name: "a", Shape: collide.NewModel(cube())}, {Name: "b", Shape: collide.NewModel(cube())}}, collide.Options{Method: slow.Method()})
	calls := map[string]func(){
		"SetPose":   func() { _ = d.SetPose(0, geom.Identity) },
		"SetPoses":  func() { _, _ = d.SetPoses([]geom.Pose{geom.Identity, geom.Identity}) },
		"SetBudget": func() { d.SetBudget(collide.Budget{}) },
		"Bounds":    func() { d.Bounds(0) },
		"Triangle":  func() { d.Triangle(0, 0) },
		"Witness":   func() { d.Witness(collide.Contact{BodyB: 1}) },
		"Trace":     func() { slow.Trace(&engine.Trace{}, 1) },
		"Close":     func() { _ = d.Close() },
	}
	ended := make(chan error)
	go func() {
		_, err := d.Detect(context.Background())
		ended <- err
	}()
	<-e.begun
	for name, call := range calls {
		if got := panicOf(call); got != "collide: Detector used by two goroutines at once" {
			t.Errorf("%s during Detect: panic %q", name, got)
		}
	}
	if got := panicOf(func() { _, _ = d.Detect(context.Background()) }); got != "collide: Detector used by two goroutines at once" {
		t.Errorf("Detect during Detect: panic %q", got)
	}
	close(e.goOn)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for name, call := range calls {
		if got := panicOf(call); got != "" {
			t.Errorf("%s afterwards: panic %q", name, got)
		}
	}
}

func TestOptionsOutOfRange(t *testing.T) {
	t.Parallel()
	ball := []collide.Body{{Name: "a", Shape: shape.Sphere{Radius: 1}}}
	for want, o := range map[string]collide.Options{
		"Budget.Time is -1ns, expected at least 0":      {Budget: collide.Budget{Time: -1}},
		"Budget.Time is -1m0s, expected at least 0":     {Budget: collide.Budget{Time: -time.Minute, Steps: 5}},
		"Budget.Steps is -1, expected at least 0":       {Budget: collide.Budget{Steps: -1}},
		"Workers is -2, expected 0 to 1024":             {Workers: -2},
		"Workers is 1073741824, expected 0 to 1024":     {Workers: 1 << 30},
		"Allow has the pair [0 1], there are 1 bodies":  {Allow: [][2]int{{0, 1}}},
		"Allow has the pair [-1 0], there are 1 bodies": {Allow: [][2]int{{-1, 0}}},
		`Orient is "left", expected winding or parity`:  {Orient: "left"},
	} {
		d, err := collide.NewDetector(ball, o)
		if d != nil || !errors.Is(err, collide.ErrOption) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %q", err, want)
		}
	}
}
