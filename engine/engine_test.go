package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/engine"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/shape"
)

func sweepers() collide.Method {
	return engine.New(collide.About{Name: "sweeper"}, func(*engine.World) (engine.Engine, error) { return &sweeper{}, nil })
}

// TestConformance: an engine that knows only this package passes the suite of all methods.
func TestConformance(t *testing.T) {
	t.Parallel()
	conformance.Run(t, sweepers(), conformance.Options{Workers: []int{1}})
}

// TestBudget: steps that an engine claims count, so it is stopped like any other.
func TestBudget(t *testing.T) {
	t.Parallel()
	d := conformance.Detector(t, conformance.Tori(1), collide.Options{Method: sweepers(), Budget: collide.Budget{Steps: 5000}})
	r, err := d.Detect(context.Background())
	if !errors.Is(err, collide.ErrBudget) || r.Verdict == collide.Free {
		t.Errorf("%v, %v", r.Verdict, err)
	}
}

// found is an engine that appends what it is told to.
type found []collide.Contact

func (f found) Find(_ *engine.World, dst []collide.Contact) ([]collide.Contact, error) {
	return append(dst, f...), nil
}

// TestImpossibleContacts: what the bodies cannot have is an error, not a result.
func TestImpossibleContacts(t *testing.T) {
	t.Parallel()
	ball := collide.Body{Shape: shape.Sphere{Radius: 1}}
	for _, c := range []collide.Contact{{BodyA: 0, BodyB: 2}, {BodyA: 1, BodyB: 0}, {BodyA: 0, BodyB: 1, TriB: 1}, {}} {
		m := engine.New(collide.About{Name: "wrong"}, func(*engine.World) (engine.Engine, error) { return found{c}, nil })
		r, err := conformance.Detector(t, []collide.Body{ball, ball}, collide.Options{Method: m}).Detect(t.Context())
		if r != nil || err == nil || !strings.Contains(err.Error(), "no two primitives") {
			t.Errorf("%v: %+v, %v", c, r, err)
		}
	}
}

// TestContactsOfRemovedBodies: an engine cannot name a body that is no longer there.
func TestContactsOfRemovedBodies(t *testing.T) {
	t.Parallel()
	ball := collide.Body{Shape: shape.Sphere{Radius: 1}}
	m := engine.New(collide.About{Name: "stale"}, func(*engine.World) (engine.Engine, error) {
		return found{{BodyA: 0, BodyB: 1}}, nil
	})
	d := conformance.Detector(t, []collide.Body{ball, ball, ball}, collide.Options{Method: m})
	d.Remove(1)
	if r, err := d.Detect(t.Context()); r != nil || err == nil || !strings.Contains(err.Error(), "no two primitives") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestForeignMethods: a collide.Method from nowhere is an error of NewDetector, traced or not.
func TestForeignMethods(t *testing.T) {
	t.Parallel()
	for _, m := range []collide.Method{foreign{}, engine.NewTracer(foreign{}).Method()} {
		if _, err := collide.NewDetector(nil, collide.Options{Method: m}); !errors.Is(err, collide.ErrOption) {
			t.Errorf("%T: %v", m, err)
		}
	}
	if got := panicOf(func() { engine.New(collide.About{}, nil) }); got != "engine: New of a method without a name" {
		t.Errorf("panic %q", got)
	}
	tracer := engine.NewTracer(nil)
	if got := panicOf(func() { tracer.Volumes(nil, -1, 1) }); got != "engine: Volumes of level -1, at most 1 of them" {
		t.Errorf("panic %q", got)
	}
	if got := panicOf(func() { tracer.Volumes(nil, 0, -1) }); got != "engine: Volumes of level 0, at most -1 of them" {
		t.Errorf("panic %q", got)
	}
}

func panicOf(f func()) (message string) {
	defer func() { message, _ = recover().(string) }()
	f()
	return ""
}

type foreign struct{}

func (foreign) About() collide.About { return collide.About{Name: "foreign"} }

func (foreign) With(string, string) (collide.Method, error) { return foreign{}, nil }
