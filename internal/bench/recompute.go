package bench

import (
	"context"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/tape"
)

// What the claims of an experiment are judged on is recorded (package tape), and the report
// keeps it: Measurements writes it, and Judge makes the report once more from it alone. The
// tables, plots, claims and verdicts of both come from the same code.

// recorded makes an experiment keep what it measures.
func (b Bench) recorded() Bench {
	run := b.Run
	b.Run = func(ctx context.Context, o *Options) (*Report, error) {
		p := *o
		if p.tape == nil && b.Judged {
			p.tape = &tape.Tape{}
		}
		r, err := run(ctx, &p)
		if err != nil {
			return nil, err
		}
		r.noteDisturbance()
		if p.Command != nil {
			r.Command = p.Command(b.Name)
		}
		r.measured, r.circumstances = p.tape, p.circumstances()
		return r, nil
	}
	return b
}

// judged are the names of the experiments that Judge knows.
func judged() []string {
	return Names(slices.DeleteFunc(Benches(), func(b Bench) bool { return !b.Judged }))
}

// circumstances are the options that a report depends on, and where it was measured.
type circumstances struct {
	bench, command, machine, date, size, methods string
	workers, cores                               int
	processes, probes                            bool
}

func (o *Options) circumstances() circumstances {
	return circumstances{size: choose(o, "quick", "short", "full"), methods: strings.Join(o.Methods, " "), workers: par.Workers(o.Workers), cores: o.coreCount(), processes: o.Worker != nil, probes: o.Probe != nil}
}

// options are those that make the same report.
func (c *circumstances) options() *Options {
	o := &Options{Full: c.size == "full", quick: c.size == "quick", Methods: strings.Fields(c.methods), Workers: c.workers, cores: c.cores}
	if c.processes {
		o.Worker = []string{"on the tape"}
	}
	if c.probes {
		o.Probe = []string{"on the tape"}
	}
	return o
}

// coreCount is the number of cores of the machine that measures.
func (o *Options) coreCount() int {
	if o.cores > 0 {
		return o.cores
	}
	return runtime.NumCPU()
}

// maxReplayed bounds the workers and the cores of a machine.
const maxReplayed = 1 << 20

// figures lists the circumstances.
func (c *circumstances) figures(p *tape.Part) {
	p.Figure("", "bench", &c.bench)
	p.Expect(slices.Contains(judged(), c.bench), "one of "+strings.Join(judged(), ", "))
	p.Figure("", "command", &c.command)
	p.Figure("", "machine", &c.machine)
	p.Figure("", "date", &c.date)
	_, err := time.Parse(time.RFC3339, c.date)
	p.Expect(err == nil, "a time as 2026-11-22T12:00:00Z")
	p.Figure("", "size", &c.size)
	p.Expect(slices.Contains([]string{"quick", "short", "full"}, c.size), "short or full")
	p.Figure("", "methods", &c.methods)
	p.Figure("", "workers", &c.workers)
	p.Expect(c.workers > 0 && c.workers <= maxReplayed, "1 to 2^20")
	p.Figure("", "cores", &c.cores)
	p.Expect(c.cores > 0 && c.cores <= maxReplayed, "1 to 2^20")
	p.Figure("", "worker processes", &c.processes)
	p.Figure("", "processes for memory", &c.probes)
}

// circumstancesPart is the part of the tape that comes first.
const circumstancesPart = "circumstances"

// Measured reports whether the report keeps what it was made from.
func (r *Report) Measured() bool { return r.measured != nil }

// measuredFile is the name of the file that Measurements fills.
func (r *Report) measuredFile() string { return r.Name + ".csv" }

// Measurements writes what the report was made from, as Judge reads it.
func (r *Report) Measurements(w io.Writer) error {
	c, head := r.circumstances, &tape.Tape{}
	c.bench, c.command, c.machine, c.date = r.Name, r.Command, r.Machine, r.Date.Format(time.RFC3339)
	_ = head.Do(circumstancesPart, func() error { return nil }, c.figures) // nothing is measured
	return tape.Write(w, head, r.measured)
}

// Judge makes a report from a file that Measurements wrote, with its tables, plots and
// verdicts. Nothing is measured. The error names the line of what is wrong with the file.
func Judge(ctx context.Context, in io.Reader, file string) (*Report, error) {
	t, err := tape.Read(in, file)
	if err != nil {
		return nil, err
	}
	var c circumstances
	if err := t.Do(circumstancesPart, nil, c.figures); err != nil {
		return nil, err
	}
	table, err := Select(Benches(), []string{c.bench})
	if err != nil {
		return nil, err
	}
	t.Forget()
	o := c.options()
	o.tape = t
	r, err := table[0].Run(ctx, o)
	if refused := t.Err(); refused != nil { // without what an experiment puts before it
		return nil, refused
	}
	if err != nil {
		return nil, err
	}
	if err := t.End(); err != nil {
		return nil, err
	}
	r.Command, r.Machine = c.command, c.machine
	r.Date, err = time.Parse(time.RFC3339, c.date)
	return r, err
}
