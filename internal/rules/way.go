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

// Mover is a Detector whose bodies can be moved from t = 0 to 1.
type Mover interface {
	Detector
	// Move returns when two bodies are first no farther apart than by their gap, and leaves them there.
	Move(ctx context.Context, gaps collide.Gaps) (collide.Impact, error)
	// Detect finds the contacts where the bodies are.
	Detect(ctx context.Context) (*collide.Result, error)
	// Moves reports whether one of two bodies moves.
	Moves(a, b int) bool
	// Two returns two bodies by themselves, nil where that is not known.
	Two(a, b int) (*Duel, error)
}

// Way is a motion as the rules see it.
type Way struct {
	// Status is Pass if every pair is proven to do what its rule permits, from t = 0 to 1. It is Fail if a pair is found that does not.
	Status Status
	// Impact is when a pair first fails: it does at T1, and before T0 none does, but for what Permitted has and is not Proven. Bodies that
	// are too near count as in contact. Otherwise it is Free, or Unknown where something is undecided.
	Impact collide.Impact
	// Pair is what the two bodies do at T1, nil where none fails. It has no contacts.
	Pair *collide.Pair
	// Finding is why they fail, Near the distance of a pair that is too near, else nil.
	Finding Finding
	Near    *collide.Distance
	// Permitted are the first contacts that rules permit, or may permit, in the order of their times.
	Permitted []Passage
	// Open reports that a way that fails has something undecided before it does: of another pair, or since the search had ended by then.
	Open bool
	// Err is nil where all is decided that matters, and wraps collide.ErrIncomplete elsewhere.
	Err error
}

// Passage is when two bodies first touch, or come too near, where their rule permits that. Why is why it is not known whether it does, "" if it does.
type Passage struct {
	A, B int
	// T0 and T1 are as in collide.Impact. Proven reports that the rule is kept throughout, or until another pair fails.
	T0, T1 float64
	Proven bool
	Kind   collide.Kind
	Rule   *Rule
	Why    string
}

// way follows a motion.
type way struct {
	*Bound
	Way
	by   Asker
	unit string
	// followed is until when pairs were followed that are not left out.
	followed float64
	// done are pairs that are in contact as permitted, or undecided; inside those of which one lies in the other.
	done, inside map[[2]int]bool
}

