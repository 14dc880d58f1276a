package collide_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/shape"
)

// verdictOf is that of a query that finished.
func verdictOf(contact bool) collide.Verdict {
	if contact {
		return collide.InContact
	}
	return collide.Free
}

func TestVerdictStrings(t *testing.T) {
	t.Parallel()
	var zero collide.Verdict
	if got := fmt.Sprint(zero, collide.Unknown, collide.Free, collide.InContact, collide.Verdict(9)); got != "unknown unknown free contact verdict 9" {
		t.Error(got)
	}
}

// scripted is an engine that does what it is told.
type scripted struct {
	contacts []world.Contact
	cause    narrow.Cause
	cancel   context.CancelCauseFunc
	err      error
}

var errOperator = errors.New("the operator pressed stop")

func (e *scripted) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	if e.cause != narrow.Running {
		w.Control.Stop(e.cause)
	}
	if e.cancel != nil {
		e.cancel(errOperator)
		w.Control.Poll()
	}
	return append(dst, e.contacts...), e.err
}

// TestVerdictsAndErrors: what a query returns for everything that an engine can run into,
// with a contact found before and without, for the set and for the boolean.
func TestVerdictsAndErrors(t *testing.T) {
	t.Parallel()
	other := errors.New("out of memory")
	lost := fmt.Errorf("reading back: %w", collide.ErrDeviceLost)
	for name, c := range map[string]struct {
		engine  scripted
		ctx     bool // the engine's context is cancelled with a cause of its own
		causes  []error
		reason  string
		nothing bool // no result
	}{
		"finished":    {},
		"interrupted": {ctx: true, causes: []error{errOperator, context.Canceled}, reason: "interrupted: the operator pressed stop"},
		"time":        {engine: scripted{cause: narrow.OutOfTime}, causes: []error{collide.ErrBudget}, reason: "time budget of 1h0m0s used up"},
		"steps":       {engine: scripted{cause: narrow.OutOfSteps}, causes: []error{collide.ErrBudget}, reason: "budget of 1000000 steps used up"},
		"pairs":       {engine: scripted{cause: narrow.OutOfPairs}, causes: []error{collide.ErrBudget}, reason: "more than 67108864 pairs of bodies may touch or be near enough, too many to list: are many in one place?"},
		"contacts":    {engine: scripted{cause: narrow.OutOfContacts}, causes: []error{collide.ErrBudget}, reason: "more than 134217728 contacts, too many to list: are many bodies in one place?"},
		"candidates":  {engine: scripted{cause: narrow.OutOfCandidates}, causes: []error{collide.ErrBudget}, reason: "more than 134217728 pairs of triangles may touch or be near enough, too many to list"},
		"lost device": {engine: scripted{err: lost}, causes: []error{collide.ErrDeviceLost, lost}, reason: "reading back: device lost"},
		"other error": {engine: scripted{err: other}, causes: []error{other}, nothing: true},
	} {
		for _, found := range []bool{false, true} {
			for _, first := range []bool{false, true} {
				e := c.engine
				if found {
					e.contacts = []world.Contact{{BodyA: 0, BodyB: 1}}
				}
				ctx, cancel := context.WithCancelCause(context.Background())
				if c.ctx {
					e.cancel = cancel
				}
				r, err := ask(t, ctx, &e, collide.Options{First: first, Budget: collide.Budget{Time: time.Hour, Steps: 1e6}})
				cancel(nil)
				where := fmt.Sprintf("%s, found %v, first %v", name, found, first)
				if (r == nil) != c.nothing {
					t.Fatalf("%s: result %v, error %v", where, r, err)
				}
				for _, cause := range c.causes {
					if complete := found && first && r != nil; errors.Is(err, cause) == complete {
						t.Errorf("%s: error %v, cause %v", where, err, cause)
					}
				}
				if errors.Is(err, collide.ErrIncomplete) != (err != nil && r != nil) {
					t.Errorf("%s: error %v with the result %v", where, err, r)
				}
				if err != nil && r != nil && (err.Error() != "incomplete: "+c.reason || !cutBy(err, c.causes[0], c.reason)) {
					t.Errorf("%s: error %q, expected the reason %q", where, err, c.reason)
				}
				if r == nil {
					continue
				}
				want := map[bool]collide.Verdict{true: collide.InContact, false: collide.Unknown}[found]
				if !found && c.causes == nil {
					want = collide.Free
				}
				rest := collide.Unknown
				if err == nil && (!found || !first) {
					rest = collide.Free
				}
				if r.Verdict != want || r.Rest != rest {
					t.Errorf("%s: %v, others %v; expected %v, %v", where, r.Verdict, r.Rest, want, rest)
				}
			}
		}
	}
}

