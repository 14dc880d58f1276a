package viewer

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/report"
)

// moment adds the line of a motion, and a frame of where it fails or is undecided.
func (p *play) moment(m *report.Segment) error {
	if err := p.text.Segment(*m); err != nil {
		return err
	}
	text, err := p.line()
	if err != nil || m.Outcome() == report.Pass {
		return err
	}
	f := playFrame{text: text, outcome: m.Outcome(), way: m.Outcome().String(), verdict: m.Impact.Verdict}
	f.values, f.setting = m.At(shownAt(m)), p.setting
	var s report.State
	if i := &m.Impact; i.Verdict == collide.InContact {
		s = touchOf(i)
		if p.page.Options.Distance {
			f.distance = new(float64) // they touch
		}
	}
	p.light(&f, &s)
	p.frames = append(p.frames, f)
	return nil
}

// shownAt is the time at which a motion that does not pass is shown: that of the contact, else that from which two bodies are too near,
// else the middle of what is undecided.
func shownAt(m *report.Segment) float64 {
	i := &m.Impact
	if n := m.Near; n != nil && i.Verdict != collide.InContact && (n.Verdict == collide.InContact || i.Verdict == collide.Free) {
		i = n
	}
	if i.Verdict == collide.InContact {
		return i.T1
	}
	return i.T0 + float64((i.T1-i.T0)/2)
}

// touchOf is the contact that a motion has, as that of a state.
func touchOf(i *collide.Impact) report.State {
	s := report.State{Pairs: []report.StatePair{{A: i.A, B: i.B, Verdict: collide.InContact, Inside: i.Inside}}}
	if i.TriA >= 0 {
		s.Pairs[0].Contacts = 1
		s.Contacts = []collide.Contact{{BodyA: uint32(i.A), TriA: uint32(i.TriA), BodyB: uint32(i.B), TriB: uint32(i.TriB)}}
	}
	return s
}
