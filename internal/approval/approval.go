// Package approval reads what people decided about clashes: which are approved, up to which limit, where, by whom and why.
//
// A file has a line an entry:
//
//	unit mm
//	# clash  bodies  status  limit  where  who  why
//	6f0c… cover_2 bolt_3 approved depth <= 3.1mm at 1,2,3..4,5,6 by "J. Doe" "until the longer standoff is there"
//
// An entry says what was approved, not what may be: a clash that is deeper, of another kind or has a piece in another
// place is not approved.
package approval

import (
	"strconv"

	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/scene"
)

// Status is what people decided about a clash.
type Status string

// The statuses. A clash that is approved does not fail a check within its limit; one that is open does as ever.
const (
	Approved Status = "approved"
	Open     Status = "open"
)

// Set is the content of a file.
type Set struct {
	file    string
	unit    unit.Unit // of boxes, and of lengths without one; "" where the file has none
	entries []Entry
	// index finds an entry by its fingerprint.
	index map[string]int
}

// Entry is a line of a file.
type Entry struct {
	File string
	// Line counts from 1.
	Line         int
	Fingerprint  string
	A, B         string
	Status       Status
	Author, Note string
	limit        limit
}

// Where returns "file:line".
func (e *Entry) Where() string { return quote.Name(e.File) + ":" + strconv.Itoa(e.Line) }

// Limit returns the limit as it is written.
func (e *Entry) Limit() string { return e.limit.text }

// Of returns the entry of a clash, nil for none.
func (s *Set) Of(fingerprint string) *Entry {
	i, ok := s.index[fingerprint]
	if !ok {
		return nil
	}
	return &s.entries[i]
}

// Entries returns the entries in the order of the file.
func (s *Set) Entries() []Entry { return s.entries }

// Settle finds all lengths in the unit of the check, "" where that is not known. A file with another unit is refused: its
// boxes are numbers.
func (s *Set) Settle(u unit.Unit) error {
	named := func(u unit.Unit) string {
		if u == "" {
			return "no known unit"
		}
		return string(u)
	}
	for i := range s.entries {
		e := &s.entries[i]
		if s.unit != u {
			return &scene.Error{File: s.file, Msg: "is in " + named(s.unit) + ", this check in " + named(u) + "; expected one unit: limits and places are compared"}
		}
		if err := e.limit.settle(u); err != nil {
			return &scene.Error{File: e.File, Line: e.Line, Msg: e.limit.text, Err: err}
		}
	}
	return nil
}
