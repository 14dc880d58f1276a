package report

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"github.com/collide-go/collide"
)

// caseList writes test cases of JUnit for the items of a list. The counts come first in such a file, so the cases are
// kept until the end.
type caseList struct {
	out
	class string // such as "collide sweep"
	cases strings.Builder
	n     junitCounts
}

// testCase adds a case; of one that passes nothing is to be noted.
func (l *caseList) testCase(name, note string) {
	l.n.tests++
	fmt.Fprintf(&l.cases, `    <testcase classname="%s" name="%s" time="0"`, l.class, escape(name))
	if note == "" {
		l.cases.WriteString("/>\n")
		return
	}
	fmt.Fprintf(&l.cases, ">\n      %s\n    </testcase>\n", note)
}

// judged adds the case of an item of the list: text is the answer in words.
func (l *caseList) judged(name string, o Outcome, v collide.Verdict, text string) {
	switch o {
	case Pass:
		l.testCase(name, "")
	case Fail:
		kind := "contact"
		if v != collide.InContact {
			kind = "clearance"
		}
		l.n.failures++
		l.testCase(name, fmt.Sprintf(`<failure type="%s" message="%s"/>`, kind, escape(text)))
	case Undecided:
		l.n.errors++
		l.testCase(name, `<error type="incomplete" message="`+escape(text)+`"/>`)
	}
}

// end writes everything. The case all is the list as a whole, where err is why it was not finished.
func (l *caseList) end(all string, err error, elapsed time.Duration) error {
	if err != nil {
		l.n.errors++
		l.testCase(all, `<error type="incomplete" message="`+escape(ReasonOf(err))+`"/>`)
	}
	attrs := fmt.Sprintf(`tests="%d" failures="%d" errors="%d" skipped="%d" time="%.6f"`,
		l.n.tests, l.n.failures, l.n.errors, l.n.skipped, elapsed.Seconds())
	l.putf("%s<testsuites name=\"collide\" %s>\n  <testsuite name=\"%s\" %s>\n", xml.Header, attrs, l.class, attrs)
	l.put(l.cases.String() + "  </testsuite>\n</testsuites>\n")
	return l.flush()
}
