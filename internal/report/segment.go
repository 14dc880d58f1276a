package report

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/rules"
)

// Segment is the answer for the motion from one pose of a sweep, or state of a robot, to the next.
type Segment struct {
	// Index is that of the pose or state the motion begins at.
	Index  int
	Impact collide.Impact
	// Near is when two bodies are first within the clearance, in which case its verdict is contact; nil where none was asked for.
	Near *collide.Impact
	// Kind is the pair in contact at T1, without its contacts, where kinds were asked for.
	Kind *collide.Pair
	// Each are the first contacts of all pairs, where these were asked for and there is one; an Unknown one comes last.
	Each []collide.Impact
	// Curve encloses the distance on the way, nil where none was asked for, or there is nothing to measure.
	Curve *Curve
	// Ruled is what rules make of the motion, nil without rules.
	Ruled *rules.Way
	// At returns the values of a robot at a time on the way, for a page.
	At func(t float64) []float64
}

// Outcome returns that of a motion: one on which two bodies are too near fails.
func (s *Segment) Outcome() Outcome {
	if s.Ruled != nil {
		return [...]Outcome{rules.Undecided: Undecided, rules.Pass: Pass, rules.Fail: Fail}[s.Ruled.Status]
	}
	o := OutcomeOf(s.Impact.Verdict)
	if s.Near == nil || o == Fail {
		return o
	}
	if n := OutcomeOf(s.Near.Verdict); n == Fail || o == Pass {
		return n
	}
	return o
}

// undecided reports that something asked about the motion is open, also where something else fails it.
func (s *Segment) undecided() bool {
	if s.Ruled != nil {
		return s.Ruled.Status == rules.Undecided || s.Ruled.Open
	}
	last := len(s.Each) - 1
	return s.Impact.Verdict == collide.Unknown || s.Near != nil && s.Near.Verdict == collide.Unknown || last >= 0 && s.Each[last].Verdict == collide.Unknown
}

// allowed reports that a motion passes on which rules permit contacts.
func (s *Segment) allowed() bool {
	return s.Ruled != nil && s.Ruled.Status == rules.Pass && len(s.Ruled.Permitted) > 0
}

// Failing names what fails a motion.
func (s *Segment) Failing() string {
	if s.Impact.Verdict == collide.InContact {
		return "contact"
	}
	return "pair too near"
}

// segmentWord is the verdict of a segment with its times. pair names bodies.
func segmentWord(p paint, s *Segment, pair func(i *collide.Impact) string) string {
	i, near := &s.Impact, s.Near
	if s.Ruled != nil {
		return ruledWord(p, s, pair)
	}
	tooNearOnWay := near != nil && near.Verdict == collide.InContact
	switch {
	case i.Verdict == collide.InContact:
		word := p.word(i.Verdict) + timesOf(i) + pair(i) + kindWord(s.Kind)
		switch {
		case tooNearOnWay:
			word += ", " + tooNear + timesOf(near) + pair(near)
		case near != nil && near.Verdict == collide.Unknown:
			word += " (first moment within the clearance undecided: " + near.Reason + ")"
		}
		return word
	case tooNearOnWay && i.Verdict == collide.Unknown:
		return p.bad(tooNear) + timesOf(near) + pair(near) + " (contact undecided: " + i.Reason + ")"
	case tooNearOnWay:
		return p.bad(tooNear) + timesOf(near) + pair(near)
	case i.Verdict == collide.Unknown:
		return p.word(i.Verdict) + ": " + i.Reason
	case near != nil && near.Verdict == collide.Unknown:
		return p.word(near.Verdict) + ": free, but for the clearance " + near.Reason
	}
	return p.word(i.Verdict)
}

// othersWord are the first contacts of the other pairs.
func othersWord(s *Segment, pair func(i *collide.Impact) string) (text string) {
	for k := range s.Each {
		switch i := &s.Each[k]; {
		case i.Verdict == collide.Unknown:
			text += "; others undecided from t = " + decimal(i.T0) + " on: " + i.Reason
		case i.A != s.Impact.A || i.B != s.Impact.B:
			text += "; then" + timesOf(i) + pair(i)
		}
	}
	return text
}

