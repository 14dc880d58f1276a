package report

import (
	"fmt"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// Segment is the answer for the motion from one pose of a sweep to the next.
type Segment struct {
	// Index is that of the pose the motion begins at.
	Index  int
	Impact collide.Impact
}

// segmentWord is the verdict of a segment with its times.
func segmentWord(p paint, s *Segment) string {
	i := &s.Impact
	word := p.word(i.Verdict)
	switch {
	case i.Verdict == collide.InContact && i.T0 == i.T1:
		word += " at t = " + decimal(i.T1)
	case i.Verdict == collide.InContact:
		word += fmt.Sprintf(" between t = %s and %s", decimal(i.T0), decimal(i.T1))
	case i.Verdict == collide.Unknown:
		word += ": " + i.Reason
	}
	return word
}

// Segment writes the answer for a motion.
func (s *sweepText) Segment(m Segment) error {
	s.putf("pose %d to %d: %s\n", m.Index, m.Index+1, segmentWord(s.p, &m))
	return s.err()
}

// Segment writes the answer for a motion.
func (s sweepJSON) Segment(m Segment) error {
	i := &m.Impact
	s.putf(`{"schema": %d, "segment": %d, "verdict": "%v", "outcome": "%v"`, quote.Schema, m.Index, i.Verdict, OutcomeOf(i.Verdict))
	if i.Verdict != collide.Free {
		s.putf(`, "t0": %s, "t1": %s`, decimal(i.T0), decimal(i.T1))
	}
	switch {
	case i.Inside != collide.NotInside:
		s.putf(`, "inside": %s`, quote.JSON(string(i.Inside)))
	case i.Verdict == collide.InContact:
		s.putf(`, "triangles": [%d, %d]`, i.TriA, i.TriB)
	case i.Verdict == collide.Unknown:
		s.putf(`, "reason": %s`, quote.JSON(i.Reason))
	}
	s.put("}\n")
	return s.err()
}

// Segment writes the answer for a motion.
func (s sweepCSV) Segment(m Segment) error {
	i := &m.Impact
	cells := []string{strconv.Itoa(m.Index), i.Verdict.String(), "", ""}
	if i.Verdict != collide.Free {
		cells[2], cells[3] = decimal(i.T0), decimal(i.T1)
	}
	s.row(make([]string, 4), make([]string, 3), make([]string, 2), make([]string, 5), cells, i.Reason)
	return s.w.Err()
}
