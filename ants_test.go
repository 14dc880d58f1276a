package collide_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/methods/oocda"
)

// afterSteps is one query of the drifting bodies after some steps.
func afterSteps(t *testing.T, steps int, o collide.Options) *collide.Result {
	t.Helper()
	r, err := cutAfterSteps(t, steps, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cutAfterSteps is afterSteps with a query that may not finish.
func cutAfterSteps(t *testing.T, steps int, o collide.Options) (*collide.Result, error) {
	t.Helper()
	d := newDrifting(48)
	det := detector(t, d.bodies, o)
	var r *collide.Result
	var err error
	for step := range steps {
		d.move(t, step, det)
		if r, err = det.Detect(context.Background()); r == nil {
			t.Fatal(err)
		}
	}
	return r, err
}

// Under a budget of steps colonies and fronts report contacts and nothing else, say
// that something is missing, and find the same whatever the workers; so does every
// seed. With enough steps nothing is missing.
func TestAntsUnderABudget(t *testing.T) {
	full := afterSteps(t, 3, collide.Options{Method: named("bvh")})
	for _, method := range []string{"ants", "oocda"} {
		found := 0
		for _, steps := range []int64{1, 300, 3000, 20000} {
			for seed := range uint64(2) {
				var first []collide.Contact
				for _, workers := range []int{1, 2, 8} {
					r, err := cutAfterSteps(t, 3, collide.Options{
						Method: named(method, fmt.Sprintf("seed=%d", seed)), Workers: workers, Budget: collide.Budget{Steps: steps},
					})
					if !cutBy(err, collide.ErrBudget, fmt.Sprintf("budget of %d steps used up", steps)) || r.Verdict == collide.Free {
						t.Fatalf("%s, %d steps: %v, %v", method, steps, r.Verdict, err)
					}
					for i, c := range r.Contacts {
						if !slices.Contains(full.Contacts, c) || i > 0 && r.Contacts[i-1] == c {
							t.Fatalf("%s, %d steps: %v is no contact, or there twice", method, steps, c)
						}
					}
					if workers == 1 {
						first = slices.Clone(r.Contacts)
					} else if !slices.Equal(first, r.Contacts) {
						t.Fatalf("%s, %d steps: %d contacts with %d workers, %d with one", method, steps, len(r.Contacts), workers, len(first))
					}
					found += len(first)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s never found a contact", method)
		}
		if r := afterSteps(t, 3, collide.Options{Method: named(method), Budget: collide.Budget{Steps: 1e9}}); r.Hash() != full.Hash() {
			t.Errorf("%s with steps to spare: %d contacts of %d", method, len(r.Contacts), len(full.Contacts))
		}
	}
}

// Every part of oocda can be switched off; the contacts stay.
func TestOOCDASwitches(t *testing.T) {
	want := afterSteps(t, 12, collide.Options{Method: named("bvh")}).Hash()
	for _, o := range []oocda.Options{{Scalar: true}, {NoFront: true}, {NoSlack: true}, {NoAnts: true}, {Scalar: true, NoFront: true, NoAnts: true}} {
		if got := afterSteps(t, 12, collide.Options{Method: oocda.New(o), Workers: 2}).Hash(); got != want {
			t.Errorf("%+v: %s, bvh %s", o, got, want)
		}
	}
}

// One witness ends a boolean query, with colonies and without.
func TestAntsFindAWitness(t *testing.T) {
	for _, o := range []collide.Options{{Method: named("ants")}, {Method: named("oocda")}, {Method: named("oocda", "ants=off")}, {Method: named("bvh")}} {
		o.First, o.Workers = true, 1
		r := afterSteps(t, 1, o)
		if r.Verdict != collide.InContact || len(r.Contacts) != 1 {
			t.Fatalf("%s: %v, %d contacts", nameOf(o.Method), r.Verdict, len(r.Contacts))
		}
		t.Logf("%s: %d volume and %d triangle tests to the first contact", nameOf(o.Method), r.Stats.BVTests, r.Stats.PrimitiveTests)
	}
}

func TestFrontsAndColoniesAllocateNothing(t *testing.T) {
	for _, method := range []string{"oocda", "ants"} {
		d := newDrifting(48)
		det := detector(t, d.bodies, collide.Options{Method: named(method), Workers: 1})
		step := 0
		frame := func() {
			step++
			d.move(t, step%4, det)
			if step%4 == 0 { // back to where it was
				for i := range d.place {
					d.place[i] = d.place[i].Sub(d.way[i].Scale(4))
				}
			}
			if _, err := det.Detect(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		for range 200 {
			frame()
		}
		if n := testing.AllocsPerRun(40, frame); n != 0 {
			t.Errorf("%s: %v allocations a frame, want 0", method, n)
		}
	}
}
