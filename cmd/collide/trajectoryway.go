package main

import (
	"context"
	"fmt"

	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/robot"
)

// cubic is the motion between states that keeps their velocities.
const cubic = "cubic"

// next reads a state. On a cubic motion it has to be later than the one before.
func (t *trajectoryRun) next(before *cellState) (cellState, error) {
	s := cellState{values: make([]float64, len(t.cell.Variables()))}
	if err := t.states.Next(s.values); err != nil {
		return s, err
	}
	s.holds = t.states.Holds()
	if t.motion.continuous != cubic {
		return s, nil
	}
	time, velocities, err := t.states.Pace()
	if err != nil {
		return s, err
	}
	if s.time, s.velocities = time, append([]float64(nil), velocities...); before.values != nil && !(s.time > before.time) {
		return s, &robot.Error{File: t.states.File(), Line: t.states.Line(), Msg: fmt.Sprintf("time is %v; expected one above that of the state before, %v", s.time, before.time)}
	}
	return s, nil
}

// from returns the state before one of a block, its values nil at the start of the list.
func (b *stateBlock) from(i int) *cellState {
	if i == 0 {
		return &b.before
	}
	return &b.states[i-1]
}

// way is that from one state to the next.
func (t *trajectoryRun) way(from, to *cellState) robot.Way {
	w := robot.Way{From: from.values, To: to.values}
	if t.motion.continuous != cubic {
		return w
	}
	seconds := to.time - from.time
	for i := range from.velocities {
		w.FromRates, w.ToRates = append(w.FromRates, float64(seconds*from.velocities[i])), append(w.ToRates, float64(seconds*to.velocities[i]))
	}
	return w
}

// checkWay does for the way to a state what checkLimits does for the state: a cubic goes farther than both its ends.
func (t *trajectoryRun) checkWay(from, to *cellState, line int) error {
	if t.motion.continuous != cubic || from.values == nil {
		return nil
	}
	w := t.way(from, to)
	lo, hi := make([]float64, len(to.values)), make([]float64, len(to.values))
	w.Range(lo, hi)
	for _, values := range [2][]float64{lo, hi} {
		if err := t.checkLimits(values, line, "on the way to this state "); err != nil {
			return err
		}
	}
	return nil
}

// encloseDistance adds the curve of the distance on a way.
func (t *trajectoryRun) encloseDistance(ctx context.Context, c *robot.Checker, a *stateAnswer, spent *account, way robot.Way) {
	if t.curve == 0 || a.segment == nil || !a.goOn(c, spent) {
		return
	}
	rows, nearest, at, err := c.DistanceAlong(ctx, way, t.curve)
	spent.spend(c)
	if a.refuse(spent.whole(err)); rows != nil {
		a.segment.Curve = &report.Curve{Rows: rows, Nearest: nearest, T: at}
	}
}

// on returns the values at a time on a way.
func on(w robot.Way) func(t float64) []float64 {
	return func(t float64) []float64 {
		values := make([]float64, len(w.From))
		w.At(t, values)
		return values
	}
}
