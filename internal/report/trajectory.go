package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// State is the answer for one state of a robot.
type State struct {
	// Index counts the states of the list from 0.
	Index   int
	Verdict collide.Verdict
	// Pairs are those in contact or not decided, without their contacts, and how many these are.
	Pairs []StatePair
	// Distance is that of the nearest pair, where it was asked for and there is one.
	Distance *collide.Distance
	// Near are the pairs that are not permitted to be within the clearance and are, where it was asked for.
	Near []collide.Distance
	// Reason is why something that was asked for is undecided, "" if nothing is.
	Reason string
	// Held are the bodies that links hold in the state, and on the way to the next one.
	Held []Held
	// Values are the state, Setting what links hold and Contacts some of its contacts, for pages.
	Values   []float64
	Setting  int
	Contacts []collide.Contact
	// Ruled reports that rules judged the pairs, Gate what they make of the state.
	Ruled bool
	Gate  Outcome
}

// StatePair is a pair of bodies in a state.
type StatePair struct {
	A, B     int
	Contacts int
	Verdict  collide.Verdict
	Allowed  bool
	Reason   string
	// Inside is the body that lies in the other, whose surface it does not touch.
	Inside collide.Side
	// Kind is the pair without its contacts where kinds were asked for and the two are in contact, else nil.
	Kind *collide.Pair
	// Rule is the rule that decides about the pair, Why the reason why it does not pass; "" without.
	Rule, Why string
}

// Outcome returns that of a state: one in which a pair is too near fails.
func (s *State) Outcome() Outcome {
	switch {
	case s.Ruled:
		return s.Gate
	case len(s.Near) > 0:
		return Fail
	}
	return openOutcome(s.Verdict, s.Reason)
}

// TrajectoryOptions tell the report on a list of states what it is about.
type TrajectoryOptions struct {
	// Names are those of the bodies.
	Names    []string
	Untested []Untested
	// Standing are the names of the bodies that stand still: no two of them are tested with each other.
	Standing []string
	// Distance and Clearance report that these were asked for, First that each state stops at its first contact, Continuous that
	// the motions between states were asked for.
	Distance, Clearance, First, Continuous bool
	// Rules reports that pairs are judged by rules, Deviates that these name deviations of meshes.
	Rules, Deviates bool
	// Color lets the text format use colours.
	Color bool
}

// TrajectoryEnd is what there is to say of a list of states as a whole.
type TrajectoryEnd struct {
	// Verdict is that over all states, one that was cut short included.
	Verdict collide.Verdict
	// Err is why the list was not finished, nil where it was.
	Err error
	// States were answered, Colliding of them are in contact, TooNear have something within the clearance but are not.
	States, Colliding, TooNear int
	// Contested reports that rules leave it open whether any of the contacts fails.
	Contested bool
	// Motions are those between the states.
	Motions Motions
	Elapsed time.Duration
}

// Outcome returns that of the list, and its exit code.
func (e *TrajectoryEnd) Outcome() Outcome {
	switch {
	case e.TooNear+e.Motions.Near > 0:
		return Fail
	case e.Contested:
		return Undecided
	}
	return OutcomeOf(e.Verdict)
}

// Trajectory writes a list of states, a line each. Writes are buffered until Flush.
type Trajectory interface {
	State(s *State) error
	// Segment writes a motion, between the two states that it connects.
	Segment(m Segment) error
	// End writes what follows the last state.
	End(e *TrajectoryEnd) error
	Flush() error
}

// TrajectoryFormats are the formats of lists of states that NewTrajectory writes.
func TrajectoryFormats() []string { return []string{"text", "json", "junit"} }

// NewTrajectory starts a report in one of TrajectoryFormats.
func NewTrajectory(format string, w io.Writer, o TrajectoryOptions) Trajectory {
	switch format {
	case "json":
		return &trajectoryJSON{newOut(w), o, false}
	case "junit":
		return &trajectoryJUnit{caseList: caseList{out: newOut(w), class: "collide trajectory"}, text: trajectoryText{out: newOut(w), p: palette(false), o: o}}
	}
	return &trajectoryText{out: newOut(w), p: palette(o.Color), o: o}
}

