package report

import (
	"io"
	"strconv"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// Pose is the answer under one pose of a sweep.
type Pose struct {
	// Index counts the poses of the list from 0.
	Index   int
	Verdict collide.Verdict
	// Contacts is their number; under --first it is 1 for a collision.
	Contacts int
	// Hash is empty under --first.
	Hash string
}

// SweepOptions tell a sweep's report what it is about.
type SweepOptions struct {
	// A and B are the names of the moving and the fixed body.
	A, B string
	// First tells that each pose stops at its first contact.
	First bool
	// Color lets the text format use colours.
	Color bool
}

// SweepEnd is what there is to say of a sweep as a whole.
type SweepEnd struct {
	// Verdict is that over all poses, one that was cut short included.
	Verdict collide.Verdict
	// Err is why the sweep ended before the list of poses did, nil where it did not.
	Err error
	// Poses were answered, Colliding of them are in contact.
	Poses, Colliding int
	Elapsed          time.Duration
}

// Sweep writes a sweep pose by pose. Writes are buffered until Flush.
type Sweep interface {
	Pose(p Pose) error
	// End writes what follows the last pose.
	End(e *SweepEnd) error
	Flush() error
}

// sweepText writes a line a pose for people.
type sweepText struct {
	out
	p     paint
	first bool
}

func textSweep(w io.Writer, o SweepOptions) Sweep {
	return &sweepText{newOut(w), palette(o.Color), o.First}
}

func (s *sweepText) Pose(p Pose) error {
	word := s.p.word(p.Verdict)
	if p.Verdict == collide.InContact && !s.first {
		word += ", " + count(p.Contacts, "contact")
	}
	s.putf("pose %d: %s\n", p.Index, word)
	return s.err()
}

func (s *sweepText) End(e *SweepEnd) error {
	word := s.p.word(e.Verdict)
	if e.Err != nil {
		word += " (incomplete: " + ReasonOf(e.Err) + ")"
	}
	s.putf("%s, %d colliding, in %s\nresult: %s\n", count(e.Poses, "pose"), e.Colliding, duration(e.Elapsed), word)
	return s.Flush()
}

// Flush writes what is buffered.
func (s *sweepText) Flush() error { return s.flush() }

// sweepJSON writes an object a line.
type sweepJSON struct{ out }

func jsonSweep(w io.Writer, _ SweepOptions) Sweep { return sweepJSON{newOut(w)} }

func (s sweepJSON) Pose(p Pose) error {
	s.putf(`{"schema": %d, "pose": %d, "verdict": "%v", "outcome": "%v", "colliding": %t, "contacts": %d, "hash": "%s"}`+"\n",
		quote.Schema, p.Index, p.Verdict, OutcomeOf(p.Verdict), p.Verdict == collide.InContact, p.Contacts, p.Hash)
	return s.err()
}

func (s sweepJSON) End(e *SweepEnd) error {
	if e.Err != nil {
		s.putf(`{"schema": %d, "verdict": "%v", "outcome": "%v", "complete": false, "reason": %s, "poses": %d}`+"\n",
			quote.Schema, e.Verdict, OutcomeOf(e.Verdict), quote.JSON(ReasonOf(e.Err)), e.Poses)
	}
	return s.Flush()
}

// Flush writes what is buffered.
func (s sweepJSON) Flush() error { return s.flush() }

// sweepCSV writes a row a pose.
type sweepCSV struct {
	w quote.CSV
}

func csvSweep(w io.Writer, _ SweepOptions) Sweep {
	t := quote.NewCSV(w)
	t.Row("pose", "colliding", "contacts", "hash", "note")
	return sweepCSV{t}
}

func (s sweepCSV) Pose(p Pose) error {
	s.w.Row(strconv.Itoa(p.Index), strconv.FormatBool(p.Verdict == collide.InContact), strconv.Itoa(p.Contacts), p.Hash, "")
	return s.w.Err()
}

func (s sweepCSV) End(e *SweepEnd) error {
	if e.Err != nil {
		s.w.Row("", "", "", "", "incomplete: "+ReasonOf(e.Err))
	}
	return s.Flush()
}

// Flush writes what is buffered.
func (s sweepCSV) Flush() error { return s.w.Flush() }
