package report

import (
	"fmt"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// Segment is the answer for the motion from one pose of a sweep, or state of a robot, to the next.
type Segment struct {
	// Index is that of the pose or state the motion begins at.
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

// motionsBetween counts motions in the last line of a list.
func motionsBetween(all, touching, open int) string {
	return fmt.Sprintf(", %s between them, %d with contact, %d undecided", count(all, "motion"), touching, open)
}

// Segment writes the answer for a motion.
func (s *sweepText) Segment(m Segment) error {
	s.putf("pose %d to %d: %s\n", m.Index, m.Index+1, segmentWord(s.p, &m))
	return s.err()
}

// Segment writes the answer for a motion.
func (s sweepJSON) Segment(m Segment) error {
	s.segment(&m, "")
	return s.err()
}

// segment writes the object of a motion. In contact it has the fields of pair, too.
func (o out) segment(m *Segment, pair string) {
	i := &m.Impact
	o.putf(`{"schema": %d, "segment": %d, "verdict": "%v", "outcome": "%v"`, quote.Schema, m.Index, i.Verdict, OutcomeOf(i.Verdict))
	if i.Verdict != collide.Free {
		o.putf(`, "t0": %s, "t1": %s`, decimal(i.T0), decimal(i.T1))
	}
	switch {
	case i.Inside != collide.NotInside:
		o.putf(`%s, "inside": %s`, pair, quote.JSON(string(i.Inside)))
	case i.Verdict == collide.InContact:
		o.putf(`%s, "triangles": [%d, %d]`, pair, i.TriA, i.TriB)
	case i.Verdict == collide.Unknown:
		o.putf(`, "reason": %s`, quote.JSON(i.Reason))
	}
	o.put("}\n")
}

// Segment writes the answer for a motion.
func (t *trajectoryText) Segment(m Segment) error {
	t.putf("%s: %s\n", betweenStates(&m), t.motion(&m))
	return t.err()
}

func betweenStates(m *Segment) string { return fmt.Sprintf("state %d to %d", m.Index, m.Index+1) }

// motion is the verdict of a motion with its times and its pair.
func (t *trajectoryText) motion(m *Segment) string {
	word := segmentWord(t.p, m)
	if i := &m.Impact; i.Verdict == collide.InContact {
		word += ": " + t.names(i.A, i.B)
		if i.Inside != collide.NotInside {
			word += " (" + contained + ")"
		}
	}
	return word
}

// Segment adds a case for a motion.
func (t *trajectoryJUnit) Segment(m Segment) error {
	t.judged(betweenStates(&m), OutcomeOf(m.Impact.Verdict), m.Impact.Verdict, t.text.motion(&m))
	return nil
}

// Segment writes the answer for a motion.
func (t *trajectoryJSON) Segment(m Segment) error {
	pair := ""
	if i := &m.Impact; i.Verdict == collide.InContact {
		pair = ", " + t.names(i.A, i.B)[1:]
	}
	t.segment(&m, pair)
	return t.err()
}

// Segment writes the answer for a motion.
func (s sweepCSV) Segment(m Segment) error {
	i := &m.Impact
	c := sweepCells{segment: [4]string{strconv.Itoa(m.Index), i.Verdict.String()}, note: i.Reason}
	if i.Verdict != collide.Free {
		c.segment[2], c.segment[3] = decimal(i.T0), decimal(i.T1)
	}
	s.row(&c)
	return s.w.Err()
}
