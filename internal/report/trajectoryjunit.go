package report

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// trajectoryJUnit writes a test case per state, and a skipped one per pair that is not tested. The counts come first in
// such a file, so the cases are kept until the end.
type trajectoryJUnit struct {
	out
	text  trajectoryText // in whose words the cases are
	cases strings.Builder
	n     junitCounts
}

func (t *trajectoryJUnit) State(s *State) error {
	name := fmt.Sprintf("state %d", s.Index)
	switch s.Outcome() {
	case Pass:
		t.testCase(name, "")
	case Fail:
		kind := "contact"
		if s.Verdict != collide.InContact {
			kind = "clearance"
		}
		t.n.failures++
		t.testCase(name, fmt.Sprintf(`<failure type="%s" message="%s"/>`, kind, escape(t.text.describe(s))))
	case Undecided:
		t.n.errors++
		t.testCase(name, `<error type="incomplete" message="`+escape(t.text.describe(s))+`"/>`)
	}
	return nil
}

// testCase adds a case; of one that passes nothing is to be noted.
func (t *trajectoryJUnit) testCase(name, note string) {
	t.n.tests++
	fmt.Fprintf(&t.cases, `    <testcase classname="collide trajectory" name="%s" time="0"`, escape(name))
	if note == "" {
		t.cases.WriteString("/>\n")
		return
	}
	fmt.Fprintf(&t.cases, ">\n      %s\n    </testcase>\n", note)
}

func (t *trajectoryJUnit) End(e *TrajectoryEnd) error {
	for _, u := range t.text.o.Untested {
		t.n.skipped++
		t.testCase(t.text.names(u.A, u.B), `<skipped message="`+escape("not tested: "+quote.Line(u.Reason))+`"/>`)
	}
	if e.Err != nil {
		t.n.errors++
		t.testCase("all states", `<error type="incomplete" message="`+escape(ReasonOf(e.Err))+`"/>`)
	}
	attrs := fmt.Sprintf(`tests="%d" failures="%d" errors="%d" skipped="%d" time="%.6f"`,
		t.n.tests, t.n.failures, t.n.errors, t.n.skipped, e.Elapsed.Seconds())
	t.putf("%s<testsuites name=\"collide\" %s>\n  <testsuite name=\"collide trajectory\" %s>\n", xml.Header, attrs, attrs)
	t.put(t.cases.String() + "  </testsuite>\n</testsuites>\n")
	return t.Flush()
}

// Flush writes what is buffered.
func (t *trajectoryJUnit) Flush() error { return t.flush() }
