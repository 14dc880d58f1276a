package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/rules"
)

// account is a budget that several queries of one command share.
type account struct {
	budget collide.Budget
	start  time.Time
	steps  int64
}

// bounded answers queries within a budget: a detector or a checker.
type bounded interface {
	SetBudget(b collide.Budget)
	Steps() int64
}

// open begins to spend a budget.
func open(b collide.Budget) account { return account{budget: b, start: time.Now()} }

// spend adds the steps of a query.
func (a *account) spend(d bounded) { a.steps += d.Steps() }

// limit gives a detector what is left for its next query. The error is that of a budget that is
// used up.
func (a *account) limit(d bounded) error {
	left := a.budget
	if left.Time > 0 {
		left.Time -= time.Since(a.start)
	}
	if left.Steps > 0 {
		left.Steps -= a.steps
	}
	if left.Time < 0 || left.Steps < 0 || a.budget.Time > 0 && left.Time == 0 || a.budget.Steps > 0 && left.Steps == 0 {
		return a.usedUp()
	}
	d.SetBudget(left)
	return nil
}

// usedUp is the error of a query that the budget ended: its reason names the whole budget.
func (a *account) usedUp() error {
	e := &collide.IncompleteError{Reason: fmt.Sprintf("budget of %d steps used up", a.budget.Steps), Cause: collide.ErrBudget}
	if a.budget.Time > 0 {
		e.Reason = fmt.Sprintf("time budget of %v used up", a.budget.Time)
	}
	return e
}

// whole is the error of a query within the budget: of one that was ended by what was left, that of the
// whole.
func (a *account) whole(err error) error {
	if errors.Is(err, collide.ErrBudget) {
		return a.usedUp()
	}
	return err
}

// asker asks what rules need to know within the budget.
func (a *account) asker(d interface {
	bounded
	rules.Detector
}) rules.Asker {
	return rules.Asker{Detector: d, Ask: func(query func() error) error {
		if err := a.limit(d); err != nil {
			return err
		}
		err := query()
		a.spend(d)
		return a.whole(err)
	}}
}
