package report

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// JUnit writes a test case per pair of bodies that a check looks at: a collision
// fails, a permitted contact is skipped with a note, and a pair that an
// incomplete check cannot vouch for is an error.
func JUnit(ctx context.Context, w io.Writer, c *Check) error {
	regions, err := c.regions(ctx)
	if err != nil {
		return err
	}
	b := newOutUntil(ctx, w)
	n := c.junitCounts()
	attrs := fmt.Sprintf(`tests="%d" failures="%d" errors="%d" skipped="%d" time="%.6f"`,
		n.tests, n.failures, n.errors, n.skipped, c.Total.Seconds())
	b.putf("%s<testsuites name=\"collide\" %s>\n", xml.Header, attrs)
	b.putf("  <testsuite name=\"collide check\" %s>\n", attrs)
	for ab, pair := range c.admissible() {
		c.junitCase(b, ab, pair, regions[pair])
	}
	for _, u := range c.Untested {
		b.putf("    <testcase classname=\"collide\" name=\"%s\" time=\"0\">\n      <skipped message=\"%s\"/>\n    </testcase>\n",
			escape(c.caseName(u.A, u.B)), escape("not tested: "+quote.Line(u.Reason)))
	}
	if flaws := c.Result.Flaws; len(flaws)+len(c.Changed) > 0 {
		b.put("    <system-out>")
		for i := range c.Changed {
			b.put(escape(c.Changed[i].head()) + "\n")
		}
		for i := range flaws {
			b.put(escape(c.flaw(&flaws[i])) + "\n")
		}
		b.put("</system-out>\n")
	}
	b.put("  </testsuite>\n</testsuites>\n")
	return b.flush()
}

// fate is what becomes of a test case.
type fate int

const (
	passed fate = iota
	failed
	skipped
	erred
)

// fateOf judges a pair and gives the reason; pair is nil for one that is not listed.
func (c *Check) fateOf(pair *collide.Pair) (fate, string) {
	r := c.Result
	switch {
	case pair != nil:
		return c.fateOfListed(pair)
	case r.Rest == collide.Free:
		return passed, ""
	case c.complete():
		return skipped, "not decided: stopped at the first contact"
	default:
		return erred, "not decided: " + c.reason()
	}
}

// fateOfListed judges a listed pair. One that keeps within a rule passes; one that is not looked at is skipped.
func (c *Check) fateOfListed(pair *collide.Pair) (fate, string) {
	f := c.finding(pair)
	switch c.statusOf(pair) {
	case within:
		if f != nil && !f.Rule.Ignore {
			return passed, ""
		}
		return skipped, "allowed: " + c.sentence(pair)
	case known:
		if c.approved(pair) {
			return skipped, c.sentence(pair)
		}
		return skipped, "known: " + c.sentence(pair)
	case open:
		return erred, "not decided: " + c.sentence(pair)
	case near, clash:
	}
	return failed, c.sentence(pair)
}

type junitCounts struct{ tests, failures, errors, skipped int }

func (c *Check) junitCounts() junitCounts {
	n := junitCounts{tests: len(c.Untested), skipped: len(c.Untested)}
	for _, pair := range c.admissible() {
		n.tests++
		switch o, _ := c.fateOf(pair); o {
		case failed:
			n.failures++
		case erred:
			n.errors++
		case skipped:
			n.skipped++
		}
	}
	return n
}

// caseName names the test case of a pair.
func (c *Check) caseName(a, b int) string {
	first := quote.Name(c.Bodies[a].Name)
	if a == b {
		return first + " × itself"
	}
	return first + " × " + quote.Name(c.Bodies[b].Name)
}

func (c *Check) junitCase(b out, ab [2]int, pair *collide.Pair, r *region) {
	o, why := c.fateOf(pair)
	b.putf(`    <testcase classname="collide" name="%s" time="0"`, escape(c.caseName(ab[0], ab[1])))
	switch o {
	case passed:
		b.put("/>\n")
		return
	case failed:
		kind := "contact"
		switch {
		case isNear(pair):
			kind = "clearance"
		case pair.Kind != collide.NoKind:
			kind = string(pair.Kind)
		case len(pair.Contacts) == 0:
			kind = "containment"
		}
		b.putf(">\n      <failure type=\"%s\" message=\"%s\">%s</failure>\n", kind, escape(why), escape(c.details(pair, r)))
	case skipped:
		b.putf(">\n      <skipped message=\"%s\"/>\n", escape(why))
	case erred:
		b.putf(">\n      <error type=\"incomplete\" message=\"%s\"/>\n", escape(why))
	}
	b.put("    </testcase>\n")
}

// details is the text block of a finding, as Text has it.
func (c *Check) details(pair *collide.Pair, r *region) string {
	var s strings.Builder
	t := textWriter{out: newOut(&s), c: c, p: palette(false)}
	if isNear(pair) {
		t.near(pair)
	} else {
		t.pair(pair, r)
	}
	_ = t.flush() // a strings.Builder takes everything
	return strings.TrimRight(s.String(), "\n")
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder takes everything
	// Escaped line ends are right but hard to read in a file.
	return strings.ReplaceAll(b.String(), "&#xA;", "\n")
}
