package report

import (
	"fmt"
	"io"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
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
	// Parting bounds how far the first body must move until the interiors share no point, where that was asked for and the two have interiors
	// in contact.
	Parting *[2]float64
	// Inside is the body that lies in the other, where containment was asked for.
	Inside collide.Side
	// Reason is why something that was asked for is undecided, "" if nothing is.
	Reason string
	// Ruled is what rules make of the pose, nil without rules. Verdict is then that of a pair that its rule
	// does not permit.
	Ruled *RuledPose
}

// WithinPose is what is within a distance under one pose.
type WithinPose struct {
	Pairs int
	Hash  string // empty under --first
}

// Outcome returns that of a pose: one that is too near fails.
func (p *Pose) Outcome() Outcome {
	if p.Ruled != nil {
		return p.Ruled.Gate
	}
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
	// First reports that each pose stops at its first contact.
	First bool
	// Distance, Clearance, Kinds, Solid and Continuous tell what else was asked for.
	Distance, Clearance, Kinds, Solid, Continuous bool
	// Curve reports that the distance on the way was asked for.
	Curve bool
	// Rules reports that poses are judged by rules, Deviates that these name deviations of meshes.
	Rules, Deviates bool
	// Along is the direction of the ways out that were asked for, 0 for none.
	Along geom.Vec
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
	// Allowed of the poses are in contact as rules permit. Contested reports that rules leave it open whether
	// any of the other contacts fails.
	Allowed   int
	Contested bool
	// Motions are those between the poses. Continuous reports that they were asked for.
	Motions    Motions
	Continuous bool
	Elapsed    time.Duration
}

// Outcome returns that of the sweep, and its exit code.
func (e *SweepEnd) Outcome() Outcome {
	switch {
	case e.TooNear+e.Motions.Near > 0:
		return Fail
	case e.Contested:
		return Undecided
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
	p paint
	o SweepOptions
}

func textSweep(w io.Writer, o SweepOptions) Sweep {
	return &sweepText{newOut(w), palette(o.Color), o}
}

func (s *sweepText) Pose(p Pose) error {
	s.putf("pose %d: %s\n", p.Index, s.describe(&p))
	return s.err()
}

// describe is the answer for a pose in words.
func (s *sweepText) describe(p *Pose) string {
	word := s.word(p)
	if s.counts(p) {
		word += ", " + count(p.Contacts, "contact")
	}
	if p.Inside != collide.NotInside && p.Kind == nil {
		word += ", " + insideWords[p.Inside]
	}
	if p.Kind != nil {
		word += ", " + kindOf(p.Kind)
		if isDeep(p.Kind) && s.o.hasDepth(p.Kind) {
			word += ", " + extentOf(p.Kind)
		}
		if p.Parting != nil && isDeep(p.Kind) {
			word += ", parting " + span(*p.Parting) + " along " + vec(s.o.Along)
		}
	}
	if d := p.distance(); d != nil {
		word += ", " + apartOf(d)
	}
	if p.Within != nil && p.Within.Pairs > 0 && !s.o.First {
		word += ", " + count(p.Within.Pairs, "pair") + " within the clearance"
	}
	if note := p.note(); note != "" {
		word += " (" + quote.Line(note) + ")"
	}
	return word
}

// word names what a pose is, in its colour.
func (s *sweepText) word(p *Pose) string {
	switch {
	case p.Ruled != nil && p.Outcome() == Undecided:
		return s.p.word(collide.Unknown)
	case p.Ruled != nil && p.Ruled.Allowed:
		return s.p.good(asAllowed)
	case p.Verdict != collide.InContact && p.Outcome() == Fail:
		return s.p.bad(tooNear)
	}
	return s.p.word(openVerdict(p.Verdict, p.Reason))
}

// counts reports whether the contacts of a pose are all there are.
func (s *sweepText) counts(p *Pose) bool {
	if p.Ruled != nil {
		return p.Contacts > 0
	}
	return p.Verdict == collide.InContact && !s.o.First
}

func (s *sweepText) End(e *SweepEnd) error {
	if s.o.Rules {
		s.put(givenUnder(s.o.Deviates) + "\n")
	}
	word, near := s.p.word(e.Verdict), ""
	switch {
	case e.Contested:
		word = s.p.word(collide.Unknown)
	case e.Verdict == collide.Free && e.Allowed+e.Motions.Allowed > 0:
		word = s.p.good(asAllowed)
	}
	if e.Allowed > 0 {
		near = fmt.Sprintf(", %d touching as allowed", e.Allowed)
	}
	if e.TooNear > 0 {
		near += fmt.Sprintf(", %d too near", e.TooNear)
	}
	if e.TooNear+e.Motions.Near > 0 && (e.Verdict != collide.InContact || e.Contested) {
		word = s.p.bad(tooNear)
	}
	if e.Err != nil {
		word += " (incomplete: " + ReasonOf(e.Err) + ")"
	}
	if e.Continuous {
		near += e.Motions.between(s.o.Clearance || s.o.Rules)
	}
	s.putf("%s, %d colliding%s, in %s\nresult: %s\n", count(e.Poses, "pose"), e.Colliding, near, duration(e.Elapsed), word)
	return s.Flush()
}

// Flush writes what is buffered.
func (s *sweepText) Flush() error { return s.flush() }

// insideWords name the body of a sweep that lies in the other one.
var insideWords = map[collide.Side]string{collide.AInside: "A inside B", collide.BInside: "B inside A"}

// sweepJSON writes an object a line.
type sweepJSON struct {
	out
	o SweepOptions
}

func jsonSweep(w io.Writer, o SweepOptions) Sweep { return sweepJSON{newOut(w), o} }

func (s sweepJSON) Pose(p Pose) error {
	s.putf(`{"schema": %d, "pose": %d, "verdict": "%v", "outcome": "%v", "colliding": %t, "contacts": %d, "hash": "%s"`,
		quote.Schema, p.Index, p.Verdict, p.Outcome(), p.Verdict == collide.InContact, p.Contacts, p.Hash)
	if s.o.Solid && p.Verdict != collide.Unknown {
		s.putf(`, "inside": %s`, quote.JSON(string(p.Inside)))
	}
	if d := p.distance(); d != nil {
		l := Distances{}
		s.put(`, "distance": `)
		l.value(s.out, d)
		l.closest(s.out, d)
	}
	if p.Within != nil {
		s.putf(`, "within": %d, "withinHash": "%s"`, p.Within.Pairs, p.Within.Hash)
	}
	if p.Kind != nil {
		s.put(kindFields(p.Kind))
		if s.o.hasDepth(p.Kind) {
			s.put(depthFields(p.Kind))
		}
		if p.Parting != nil {
			s.put(`, "parting": ` + bounds(*p.Parting))
		}
	}
	if p.Reason != "" && (p.Kind == nil || p.Kind.Reason == "" || p.Kind.Kind == collide.SurfaceContact) {
		s.put(`, "reason": ` + quote.JSON(p.Reason))
	}
	s.put(p.Ruled.fields() + "}\n")
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
