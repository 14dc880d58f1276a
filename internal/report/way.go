package report

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/rules"
)

// RuledSegment is a motion as rules see it.
func RuledSegment(w *rules.Way) *Segment {
	s := &Segment{Impact: w.Impact, Kind: w.Pair, Ruled: w}
	if w.Near == nil {
		return s
	}
	near := w.Impact
	s.Near, s.Kind = &near, nil
	s.Impact.Verdict, s.Impact.Reason = collide.Unknown, "not followed beyond the moment at which a rule is broken"
	return s
}

// ruledWord is segmentWord of a motion that rules judge.
func ruledWord(p paint, s *Segment, pair func(i *collide.Impact) string) string {
	w := s.Ruled
	var text string
	switch {
	case w.Status == rules.Fail && w.Near != nil:
		text = p.bad(tooNear) + timesOf(&w.Impact) + pair(&w.Impact) + ", " + apartOf(w.Near) + " (" + w.Finding.Why + ")"
	case w.Status == rules.Fail:
		text = p.word(collide.InContact) + timesOf(&w.Impact) + pair(&w.Impact) + kindWord(s.Kind) + " (" + w.Finding.Why + ")"
	case w.Status == rules.Undecided:
		text = p.word(collide.Unknown) + ": " + w.Impact.Reason
	case len(w.Permitted) > 0:
		text = p.allowed("touching as allowed")
	default:
		text = p.word(collide.Free)
	}
	for i := range w.Permitted {
		at := impactOf(&w.Permitted[i])
		word := "; permitted"
		if w.Permitted[i].Why != "" && !w.Permitted[i].Proven {
			word = "; undecided"
		}
		if text += word + timesOf(at) + pair(at); w.Permitted[i].Kind != collide.NoKind {
			text += ", " + string(w.Permitted[i].Kind)
		}
	}
	return text
}

// impactOf is the moment of a contact that a rule permits.
func impactOf(p *rules.Passage) *collide.Impact {
	return &collide.Impact{Verdict: collide.InContact, T0: p.T0, T1: p.T1, A: p.A, B: p.B, TriA: -1, TriB: -1}
}

// ruledFields are the fields of JSON about rules.
func ruledFields(w *rules.Way, way, pair func(i *collide.Impact) string) string {
	text := ""
	if w.Status == rules.Fail {
		if w.Finding.Rule != nil {
			text = `, "rule": ` + quote.JSON(w.Finding.Rule.String())
		}
		text += `, "why": ` + quote.JSON(w.Finding.Why)
	}
	text += `, "permitted": [`
	for i := range w.Permitted {
		if i > 0 {
			text += ", "
		}
		p := &w.Permitted[i]
		at := impactOf(p)
		text += fmt.Sprintf(`{"t0": %s, "t1": %s%s%s, "kind": %s, "proven": %t`, decimal(p.T0), decimal(p.T1), way(at), pair(at), quote.JSON(string(p.Kind)), p.Proven)
		if p.Rule != nil {
			text += `, "rule": ` + quote.JSON(p.Rule.String())
		}
		if p.Why != "" {
			text += `, "reason": ` + quote.JSON(p.Why)
		}
		text += "}"
	}
	return text + "]"
}