// ask puts one query to an engine over two balls.
func ask(t *testing.T, ctx context.Context, e world.Engine, o collide.Options) (*collide.Result, error) { //nolint:revive // t comes first
	t.Helper()
	o.Method = fixed{e}
	ball := shape.Sphere{Radius: 1}
	return detector(t, []collide.Body{{Name: "a", Shape: ball}, {Name: "b", Shape: ball}}, o).Detect(ctx)
}

// TestFoundWithoutAContact: an engine that ends as if it had found a contact, and has none,
// or whose query asks for all of them, proves nothing.
func TestFoundWithoutAContact(t *testing.T) {
	t.Parallel()
	for _, first := range []bool{false, true} {
		r, err := ask(t, t.Context(), &scripted{cause: narrow.Found}, collide.Options{First: first})
		if r == nil || r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrIncomplete) {
			t.Errorf("first %v: %+v, %v", first, r, err)
		}
	}
}

// TestEndedContextsNeverAnswer: a context that has ended is looked at by every method
// before anything else, whatever the bodies.
func TestEndedContextsNeverAnswer(t *testing.T) {
	t.Parallel()
	cancelled, cancel := context.WithCancelCause(context.Background())
	cancel(errOperator)
	late, stop := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer stop()
	far := []collide.Body{{Name: "a", Shape: shape.Sphere{}}, {Name: "b", Shape: shape.Sphere{Center: geom.Vec{X: 9}}}}
	for _, m := range table {
		for _, bodies := range [][]collide.Body{nil, far, tori(1)} {
			d := detector(t, bodies, collide.Options{Method: m, Workers: 1})
			if r, err := d.Detect(cancelled); r == nil || r.Verdict != collide.Unknown || !cutBy(err, errOperator, "interrupted: the operator pressed stop") {
				t.Errorf("%s, %d bodies: %+v, %v", nameOf(m), len(bodies), r, err)
			}
			if r, err := d.Detect(late); r == nil || r.Verdict != collide.Unknown || !cutBy(err, context.DeadlineExceeded, "interrupted: context deadline exceeded") {
				t.Errorf("%s, %d bodies: %+v, %v", nameOf(m), len(bodies), r, err)
			}
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestUndecidedPairs: each pair that cannot be decided is listed with its reason, contacts
// next to them count, and the pairs that are not listed are free.
func TestUndecidedPairs(t *testing.T) {
	t.Parallel()
	open := scaledMesh(cube(), 9, geom.Vec{X: -4, Y: -4, Z: -4})
	open.Triangles = open.Triangles[1:]
	small := func(name string, x float64) collide.Body {
		return collide.Body{Name: name, Shape: collide.NewModel(scaledMesh(cube(), 0.5, geom.Vec{X: x}))}
	}
	bodies := []collide.Body{{Name: "open", Shape: collide.NewModel(open)}, small("a", 0), small("b", 2), small("far", 50)}
	r, err := detector(t, bodies, collide.Options{Solid: true}).Detect(t.Context())
	if r == nil || r.Verdict != collide.Unknown || r.Rest != collide.Free || len(r.Pairs) != 2 || !errors.Is(err, collide.ErrUndecided) {
		t.Fatalf("%+v, %v", r, err)
	}
	for i, p := range r.Pairs {
		if p.A != 0 || p.B != i+1 || p.Verdict != collide.Unknown || !strings.Contains(p.Reason, "containment of "+bodies[i+1].Name+" in open") {
			t.Errorf("pair %d is %+v", i, p)
		}
	}
	if text := err.Error(); !strings.HasPrefix(text, "incomplete: "+r.Pairs[0].Reason) || !strings.HasSuffix(text, "(and 1 more)") {
		t.Errorf("error %q", text)
	}
	bodies = append(bodies, small("twin", 50))
	for _, first := range []bool{false, true} {
		r, err = detector(t, bodies, collide.Options{Solid: true, First: first}).Detect(t.Context())
		if r == nil || r.Verdict != collide.InContact || (err == nil) != first {
			t.Errorf("with a contact beside them, first %v: %+v, %v", first, r, err)
		}
	}
}
