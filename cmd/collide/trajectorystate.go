package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/viewer"
	"github.com/collide-go/collide/robot"
)

// stateAnswer is that for one state.
type stateAnswer struct {
	state report.State
	steps int64
	// cut is why the state could not be finished, err what is wrong with it.
	cut, err error
	// segment is the motion to the state, nil where none was asked for.
	segment *report.Segment
}

// answer answers for a state and, if that was asked for, for the motion to it from the one before.
func (t *trajectoryRun) answer(ctx context.Context, c *robot.Checker, before, at *cellState) (a stateAnswer) {
	spent := account{budget: collide.Budget{Steps: t.budget.Steps}} // time is for all states: ctx has it
	c.SetBudget(spent.budget)
	if t.motion.set() && before.values != nil {
		t.move(ctx, c, &a, &spent, before, at)
		t.encloseDistance(ctx, c, &a, &spent, t.way(before, at))
		if t.page && a.segment != nil {
			a.segment.At = on(t.way(before, at))
		}
	}
	if a.goOn(c, &spent) {
		t.answerState(ctx, c, &a, &spent, at)
	}
	a.steps = spent.steps
	return a
}

// move answers for the motion to a state.
func (t *trajectoryRun) move(ctx context.Context, c *robot.Checker, a *stateAnswer, spent *account, before, at *cellState) {
	var err error
	if a.err = c.Hold(before.holds); a.err != nil {
		return
	}
	way := t.way(before, at)
	if t.bound != nil {
		m := stateMover{Checker: c, way: way, timeError: t.motion.timeError, opt: t.opt, spent: spent}
		a.segment, err = follow(ctx, t.bound, spent.asker(&m), "m")
		a.refuse(err)
		return
	}
	a.segment, err = t.clearance.moments(spent, c, func(distance float64) (collide.Impact, error) {
		return c.Move(ctx, way, collide.Gaps{Most: distance}, t.motion.timeError)
	})
	if a.refuse(err); t.kinds && a.segment != nil && a.segment.Impact.Verdict == collide.InContact && a.goOn(c, spent) {
		a.segment.Kind, err = spent.kindAt(ctx, c, &a.segment.Impact)
		a.refuse(err)
	}
	if t.each && a.segment != nil && a.goOn(c, spent) {
		a.refuse(spent.addEach(c, a.segment, func(gaps collide.Gaps) (collide.Impact, error) {
			return c.Move(ctx, way, gaps, t.motion.timeError)
		}))
	}
}

// answerState answers for a state.
func (t *trajectoryRun) answerState(ctx context.Context, c *robot.Checker, a *stateAnswer, spent *account, at *cellState) {
	if a.err = c.Hold(at.holds); a.err != nil {
		return
	}
	if a.err = c.SetState(at.values); a.err != nil {
		return
	}
	r, err := c.Detect(ctx)
	if r == nil {
		a.err = err
		return
	}
	spent.spend(c)
	t.found(ctx, c, a, r, err, spent)
	t.measure(ctx, c, a, spent)
}

// found adds what a result is: the pairs, or what the rules make of them.
func (t *trajectoryRun) found(ctx context.Context, c *robot.Checker, a *stateAnswer, r *collide.Result, err error, spent *account) {
	if t.bound != nil {
		b := t.judge(ctx, c, r, err, spent)
		a.state, a.cut, a.err = b.state, b.cut, b.err
		return
	}
	a.state.Verdict, a.state.Contacts = r.Verdict, t.lit(r)
	if t.kinds && errors.Is(err, collide.ErrUndecided) && !slices.ContainsFunc(r.Pairs, func(p collide.Pair) bool { return p.Verdict == collide.Unknown }) {
		err = nil // the contacts are known, and a kind that is not decided has the reason
	}
	a.refuse(spent.whole(err))
	if t.first && r.Verdict == collide.InContact {
		return // the pair that ended the query depends on what the worker's checker answered before
	}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		a.state.Pairs = append(a.state.Pairs, report.StatePair{A: p.A, B: p.B, Contacts: len(p.Contacts), Verdict: p.Verdict, Allowed: p.Allowed, Reason: p.Reason, Inside: p.Inside, Kind: t.kindOf(p)})
	}
}

// kindOf returns a pair without its contacts, whose memory the next query takes, if kinds are asked for and the pair has one.
func (t *trajectoryRun) kindOf(p *collide.Pair) *collide.Pair {
	if !t.kinds || p.Kind == collide.NoKind {
		return nil
	}
	q := *p
	q.Contacts = nil
	return &q
}

// lit returns the contacts that a page lights, as many as it takes.
func (t *trajectoryRun) lit(r *collide.Result) []collide.Contact {
	if !t.page {
		return nil
	}
	return slices.Clone(r.Contacts[:min(len(r.Contacts), viewer.MostLit)])
}

// measure adds distances to the answer for a state, within what is left of the budget.
func (t *trajectoryRun) measure(ctx context.Context, c *robot.Checker, a *stateAnswer, spent *account) {
	if t.distance && a.goOn(c, spent) {
		d, ok, err := c.Distance(ctx)
		spent.spend(c)
		if a.refuse(spent.whole(err)); ok {
			a.state.Distance = t.named(d)
		}
	}
	if !t.clearance.set || !a.goOn(c, spent) {
		return
	}
	near, err := c.Distances(ctx, t.clearance.distance, nil)
	spent.spend(c)
	a.refuse(spent.whole(err))
	for _, d := range near {
		if !d.Allowed {
			a.state.Near = append(a.state.Near, d)
		}
	}
}

// named returns a distance without its pair where that is not the same in every run: that of the contact that --first ends with
// depends on what the worker's checker answered before.
func (t *trajectoryRun) named(d collide.Distance) *collide.Distance {
	if t.first && d.Hi == 0 {
		d = collide.Distance{A: -1, B: -1, TriA: -1, TriB: -1}
	}
	return &d
}

// goOn prepares the next question about a state. It returns false if the state has ended.
func (a *stateAnswer) goOn(c *robot.Checker, spent *account) bool {
	if a.cut == nil && a.err == nil {
		a.cut = spent.limit(c)
	}
	return a.cut == nil && a.err == nil
}

// refuse notes an error. What is undecided stays so, and the states after it are answered; another
// error that wraps ErrIncomplete cut the state short.
func (a *stateAnswer) refuse(err error) {
	switch {
	case errors.Is(err, collide.ErrUndecided):
		a.state.Reason = cmp.Or(a.state.Reason, report.ReasonOf(err))
	case errors.Is(err, collide.ErrIncomplete):
		a.cut = err
	default:
		a.err = err
	}
}
