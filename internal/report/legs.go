package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/predicate"
)

// Station is where the bodies of a scene are: of one in motion at a time, else at time 0.
type Station struct {
	File string
	// Timed reports that the scene is in motion, and Time is in seconds.
	Timed bool
	Time  float64
}

// String returns the file, with the time.
func (s *Station) String() string {
	if !s.Timed {
		return quote.Name(s.File)
	}
	return fmt.Sprintf("%s at %s s", quote.Name(s.File), decimal(s.Time))
}

// Leg is the motion of all bodies from where they are in one scene to where they are in the next, or from one time to another.
type Leg struct {
	From, To Station
	Segment
	// Seconds returns the times of t of an impact, nil where t alone is to be reported.
	Seconds func(i *collide.Impact) [2]float64
	// Place is where the primitives of a contact meet at its T1, nil without a contact or without primitives.
	Place *predicate.Intersection
}

// Legs writes what is found in several scenes of the same bodies, and on the way from each to the next. Writes are buffered
// until End.
type Legs struct {
	out
	json  bool
	p     paint
	names []string
	// clearance reports that one was asked for.
	clearance bool
	// scenes were checked, touching of them have a contact that is not permitted, near none that is known but a pair within the
	// clearance. In undecided of them something is, also in one that touches or is too near.
	scenes, touching, near, undecided int
	motions                           Motions
	cut                               string           // why the rest is not known
	ruled                             bool             // rules judge
	judged                            *rules.Judgement // of the scene at hand, nil without rules
	// permitted is how many pairs may touch, which no motion is followed for; touch reports that one of them does in a scene.
	permitted int
	touch     bool
	page      *legsPage // nil for text and JSON
}

// NewLegs writes text, or JSON with an object a line. The names are those of the bodies, of which some pairs may touch.
func NewLegs(w io.Writer, json, color, clearance bool, names []string, permitted int) *Legs {
	return &Legs{out: newOut(w), json: json, p: palette(color), clearance: clearance, names: names, permitted: permitted}
}

// word is the verdict in words: what passes in contact is not called free.
func (l *Legs) word(v collide.Verdict, touch bool) string {
	if v == collide.Free && touch {
		return l.p.allowed("touching as allowed")
	}
	return l.p.word(v)
}

// Verdict is that of all scenes and motions so far.
func (l *Legs) Verdict() collide.Verdict {
	switch {
	case l.touching+l.motions.Touching > 0:
		return collide.InContact
	case l.Incomplete() != "":
		return collide.Unknown
	}
	return collide.Free
}

// Outcome is that of all scenes and motions so far.
func (l *Legs) Outcome() Outcome {
	if l.near+l.motions.Near > 0 {
		return Fail
	}
	return OutcomeOf(l.Verdict())
}

// Incomplete is why not everything is decided, "" where it is.
func (l *Legs) Incomplete() string {
	if l.cut != "" {
		return l.cut
	}
	var open []string
	if l.undecided > 0 {
		open = append(open, fmt.Sprintf("%d of %d scenes undecided", l.undecided, l.scenes))
	}
	if err := l.motions.Undecided(); err != nil {
		open = append(open, ReasonOf(err))
	}
	return strings.Join(open, ", ")
}

// Cut notes why what was not written is not known.
func (l *Legs) Cut(err error) { l.cut = ReasonOf(err) }

// Judged writes what rules make of a scene.
func (l *Legs) Judged(at *Station, j *rules.Judgement) {
	l.ruled = true
	var near []collide.Distance
	for _, d := range j.Near {
		if f := j.Of(d.A, d.B); f != nil && f.Status == rules.Fail {
			near = append(near, d)
		}
	}
	l.judged = j
	l.Scene(at, j.Result, near, j.Err)
	l.judged = nil
}

// whyWord is why in brackets.
func (l *Legs) whyWord(a, b int) string {
	if why := l.why(a, b); why != "" {
		return " (" + why + ")"
	}
	return ""
}

// why is why a pair of a scene does not pass, "" for one that does, and without rules.
func (l *Legs) why(a, b int) string {
	if l.judged == nil {
		return ""
	}
	if f := l.judged.Of(a, b); f != nil {
		return f.Why
	}
	return ""
}

