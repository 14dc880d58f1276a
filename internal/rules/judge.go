package rules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// Status is what the rules make of a pair of bodies.
type Status uint8

// The statuses. Undecided is the zero value.
const (
	Undecided Status = iota
	Pass
	Fail
)

// Finding is what the rules make of one pair of a result.
type Finding struct {
	A, B   int
	Status Status
	// Rule is the line that decides, nil where no line is about the pair.
	Rule *Rule
	// Why is why the pair does not pass, in words.
	Why string
	// WithinDeviation reports that the meshes reach into each other no deeper, or are no farther
	// apart, than they may lie from the true surfaces: neither a clash nor free.
	WithinDeviation bool
	// Expected is what the distance of a pair that is too near has to exceed.
	Expected float64
}

// Judgement is a result as the rules see it.
type Judgement struct {
	// Result is a copy in which pairs that pass are allowed, so that Verdict is that over the others.
	// Pairs that are too near are listed with the verdict Free. Contacts and pieces are those of the result that was judged, not copied, so it is valid
	// as long as that one.
	Result *collide.Result
	// Err is nil where every pair is decided, and wraps collide.ErrIncomplete elsewhere.
	Err error
	// Findings are in the order of Result.Pairs.
	Findings []Finding
	// Near are the distances of the listed pairs that were measured, ascending by (A, B); Reach is up
	// to which distance pairs were measured.
	Near  []collide.Distance
	Reach float64
	// Deviates reports that meshes have a deviation.
	Deviates bool
	// Unit is that of lengths in words, "" where it is not known.
	Unit string
}

// Detector answers further questions about its last result, as a *collide.Detector does.
type Detector interface {
	MeasureDepth(ctx context.Context, p *collide.Pair) error
	DepthWithin(ctx context.Context, p *collide.Pair, limit float64) (bool, error)
	Distances(ctx context.Context, reach float64, dst []collide.Distance) ([]collide.Distance, error)
}

// Asker asks a detector further questions about its last result, each through Ask: it may refuse
// with an error that wraps collide.ErrIncomplete, where a budget is used up.
type Asker struct {
	Detector Detector
	Ask      func(query func() error) error
}

// Judge judges a result of a detector with Options.Kinds, and the error that came with it. It asks for
// depths as far as rules need them and for distances up to the greatest clearance.
func (b *Bound) Judge(ctx context.Context, by Asker, r *collide.Result, err error, unit string) (*Judgement, error) {
	judged := *r
	judged.Pairs = slices.Clone(r.Pairs) // the questions below leave contacts and pieces as they are
	j := judge{Bound: b, by: by, Judgement: &Judgement{Result: &judged, Err: err, Deviates: b.Deviates(), Unit: unit}}
	if err := j.contacts(ctx); err != nil {
		return nil, err
	}
	if err := j.clearances(ctx); err != nil {
		return nil, err
	}
	j.conclude()
	return j.Judgement, nil
}

type judge struct {
	*Bound
	*Judgement
	by Asker
	// listed counts the pairs that the detector listed, which come first.
	listed int
}

// contacts judges the pairs of the result.
func (j *judge) contacts(ctx context.Context) error {
	for i := range j.Result.Pairs {
		p := &j.Result.Pairs[i]
		f := Finding{A: p.A, B: p.B, Rule: j.Rule(p.A, p.B)}
		if err := j.decide(ctx, p, &f); err != nil {
			return err
		}
		j.Findings = append(j.Findings, f)
	}
	j.listed = len(j.Findings)
	return nil
}

// decide judges a pair that is in contact or undecided.
func (j *judge) decide(ctx context.Context, p *collide.Pair, f *Finding) error {
	j.byKind(p, f)
	if f.Status == Undecided && f.Why == "" { // its depth decides
		if err := j.within(ctx, p, f, f.Rule.Depth.Value); err != nil {
			return err
		}
	}
	if err := j.deviate(ctx, p, f); err != nil {
		return err
	}
	return j.measure(ctx, p, f)
}

// deviate leaves a pair undecided that fails by no more than the deviations of its meshes.
func (j *judge) deviate(ctx context.Context, p *collide.Pair, f *Finding) error {
	sum := j.Deviation(p.A, p.B)
	if f.Status != Fail || sum == 0 || p.Equal || !hasDepth(p) || f.Rule != nil && !f.Rule.contact() {
		return nil
	}
	why := f.Why
	if err := j.within(ctx, p, f, sum); err != nil {
		return err
	}
	switch f.Status {
	case Pass:
		f.Status, f.WithinDeviation = Undecided, true
		f.Why = why + ", but they reach into each other no deeper than their meshes may lie from the true surfaces, " + length(sum, j.Unit)
	case Fail:
		f.Why = why
	case Undecided: // with a reason of its own
	}
	return nil
}

