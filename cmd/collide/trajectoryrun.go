package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/robot"
)

// trajectoryRun answers for states on several goroutines, each with a checker of its own, block by block, and delivers
// the answers in the order of the states.
type trajectoryRun struct {
	cell      *cell
	states    *robot.StateReader
	checkers  []*robot.Checker
	names     []string
	untested  []report.Untested
	bound     *rules.Bound // nil without rules
	budget    collide.Budget
	distance  bool
	kinds     bool
	each      bool // of a motion the first contacts of all pairs
	curve     int  // spans of a motion that the distance is enclosed in, 0 for none
	page      bool // the report is a page, which draws states and their contacts
	first     bool // each state ends with its first contact
	permits   bool // some pairs may touch
	clearance clearanceFlag
	motion    motionFlags
	opt       collide.Options // of the detectors
	limits    bool
	warn      func(string)
	proof     *statesProof // nil for none

	out    report.Trajectory
	failed error // of writing
	// cut is why the list was not finished although nothing is wrong with it.
	cut error
	// undecided counts the states about which something is undecided, reason is that of the first.
	undecided int
	reason    string
	steps     int64
	touching  bool
	failing   bool // a contact of a state that touches fails it
	motions   report.Motions
	end       report.TrajectoryEnd
	beyond    map[[2]int]bool // joints of robots that a warning was written about
	settings  [][]robot.Hold  // what links hold in the last state, in those of a page each where it differs from the one before
	held      []report.Held   // of the last state
}

// statesPerBlock is the number of states that a goroutine gets of each block: enough that handing blocks over takes
// little time, few enough that a block fits into a cache.
const statesPerBlock = 128

// cellState is the values of a state and what links hold in it; of a list of cubic motions also the velocities, and when it is reached.
type cellState struct {
	values     []float64
	holds      []robot.Hold
	time       float64
	velocities []float64
}

// stateBlock is some states and their answers.
type stateBlock struct {
	// before is the state before the first one, its values nil at the start of the list.
	before  cellState
	states  []cellState
	lines   []int
	answers []stateAnswer
	err     error // the reader's, after the last state
}

// do answers for all states and returns what is wrong with the input, if anything is.
func (t *trajectoryRun) do(parent context.Context) error {
	err := t.answerList(parent)
	switch {
	case t.cut != nil:
	case t.undecided > 0:
		t.cut = undecidedOf(t.undecided, t.end.States, "states", t.reason)
	default:
		t.cut = t.motions.Undecided()
	}
	return err
}

// answerList answers until the list or the context ends.
func (t *trajectoryRun) answerList(parent context.Context) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	if t.budget.Time > 0 {
		ctx, cancel = context.WithTimeout(ctx, t.budget.Time)
		defer cancel()
	}
	blocks := make(chan *stateBlock, 1)
	go t.read(ctx, blocks) // it may be stuck in a read that nothing can interrupt; it ends with the program
	for {
		var b *stateBlock
		select {
		case b = <-blocks:
		default:
			if t.failed = t.out.Flush(); t.failed != nil {
				return nil
			}
			select {
			case b = <-blocks:
			case <-ctx.Done():
				t.endEarly(parent)
				return nil
			}
		}
		t.answerAll(ctx, b)
		if done, err := t.deliver(parent, ctx, b); done {
			return err
		}
	}
}

// read sends blocks until the states or the context end. It does not wait for a full block when the next state has not
// arrived yet.
func (t *trajectoryRun) read(ctx context.Context, blocks chan<- *stateBlock) {
	var before cellState
	for {
		b := &stateBlock{before: before}
		for len(b.states) < statesPerBlock*len(t.checkers) {
			var s cellState
			if s, b.err = t.next(&before); b.err != nil {
				break
			}
			before = s
			b.states, b.lines = append(b.states, s), append(b.lines, t.states.Line())
			if !t.states.Buffered() {
				break
			}
		}
		select {
		case blocks <- b:
		case <-ctx.Done():
			return
		}
		if b.err != nil {
			return
		}
	}
}

// answerAll answers for the states of a block on all cores.
func (t *trajectoryRun) answerAll(ctx context.Context, b *stateBlock) {
	b.answers = make([]stateAnswer, len(b.states))
	grain := max(1, min(16, len(b.states)/len(t.checkers)))
	par.For(len(b.states), len(t.checkers), grain, func(worker, lo, hi int) {
		t.answerSome(ctx, t.checkers[worker], b, lo, hi)
	})
}

// deliver writes the answers of a block in order. It returns true at the end of the list.
func (t *trajectoryRun) deliver(parent, ctx context.Context, b *stateBlock) (bool, error) {
	for i := range b.answers {
		a := &b.answers[i]
		if err := cmp.Or(t.checkLimits(b.states[i].values, b.lines[i], ""), t.checkWay(b.from(i), &b.states[i], b.lines[i])); err != nil {
			return true, err
		}
		switch {
		case a.err != nil:
			return true, &robot.Error{File: t.states.File(), Line: b.lines[i], Err: a.err}
		case t.budget.Steps > 0 && t.steps >= t.budget.Steps:
			t.cut = &collide.IncompleteError{Reason: fmt.Sprintf("budget of %d steps used up", t.budget.Steps), Cause: collide.ErrBudget}
			return true, nil
		case a.cut != nil:
			t.endWithin(parent, ctx, a)
			return true, nil //nolint:nilerr // t.cut has it
		}
		t.steps += a.steps
		if t.failed = t.deliverMotion(a.segment); t.failed != nil {
			return true, nil //nolint:nilerr // t.failed has it
		}
		t.count(&a.state)
		t.describe(&a.state, &b.states[i])
		if t.failed = t.prove(ctx, &a.state); t.failed != nil || t.cut != nil {
			return true, nil //nolint:nilerr // t.failed or t.cut has it
		}
		if t.failed = t.out.State(&a.state); t.failed != nil {
			return true, nil //nolint:nilerr // t.failed has it
		}
		t.end.States++
	}
	switch {
	case errors.Is(b.err, io.EOF):
		return true, nil
	case b.err != nil:
		return true, b.err
	}
	return false, nil
}