// note is what is known of a pair of a scene.
func (l *Legs) note(p *collide.Pair) (text string) {
	if p.Kind != collide.NoKind {
		text = ", " + kindOf(p)
		if isDeep(p) && p.Width[1] > 0 {
			text += ", " + extentOf(p)
		}
	}
	return text + l.whyWord(p.A, p.B)
}

// Scene writes what is found in a scene: contacts, and the pairs within a clearance that are not permitted. The error is the one that
// came with them.
func (l *Legs) Scene(at *Station, r *collide.Result, near []collide.Distance, err error) {
	l.scenes++
	touch := slices.ContainsFunc(r.Pairs, func(p collide.Pair) bool { return p.Allowed && p.Verdict == collide.InContact })
	l.touch = l.touch || touch
	outcome, word := openOutcome(r.Verdict, ReasonOf(err)), l.word(openVerdict(r.Verdict, ReasonOf(err)), touch)
	if len(near) > 0 && r.Verdict != collide.InContact {
		outcome, word = Fail, l.p.bad(tooNear)
	}
	switch {
	case r.Verdict == collide.InContact:
		l.touching++
	case outcome == Fail:
		l.near++
	}
	if err != nil || r.Verdict == collide.Unknown {
		l.undecided++
	}
	if l.json {
		l.sceneJSON(at, r, near, outcome, err)
		return
	}
	l.putf("%v: %s", at, word)
	before := ": "
	for i := range r.Pairs {
		if p := &r.Pairs[i]; !p.Allowed && p.Verdict == collide.InContact {
			l.putf("%s%s × %s%s", before, quote.Name(l.names[p.A]), quote.Name(l.names[p.B]), l.note(p))
			before = ", "
		}
	}
	for i := range near {
		if d := &near[i]; d.Hi > 0 {
			l.putf("%s%s × %s (%s)%s", before, quote.Name(l.names[d.A]), quote.Name(l.names[d.B]), apartOf(d), l.whyWord(d.A, d.B))
			before = ", "
		}
	}
	if err != nil {
		l.putf(" (incomplete: %s)", ReasonOf(err))
	}
	l.put("\n")
	l.take()
}

func (l *Legs) sceneJSON(at *Station, r *collide.Result, near []collide.Distance, outcome Outcome, err error) {
	l.putf(`{"schema": %d, "scene": %d, "file": %s`, quote.Schema, l.scenes-1, quote.JSON(at.File))
	if at.Timed {
		l.putf(`, "time": %s`, decimal(at.Time))
	}
	l.putf(`, "verdict": "%v", "outcome": "%v", "pairs": [`, r.Verdict, outcome)
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if i > 0 {
			l.put(", ")
		}
		l.putf(`{"a": %s, "b": %s, "verdict": "%v", "contacts": %d`, quote.JSON(l.names[p.A]), quote.JSON(l.names[p.B]), p.Verdict, len(p.Contacts))
		if p.Inside != collide.NotInside {
			l.putf(`, "inside": %s`, quote.JSON(string(p.Inside)))
		}
		if p.Kind != collide.NoKind {
			l.put(kindFields(p) + depthFields(p))
		}
		if why := l.why(p.A, p.B); why != "" {
			l.putf(`, "why": %s`, quote.JSON(why))
		}
		l.putf(`, "allowed": %t}`, p.Allowed)
	}
	l.put("]")
	if l.clearance || l.ruled {
		l.put(`, "near": [`)
		for i := range near {
			if i > 0 {
				l.put(", ")
			}
			d := &near[i]
			l.putf(`{"a": %s, "b": %s, "distance": `, quote.JSON(l.names[d.A]), quote.JSON(l.names[d.B]))
			(&Distances{}).value(l.out, d)
			l.put("}")
		}
		l.put("]")
	}
	if err != nil {
		l.putf(`, "reason": %s`, quote.JSON(ReasonOf(err)))
	}
	l.put("}\n")
}