// kindWord is the kind of a pair with how deep it is.
func kindWord(p *collide.Pair) string {
	switch {
	case p == nil:
		return ""
	case isDeep(p):
		return ", " + kindOf(p) + ", " + extentOf(p)
	}
	return ", " + kindOf(p)
}

// timesOf are the times of a contact.
func timesOf(i *collide.Impact) string {
	if i.T0 == i.T1 {
		return " at t = " + decimal(i.T1)
	}
	return fmt.Sprintf(" between t = %s and %s", decimal(i.T0), decimal(i.T1))
}

// noPair adds nothing: a list of one pair of bodies needs no names.
func noPair(*collide.Impact) string { return "" }

// Motions counts motions: All of them, Touching with a contact, Near with something within the clearance and no contact that is known; of
// Open something is undecided, and one of them may be Touching or Near, too. Allowed pass, with contacts that rules permit.
type Motions struct{ All, Touching, Near, Open, Allowed int }

// Add counts a motion.
func (m *Motions) Add(s *Segment) {
	m.All++
	switch {
	case s.Impact.Verdict == collide.InContact:
		m.Touching++
	case s.Outcome() == Fail:
		m.Near++
	}
	if s.undecided() {
		m.Open++
	}
	if s.allowed() {
		m.Allowed++
	}
}

// Undecided is why a list is incomplete of which everything but motions is decided, nil where these are, too. It wraps
// collide.ErrUndecided.
func (m *Motions) Undecided() error {
	if m.Open == 0 {
		return nil
	}
	return &collide.IncompleteError{Reason: fmt.Sprintf("%d of %d motions undecided", m.Open, m.All), Cause: collide.ErrUndecided}
}

// between counts motions in the last line of a list.
func (m *Motions) between(clearance bool) string {
	near := ""
	if m.Allowed > 0 {
		near = fmt.Sprintf("%d touching as allowed, ", m.Allowed)
	}
	if clearance {
		near += fmt.Sprintf("%d too near, ", m.Near)
	}
	return fmt.Sprintf(", %s between them, %d with contact, %s%d undecided", count(m.All, "motion"), m.Touching, near, m.Open)
}

// Segment writes the answer for a motion.
func (s *sweepText) Segment(m Segment) error {
	s.putf("pose %d to %d: %s%s\n", m.Index, m.Index+1, segmentWord(s.p, &m, noPair), m.Curve.word(noNames))
	return s.err()
}

// Segment writes the answer for a motion.
func (s sweepJSON) Segment(m Segment) error {
	s.segment(&m, noPair, noPair, noNames)
	return s.err()
}

// segment writes the object of a motion. Each impact has the fields of way and, in contact, those of pair; the least distance those of nearest.
func (o out) segment(m *Segment, way, pair func(i *collide.Impact) string, nearest func(a, b int) string) {
	i := &m.Impact
	o.putf(`{"schema": %d, "segment": %d, "verdict": "%v", "outcome": "%v"`, quote.Schema, m.Index, i.Verdict, m.Outcome())
	o.moment(i, way, pair)
	if m.Kind != nil {
		o.put(kindFields(m.Kind) + depthFields(m.Kind))
	}
	if m.Near != nil {
		o.putf(`, "near": {"outcome": "%v"`, OutcomeOf(m.Near.Verdict))
		o.moment(m.Near, way, pair)
		o.put("}")
	}
	o.put(m.Curve.fields(nearest))
	if m.Each != nil {
		o.each(m.Each, way, pair)
	}
	if m.Ruled != nil {
		o.put(ruledFields(m.Ruled, way, pair))
	}
	o.put("}\n")
}

// each writes the first contacts of all pairs.
func (o out) each(list []collide.Impact, way, pair func(i *collide.Impact) string) {
	for k := range list {
		o.put([]string{`, "each": [`, ", "}[min(k, 1)])
		o.putf(`{"verdict": "%v"`, list[k].Verdict)
		o.moment(&list[k], way, pair)
		o.put("}")
	}
	o.put("]")
}

