package report

import (
	"errors"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// Outcome is what a gate makes of a verdict, and the exit code of a check.
type Outcome uint8

// The outcomes.
const (
	Undecided Outcome = iota
	Pass
	Fail
)

// OutcomeOf returns the outcome of a verdict over pairs that are not permitted.
func OutcomeOf(v collide.Verdict) Outcome {
	switch v {
	case collide.Free:
		return Pass
	case collide.InContact:
		return Fail
	case collide.Unknown:
	}
	return Undecided
}

// String returns "pass", "fail" or "unknown".
func (o Outcome) String() string {
	switch o {
	case Pass:
		return "pass"
	case Fail:
		return "fail"
	case Undecided:
	}
	return "unknown"
}

// ReasonOf returns in words why a query could not finish, "" for one that did: a line
// that can be printed.
func ReasonOf(err error) string {
	var e *collide.IncompleteError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		return quote.Line(e.Reason)
	}
	return quote.Line(err.Error())
}

// Outcome returns that of a check: a pair that is too near fails as one in contact does.
func (c *Check) Outcome() Outcome {
	o := OutcomeOf(c.Result.Verdict)
	if (c.Rules != nil || c.Baseline != nil || c.Approvals != nil) && o == Fail && c.colliding() == 0 { // the contacts are undecided or known
		if o = Pass; c.count(open) > 0 {
			o = Undecided
		}
	}
	switch {
	case o == Fail || c.near() > 0:
		return Fail
	case !c.complete(), c.Baseline != nil && len(c.Baseline.Open) > 0:
		return Undecided
	}
	return o
}

// complete reports whether the check was finished.
func (c *Check) complete() bool { return c.Err == nil }

// reason is why it was not.
func (c *Check) reason() string { return ReasonOf(c.Err) }

// colliding counts the pairs in contact that are not permitted.
func (c *Check) colliding() int {
	n := 0
	for i := range c.Result.Pairs {
		if p := &c.Result.Pairs[i]; p.Verdict == collide.InContact && c.statusOf(p) == clash {
			n++
		}
	}
	return n
}

// words name verdicts for people.
var words = map[collide.Verdict]string{collide.Unknown: "undecided", collide.Free: "free", collide.InContact: "collision"}

// asAllowed is the word for a check that passes although bodies are in contact.
const asAllowed = "touching as allowed"

// Word names what a check found, for people.
func (c *Check) Word() string {
	switch {
	case c.tooNear():
		return tooNear
	case c.Outcome() == Undecided:
		return words[collide.Unknown]
	case c.Outcome() == Pass && c.count(known) > 0:
		return "known clashes"
	case c.Outcome() == Pass && c.touching() > 0:
		return asAllowed
	}
	return words[c.Result.Verdict]
}

// count returns how many listed pairs have a status.
func (c *Check) count(s status) int {
	n := 0
	for i := range c.Result.Pairs {
		if c.statusOf(&c.Result.Pairs[i]) == s {
			n++
		}
	}
	return n
}

// touching counts the pairs in contact that pass.
func (c *Check) touching() int {
	n := 0
	for i := range c.Result.Pairs {
		if p := &c.Result.Pairs[i]; p.Allowed && p.Verdict == collide.InContact {
			n++
		}
	}
	return n
}

// colored is word in its colour.
func (p *paint) colored(c *Check) string {
	switch c.Outcome() {
	case Pass:
		return p.good(c.Word())
	case Fail:
		return p.bad(c.Word())
	case Undecided:
	}
	return p.allowed(c.Word())
}

// word names a verdict for people, in its colour.
func (p *paint) word(v collide.Verdict) string {
	switch v {
	case collide.Free:
		return p.good(words[v])
	case collide.InContact:
		return p.bad(words[v])
	case collide.Unknown:
	}
	return p.allowed(words[v])
}
