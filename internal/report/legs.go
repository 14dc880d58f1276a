package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/predicate"
)

// Leg is the motion of all bodies from where they are in one scene to where they are in the next.
type Leg struct {
	From, To string // the files of the scenes
	Impact   collide.Impact
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
	// scenes were checked, touching of them have a contact that is not permitted; motions likewise.
	scenes, touching, undecided int
	motions, hits, open         int
	cut                         string // why the rest is not known
	// permitted is how many pairs may touch, which no motion is followed for; touch reports that one of them does in a scene.
	permitted int
	touch     bool
}

// NewLegs writes text, or JSON with an object a line. The names are those of the bodies, of which some pairs may touch.
func NewLegs(w io.Writer, json, color bool, names []string, permitted int) *Legs {
	return &Legs{out: newOut(w), json: json, p: palette(color), names: names, permitted: permitted}
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
	case l.touching+l.hits > 0:
		return collide.InContact
	case l.undecided+l.open > 0 || l.cut != "":
		return collide.Unknown
	}
	return collide.Free
}

// Cut notes why what was not written is not known.
func (l *Legs) Cut(err error) { l.cut = ReasonOf(err) }

// Scene writes what is found in a scene. The error is the one that came with the result.
func (l *Legs) Scene(file string, r *collide.Result, err error) {
	l.scenes++
	touch := slices.ContainsFunc(r.Pairs, func(p collide.Pair) bool { return p.Allowed && p.Verdict == collide.InContact })
	l.touch = l.touch || touch
	switch r.Verdict {
	case collide.InContact:
		l.touching++
	case collide.Unknown:
		l.undecided++
	case collide.Free:
	}
	if l.json {
		l.sceneJSON(file, r, err)
		return
	}
	l.putf("%s: %s", quote.Name(file), l.word(r.Verdict, touch))
	before := ": "
	for i := range r.Pairs {
		if p := &r.Pairs[i]; !p.Allowed && p.Verdict == collide.InContact {
			l.putf("%s%s × %s", before, quote.Name(l.names[p.A]), quote.Name(l.names[p.B]))
			before = ", "
		}
	}
	if err != nil {
		l.putf(" (incomplete: %s)", ReasonOf(err))
	}
	l.put("\n")
}

func (l *Legs) sceneJSON(file string, r *collide.Result, err error) {
	l.putf(`{"schema": %d, "scene": %d, "file": %s, "verdict": "%v", "outcome": "%v", "pairs": [`,
		quote.Schema, l.scenes-1, quote.JSON(file), r.Verdict, OutcomeOf(r.Verdict))
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if i > 0 {
			l.put(", ")
		}
		l.putf(`{"a": %s, "b": %s, "verdict": "%v", "contacts": %d`, quote.JSON(l.names[p.A]), quote.JSON(l.names[p.B]), p.Verdict, len(p.Contacts))
		if p.Inside != collide.NotInside {
			l.putf(`, "inside": %s`, quote.JSON(string(p.Inside)))
		}
		l.putf(`, "allowed": %t}`, p.Allowed)
	}
	l.put("]")
	if err != nil {
		l.putf(`, "reason": %s`, quote.JSON(ReasonOf(err)))
	}
	l.put("}\n")
}

// Leg writes what is found on the way from one scene to the next.
func (l *Legs) Leg(m *Leg) {
	i := &m.Impact
	l.motions++
	switch i.Verdict {
	case collide.InContact:
		l.hits++
	case collide.Unknown:
		l.open++
	case collide.Free:
	}
	if l.json {
		l.legJSON(m)
		return
	}
	l.putf("%s to %s: %s", quote.Name(m.From), quote.Name(m.To), segmentWord(l.p, &Segment{Impact: *i}))
	if i.Verdict == collide.InContact {
		l.putf(": %s × %s", quote.Name(l.names[i.A]), quote.Name(l.names[i.B]))
		if i.Inside != collide.NotInside {
			l.putf(" (%s)", contained)
		}
	}
	if m.Place != nil {
		l.putf(", triangles %d × %d: %s", i.TriA, i.TriB, where(m.Place))
	}
	l.put("\n")
}

func (l *Legs) legJSON(m *Leg) {
	pair := fmt.Sprintf(`, "from": %s, "to": %s`, quote.JSON(m.From), quote.JSON(m.To))
	if i := &m.Impact; i.Verdict == collide.InContact {
		pair += fmt.Sprintf(`, "a": %s, "b": %s`, quote.JSON(l.names[i.A]), quote.JSON(l.names[i.B]))
	}
	if m.Place != nil {
		at := middle(m.Place)
		pair += fmt.Sprintf(`, "point": [%s, %s, %s]`, decimal(at.X), decimal(at.Y), decimal(at.Z))
	}
	l.segment(&Segment{Index: l.motions - 1, Impact: m.Impact}, pair)
}

// End writes what all of them come to.
func (l *Legs) End() error {
	verdict := l.Verdict()
	if l.json {
		l.putf(`{"schema": %d, "verdict": "%v", "outcome": "%v", "scenes": %d, "segments": %d, "permittedPairs": %d, "complete": %t`,
			quote.Schema, verdict, OutcomeOf(verdict), l.scenes, l.motions, l.permitted, l.cut == "" && l.undecided+l.open == 0)
		if l.cut != "" {
			l.putf(`, "reason": %s`, quote.JSON(l.cut))
		}
		l.put("}\n")
		return l.flush()
	}
	l.putf("%s, %d colliding%s", count(l.scenes, "scene"), l.touching, motionsBetween(l.motions, l.hits, l.open))
	if l.cut != "" {
		l.putf(" (incomplete: %s)", l.cut)
	}
	if l.permitted > 0 {
		l.putf("\n%s permitted to touch: not followed between scenes", count(l.permitted, "pair"))
	}
	l.putf("\nresult: %s\n", l.word(verdict, l.touch))
	return l.flush()
}
