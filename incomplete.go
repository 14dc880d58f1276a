package collide

import (
	"context"
	"errors"
	"fmt"

	"github.com/collide-go/collide/internal/narrow"
)

// Errors, which come wrapped. The first three are NewDetector's. ErrIncomplete is wrapped by
// all errors of queries that could not finish, each of the others by those that it caused;
// a context that ended a query is the cause as context.Cause has it.
var (
	// ErrOption: an option is out of its range.
	ErrOption = errors.New("invalid option")
	// ErrNoBackend: this build or machine does not have what the method runs on.
	ErrNoBackend = errors.New("back end not available")
	// ErrUnsupported: the method does not take such bodies or options.
	ErrUnsupported = errors.New("not supported by the method")
	// ErrIncomplete: something was left undone. The result that comes with the error is
	// exact in what it lists.
	ErrIncomplete = errors.New("incomplete")
	// ErrBudget: Options.Budget was used up.
	ErrBudget = errors.New("budget used up")
	// ErrUndecided: the bodies do not permit an answer, such as containment in a mesh
	// that is not closed.
	ErrUndecided = errors.New("undecided")
	// ErrDeviceLost: the device of an engine went away during the query.
	ErrDeviceLost = errors.New("device lost")
)

// IncompleteError reports why a query could not finish. It wraps ErrIncomplete and Cause.
type IncompleteError struct {
	// Reason is the cause in words: "time budget of 200ms used up".
	Reason string
	// Cause wraps ErrBudget, ErrUndecided or ErrDeviceLost, or is the cause of the context.
	Cause error
}

// Error returns the reason.
func (e *IncompleteError) Error() string { return ErrIncomplete.Error() + ": " + e.Reason }

// Unwrap returns ErrIncomplete and the cause.
func (e *IncompleteError) Unwrap() []error { return []error{ErrIncomplete, e.Cause} }

// Interrupted returns the error of a query that a context ended. It wraps ctx.Err() and,
// where that is another error, context.Cause(ctx).
func Interrupted(ctx context.Context) *IncompleteError {
	err, cause := ctx.Err(), context.Cause(ctx)
	e := &IncompleteError{Reason: "interrupted", Cause: cause}
	if !errors.Is(cause, err) {
		e.Cause = fmt.Errorf("%w: %w", err, cause)
	}
	if cause != context.Canceled { //nolint:errorlint // an error that wraps it has a message of its own
		e.Reason += ": " + cause.Error()
	}
	return e
}

// cut returns why the search ended before its end, nil if it did not. lost is the
// engine's error for a lost device.
func (d *Detector) cut(ctx context.Context, lost error) *IncompleteError {
	switch cause := d.world.Control.Cause(); {
	case lost != nil:
		return &IncompleteError{Reason: lost.Error(), Cause: lost}
	case cause == narrow.Running:
		return nil
	case cause == narrow.Interrupted:
		return Interrupted(ctx)
	case cause == narrow.OutOfTime:
		return &IncompleteError{Reason: fmt.Sprintf("time budget of %v used up", d.opt.Budget.Time), Cause: ErrBudget}
	case cause == narrow.OutOfSteps:
		return &IncompleteError{Reason: fmt.Sprintf("budget of %d steps used up", d.opt.Budget.Steps), Cause: ErrBudget}
	case cause == narrow.OutOfPairs:
		return &IncompleteError{Reason: fmt.Sprintf("more than %d pairs of bodies may touch or be near enough, too many to list: are many in one place?", d.world.Control.Limits().Pairs), Cause: ErrBudget}
	case cause == narrow.OutOfContacts:
		return &IncompleteError{Reason: fmt.Sprintf("more than %d contacts, too many to list: are many bodies in one place?", d.world.Control.Limits().Contacts), Cause: ErrBudget}
	case cause == narrow.OutOfCandidates:
		return &IncompleteError{Reason: fmt.Sprintf("more than %d pairs of triangles may touch or be near enough, too many to list", d.world.Control.Limits().Contacts), Cause: ErrBudget}
	case cause == narrow.Found && d.opt.First && len(d.result.Contacts) > 0:
		return nil
	}
	return &IncompleteError{Reason: "method " + d.method.Name + " ended early without a contact", Cause: ErrUndecided}
}

// undecided returns the error of a query that left n questions undecided, one of them for
// a reason.
func undecided(reason string, n int) *IncompleteError {
	e := &IncompleteError{Reason: reason, Cause: ErrUndecided}
	if n > 1 {
		e.Reason += fmt.Sprintf(" (and %d more)", n-1)
	}
	return e
}