// moment writes the fields of an impact, of which a free one has few.
func (o out) moment(i *collide.Impact, way, pair func(i *collide.Impact) string) {
	if i.Verdict != collide.Free {
		o.putf(`, "t0": %s, "t1": %s`, decimal(i.T0), decimal(i.T1))
	}
	o.put(way(i))
	switch {
	case i.Inside != collide.NotInside:
		o.putf(`%s, "inside": %s`, pair(i), quote.JSON(string(i.Inside)))
	case i.Verdict == collide.InContact && i.TriA < 0: // found at an instant, not as two triangles
		o.put(pair(i))
	case i.Verdict == collide.InContact:
		o.putf(`%s, "triangles": [%d, %d]`, pair(i), i.TriA, i.TriB)
	case i.Verdict == collide.Unknown:
		o.putf(`, "reason": %s`, quote.JSON(i.Reason))
	}
}

// Segment writes the answer for a motion.
func (t *trajectoryText) Segment(m Segment) error {
	t.putf("%s: %s\n", betweenStates(&m), t.motion(&m))
	return t.err()
}

func betweenStates(m *Segment) string { return fmt.Sprintf("state %d to %d", m.Index, m.Index+1) }

// motion is the verdict of a motion with its times and its pair.
func (t *trajectoryText) motion(m *Segment) string {
	pair := func(i *collide.Impact) string { return ": " + t.names(i.A, i.B) + containedNote(i) }
	nearest := func(a, b int) string { return ": " + t.names(a, b) }
	return segmentWord(t.p, m, pair) + othersWord(m, pair) + m.Curve.word(nearest)
}

// containedNote says of a pair that one lies in the other.
func containedNote(i *collide.Impact) string {
	if i.Inside == collide.NotInside {
		return ""
	}
	return " (" + contained + ")"
}

// Segment adds a case for a motion.
func (t *trajectoryJUnit) Segment(m Segment) error {
	t.judged(betweenStates(&m), m.Outcome(), m.Impact.Verdict, t.text.motion(&m))
	return nil
}

// Segment writes the answer for a motion.
func (t *trajectoryJSON) Segment(m Segment) error {
	pair := func(i *collide.Impact) string { return ", " + t.names(i.A, i.B)[1:] }
	t.segment(&m, noPair, pair, t.nearest)
	return t.err()
}

// Segment writes the answer for a motion.
func (s sweepCSV) Segment(m Segment) error {
	i := &m.Impact
	c := sweepCells{segment: [4]string{strconv.Itoa(m.Index), i.Verdict.String()}, note: i.Reason}
	if i.Verdict != collide.Free {
		c.segment[2], c.segment[3] = decimal(i.T0), decimal(i.T1)
	}
	if m.Kind != nil {
		c.kind[0], c.note = kindOf(m.Kind), m.Kind.Reason
		copy(c.kind[1:], extentCells(m.Kind))
	}
	if n := m.Near; n != nil {
		c.near[0] = OutcomeOf(n.Verdict).String()
		if n.Verdict != collide.Free {
			c.near[1], c.near[2] = decimal(n.T0), decimal(n.T1)
		}
		c.note = cmp.Or(c.note, n.Reason)
	}
	if s.o.Rules {
		m.ruledCells(&c)
	}
	c.curve = m.Curve.cells()
	s.row(&c)
	s.spans(&m)
	return s.w.Err()
}

// ruledCells adds what rules make of a motion: where it passes, its times are those of the first contact that they permit.
func (s *Segment) ruledCells(c *sweepCells) {
	c.ruled = [3]string{s.Outcome().String(), strconv.FormatBool(s.allowed()), ""}
	w := s.Ruled
	switch {
	case w == nil: // not followed
	case w.Status == rules.Fail:
		if c.note = w.Finding.Why; w.Finding.Rule != nil {
			c.ruled[2] = w.Finding.Rule.String()
		}
		if d := w.Near; d != nil && d.Lo == d.Hi {
			c.distance[0] = decimal(d.Value)
		}
	case s.allowed():
		p := &w.Permitted[0]
		c.segment[2], c.segment[3], c.kind[0], c.ruled[2] = decimal(p.T0), decimal(p.T1), string(p.Kind), p.Rule.String()
	}
}