// Follow judges a motion: every pair at every time. The Asker's detector is a Mover, with Options.Kinds.
//
// The first moment at which a pair touches, or is within its clearance, is judged there. A pair that passes there is left out, and the
// search goes on with the others; what the pair does afterwards is judged by itself, as far as a limit of its depth
// makes that possible: see duel.go. It is undecided else. The error is that of Judge.
func (b *Bound) Follow(ctx context.Context, by Asker, unit string) (*Way, error) {
	w := &way{Bound: b, by: by, unit: unit, followed: 1, done: map[[2]int]bool{}, inside: map[[2]int]bool{}}
	for {
		more, err := w.next(ctx)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	if err := w.afterwards(ctx); err != nil {
		return nil, err
	}
	w.settle()
	return &w.Way, nil
}

// mover is the detector.
func (w *way) mover() Mover { return w.by.Detector.(Mover) }

// gap is what the search is to keep of a pair.
func (w *way) gap(a, b int) (distance float64, inside bool) {
	pair := [2]int{a, b}
	r := w.Rule(a, b)
	switch {
	case w.done[pair] || r != nil && r.Ignore:
		return -1, false
	case r == nil || !r.Clearance.Given || w.inside[pair]:
		return 0, w.inside[pair]
	}
	return r.Clearance.Value, false
}

// next finds the next moment and judges it. It returns false at the end of the search.
func (w *way) next(ctx context.Context) (more bool, err error) {
	var i collide.Impact
	err = w.by.Ask(func() (err error) {
		i, err = w.mover().Move(ctx, collide.Gaps{Most: w.greatest, Of: w.gap})
		return err
	})
	switch {
	case errors.Is(err, collide.ErrIncomplete):
		if i == (collide.Impact{}) { // the budget was used up before
			i.T1 = 1
		}
		w.end(&i, err)
		return false, nil
	case err != nil || i.Verdict == collide.Free:
		return false, err
	}
	return w.meet(ctx, &i)
}

// meet judges the moment of an impact, where the bodies are.
func (w *way) meet(ctx context.Context, i *collide.Impact) (more bool, err error) {
	var r *collide.Result
	var cut error
	err = w.by.Ask(func() error {
		r, cut = w.mover().Detect(ctx)
		return cut
	})
	if r == nil && !errors.Is(err, collide.ErrIncomplete) {
		return false, err
	}
	if r == nil || err != nil && !errors.Is(err, collide.ErrUndecided) {
		w.end(i, err)
		return false, nil
	}
	j, err := w.Judge(ctx, w.by, r.Clone(), err, w.unit) // what is kept of it outlives the next query
	if err != nil {
		return false, err
	}
	if f := w.failing(j, i); f != nil {
		w.fail(i, j, f)
		return false, nil
	}
	if j.Err != nil && !errors.Is(j.Err, collide.ErrUndecided) {
		w.end(i, j.Err)
		return false, nil
	}
	w.pass(i, j)
	return true, nil
}

// failing returns the finding of a pair that moves and fails, of several that of the impact's.
func (w *way) failing(j *Judgement, i *collide.Impact) *Finding {
	if f := j.Of(i.A, i.B); f != nil && f.Status == Fail {
		return f
	}
	for k := range j.Findings {
		if f := &j.Findings[k]; f.Status == Fail && w.mover().Moves(f.A, f.B) {
			return f
		}
	}
	return nil
}

// fail notes the end of the way. A pair that was left out before fails at some time since.
func (w *way) fail(i *collide.Impact, j *Judgement, f *Finding) {
	w.Status, w.Finding, w.Impact, w.Near = Fail, *f, *i, nil
	if f.A != i.A || f.B != i.B {
		w.Impact.A, w.Impact.B, w.Impact.TriA, w.Impact.TriB, w.Impact.Inside = f.A, f.B, -1, -1, collide.NotInside
	}
	for k := range w.Permitted {
		if p := &w.Permitted[k]; p.A == f.A && p.B == f.B {
			w.Impact.T0 = min(w.Impact.T0, p.T0)
		}
	}
	for k := range j.Findings {
		if &j.Findings[k] == f {
			p := j.Result.Pairs[k]
			p.Contacts, w.Pair = nil, &p
		}
	}
	for k := range j.Near {
		if d := j.Near[k]; d.A == f.A && d.B == f.B {
			w.Near = &d
		}
	}
}

// unsettle finds what is undecided before a pair fails. Pairs that were not followed so far may fail before.
func (w *way) unsettle() {
	i := &w.Impact
	w.Open = w.followed < i.T0
	for k := range w.Permitted {
		if p := &w.Permitted[k]; !p.Proven && p.T0 < i.T1 && (p.A != i.A || p.B != i.B) {
			w.Open = true
		}
	}
	i.T0 = min(i.T0, w.followed)
}

// pass leaves out the pairs that are in contact: as permitted, or undecided.
func (w *way) pass(i *collide.Impact, j *Judgement) {
	met := [2]int{i.A, i.B}
	before := w.inside[met]
	for k := range j.Findings {
		f, p := &j.Findings[k], &j.Result.Pairs[k]
		pair := [2]int{f.A, f.B}
		if distance, _ := w.gap(f.A, f.B); distance < 0 || !w.mover().Moves(f.A, f.B) || p.Verdict == collide.Free && f.Status == Pass {
			continue
		}
		if f.Status == Pass && p.Kind == collide.Inside && len(p.Contacts) == 0 && !f.Rule.Depth.Given && (pair != met || !before) {
			w.inside[pair] = true // while surfaces stay apart it stays inside
			continue
		}
		w.leave(i, f, p)
	}
	if !w.done[met] && w.inside[met] == before { // no finding: the search goes on without it, and nothing is known of it
		w.leave(i, &Finding{A: i.A, B: i.B, Rule: w.Rule(i.A, i.B), Why: "what they do there is not known"}, &collide.Pair{})
	}
}

// leave leaves out a pair.
func (w *way) leave(i *collide.Impact, f *Finding, p *collide.Pair) {
	w.done[[2]int{f.A, f.B}] = true
	w.Permitted = append(w.Permitted, Passage{A: f.A, B: f.B, T0: i.T0, T1: i.T1, Kind: p.Kind, Rule: f.Rule, Why: f.Why})
}

// end notes why the search ends, and when.
func (w *way) end(i *collide.Impact, err error) {
	w.followed = i.T0
	w.open(i, err)
}

// open notes the first thing that is undecided.
func (w *way) open(i *collide.Impact, err error) {
	if w.Err != nil {
		return
	}
	w.Err = err
	w.Impact = collide.Impact{T0: i.T0, T1: i.T1, A: -1, B: -1, TriA: -1, TriB: -1, Reason: reasonOf(err)}
}

// undecided is the error about a pair.
func (w *way) undecided(a, b int, why string) error {
	return &collide.IncompleteError{Reason: quote.Name(w.bodies[a].Name) + " and " + quote.Name(w.bodies[b].Name) + ": " + why, Cause: collide.ErrUndecided}
}

// afterwards judges what permitted pairs do after their first contact, until something fails.
func (w *way) afterwards(ctx context.Context) error {
	slices.SortStableFunc(w.Permitted, func(x, y Passage) int {
		return cmp.Or(cmp.Compare(x.T1, y.T1), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	for k := range w.Permitted {
		p := &w.Permitted[k]
		if err := w.prove(ctx, p); err != nil {
			return err
		}
		if !p.Proven && w.Status != Fail {
			why := p.Why
			if why == "" {
				why = fmt.Sprintf("they touch as %s permits (%s) from t = %v on; that they do no more on the way is not proven", p.Rule.Where(), p.Rule.Text, p.T1)
			}
			w.open(&collide.Impact{T0: p.T0, T1: 1}, w.undecided(p.A, p.B, why))
		}
	}
	return nil
}

// settle finds the status of a way on which nothing fails.
func (w *way) settle() {
	switch {
	case w.Status == Fail:
		w.unsettle()
		w.Impact.Verdict, w.Impact.Reason, w.Err = collide.InContact, "", nil
	case w.Err == nil:
		w.Status = Pass
		w.Impact = collide.Impact{Verdict: collide.Free, A: -1, B: -1, TriA: -1, TriB: -1}
	default:
		w.Impact.Verdict = collide.Unknown
	}
}
