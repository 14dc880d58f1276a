package report

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/approval"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/quote"
)

// Approvals are what people decided about the clashes of a check.
type Approvals struct{ of map[[2]int]*decision }

// decision is what people decided about a pair that fails.
type decision struct {
	*approval.Entry
	// holds reports that the clash is approved and proven to be within its limit; why is why it is not.
	holds bool
	why   string
}

// Fingerprint identifies the clash of two bodies.
func (c *Check) Fingerprint(p *collide.Pair) string {
	return baseline.Fingerprint(c.Bodies[p.A].Name, c.Bodies[p.B].Name)
}

// Clashes are the pairs of two bodies that fail, in the order of the result.
func (c *Check) Clashes() []baseline.Clash {
	var list []baseline.Clash
	for i := range c.Result.Pairs {
		if p := &c.Result.Pairs[i]; c.isClash(p) {
			list = append(list, c.clash(p))
		}
	}
	return list
}

// isClash reports whether a pair of two bodies fails.
func (c *Check) isClash(p *collide.Pair) bool {
	s := c.statusOf(p)
	return p.A != p.B && (s == clash || s == near)
}

// Approve takes over what people decided about clashes. Deep decides whether a pair is at most so deep. It returns
// lines about the entries without effect.
func (c *Check) Approve(s *approval.Set, deep func(p *collide.Pair, limit float64) (bool, error)) ([]string, error) {
	of := map[[2]int]*decision{}
	listed := map[*approval.Entry]*collide.Pair{}
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		e := s.Of(c.Fingerprint(p))
		if e == nil {
			continue
		}
		if listed[e] = p; !c.isClash(p) {
			continue
		}
		d, err := c.decide(e, p, deep)
		if err != nil {
			return nil, err
		}
		of[[2]int{p.A, p.B}] = d
	}
	c.Approvals = &Approvals{of}
	return c.idle(s, listed), nil
}

// decide finds whether an entry approves a pair that fails.
func (c *Check) decide(e *approval.Entry, p *collide.Pair, deep func(p *collide.Pair, limit float64) (bool, error)) (*decision, error) {
	d := &decision{Entry: e}
	if e.Status != approval.Approved {
		return d, nil
	}
	k := c.clash(p)
	var err error
	d.holds, d.why, err = e.Holds(&k, func(limit float64) (bool, error) { return deep(p, limit) })
	if errors.Is(err, collide.ErrIncomplete) {
		d.holds, d.why, err = false, e.Where()+" approves "+e.Limit()+", which is not decided: "+ReasonOf(err), nil
	}
	return d, err
}

// idle are lines about the entries that are about no clash.
func (c *Check) idle(s *approval.Set, listed map[*approval.Entry]*collide.Pair) []string {
	names := map[string]bool{}
	for i := range c.Bodies {
		names[c.Bodies[i].Name] = true
	}
	var list []string
	entries := s.Entries()
	for i := range entries {
		e := &entries[i]
		p := listed[e]
		var what string
		switch {
		case !names[e.A]:
			what = "no body is named " + quote.Name(e.A) + "; the line has no effect"
		case !names[e.B]:
			what = "no body is named " + quote.Name(e.B) + "; the line has no effect"
		case p != nil && c.decision(p) != nil:
			continue
		case p != nil && c.statusOf(p) == open, p == nil && c.Result.Rest != collide.Free:
			what = quote.Name(e.A) + " and " + quote.Name(e.B) + " are not decided; the line has no effect"
		default:
			what = quote.Name(e.A) + " and " + quote.Name(e.B) + " are no clash any more; the line has no effect"
		}
		list = append(list, e.Where()+": "+what)
	}
	return list
}

// decision is what people decided about a pair, nil for nothing.
func (c *Check) decision(p *collide.Pair) *decision {
	if c.Approvals == nil {
		return nil
	}
	return c.Approvals.of[[2]int{p.A, p.B}]
}

// approved reports whether a clash is within what was approved.
func (c *Check) approved(p *collide.Pair) bool {
	d := c.decision(p)
	return d != nil && d.holds
}

// word is what was decided, for tables.
func (d *decision) word() string {
	switch {
	case d.holds:
		return "approved"
	case d.Status == approval.Approved:
		return "not as approved"
	}
	return "open"
}

// text is what was decided, for people, with a reason and a note.
func (d *decision) text() string {
	s := d.word()
	if d.Author != "" {
		s += " by " + quote.Name(d.Author)
	}
	if d.why != "" {
		s += " (" + quote.Line(d.why) + ")"
	}
	if d.Note != "" {
		s += ": " + quote.Line(d.Note)
	}
	return s
}

// approvals continues the headline.
func (c *Check) approvals() string {
	if c.Approvals == nil {
		return ""
	}
	holds, beyond := 0, 0
	for _, d := range c.Approvals.of {
		switch {
		case d.holds:
			holds++
		case d.Status == approval.Approved:
			beyond++
		}
	}
	return fmt.Sprintf("; %d approved, %d not as approved", holds, beyond)
}

// decisions are lines about what people decided.
func (c *Check) decisions() []string {
	var list []string
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		if d := c.decision(p); d != nil {
			list = append(list, quote.Name(c.Bodies[p.A].Name)+" and "+quote.Name(c.Bodies[p.B].Name)+": "+d.text())
		}
	}
	return list
}

// jsonApproval writes the fingerprint of a clash and what was decided about it.
func (c *Check) jsonApproval(b out, p *collide.Pair) {
	if p.A == p.B || p.Allowed || !c.judged() {
		return
	}
	b.put(`, "fingerprint": ` + quote.JSON(c.Fingerprint(p)))
	if p.Verdict == collide.InContact && c.Posed != nil {
		if k := c.clash(p); k.Posed != "" {
			b.put(`, "posed": ` + quote.JSON(k.Posed))
		}
	}
	d := c.decision(p)
	if d == nil {
		return
	}
	b.putf(`, "approval": {"status": %s, "holds": %t, "where": %s`, quote.JSON(string(d.Status)), d.holds, quote.JSON(d.Where()))
	for _, f := range [][2]string{{"author", d.Author}, {"note", d.Note}, {"why", d.why}} {
		if f[1] != "" {
			b.putf(`, %q: %s`, f[0], quote.JSON(f[1]))
		}
	}
	b.put("}")
}

// judged reports whether clashes are looked at one by one: by rules or kinds.
func (c *Check) judged() bool { return c.Kinds || c.Rules != nil || c.Approvals != nil }
