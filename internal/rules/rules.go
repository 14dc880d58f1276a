// Package rules reads what the bodies of an assembly may do to each other, and judges by it what
// a detector found.
package rules

import (
	"cmp"
	"strconv"

	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/scene"
)

// Set is the content of a rules file.
type Set struct {
	file       string
	rules      []Rule
	deviations []deviation
}

// Rule is a line of a rules file: what two bodies may do whose names match its two patterns, in
// either order. Of several such lines the last decides.
type Rule struct {
	// File and Line are where the rule is; lines count from 1.
	File string
	Line int
	// Text is the list of conditions: "touch, clearance > 2mm".
	Text string
	// Ignore permits everything. Touch and Inside permit contacts of these kinds.
	Ignore, Touch, Inside bool
	// Depth is how deep the bodies may reach into each other at most, Clearance what they must
	// be farther apart than.
	Depth, Clearance Limit
	a, b             pattern
}

// Limit is a length in a condition. Value is in the unit of the check, once Set.Settle has found it.
type Limit struct {
	Given  bool
	Value  float64
	length unit.Length
}

// deviation is a line about how far meshes may lie from the true surfaces.
type deviation struct {
	file  string
	line  int
	of    pattern
	limit Limit
}

// Where returns "file:line".
func (r *Rule) Where() string { return quote.Name(r.File) + ":" + strconv.Itoa(r.Line) }

// String returns the rule with its place, as one line that can be printed.
func (r *Rule) String() string {
	return r.Where() + ": " + quote.Line(r.a.written+" "+r.b.written+" "+r.Text)
}

// contact reports whether the rule permits any contact.
func (r *Rule) contact() bool { return r.Ignore || r.Touch || r.Inside || r.Depth.Given }

// matches reports whether the rule is about two bodies of these names.
func (r *Rule) matches(x, y string) bool {
	return r.a.matches(x) && r.b.matches(y) || r.a.matches(y) && r.b.matches(x)
}

// Settle finds all lengths in the unit of the check, "" where that is not known.
func (s *Set) Settle(u unit.Unit) error {
	for i := range s.rules {
		r := &s.rules[i]
		if err := cmp.Or(r.Depth.settle(u), r.Clearance.settle(u)); err != nil {
			return &scene.Error{File: r.File, Line: r.Line, Msg: r.Text, Err: err}
		}
	}
	for i := range s.deviations {
		d := &s.deviations[i]
		if err := d.limit.settle(u); err != nil {
			return &scene.Error{File: d.file, Line: d.line, Msg: "deviation", Err: err}
		}
	}
	return nil
}

func (l *Limit) settle(u unit.Unit) (err error) {
	if l.Given {
		l.Value, err = l.length.In(u)
	}
	return err
}

// Matching returns the rules about two names, in the order of the file: the last decides.
func (s *Set) Matching(a, b string) []*Rule {
	var list []*Rule
	for i := range s.rules {
		if s.rules[i].matches(a, b) {
			list = append(list, &s.rules[i])
		}
	}
	return list
}

// Len returns the number of rules.
func (s *Set) Len() int { return len(s.rules) }

// length writes a length for people.
func length(x float64, u string) string {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if u != "" {
		s += " " + u
	}
	return s
}
