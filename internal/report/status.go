package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/approval"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/rules"
)

// Judge takes over a result as rules see it.
func (c *Check) Judge(j *rules.Judgement) {
	c.Rules, c.Result, c.Err = j, j.Result, j.Err
	c.Clearance = &Clearance{Distance: j.Reach, Near: j.Near}
}

// finding returns what the rules make of a pair, nil without rules.
func (c *Check) finding(p *collide.Pair) *rules.Finding {
	if c.Rules == nil {
		return nil
	}
	return c.Rules.Of(p.A, p.B)
}

// status is what a pair is for the gate, from bad to good.
type status uint8

const (
	clash status = iota
	near
	open
	known // a clash that the baseline has, or that is approved
	within
)

// statusOf returns the status of a listed pair.
func (c *Check) statusOf(p *collide.Pair) status {
	f := c.finding(p)
	switch {
	case c.isKnown(p):
		return known
	case p.Allowed:
		return within
	case p.Verdict == collide.Unknown, f != nil && f.Status == rules.Undecided:
		return open
	case isNear(p):
		return near
	}
	return clash
}

// fate names the status of a pair for tables.
func (c *Check) fate(p *collide.Pair) string {
	f := c.finding(p)
	switch s := c.statusOf(p); {
	case f != nil && f.WithinDeviation:
		return "within deviation"
	case s == open:
		return "undecided"
	case s == within:
		return "allowed"
	case isNear(p):
		return tooNear
	case p.Inside != collide.NotInside:
		return "inside"
	}
	return "collision"
}

// fateNow is fate with what became of the pair since the baseline, and what people decided about it.
func (c *Check) fateNow(p *collide.Pair) string {
	s := c.fate(p)
	if change := c.change(p); change != baseline.None {
		s += ", " + string(change)
	}
	if d := c.decision(p); d != nil {
		s += ", " + d.word()
	}
	return s
}

// isKnown reports whether a clash does not fail: it is approved, or the baseline has it. An approval that does not hold
// counts more than the baseline.
func (c *Check) isKnown(p *collide.Pair) bool {
	d := c.decision(p)
	if d != nil && d.Status == approval.Approved {
		return d.holds
	}
	return c.change(p).Known()
}

// worstFirst returns the pairs that fail, those with inner points in common first, the deepest and then the
// nearest of a kind first, then the undecided and the allowed ones; equals in the order of the result.
func (c *Check) worstFirst() []*collide.Pair {
	list := make([]*collide.Pair, len(c.Result.Pairs))
	for i := range list {
		list[i] = &c.Result.Pairs[i]
	}
	slices.SortStableFunc(list, func(p, q *collide.Pair) int {
		return cmp.Or(cmp.Compare(c.statusOf(p), c.statusOf(q)), cmp.Compare(gravity(p), gravity(q)), cmp.Compare(q.Depth[0], p.Depth[0]), cmp.Compare(c.apart(p), c.apart(q)))
	})
	return list
}

// gravity orders kinds, the worst first.
func gravity(p *collide.Pair) int {
	switch {
	case isDeep(p):
		return 0
	case p.Crossing:
		return 1
	case p.Kind == collide.Touch:
		return 3
	}
	return 2
}

// apart is how far a pair is apart, 0 where that was not measured.
func (c *Check) apart(p *collide.Pair) float64 {
	if d := c.distanceOf(p); d != nil {
		return d.Value
	}
	return 0
}

// ruleOf names the rule that decides about a pair, for tables.
func (c *Check) ruleOf(p *collide.Pair) string {
	f := c.finding(p)
	if f == nil || f.Rule == nil {
		return "none"
	}
	return f.Rule.Where() + " " + quote.Line(f.Rule.Text)
}

// amount is how deep or how far apart a pair is, for tables, "" where that was not measured.
func (c *Check) amount(p *collide.Pair) string {
	switch d := c.distanceOf(p); {
	case p.Kind != collide.Touch && c.hasDepth(p) && p.Depth == [2]float64{0, math.Inf(1)}:
		return span(p.Depth)
	case p.Kind != collide.Touch && c.hasDepth(p):
		return c.inUnit(span(p.Depth)) + " deep"
	case d != nil && d.Lo > 0:
		return c.inUnit(span([2]float64{d.Lo, d.Hi})) + " apart"
	}
	return ""
}

// inUnit adds the unit to a number, where it is known.
func (c *Check) inUnit(s string) string { return strings.TrimSpace(s + " " + c.Unit) }

// given is a note on what depths and distances are of, "" without rules.
func (c *Check) given() string {
	if c.Rules == nil {
		return ""
	}
	return givenUnder(c.Rules.Deviates)
}

// givenUnder is that note under rules, which may name deviations.
func givenUnder(deviates bool) string {
	if deviates {
		return "depths and distances are of the meshes, whose deviations the rules name"
	}
	return "depths and distances are of the meshes as given"
}
