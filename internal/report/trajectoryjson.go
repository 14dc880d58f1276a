package report

import (
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// trajectoryJSON writes an object a line. The line of the first state has the pairs that are not tested.
type trajectoryJSON struct {
	out
	o     TrajectoryOptions
	begun bool
}

func (t *trajectoryJSON) State(s *State) error {
	t.putf(`{"schema": %d, "state": %d, "verdict": "%v", "outcome": "%v", "pairs": [`, quote.Schema, s.Index, s.Verdict, s.Outcome())
	n := 0
	for i := range s.Pairs {
		t.comma(&n)
		t.pair(&s.Pairs[i])
	}
	for i := range s.Near {
		if d := &s.Near[i]; d.Value > 0 {
			t.comma(&n)
			t.put(t.names(d.A, d.B) + `, "contacts": 0, "kind": "near", "distance": `)
			(&Distances{}).value(t.out, d)
			t.put("}")
		}
	}
	t.put("]")
	if t.o.Distance {
		t.distance(s.Distance)
	}
	if s.Reason != "" {
		t.put(`, "reason": ` + quote.JSON(s.Reason))
	}
	if len(s.Held) > 0 {
		t.held(s.Held)
	}
	if !t.begun {
		t.begun = true
		t.put(t.untested())
	}
	t.put("}\n")
	return t.err()
}

// held writes what links hold, with the links that it is not tested against.
func (t *trajectoryJSON) held(list []Held) {
	t.put(`, "held": [`)
	n := 0
	for i := range list {
		t.comma(&n)
		names := make([]string, len(list[i].Apart))
		for k, b := range list[i].Apart {
			names[k] = quote.JSON(t.o.Names[b])
		}
		t.put(`{"body": ` + quote.JSON(t.o.Names[list[i].Body]) + `, "link": ` + quote.JSON(list[i].Link) + `, "untested": [` + strings.Join(names, ", ") + "]}")
	}
	t.put("]")
}

func (t *trajectoryJSON) comma(n *int) {
	if *n++; *n > 1 {
		t.put(", ")
	}
}

// names begins an object about a pair.
func (t *trajectoryJSON) names(a, b int) string {
	return `{"a": ` + quote.JSON(t.o.Names[a]) + `, "b": ` + quote.JSON(t.o.Names[b])
}

func (t *trajectoryJSON) pair(p *StatePair) {
	t.put(t.names(p.A, p.B) + `, "contacts": ` + strconv.Itoa(p.Contacts))
	if p.Inside != collide.NotInside {
		t.put(`, "inside": ` + quote.JSON(string(p.Inside)))
	}
	if p.Kind != nil {
		t.put(kindFields(p.Kind) + depthFields(p.Kind))
	}
	if p.Allowed {
		t.put(`, "allowed": true`)
	}
	if p.Verdict == collide.Unknown {
		t.put(`, "verdict": "unknown", "reason": ` + quote.JSON(p.Reason))
	}
	if p.Rule != "" {
		t.put(`, "rule": ` + quote.JSON(p.Rule))
	}
	if p.Why != "" {
		t.put(`, "why": ` + quote.JSON(p.Why))
	}
	t.put("}")
}

// distance writes the fields of the nearest pair, null where there is none.
func (t *trajectoryJSON) distance(d *collide.Distance) {
	if d == nil {
		t.put(`, "distance": null, "nearest": null`)
		return
	}
	l := Distances{}
	t.put(`, "distance": `)
	l.value(t.out, d)
	if d.A < 0 {
		t.put(`, "nearest": null`)
		return
	}
	t.put(t.nearest(d.A, d.B))
	l.closest(t.out, d)
}

// nearest is the field of the nearest pair.
func (t *trajectoryJSON) nearest(a, b int) string {
	return `, "nearest": [` + quote.JSON(t.o.Names[a]) + ", " + quote.JSON(t.o.Names[b]) + "]"
}

func (t *trajectoryJSON) untested() string {
	var list []string
	for _, u := range t.o.Untested {
		list = append(list, t.names(u.A, u.B)+`, "reason": `+quote.JSON(u.Reason)+"}")
	}
	return `, "untested": [` + strings.Join(list, ", ") + "]" + t.o.standingJSON()
}

func (t *trajectoryJSON) End(e *TrajectoryEnd) error {
	if e.Err != nil {
		t.putf(`{"schema": %d, "verdict": "%v", "outcome": "%v", "complete": false, "reason": %s, "states": %d}`+"\n",
			quote.Schema, e.Verdict, e.Outcome(), quote.JSON(ReasonOf(e.Err)), e.States)
	}
	return t.Flush()
}

// Flush writes what is buffered.
func (t *trajectoryJSON) Flush() error { return t.flush() }
