package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/require"
)

// errStop is the cause of the contexts that the suite cancels.
var errStop = errors.New("stopped by the suite")

// checkCut ends queries early, by contexts and budgets, at the scene's last step. A query
// may finish all the same; if it does not, it must be honest, and the next one complete.
func checkCut(s *Scene, want []answer, o collide.Options) error {
	w := want[len(want)-1]
	for _, b := range []collide.Budget{{Steps: 1}, {Steps: 300}, {Time: 1}} {
		o.Budget = b
		if err := cutOnce(s, w, o, collide.ErrBudget); err != nil {
			return fmt.Errorf("budget %+v: %w", b, err)
		}
	}
	o.Budget = collide.Budget{Steps: 40}
	kinds := o.Kinds
	o.First, o.Kinds, o.Pieces = true, false, false
	if err := cutOnce(s, w, o, collide.ErrBudget); err != nil {
		return fmt.Errorf("first, budget %+v: %w", o.Budget, err)
	}
	o.First, o.Kinds, o.Pieces, o.Budget = false, kinds, kinds, collide.Budget{}
	return cutByContexts(s, w, o)
}

// last returns a detector at the scene's last step.
func last(s *Scene, o collide.Options) (*collide.Detector, error) {
	d, err := collide.NewDetector(s.Bodies, o)
	if err != nil {
		return nil, err
	}
	for _, step := range s.Steps {
		for _, m := range step {
			if err := d.SetPose(m.Body, m.Pose); err != nil {
				return nil, errors.Join(err, d.Close())
			}
		}
	}
	return d, nil
}

func cutOnce(s *Scene, want answer, o collide.Options, cause error) error {
	d, err := last(s, o)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // nothing is lost with it
	for range 2 {                    // with hierarchies to build, and without
		r, err := d.Detect(context.Background())
		if err := honest(r, err, want, cause); err != nil {
			return err
		}
	}
	return nil
}

// cutByContexts ends queries before they begin and at random moments, and asks after each
// once more.
func cutByContexts(s *Scene, want answer, o collide.Options) error {
	d, err := last(s, o)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // nothing is lost with it
	whole := time.Millisecond
	for k := range require.Cases(6, 4) {
		ctx, cancel := context.WithCancelCause(context.Background())
		cause := errStop
		switch k {
		case 0:
			cancel(errStop)
		case 1:
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, 0)
			defer stop()
			cause = context.DeadlineExceeded
		default:
			time.AfterFunc(rand.N(whole), func() { cancel(errStop) })
		}
		r, err := d.Detect(ctx)
		cancel(nil)
		if k < 2 && !errors.Is(err, cause) {
			return fmt.Errorf("a context that had ended before gives %w", err)
		}
		if err := honest(r, err, want, cause); err != nil {
			return fmt.Errorf("cut %d: %w", k, err)
		}
		start := time.Now()
		r, err = d.Detect(context.Background())
		if r == nil {
			return err
		}
		whole = max(time.Since(start), 1)
		if err := same([]answer{{r, err}}, []answer{want}); err != nil {
			return fmt.Errorf("after cut %d: %w", k, err)
		}
	}
	return nil
}

// honest reports what is wrong with the answer to a query that could be cut short by a
// cause, want being the whole answer.
func honest(r *collide.Result, err error, want answer, cause error) error {
	switch {
	case r == nil:
		return fmt.Errorf("no result, error %w", err)
	case err == nil && r.First:
		return sameBoolean([]answer{{r, err}}, []answer{want})
	case err == nil || errors.Is(err, collide.ErrUndecided):
		return same([]answer{{r, err}}, []answer{want})
	case !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, cause):
		return fmt.Errorf("error %w, expected one that wraps %w and %w", err, collide.ErrIncomplete, cause)
	case r.Verdict == collide.Free || r.Rest != collide.Unknown:
		return fmt.Errorf("%v, others %v, with the error %w", r.Verdict, r.Rest, err)
	}
	return subset(r, want.Result)
}

// subset reports what a result that was cut short lists beyond the whole one.
func subset(r, whole *collide.Result) error {
	for i, c := range r.Contacts {
		if _, ok := slices.BinarySearchFunc(whole.Contacts, c, collide.Contact.Compare); !ok || i > 0 && r.Contacts[i-1].Compare(c) >= 0 {
			return fmt.Errorf("%v is no contact, or out of order", c)
		}
	}
	verdict := collide.Unknown
	for i := range r.Pairs {
		p := &r.Pairs[i]
		k := slices.IndexFunc(whole.Pairs, func(q collide.Pair) bool { return q.A == p.A && q.B == p.B })
		if k < 0 || p.Verdict == collide.Free || p.Verdict == collide.InContact && whole.Pairs[k].Verdict != collide.InContact ||
			p.Kind != collide.NoKind && p.Kind != collide.UnknownKind && p.Kind != whole.Pairs[k].Kind {
			return fmt.Errorf("pair (%d, %d) is listed as %v", p.A, p.B, p.Verdict)
		}
		if p.Verdict == collide.InContact && !p.Allowed {
			verdict = collide.InContact
		}
	}
	if r.Verdict != verdict {
		return fmt.Errorf("verdict %v, the pairs have %v", r.Verdict, verdict)
	}
	return nil
}
