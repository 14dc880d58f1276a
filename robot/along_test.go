package robot

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/require"
)

// TestDistanceAlong compares curves of linear and cubic ways with distances by brute force at instants.
func TestDistanceAlong(t *testing.T) {
	r, s := loadUR5(t)
	others := []collide.Body{wall(0.7)}
	c, err := NewChecker(r, others, Options{Semantics: s, Detector: collide.Options{Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	look, err := NewChecker(r, others, Options{Semantics: s, Detector: collide.Options{Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	states, random := randomStates(r, 16), rand.New(rand.NewPCG(21, 22))
	apart := 0
	for n := range require.Cases(60, 8) {
		w := Way{From: states[random.IntN(len(states))], To: make([]float64, len(r.Variables()))}
		for i, x := range states[random.IntN(len(states))] {
			w.To[i] = w.From[i] + 0.02*(x-w.From[i])
			if n%2 == 1 {
				w.FromRates, w.ToRates = append(w.FromRates, 0.05*random.NormFloat64()), append(w.ToRates, 0.05*random.NormFloat64())
			}
		}
		curve, nearest, at, err := c.DistanceAlong(t.Context(), w, 64)
		if err != nil {
			t.Fatal(err)
		}
		if d := distanceOn(t, look, w, at); d != nearest {
			t.Fatalf("%+v at %v: %+v; the curve has %+v", w, at, d, nearest)
		}
		if d, _, err := c.Distance(t.Context()); err != nil || d != nearest {
			t.Fatalf("the robot was left elsewhere than at %v: %+v, %v; want %+v", at, d, err, nearest)
		}
		least := nearest.Hi
		for _, row := range curve {
			least = min(least, row[2])
			for range 4 {
				x := row[0] + random.Float64()*(row[1]-row[0])
				if d := distanceOn(t, look, w, x); !(d.Hi >= row[2] && d.Lo <= row[3]) {
					t.Fatalf("%+v at %v: %v is not within %v", w, x, d.Value, row)
				}
			}
		}
		if least > 0 {
			apart++
		}
	}
	if apart == 0 {
		t.Error("no way is proven free: the test proves little")
	}
	if _, _, _, err := c.DistanceAlong(t.Context(), Way{From: states[0], To: states[1][1:]}, 8); err == nil {
		t.Error("a state of five values is taken")
	}
	c.SetBudget(collide.Budget{Steps: 1})
	if curve, _, _, err := c.DistanceAlong(t.Context(), Way{From: states[0], To: states[1]}, 8); !errors.Is(err, collide.ErrBudget) || len(curve) == 0 || curve[0][2] != 0 {
		t.Errorf("with a budget of one step: %v, %v; want an open span and the reason", curve, err)
	}
}

func distanceOn(t *testing.T, c *Checker, w Way, at float64) collide.Distance {
	t.Helper()
	values := make([]float64, len(w.From))
	w.At(at, values)
	if err := c.SetState(values); err != nil {
		t.Fatal(err)
	}
	d, _, err := c.Distance(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return d
}
