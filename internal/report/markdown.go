package report

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// Limits of reports that a service shows on a page. What a limit leaves out is counted in
// the report.
const (
	maxName        = 200     // characters of a name or path
	maxSummary     = 1 << 20 // bytes of a Markdown summary, GitHub's limit for one step
	maxAnnotations = 10      // GitHub shows no more errors of one step
	maxSARIF       = 5000    // results; GitHub's code scanning shows no more
)

// Markdown writes a summary for the page of a CI job: the outcome, then a table of the
// pairs that fail, cannot be decided or touch as allowed, in this order. Names and paths are
// code spans, so none of them becomes a link, an image or HTML.
func Markdown(ctx context.Context, w io.Writer, c *Check) error {
	m := summary{out: newOutUntil(ctx, w), c: c.shortened()}
	made := m.made()
	m.n = len(made) // which fits in any case
	m.line("## collide: " + c.Word())
	m.line("")
	m.line(m.c.headline() + ".")
	if c.Cached > 0 {
		m.line("")
		m.line(count(c.Cached, "pair") + " from the cache.")
	}
	if given := m.c.given(); given != "" {
		m.line("")
		m.line(strings.ToUpper(given[:1]) + given[1:] + ".")
	}
	if !c.complete() {
		m.line("")
		m.line("Incomplete: " + code(shorten(c.reason(), 3*maxName)))
	}
	m.changed()
	if len(c.Result.Pairs) > 0 {
		m.line("")
		m.line(m.columns())
	}
	m.rows()
	m.resolved()
	m.flaws()
	m.untested()
	m.put(made)
	return m.flush()
}

// summary counts what it writes.
type summary struct {
	out
	c *Check
	n int
}

func (m *summary) line(s string) {
	m.n += len(s) + 1
	m.put(s + "\n")
}

// rows writes the table as far as it fits.
func (m *summary) rows() {
	pairs := m.c.worstFirst()
	for i, p := range pairs {
		row := m.row(p)
		left := fmt.Sprintf("\nLeft out to keep this summary below 1 MB: %s.", count(len(pairs)-i, "pair"))
		if m.n+len(row)+1+len(left)+1 > maxSummary {
			m.line(left)
			return
		}
		m.line(row)
	}
}

func (m *summary) row(p *collide.Pair) string {
	a, b := &m.c.Bodies[p.A], &m.c.Bodies[p.B]
	files := code(filepath.ToSlash(a.File))
	pair := code(a.Name) + " × itself"
	if p.A != p.B {
		pair = code(a.Name) + " × " + code(b.Name)
		if a.File != b.File {
			files += ", " + code(filepath.ToSlash(b.File))
		}
	}
	if m.c.Kinds {
		pair += " | " + m.kind(p)
	}
	if way, known := m.c.parting(p); known {
		pair += " | " + span(way)
	} else if m.c.Partings != nil {
		pair += " |"
	}
	if m.c.Rules != nil {
		files = code(m.c.ruleOf(p)) + " | " + files
	}
	return fmt.Sprintf("| %s | %s | %s | %s |", m.c.fateNow(p), pair, contactCell(p), files)
}

// columns is the head of the table.
func (m *summary) columns() string {
	heads, rule := []string{"", "pair"}, []string{"---", "---"}
	add := func(head, line string) { heads, rule = append(heads, head), append(rule, line) }
	if m.c.Kinds {
		add("kind", "---")
	}
	switch {
	case m.c.Rules != nil:
		add("depth or distance", "---:")
	case m.c.Depths:
		add("depth", "---:")
		add("width", "---:")
	}
	if m.c.Partings != nil {
		add("parting", "---:")
	}
	add("contacts", "---:")
	if m.c.Rules != nil {
		add("rule", "---")
	}
	add("files", "---")
	return strings.Replace("| "+strings.Join(heads, " | ")+" |", "|  |", "| |", 1) + "\n|" + strings.Join(rule, "|") + "|"
}

// kind writes the cells about the kind of a pair.
func (m *summary) kind(p *collide.Pair) string {
	switch {
	case m.c.Rules != nil:
		return kindOf(p) + " | " + m.c.amount(p)
	case !m.c.Depths:
		return kindOf(p)
	case m.c.hasDepth(p):
		return kindOf(p) + " | " + span(p.Depth) + " | " + span(p.Width)
	}
	return kindOf(p) + " | |"
}

// resolved names the clashes that are no more and what was decided about others, as far as they fit.
func (m *summary) resolved() {
	for i, text := range append(m.c.decisions(), m.c.resolved()...) {
		line := "- " + code(shorten(text, 3*maxName))
		if i == 0 {
			line = "\n" + line
		}
		if m.n+len(line)+1 > maxSummary {
			return
		}
		m.line(line)
	}
}

// flaws names the bodies that are not closed, as far as they fit.
func (m *summary) flaws() {
	flaws := m.c.Result.Flaws
	for i := range flaws {
		line := "- Note: " + code(m.c.Bodies[flaws[i].Body].Name) + " " + code(shorten(flaws[i].Reason, 3*maxName))
		left := "- Left out: " + count(len(flaws)-i, "note") + "."
		if i == 0 {
			line = "\n" + line
		}
		if m.n+len(line)+1+len(left)+1 > maxSummary {
			m.line(left)
			return
		}
		m.line(line)
	}
}

// untested states which pairs were not tested, as far as that fits.
func (m *summary) untested() {
	for i, text := range m.c.untestedLines() {
		line := "- " + code(text)
		if i == 0 {
			line = "\n" + line
		}
		if m.n+len(line)+1 > maxSummary {
			return
		}
		m.line(line)
	}
}

// shortened returns a copy in which no name or path is longer than maxName characters and
// no reason, which names two bodies, longer than three times as much.
func (c *Check) shortened() *Check {
	s, r := *c, *c.Result
	s.Result, s.Bodies, r.Pairs = &r, slices.Clone(c.Bodies), slices.Clone(c.Result.Pairs)
	for i := range s.Bodies {
		s.Bodies[i].Name, s.Bodies[i].File = shorten(s.Bodies[i].Name, maxName), shorten(s.Bodies[i].File, maxName)
	}
	for i := range r.Pairs {
		r.Pairs[i].Reason = shorten(r.Pairs[i].Reason, 3*maxName)
	}
	return &s
}

// shorten cuts a text after a number of characters and marks the cut.
func shorten(s string, most int) string {
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i] + "…"
		}
	}
	return s
}

// code returns a code span that holds a text in a cell of a table, whatever the text is.
func code(s string) string {
	if s == "" {
		s = `""`
	}
	s = strings.ReplaceAll(quote.Line(s), "|", `\|`)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 || strings.HasPrefix(s, " ") {
		s = " " + s + " "
	}
	return fence + s + fence
}