// Leg writes what is found on the way from one scene to the next.
func (l *Legs) Leg(m *Leg) {
	m.Index = l.motions.All
	l.motions.Add(&m.Segment)
	l.touch = l.touch || m.Ruled != nil && len(m.Ruled.Permitted) > 0
	if l.json {
		l.legJSON(m)
		return
	}
	pair := func(i *collide.Impact) string {
		return fmt.Sprintf("%s: %s × %s%s", m.secondsWord(i), quote.Name(l.names[i.A]), quote.Name(l.names[i.B]), containedNote(i))
	}
	l.putf("%s: %s", m.way(), segmentWord(l.p, &m.Segment, pair))
	if m.Impact.Verdict == collide.Unknown {
		l.put(m.secondsWord(&m.Impact))
	}
	if m.Place != nil {
		l.putf(", triangles %d × %d: %s", m.Impact.TriA, m.Impact.TriB, where(m.Place))
	}
	l.put(othersWord(&m.Segment, pair))
	l.put(m.Curve.word(func(a, b int) string {
		return fmt.Sprintf(": %s × %s", quote.Name(l.names[a]), quote.Name(l.names[b]))
	}))
	l.put("\n")
	l.take()
	l.draw(&m.Segment)
}

// way names the two ends.
func (m *Leg) way() string {
	if m.From.Timed {
		return fmt.Sprintf("%s from %s to %s s", quote.Name(m.From.File), decimal(m.From.Time), decimal(m.To.Time))
	}
	return fmt.Sprintf("%v to %v", &m.From, &m.To)
}

// secondsWord are the times of an impact in seconds, "" where they are not to be reported.
func (m *Leg) secondsWord(i *collide.Impact) string {
	if m.Seconds == nil {
		return ""
	}
	at := m.Seconds(i)
	if at[0] == at[1] {
		return fmt.Sprintf(" (at %s s)", decimal(at[0]))
	}
	return fmt.Sprintf(" (%s to %s s)", decimal(at[0]), decimal(at[1]))
}

// fields are those of a motion that other lists do not have.
func (m *Leg) fields(i *collide.Impact) string {
	text := ""
	if m.Seconds != nil && i.Verdict != collide.Free {
		at := m.Seconds(i)
		text = fmt.Sprintf(`, "seconds": [%s, %s]`, decimal(at[0]), decimal(at[1]))
	}
	switch {
	case i != &m.Impact:
		return text
	case m.From.Timed:
		return text + fmt.Sprintf(`, "file": %s, "from": %s, "to": %s`, quote.JSON(m.From.File), decimal(m.From.Time), decimal(m.To.Time))
	}
	return text + fmt.Sprintf(`, "from": %s, "to": %s`, quote.JSON(m.From.File), quote.JSON(m.To.File))
}

func (l *Legs) legJSON(m *Leg) {
	l.segment(&m.Segment, m.fields, func(i *collide.Impact) string {
		pair := fmt.Sprintf(`, "a": %s, "b": %s`, quote.JSON(l.names[i.A]), quote.JSON(l.names[i.B]))
		if m.Place != nil && i == &m.Impact {
			at := middle(m.Place)
			pair += fmt.Sprintf(`, "point": [%s, %s, %s]`, decimal(at.X), decimal(at.Y), decimal(at.Z))
		}
		return pair
	}, func(a, b int) string {
		return fmt.Sprintf(`, "nearest": [%s, %s]`, quote.JSON(l.names[a]), quote.JSON(l.names[b]))
	})
}

// End writes what all of them come to.
func (l *Legs) End() error {
	verdict, motions, why := l.Verdict(), &l.motions, l.Incomplete()
	if l.json {
		l.putf(`{"schema": %d, "verdict": "%v", "outcome": "%v", "scenes": %d, "segments": %d, "permittedPairs": %d, "complete": %t`,
			quote.Schema, verdict, l.Outcome(), l.scenes, motions.All, l.permitted, why == "")
		if why != "" {
			l.putf(`, "reason": %s`, quote.JSON(why))
		}
		l.put("}\n")
		return l.flush()
	}
	near, word := "", l.word(verdict, l.touch)
	if l.clearance || l.ruled {
		near = fmt.Sprintf(", %d too near", l.near)
	}
	if l.Outcome() == Fail && verdict != collide.InContact {
		word = l.p.bad(tooNear)
	}
	l.putf("%s, %d colliding%s%s", count(l.scenes, "scene"), l.touching, near, motions.between(l.clearance || l.ruled))
	if why != "" {
		l.putf(" (incomplete: %s)", why)
	}
	if l.permitted > 0 {
		l.putf("\n%s permitted to touch: not followed between scenes", count(l.permitted, "pair"))
	}
	l.putf("\nresult: %s\n", word)
	if l.page != nil {
		l.take()
		return l.page.end()
	}
	return l.flush()
}
