package main

import (
	"context"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/robot"
)

// sifts reports whether of each state the verdict alone is asked, so that eight states are looked at side by side (robot.Checker.Validate). Permitted pairs in contact are listed
// in states that are free.
func (t *trajectoryRun) sifts() bool {
	return t.first && !t.permits && t.bound == nil && !t.kinds && !t.distance && !t.clearance.set && !t.motion.set() && !t.page && t.proof == nil && t.budget.Steps == 0
}

// answerSome answers for the states of a block from lo to hi. A state that is not decided is asked again by itself, for the reason.
func (t *trajectoryRun) answerSome(ctx context.Context, c *robot.Checker, b *stateBlock, lo, hi int) {
	var verdicts []collide.Verdict
	if t.sifts() {
		verdicts = t.sifted(ctx, c, b.states[lo:hi])
	}
	for i := lo; i < hi; i++ {
		if k := i - lo; k < len(verdicts) && verdicts[k] != collide.Unknown {
			b.answers[i].state.Verdict = verdicts[k]
		} else {
			b.answers[i] = t.answer(ctx, c, b.from(i), &b.states[i])
		}
	}
}

// sifted returns the verdicts on states in which no link holds anything, up to the first one that is wrong.
func (t *trajectoryRun) sifted(ctx context.Context, c *robot.Checker, states []cellState) []collide.Verdict {
	values := make([][]float64, len(states))
	for i := range states {
		if values[i] = states[i].values; len(states[i].holds) > 0 {
			return nil
		}
	}
	if c.Hold(nil) != nil {
		return nil
	}
	verdicts, _ := c.Validate(ctx, values, false, make([]collide.Verdict, 0, len(states)))
	return verdicts
}