// trajectoryText writes for people.
type trajectoryText struct {
	out
	p    paint
	o    TrajectoryOptions
	held heldPairs
}

// maxTextPairs is the number of pairs that a line of text names.
const maxTextPairs = 4

func (t *trajectoryText) State(s *State) error {
	t.held.add(s)
	t.putf("state %d: %s\n", s.Index, t.describe(s))
	return t.err()
}

// describe is the answer for a state in words.
func (t *trajectoryText) describe(s *State) string {
	word := t.p.word(openVerdict(s.Verdict, s.Reason))
	if s.Outcome() == Undecided {
		word = t.p.word(collide.Unknown)
	}
	if s.Verdict != collide.InContact && s.Outcome() == Fail {
		word = t.p.bad(tooNear)
	}
	var parts []string
	for i := range s.Pairs {
		if p := &s.Pairs[i]; !p.Allowed {
			parts = append(parts, t.pair(p))
		}
	}
	for i := range s.Near {
		if d := &s.Near[i]; d.Value > 0 {
			parts = append(parts, t.names(d.A, d.B)+" ("+apartOf(d)+")")
		}
	}
	if more := len(parts) - maxTextPairs; more > 0 {
		parts = append(parts[:maxTextPairs], fmt.Sprintf("… and %d more", more))
	}
	if len(parts) > 0 {
		word += ": " + strings.Join(parts, ", ")
	}
	if d := s.Distance; d != nil && d.Value > 0 {
		word += ", " + apartOf(d) + ": " + t.names(d.A, d.B)
	}
	if s.Reason != "" && !slices.ContainsFunc(s.Pairs, func(p StatePair) bool { return p.Reason == s.Reason }) {
		word += " (" + quote.Line(s.Reason) + ")"
	}
	return word
}

// contained is the note on a pair whose surfaces do not touch.
const contained = "one in the other"

func (t *trajectoryText) names(a, b int) string {
	return quote.Name(t.o.Names[a]) + " × " + quote.Name(t.o.Names[b])
}

func (t *trajectoryText) pair(p *StatePair) string {
	var notes []string
	switch {
	case p.Verdict == collide.Unknown:
		notes = append(notes, quote.Line(p.Reason))
	case t.o.First:
	case p.Contacts == 0:
		notes = append(notes, contained)
	default:
		notes = append(notes, count(p.Contacts, "contact"))
	}
	if p.Kind != nil {
		notes = append(notes, kindWord(p.Kind)[2:])
	}
	if p.Why != "" && p.Why != p.Reason {
		notes = append(notes, quote.Line(p.Why))
	}
	if len(notes) == 0 {
		return t.names(p.A, p.B)
	}
	return t.names(p.A, p.B) + " (" + strings.Join(notes, "; ") + ")"
}

func (t *trajectoryText) End(e *TrajectoryEnd) error {
	for _, line := range UntestedLines(t.o.Untested, t.o.Names) {
		t.put(line + "\n")
	}
	for i := range t.held.list {
		t.put("not tested (held): " + t.names(t.held.list[i].a, t.held.list[i].b) + " " + t.held.list[i].when() + "\n")
	}
	if line := t.o.standingLine(); line != "" {
		t.put(line + "\n")
	}
	if t.o.Rules {
		t.put(givenUnder(t.o.Deviates) + "\n")
	}
	word, near := t.p.word(e.Verdict), ""
	if e.Contested {
		word = t.p.word(collide.Unknown)
	}
	if e.TooNear > 0 {
		near = fmt.Sprintf(", %d too near", e.TooNear)
	}
	if e.TooNear+e.Motions.Near > 0 && (e.Verdict != collide.InContact || e.Contested) {
		word = t.p.bad(tooNear)
	}
	if e.States == 0 && e.Err == nil {
		word = "nothing checked"
	}
	if t.o.Continuous {
		near += e.Motions.between(t.o.Clearance || t.o.Rules)
	}
	if e.Err != nil {
		word += " (incomplete: " + ReasonOf(e.Err) + ")"
	}
	t.putf("%s, %d colliding%s, in %s\nresult: %s\n", count(e.States, "state"), e.Colliding, near, duration(e.Elapsed), word)
	return t.Flush()
}

// Flush writes what is buffered.
func (t *trajectoryText) Flush() error { return t.flush() }