// describe adds to an answer which state it is.
func (t *trajectoryRun) describe(s *report.State, of *cellState) {
	s.Index, s.Values = t.end.States, of.values
	if n := len(t.settings); n == 0 || !sameHolds(t.settings[n-1], of.holds) {
		if !t.page {
			t.settings = t.settings[:0]
		}
		t.settings, t.held = append(t.settings, of.holds), t.cell.heldIn(of.holds)
	}
	s.Setting, s.Held = len(t.settings)-1, t.held
}

// sameHolds reports whether nothing was taken or released between two states of a list.
func sameHolds(a, b []robot.Hold) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// prove adds a state to the proof. Where the context ends, so do the answers: a proof is of all of them.
func (t *trajectoryRun) prove(ctx context.Context, s *report.State) error {
	err := t.proof.add(ctx, s)
	if errors.Is(err, collide.ErrIncomplete) {
		t.cut, err = err, nil
	}
	return err
}

// deliverMotion writes the motion to the state that is next, nil where there is none.
func (t *trajectoryRun) deliverMotion(m *report.Segment) error {
	if m == nil {
		return nil
	}
	t.motions.Add(m)
	m.Index = t.end.States - 1
	return t.out.Segment(*m)
}

// count adds a state to the totals.
func (t *trajectoryRun) count(s *report.State) {
	if s.Reason != "" {
		t.undecided, t.reason = t.undecided+1, cmp.Or(t.reason, s.Reason)
	}
	switch fails := s.Outcome() == report.Fail; {
	case s.Verdict == collide.InContact:
		t.touch(s)
		if fails {
			t.end.Colliding++
		}
	case fails:
		t.end.TooNear++
	}
}

// touch notes a state in contact. Rules may leave open whether it fails.
func (t *trajectoryRun) touch(s *report.State) {
	t.touching = true
	t.failing = t.failing || s.Outcome() == report.Fail
	t.end.Contested = !t.failing
}

// checkLimits warns of a joint outside its limits, once each, or returns the error that this is under --limits.
func (t *trajectoryRun) checkLimits(values []float64, line int, where string) error {
	for m, r := range t.cell.robots {
		own := t.cell.Values(m, values)
		for _, j := range r.Robot.Beyond(own, nil) {
			text := where + beyond(r, j, own)
			if t.limits {
				return &robot.Error{File: t.states.File(), Line: line, Msg: text}
			}
			if t.beyond == nil {
				t.beyond = map[[2]int]bool{}
			}
			if !t.beyond[[2]int{m, j}] {
				t.beyond[[2]int{m, j}] = true
				t.warn(fmt.Sprintf("%s:%d: %s", quote.Name(t.states.File()), line, text))
			}
		}
	}
	return nil
}

// endEarly notes that the context ended the list: an interruption, or the budget of time.
func (t *trajectoryRun) endEarly(parent context.Context) {
	if parent.Err() != nil {
		t.cut = collide.Interrupted(parent)
		return
	}
	t.cut = &collide.IncompleteError{Reason: fmt.Sprintf("time budget of %v used up", t.budget.Time), Cause: collide.ErrBudget}
}

// endWithin notes that the list ended within a state: a contact found in it counts, though the state has no line.
func (t *trajectoryRun) endWithin(parent, ctx context.Context, a *stateAnswer) {
	if t.cut = a.cut; ctx.Err() != nil {
		t.endEarly(parent)
	}
	if a.segment != nil && a.segment.Outcome() == report.Fail {
		if a.segment.Impact.Verdict == collide.InContact {
			t.touching, t.failing = true, true
		} else {
			t.end.TooNear++
		}
		t.cut = &collide.IncompleteError{Reason: fmt.Sprintf("%s in state %d, on whose way there is a %s", report.ReasonOf(t.cut), t.end.States, a.segment.Failing()), Cause: t.cut}
	}
	if a.state.Verdict == collide.InContact {
		t.touch(&a.state)
		t.cut = &collide.IncompleteError{Reason: fmt.Sprintf("%s in state %d, which touches", report.ReasonOf(t.cut), t.end.States), Cause: t.cut}
	}
	if a.state.Verdict != collide.InContact && a.state.Outcome() == report.Fail {
		t.end.TooNear++
	}
}

// verdict is that over all states.
func (t *trajectoryRun) verdict(bad error) collide.Verdict {
	switch {
	case t.touching || t.motions.Touching > 0:
		return collide.InContact
	case t.cut != nil || bad != nil:
		return collide.Unknown
	}
	return collide.Free
}

// untestedOf returns the pairs that a checker does not test.
func untestedOf(c *robot.Checker) []report.Untested {
	var list []report.Untested
	for _, u := range c.Untested() {
		list = append(list, report.Untested(u))
	}
	return list
}
