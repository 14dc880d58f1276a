package collide_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
)

// TestBudgetsNeverEndSilently: whatever the budget, a result that calls itself complete has
// every contact, for every method that can be stopped by steps; multiples of the blocks in
// which workers claim steps are the hard ones.
func TestBudgetsNeverEndSilently(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(scene.Torus("torus", 2, 0.7, 24, 8))
	bodies := []collide.Body{{Name: "a", Shape: m}, {Name: "b", Shape: m, Pose: at(1, 0.3, 0.2)}}
	for _, method := range table {
		if nameOf(method) == "multiprocess" {
			continue // TestStepBudgetAcrossProcesses has it
		}
		full, _ := budgeted(t, bodies, method, 0)
		needed := full.Stats.BVTests + full.Stats.PrimitiveTests
		cut := 0
		for steps := int64(256); steps < needed+512; steps += max(256, needed/int64(require.Cases(12, 5))/256*256) {
			for _, s := range []int64{steps - 1, steps, steps + 1} {
				r, err := budgeted(t, bodies, method, s)
				if err == nil && r.Hash() != full.Hash() {
					t.Errorf("%s: a budget of %d steps ends with %d of %d contacts and calls that complete", nameOf(method), s, len(r.Contacts), len(full.Contacts))
				}
				if err != nil {
					cut++
				}
			}
		}
		if cut == 0 {
			t.Errorf("%s: no budget below its %d tests stopped it", nameOf(method), needed)
		}
	}
}

func budgeted(t *testing.T, bodies []collide.Body, method collide.Method, steps int64) (*collide.Result, error) {
	t.Helper()
	r, err := detector(t, bodies, collide.Options{Method: method, Workers: 2, Self: true, Budget: collide.Budget{Steps: steps}}).Detect(context.Background())
	if err != nil && !errors.Is(err, collide.ErrBudget) {
		t.Fatal(err)
	}
	return r, err
}

// TestBudgetIsReplaced measures within a budget that changes, and counts what was spent of it.
func TestBudgetIsReplaced(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, method := range measuring {
		d := detector(t, smallTori(4), collide.Options{Method: named(method), Workers: 1, Budget: collide.Budget{Steps: 1}})
		if _, _, err := d.Distance(ctx); !errors.Is(err, collide.ErrBudget) {
			t.Errorf("%s: a budget of 1 step ends with %v", method, err)
		}
		d.SetBudget(collide.Budget{})
		all, err := d.Distances(ctx, math.Inf(1), nil)
		needed := d.Steps()
		if err != nil || needed < 100 {
			t.Fatalf("%s: %d steps, %v", method, needed, err)
		}
		for _, c := range []struct {
			steps int64
			want  bool
		}{{needed / 3, false}, {1 << 40, true}, {needed / 4, false}} {
			d.SetBudget(collide.Budget{Steps: c.steps})
			list, err := d.Distances(ctx, math.Inf(1), nil)
			if (err == nil) != c.want || err != nil && !errors.Is(err, collide.ErrBudget) || c.want != slices.Equal(list, all) {
				t.Errorf("%s: with %d steps of %d, %d of %d distances and %v", method, c.steps, needed, len(list), len(all), err)
			}
			if n := d.Steps(); n > 2*c.steps+512 { // a search for contacts may count two tests a step
				t.Errorf("%s: %d steps of a budget of %d", method, n, c.steps)
			}
		}
	}
}