// measure bounds the depth of a pair that fails, for the report.
func (j *judge) measure(ctx context.Context, p *collide.Pair, f *Finding) error {
	if f.Status != Fail || p.Equal || p.Kind != collide.Penetrate && p.Kind != collide.Inside {
		return nil
	}
	err := j.by.Ask(func() error { return j.by.Detector.MeasureDepth(ctx, p) })
	if errors.Is(err, collide.ErrIncomplete) {
		return nil // the pair has the bounds that are known
	}
	return err
}

// hasDepth reports whether the depth of a pair is a number.
func hasDepth(p *collide.Pair) bool {
	return p.Kind == collide.Touch || p.Kind == collide.Penetrate || p.Kind == collide.Inside
}

// byKind judges a pair by its kind as far as that goes: where the depth decides it leaves Undecided
// without a reason.
func (j *judge) byKind(p *collide.Pair, f *Finding) {
	r := f.Rule
	switch {
	case r != nil && r.Ignore:
		f.Status = Pass
	case p.Verdict != collide.InContact:
		f.Why = cmp.Or(p.Reason, "not decided")
	case r == nil:
		f.fail("no rule is about them")
	case !r.contact():
		f.fail(r.Where() + " expects " + r.Text)
	case p.Equal:
		f.fail("equal bodies meet no limit (" + r.Where() + ": " + r.Text + ")")
	case p.Kind == collide.SurfaceContact && p.Crossing:
		f.fail("surfaces that cross meet no rule but ignore (" + r.Where() + ": " + r.Text + ")")
	case !hasDepth(p):
		f.Why = r.Where() + " (" + r.Text + ") needs closed bodies: " + cmp.Or(p.Reason, "the kind is not known")
	case p.Kind == collide.Touch && (r.Touch || r.Depth.Given), p.Kind == collide.Inside && r.Inside && !r.Depth.Given:
		f.Status = Pass
	case p.Kind == collide.Touch || !r.Depth.Given:
		f.fail(r.Where() + " permits only " + r.Text)
	}
}

func (f *Finding) fail(why string) { f.Status, f.Why = Fail, why }

// within decides whether a pair is at most so deep.
func (j *judge) within(ctx context.Context, p *collide.Pair, f *Finding, limit float64) error {
	var ok bool
	err := j.by.Ask(func() (err error) {
		ok, err = j.by.Detector.DepthWithin(ctx, p, limit)
		return err
	})
	switch {
	case errors.Is(err, collide.ErrIncomplete):
		f.Status, f.Why = Undecided, reasonOf(err)
	case err != nil:
		return err
	case ok:
		f.Status = Pass
	case f.Rule != nil:
		f.fail(f.Rule.Where() + " permits only " + f.Rule.Text)
	default:
		f.Status = Fail
	}
	return nil
}

// reasonOf is why a query could not finish.
func reasonOf(err error) string {
	var e *collide.IncompleteError
	if errors.As(err, &e) {
		return e.Reason
	}
	return err.Error()
}

// conclude sorts the pairs and finds the verdict over those that do not pass.
func (j *judge) conclude() {
	r, order := j.Result, make([]int, len(j.Findings))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return j.Findings[x].compare(j.Findings[y].A, j.Findings[y].B) })
	pairs, findings := make([]collide.Pair, len(order)), make([]Finding, len(order))
	for at, i := range order {
		pairs[at], findings[at] = r.Pairs[i], j.Findings[i]
		pairs[at].Allowed = findings[at].Status == Pass
	}
	r.Pairs, j.Findings = pairs, findings
	r.Verdict = collide.Free
	if r.Rest != collide.Free {
		r.Verdict = collide.Unknown
	}
	for i := range pairs {
		if p := &pairs[i]; !p.Allowed && p.Verdict != collide.Free && r.Verdict != collide.InContact {
			r.Verdict = p.Verdict
		}
	}
	if r.Rest == collide.Free {
		j.Err = j.undecided()
	}
}

func (f *Finding) compare(a, b int) int { return cmp.Or(cmp.Compare(f.A, a), cmp.Compare(f.B, b)) }

// Of returns the finding about a pair, nil for one that is not listed.
func (j *Judgement) Of(a, b int) *Finding {
	i, ok := slices.BinarySearchFunc(j.Findings, [2]int{a, b}, func(f Finding, of [2]int) int { return f.compare(of[0], of[1]) })
	if !ok {
		return nil
	}
	return &j.Findings[i]
}

// undecided is the error of a judgement that left pairs undecided, nil where it left none.
func (j *judge) undecided() error {
	n, first := 0, &Finding{}
	for i := range j.Findings {
		if f := &j.Findings[i]; f.Status == Undecided {
			if n++; n == 1 {
				first = f
			}
		}
	}
	if n == 0 {
		return nil
	}
	e := &collide.IncompleteError{Reason: quote.Name(j.bodies[first.A].Name) + " and " + quote.Name(j.bodies[first.B].Name) + ": " + first.Why, Cause: collide.ErrUndecided}
	if n > 1 {
		e.Reason += fmt.Sprintf(" (and %d more)", n-1)
	}
	return e
}
