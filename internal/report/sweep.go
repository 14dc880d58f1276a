package report

import (
	"fmt"
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
	// Distance is that of the bodies, where it was asked for.
	Distance *collide.Distance
	// Within are the pairs of primitives that are too near, where a clearance was asked for.
	Within *WithinPose
	// Kind is the pair of bodies, without its contacts, where kinds were asked for and the two
	// are in contact.
	Kind *collide.Pair
	// Reason is why something that was asked for is undecided, "" if nothing is.
	Reason string
}

// WithinPose is what is within a distance under one pose.
type WithinPose struct {
	Pairs int
	Hash  string // empty under --first
}

// Outcome returns that of a pose: one that is too near fails.
func (p *Pose) Outcome() Outcome {
	if p.Within != nil && p.Within.Pairs > 0 {
		return Fail
	}
	return openOutcome(p.Verdict, p.Reason)
}

// openOutcome is that of a verdict where something may be undecided for a reason: a contact fails all the same.
func openOutcome(v collide.Verdict, reason string) Outcome {
	if reason != "" && v == collide.Free {
		return Undecided
	}
	return OutcomeOf(v)
}

// openVerdict is the verdict to print first where something may be undecided for a reason: "free" would mislead.
func openVerdict(v collide.Verdict, reason string) collide.Verdict {
	if reason != "" && v == collide.Free {
		return collide.Unknown
	}
	return v
}

// SweepOptions tell a sweep's report what it is about.
type SweepOptions struct {
	// A and B are the names of the moving and the fixed body.
	A, B string
	// First reports that each pose stops at its first contact.
	First bool
	// Distance, Clearance, Kinds and Continuous tell what else was asked for.
	Distance, Clearance, Kinds, Continuous bool
	// Color lets the text format use colours.
	Color bool
}

// SweepEnd is what there is to say of a sweep as a whole.
type SweepEnd struct {
	// Verdict is that over all poses, one that was cut short included.
	Verdict collide.Verdict
	// Err is why the sweep ended before the list of poses did, nil where it did not.
	Err error
	// Poses were answered, Colliding of them are in contact. TooNear of all poses, one that
	// was cut short included, have something within the clearance but are not in contact.
	Poses, Colliding, TooNear int
	// Segments between the poses were answered, Touching of them have a contact, Open are
	// undecided. Continuous reports that they were asked for.
	Segments, Touching, Open int
	Continuous               bool
	Elapsed                  time.Duration
}

// Outcome returns that of the sweep, and its exit code.
func (e *SweepEnd) Outcome() Outcome {
	if e.TooNear > 0 {
		return Fail
	}
	return OutcomeOf(e.Verdict)
}

// Sweep writes a sweep pose by pose. Writes are buffered until Flush.
type Sweep interface {
	Pose(p Pose) error
	// Segment writes a motion, between the two poses that it connects.
	Segment(s Segment) error
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
	word := s.p.word(openVerdict(p.Verdict, p.Reason))
	if p.Verdict == collide.InContact && !s.first {
		word += ", " + count(p.Contacts, "contact")
	}
	if p.Kind != nil {
		word += ", " + kindOf(p.Kind)
		if isDeep(p.Kind) {
			word += ", " + extentOf(p.Kind)
		}
	}
	if p.Verdict != collide.InContact && p.Outcome() == Fail {
		word = s.p.bad(tooNear)
	}
	if p.Distance != nil {
		word += ", " + decimal(p.Distance.Value) + " apart"
	}
	if p.Within != nil && p.Within.Pairs > 0 && !s.first {
		word += ", " + count(p.Within.Pairs, "pair") + " within the clearance"
	}
	if p.Reason != "" {
		word += " (" + quote.Line(p.Reason) + ")"
	}
	s.putf("pose %d: %s\n", p.Index, word)
	return s.err()
}

func (s *sweepText) End(e *SweepEnd) error {
	word, near := s.p.word(e.Verdict), ""
	if e.TooNear > 0 {
		near = fmt.Sprintf(", %d too near", e.TooNear)
		if e.Verdict != collide.InContact {
			word = s.p.bad(tooNear)
		}
	}
	if e.Err != nil {
		word += " (incomplete: " + ReasonOf(e.Err) + ")"
	}
	if e.Continuous {
		near += motionsBetween(e.Segments, e.Touching, e.Open)
	}
	s.putf("%s, %d colliding%s, in %s\nresult: %s\n", count(e.Poses, "pose"), e.Colliding, near, duration(e.Elapsed), word)
	return s.Flush()
}

