package robot

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/require"
)

// TestQueriesAreAboutTheLastState: what is asked after Hold, which takes other detectors, and after Validate, which moves the robots of its
// goroutines, is about the state that was set before, or in which a motion ended.
func TestQueriesAreAboutTheLastState(t *testing.T) {
	t.Parallel()
	cell, others, bodies, _ := twoArms(t, 0.8)
	n := require.Cases(60, 12)
	text, holders := drawnStates(5, n, make([]float64, 6), 2)
	list, err := NewCellReader(strings.NewReader(text), "states.csv", cell, bodies)
	if err != nil {
		t.Fatal(err)
	}
	checkers := make([]*Checker, 2)
	for i := range checkers {
		if checkers[i], err = NewCellChecker(cell, others, Options{Detector: collide.Options{Workers: 1}}); err != nil {
			t.Fatal(err)
		}
	}
	values, touching := make([]float64, len(cell.Variables())), 0
	for i := range holders {
		if err := list.Next(values); err != nil {
			t.Fatal(err)
		}
		at, err := otherwise(t, checkers[1], i%3, values, list.Holds())
		if err != nil {
			t.Fatal(err)
		}
		want := detected(t, checkers[0], list.Holds(), at)
		got, err := checkers[1].Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Contacts, want.Contacts) {
			t.Errorf("state %d: %d contacts, %d where the links hold what they do first", i, len(got.Contacts), len(want.Contacts))
		}
		touching += len(want.Contacts)
	}
	if touching == 0 {
		t.Error("nothing to compare")
	}
}

// otherwise brings a checker to a state, or near it, in one of three ways of which none ends with SetState. It returns where that is.
func otherwise(t *testing.T, c *Checker, way int, values []float64, holds []Hold) ([]float64, error) {
	to := slices.Clone(values)
	switch way {
	case 0: // the state first
		if err := c.SetState(values); err != nil {
			return nil, err
		}
		return values, c.Hold(holds)
	case 1: // another state in between
		if err := c.Hold(holds); err != nil {
			return nil, err
		}
		if err := c.SetState(values); err != nil {
			return nil, err
		}
		to[1] += math.Pi / 2
		_, err := c.Validate(t.Context(), [][]float64{to}, false, nil)
		return values, err
	}
	to[2] += 0.3
	m, err := c.Move(t.Context(), Way{From: values, To: to}, collide.Gaps{}, 1e-3)
	if err != nil {
		return nil, err
	}
	if m.Verdict == collide.InContact {
		for k := range to {
			to[k] = mix(values[k], to[k], m.T1)
		}
	}
	return to, c.Hold(holds)
}

// TestTwoBodiesOfAName: which of two bodies a column is about is not guessed.
func TestTwoBodiesOfAName(t *testing.T) {
	t.Parallel()
	cell, _, bodies, _ := twoArms(t, 0.3)
	text, _ := drawnStates(1, 1, make([]float64, 6), 1)
	bodies[2] = Holdable{Name: "part", Hold: Hold{Link: -1}}
	if _, err := NewCellReader(strings.NewReader(text), "states.csv", cell, bodies); err == nil || !strings.Contains(err.Error(), "column part.link: two bodies are called part") {
		t.Errorf("two bodies of one name: %v", err)
	}
}
