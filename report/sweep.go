package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"
)

// Pose is the answer under one pose of a sweep.
type Pose struct {
	// Index counts the poses of the list from 0.
	Index     int
	Colliding bool
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

// Sweep writes a sweep pose by pose. Writes are buffered until Flush.
type Sweep interface {
	Pose(p Pose) error
	// End writes what follows the last pose. reason is empty for a complete
	// sweep and says otherwise why it was cut short; poses counts the answers.
	End(reason string, poses, colliding int, elapsed time.Duration) error
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
	word := s.p.good("free")
	if p.Colliding {
		word = s.p.bad("collision")
		if !s.first {
			word += ", " + count(p.Contacts, "contact")
		}
	}
	s.putf("pose %d: %s\n", p.Index, word)
	return s.err()
}

func (s *sweepText) End(reason string, poses, colliding int, elapsed time.Duration) error {
	word := s.p.good("free")
	switch {
	case colliding > 0:
		word = s.p.bad("collision")
	case reason != "":
		word = s.p.allowed("undecided")
	}
	if reason != "" {
		word += " (incomplete: " + reason + ")"
	}
	s.putf("%s, %d colliding, in %s\nresult: %s\n", count(poses, "pose"), colliding, duration(elapsed), word)
	return s.Flush()
}

// Flush writes what is buffered.
func (s *sweepText) Flush() error { return s.flush() }

// sweepJSON writes an object a line.
type sweepJSON struct{ out }

func jsonSweep(w io.Writer, _ SweepOptions) Sweep { return sweepJSON{newOut(w)} }

func (s sweepJSON) Pose(p Pose) error {
	s.putf(`{"pose": %d, "colliding": %t, "contacts": %d, "hash": "%s"}`+"\n",
		p.Index, p.Colliding, p.Contacts, p.Hash)
	return s.err()
}

func (s sweepJSON) End(reason string, poses, _ int, _ time.Duration) error {
	if reason != "" {
		s.putf(`{"complete": false, "reason": %s, "poses": %d}`+"\n", quote(reason), poses)
	}
	return s.Flush()
}

// Flush writes what is buffered.
func (s sweepJSON) Flush() error { return s.flush() }

// sweepCSV writes a row a pose.
type sweepCSV struct {
	w *csv.Writer
}

func csvSweep(w io.Writer, _ SweepOptions) Sweep {
	t := csv.NewWriter(w)
	_ = t.Write([]string{"pose", "colliding", "contacts", "hash", "note"}) // kept for Error
	return sweepCSV{t}
}

func (s sweepCSV) Pose(p Pose) error {
	return s.w.Write([]string{strconv.Itoa(p.Index), strconv.FormatBool(p.Colliding), strconv.Itoa(p.Contacts), p.Hash, ""})
}

func (s sweepCSV) End(reason string, _, _ int, _ time.Duration) error {
	if reason != "" {
		_ = s.w.Write([]string{"", "", "", "", "incomplete: " + reason}) // kept for Flush
	}
	return s.Flush()
}

// Flush writes what is buffered.
func (s sweepCSV) Flush() error {
	s.w.Flush()
	return s.w.Error()
}
