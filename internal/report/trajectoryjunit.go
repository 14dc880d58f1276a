package report

import (
	"fmt"

	"github.com/collide-go/collide/internal/quote"
)

// trajectoryJUnit writes a test case per state and motion, and a skipped one per pair that is not tested.
type trajectoryJUnit struct {
	caseList
	text trajectoryText // in whose words the cases are
}

func (t *trajectoryJUnit) State(s *State) error {
	t.text.held.add(s)
	t.judged(fmt.Sprintf("state %d", s.Index), s.Outcome(), s.Verdict, t.text.describe(s))
	return nil
}

func (t *trajectoryJUnit) End(e *TrajectoryEnd) error {
	for _, u := range t.text.o.Untested {
		t.n.skipped++
		t.testCase(t.text.names(u.A, u.B), `<skipped message="`+escape("not tested: "+quote.Line(u.Reason))+`"/>`)
	}
	for i := range t.text.held.list {
		h := &t.text.held.list[i]
		t.n.skipped++
		t.testCase(t.text.names(h.a, h.b), `<skipped message="`+escape("not tested: held "+h.when())+`"/>`)
	}
	if line := t.text.o.standingLine(); line != "" {
		t.n.skipped++
		t.testCase("bodies that stand still", `<skipped message="`+escape(line)+`"/>`)
	}
	return t.end("all states", e.Err, e.Elapsed)
}

// Flush writes what is buffered.
func (t *trajectoryJUnit) Flush() error { return t.flush() }
