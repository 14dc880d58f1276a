package report

import (
	"fmt"

	"github.com/collide-go/collide/internal/quote"
)

// Changed is a file that decides about the check, read from a trusted folder, of which the working tree has another
// version. That one has no effect.
type Changed struct {
	// Name is the file of the working tree, Trusted the one that decides.
	Name, Trusted string
	// Lines are those of the trusted file that the other lacks, after "- ", and those that it adds, after "+ ".
	Lines []string
	// Why is why there are no lines.
	Why string
}

const (
	// maxChanged is how many lines of a changed file a report shows, 40.
	maxChanged = 40
	// maxChangedLine is how many characters of them, 160.
	maxChangedLine = 160
)

// head states what has changed.
func (f *Changed) head() string {
	s := quote.Name(shorten(f.Name, maxName)) + " differs from " + quote.Name(shorten(f.Trusted, maxName)) + ", which decides"
	if f.Why != "" {
		s += ": " + quote.Line(shorten(f.Why, maxName))
	}
	return s
}

// shown are the lines to show, the last of which counts those that are left out.
func (f *Changed) shown() []string {
	var list []string
	for i, l := range f.Lines {
		if i == maxChanged {
			return append(list, fmt.Sprintf("… and %s more", count(len(f.Lines)-i, "line")))
		}
		list = append(list, quote.Line(shorten(l, maxChangedLine)))
	}
	return list
}

// changed writes which files that decide have changed.
func (t *textWriter) changed() {
	for i := range t.c.Changed {
		f := &t.c.Changed[i]
		t.putf("%s %s\n", t.p.bad("changed:"), f.head())
		for _, l := range f.shown() {
			t.putf("   %s %s\n", t.p.faint("|"), l)
		}
		t.put("\n")
	}
}

// changed writes what has changed. No line of a file becomes a line of its own: each is a code span in a list.
func (m *summary) changed() {
	for i := range m.c.Changed {
		f := &m.c.Changed[i]
		m.line("")
		m.line("**Changed:** " + code(f.head()))
		if len(f.Lines) > 0 {
			m.line("")
		}
		for _, l := range f.shown() {
			m.line("- " + code(l))
		}
	}
}

// jsonChanged writes the files, if there are any.
func (c *Check) jsonChanged(b out) {
	if len(c.Changed) == 0 {
		return
	}
	b.put("  \"changed\": [")
	for i := range c.Changed {
		f := &c.Changed[i]
		separate(b, i)
		b.putf(`{"file": %s, "trusted": %s, "lines": %d}`, quote.JSON(f.Name), quote.JSON(f.Trusted), len(f.Lines))
	}
	closeList(b, len(c.Changed))
}
