package harness

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/collide-go/collide/internal/quote"
)

// engineNote names an engine and the library behind it.
type engineNote struct{ name, about string }

// report is everything a run found.
type report struct {
	title   string
	machine machine
	date    time.Time
	command string
	cpu     int
	base    string
	engines []engineNote
	// skipped engines were not built.
	skipped  []string
	sections []section
	// summary, when set, ends the page.
	summary func(*bufio.Writer)
}

// section is one table of a workload. All of a report have the same header.
type section interface {
	markdown(b *bufio.Writer, base string)
	header() []string
	records() [][]string
}

func newReport(cfg *config, skipped []string) *report {
	return &report{
		title: "Peers: " + findWorkload(cfg.workload).about, machine: thisMachine(), date: time.Now(),
		command: cfg.command, cpu: cfg.cpu, base: cfg.base, skipped: skipped,
	}
}

// markdown writes the report as a page.
func (r *report) markdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	r.head(b)
	for _, s := range r.sections {
		s.markdown(b, r.base)
	}
	if r.summary != nil {
		r.summary(b)
	}
	return b.Flush()
}

// csv writes the sections' lines under one header.
func (r *report) csv(w io.Writer) error {
	out := quote.NewCSV(w)
	for i, s := range r.sections {
		if i == 0 {
			out.Row(s.header()...)
		}
		for _, record := range s.records() {
			out.Row(record...)
		}
	}
	return out.Flush()
}

// head writes where and how the figures were taken. The writer keeps its first
// error for Flush.
func (r *report) head(b *bufio.Writer) {
	p := func(format string, args ...any) { _, _ = fmt.Fprintf(b, format, args...) }
	pinning := "not pinned"
	if r.cpu >= 0 {
		pinning = fmt.Sprintf("every process pinned to core %d", r.cpu)
	}
	p("# %s\n\n", r.title)
	p("Machine: %s; single-threaded, %s. %s.\n\n", r.machine, pinning, r.date.Format("2006-01-02"))
	p("    %s\n\n", r.command)
	for _, e := range r.engines {
		p("- `%s`: %s\n", e.name, e.about)
	}
	if len(r.skipped) > 0 {
		p("\n**Not run, their servers are not built:** %s.\n", strings.Join(r.skipped, ", "))
	}
	p("\nRounds are interleaved engine by engine. A figure is the mean over poses (or steps) of each one's median over the rounds. "+
		"Ratios (×) are to `%s`, above 1 meaning slower than it. Noise is half the distance between the quartiles of the rounds' totals, as a share of their median. "+
		"Wrong answers are judged by the exact ones; + counts what an engine reports too much, − what it misses.\n", r.base)
}

// digits formats a figure to three significant digits, a missing one (0) as a
// dash.
func digits(x float64) string {
	switch {
	case x == 0:
		return "–"
	case x < 0.995:
		return fmt.Sprintf("%.3f", x)
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	default:
		return fmt.Sprintf("%.0f", x)
	}
}

// tableLine writes the cells of one line of a Markdown table.
func tableLine(b *bufio.Writer, cells ...string) {
	_, _ = fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// tableHead writes column names; the first column is text, the others numbers.
func tableHead(b *bufio.Writer, names ...string) {
	rule := make([]string, len(names))
	for i := range rule {
		rule[i] = "---:"
	}
	rule[0] = "---"
	tableLine(b, names...)
	tableLine(b, rule...)
}
