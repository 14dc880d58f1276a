package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// tally counts outcomes.
type tally struct{ drawn, run, killed, survived, equivalent, unbuilt int }

// report prints the survivors and a table, and returns the number of survivors.
func report(w io.Writer, sample []*mutant, known equivalents, st *state) int {
	counts, total := map[string]*tally{}, tally{}
	fmt.Fprintln(w, "\nsurvivors:")
	for _, m := range sample {
		c := counts[m.target.dir]
		if c == nil {
			c = new(tally)
			counts[m.target.dir] = c
		}
		rec, done := st.done[m.key]
		_, equal := known.match(m.key)
		for _, t := range []*tally{c, &total} {
			t.add(rec.Outcome, done, equal)
		}
		if done && !equal && rec.Outcome == survived {
			fmt.Fprintln(w, m)
		}
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "\npackage\tdrawn\trun\tkilled\tsurvived\tequivalent\tnot built\t")
	for i := range targets {
		if c := counts[targets[i].dir]; c != nil {
			c.print(out, targets[i].dir)
		}
	}
	total.print(out, "all")
	_ = out.Flush() // what it writes to is standard output
	return total.survived
}

func (t *tally) add(o outcome, done, equal bool) {
	t.drawn++
	switch {
	case equal:
		t.equivalent++
	case !done:
		return
	case o == survived:
		t.survived++
	case o == unbuilt:
		t.unbuilt++
		return
	default:
		t.killed++
	}
	t.run++
}

func (t *tally) print(w io.Writer, name string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", name, t.drawn, t.run, t.killed, t.survived, t.equivalent, t.unbuilt)
}