// Flush writes what is buffered.
func (s *sweepText) Flush() error { return s.flush() }

// sweepJSON writes an object a line.
type sweepJSON struct{ out }

func jsonSweep(w io.Writer, _ SweepOptions) Sweep { return sweepJSON{newOut(w)} }

func (s sweepJSON) Pose(p Pose) error {
	s.putf(`{"schema": %d, "pose": %d, "verdict": "%v", "outcome": "%v", "colliding": %t, "contacts": %d, "hash": "%s"`,
		quote.Schema, p.Index, p.Verdict, p.Outcome(), p.Verdict == collide.InContact, p.Contacts, p.Hash)
	if p.Distance != nil {
		l := Distances{}
		s.put(`, "distance": `)
		l.value(s.out, p.Distance)
		l.closest(s.out, p.Distance)
	}
	if p.Within != nil {
		s.putf(`, "within": %d, "withinHash": "%s"`, p.Within.Pairs, p.Within.Hash)
	}
	if p.Kind != nil {
		s.put(kindFields(p.Kind) + depthFields(p.Kind))
	}
	if p.Reason != "" && (p.Kind == nil || p.Kind.Reason == "" || p.Kind.Kind == collide.SurfaceContact) {
		s.put(`, "reason": ` + quote.JSON(p.Reason))
	}
	s.put("}\n")
	return s.err()
}

func (s sweepJSON) End(e *SweepEnd) error {
	if e.Err != nil {
		s.putf(`{"schema": %d, "verdict": "%v", "outcome": "%v", "complete": false, "reason": %s, "poses": %d}`+"\n",
			quote.Schema, e.Verdict, e.Outcome(), quote.JSON(ReasonOf(e.Err)), e.Poses)
	}
	return s.Flush()
}

// Flush writes what is buffered.
func (s sweepJSON) Flush() error { return s.flush() }

// sweepCSV writes a row a pose.
type sweepCSV struct {
	w quote.CSV
	o SweepOptions
}

func csvSweep(w io.Writer, o SweepOptions) Sweep {
	s := sweepCSV{quote.NewCSV(w), o}
	s.row([]string{"pose", "colliding", "contacts", "hash"}, []string{"distance", "triangle_a", "triangle_b"}, []string{"within", "withinHash"}, []string{"kind", "depth_lo", "depth_hi", "width_lo", "width_hi"}, []string{"segment", "verdict", "t0", "t1"}, "note")
	return s
}

// row writes the columns that were asked for.
func (s sweepCSV) row(pose, distance, within, kind, segment []string, note string) {
	if s.o.Distance {
		pose = append(pose, distance...)
	}
	if s.o.Clearance {
		pose = append(pose, within...)
	}
	if s.o.Kinds {
		pose = append(pose, kind...)
	}
	if s.o.Continuous {
		pose = append(pose, segment...)
	}
	s.w.Row(append(pose, note)...)
}

func (s sweepCSV) Pose(p Pose) error {
	distance, within, kind, note := make([]string, 3), make([]string, 2), make([]string, 5), ""
	if d := p.Distance; d != nil {
		distance = []string{decimal(d.Value), strconv.Itoa(d.TriA), strconv.Itoa(d.TriB)}
	}
	if p.Within != nil {
		within = []string{strconv.Itoa(p.Within.Pairs), p.Within.Hash}
	}
	if p.Kind != nil {
		kind, note = append([]string{kindOf(p.Kind)}, extentCells(p.Kind)...), p.Kind.Reason
	}
	if p.Reason != "" && note == "" {
		note = "undecided: " + p.Reason
	}
	colliding := ""
	if p.Verdict != collide.Unknown {
		colliding = strconv.FormatBool(p.Verdict == collide.InContact)
	}
	s.row([]string{strconv.Itoa(p.Index), colliding, strconv.Itoa(p.Contacts), p.Hash}, distance, within, kind, make([]string, 4), note)
	return s.w.Err()
}

func (s sweepCSV) End(e *SweepEnd) error {
	if e.Err != nil {
		s.row(make([]string, 4), make([]string, 3), make([]string, 2), make([]string, 5), make([]string, 4), "incomplete: "+ReasonOf(e.Err))
	}
	return s.Flush()
}

// Flush writes what is buffered.
func (s sweepCSV) Flush() error { return s.w.Flush() }
