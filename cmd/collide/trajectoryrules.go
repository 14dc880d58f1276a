package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/robot"
)

// checkRules returns what rules cannot be asked together with.
func (f *trajectoryFlags) checkRules() error {
	switch {
	case f.rules == "":
		return nil
	case f.allow != "":
		return errors.New("--rules with --allow; expected one of them: an allowed pair is a rule with ignore")
	case f.first:
		return errors.New("--rules with --first; expected one of them: rules need all contacts")
	case f.orient == string(collide.Parity):
		return fmt.Errorf("--rules with --orient %s; rules go by winding numbers", f.orient)
	case f.clearance.set:
		return errors.New(`--rules with --clearance; expected a first rule for all pairs, such as "* * clearance > 2cm"`)
	}
	return nil
}

// checkStateKinds returns what kinds cannot be asked together with.
func (f *trajectoryFlags) checkStateKinds() error {
	if f.kinds && f.orient == string(collide.Parity) {
		return fmt.Errorf("--kinds with --orient %s; kinds go by winding numbers", f.orient)
	}
	return f.checkKinds(f.kinds)
}

// bindStates reads the rules of a trajectory. Pairs that they ignore are not tested.
func (a *app) bindStates(ctx context.Context, from *input.Files, in *cell, file string, run *trajectoryRun, opt *collide.Options) error {
	if file == "" {
		return nil
	}
	set, err := readRules(ctx, from, file)
	if err != nil {
		return err
	}
	if err := set.Settle(unit.Unit(in.unit)); err != nil {
		return err
	}
	if run.bound, err = set.Bind(ctx, run.ruled(in)); err != nil {
		return err
	}
	if err := run.bound.Skip(ctx, skippedOf(run.untested)); err != nil {
		return err
	}
	a.logWarnings(file, run.bound.Unmatched())
	opt.Kinds = true
	if run.motion.set() {
		if err := refuseDeviations(run.bound, file); err != nil {
			return err
		}
	}
	opt.Skip, err = run.ignored(ctx, in)
	return err
}

// stateMover moves the robots from one state to another.
type stateMover struct {
	*robot.Checker
	way       robot.Way
	timeError float64
	opt       collide.Options
	spent     *account
}

// Move implements rules.Mover.
func (m *stateMover) Move(ctx context.Context, gaps collide.Gaps) (collide.Impact, error) {
	return m.Checker.Move(ctx, m.way, gaps, m.timeError)
}

// Moves implements rules.Mover.
func (m *stateMover) Moves(a, b int) bool {
	_, paths, err := m.Checker.Two(a, b)
	return err == nil && (paths[0] != nil || paths[1] != nil) // with rules every body has one shape
}

// Two implements rules.Mover.
func (m *stateMover) Two(a, b int) (*rules.Duel, error) {
	bodies, paths, err := m.Checker.Two(a, b)
	if err != nil {
		return nil, err
	}
	return newDuel(bodies, paths, m.timeError, m.opt, m.spent)
}

// ruled returns what rules know of the bodies: the links of the robots, then the others.
func (t *trajectoryRun) ruled(in *cell) []rules.Body {
	var bodies []rules.Body
	for _, r := range in.robots {
		last := -1
		for _, p := range r.Parts(in.visual) {
			if p.Link != last {
				bodies = append(bodies, rules.Body{File: r.File})
			}
			last = p.Link
		}
	}
	for i, p := range in.placed {
		bodies = append(bodies, rules.Body{File: p.File, Immovable: !in.moves(in.links() + i)})
	}
	for i := range bodies {
		bodies[i].Name = t.names[i]
	}
	return bodies
}

// ignored returns the pairs of bodies, of which one moves, that a rule ignores, and adds them to those that are
// not tested.
func (t *trajectoryRun) ignored(ctx context.Context, in *cell) ([][2]int, error) {
	known := map[[2]int]bool{}
	for _, u := range t.untested {
		known[[2]int{u.A, u.B}] = true
	}
	var skip [][2]int
	for a := range t.names {
		if !in.moves(a) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for b := range t.names {
			if b <= a && in.moves(b) {
				continue // a pair that was here, or a body with itself
			}
			x, y := min(a, b), max(a, b)
			if r := t.bound.Rule(x, y); r != nil && r.Ignore && !known[[2]int{x, y}] {
				skip = append(skip, [2]int{x, y})
				t.untested = append(t.untested, report.Untested{A: x, B: y, Reason: "rule: " + r.Where()})
			}
		}
	}
	slices.SortFunc(t.untested, func(x, y report.Untested) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	return skip, nil
}

// judge adds what the rules make of a state, within what is left of the budget.
func (t *trajectoryRun) judge(ctx context.Context, c *robot.Checker, r *collide.Result, err error, spent *account) stateAnswer {
	j, err := t.bound.Judge(ctx, spent.asker(c), r, err, "m")
	if err != nil {
		return stateAnswer{err: err}
	}
	a := stateAnswer{state: report.State{Verdict: j.Result.Verdict, Ruled: true, Gate: report.Pass, Contacts: t.lit(j.Result)}}
	a.refuse(j.Err)
	for i := range j.Findings {
		p, f := &j.Result.Pairs[i], &j.Findings[i]
		a.count(f)
		if p.Verdict == collide.Free {
			continue // too near
		}
		s := report.StatePair{A: p.A, B: p.B, Contacts: len(p.Contacts), Verdict: p.Verdict, Allowed: p.Allowed, Reason: p.Reason, Inside: p.Inside, Why: f.Why, Kind: t.kindOf(p)}
		if f.Rule != nil {
			s.Rule = f.Rule.String()
		}
		a.state.Pairs = append(a.state.Pairs, s)
	}
	for _, d := range j.Near {
		if f := j.Of(d.A, d.B); f.Status == rules.Fail {
			a.state.Near = append(a.state.Near, d)
		}
	}
	if a.cut != nil && a.state.Gate == report.Pass {
		a.state.Gate = report.Undecided
	}
	return a
}

// count lowers the outcome of a state to that of a pair.
func (a *stateAnswer) count(f *rules.Finding) {
	switch f.Status {
	case rules.Fail:
		a.state.Gate = report.Fail
	case rules.Undecided:
		if a.state.Gate != report.Fail {
			a.state.Gate = report.Undecided
		}
		a.state.Reason = cmp.Or(a.state.Reason, f.Why)
	case rules.Pass:
	}
}
