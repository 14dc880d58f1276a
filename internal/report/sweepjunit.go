package report

import (
	"fmt"
	"io"
)

// sweepJUnit writes a test case per pose, and per motion between two.
type sweepJUnit struct {
	caseList
	text sweepText // in whose words the cases are
}

func junitSweep(w io.Writer, o SweepOptions) Sweep {
	return &sweepJUnit{caseList{out: newOut(w), class: "collide sweep"}, sweepText{newOut(w), palette(false), o}}
}

func (s *sweepJUnit) Pose(p Pose) error {
	s.judged(fmt.Sprintf("pose %d", p.Index), p.Outcome(), p.Verdict, s.text.describe(&p))
	return nil
}

// Segment adds a case for a motion.
func (s *sweepJUnit) Segment(m Segment) error {
	s.judged(fmt.Sprintf("pose %d to %d", m.Index, m.Index+1), m.Outcome(), m.Impact.Verdict, segmentWord(s.text.p, &m, noPair)+m.Curve.word(noNames))
	return nil
}

func (s *sweepJUnit) End(e *SweepEnd) error { return s.end("all poses", e.Err, e.Elapsed) }

// Flush writes what is buffered.
func (s *sweepJUnit) Flush() error { return s.flush() }
