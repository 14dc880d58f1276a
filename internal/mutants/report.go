package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// tally counts outcomes: each mutant is drawn, and in one of the others.
type tally struct{ drawn, equivalent, killed, survived, unbuilt, left int }

// report prints the survivors and a table by package and kind, and returns the number of survivors.
func report(w io.Writer, sample []*mutant, known equivalents, st *state) int {
	counts, total := map[[2]string]*tally{}, tally{}
	fmt.Fprintln(w, "\nsurvivors:")
	for _, m := range sample {
		row := [2]string{m.target.dir, m.kind}
		if counts[row] == nil {
			counts[row] = new(tally)
		}
		rec, done := st.done[m.key]
		_, equal := known.match(m.key)
		counts[row].add(rec.Outcome, done, equal)
		total.add(rec.Outcome, done, equal)
		if done && !equal && rec.Outcome == survived {
			fmt.Fprintln(w, m)
		}
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "\npackage\tkind\tdrawn\tequivalent\tkilled\tsurvived\tnot built\tnot run\t")
	for i := range targets {
		for _, kind := range kinds {
			if c := counts[[2]string{targets[i].dir, kind}]; c != nil {
				c.print(out, targets[i].dir, kind)
			}
		}
	}
	total.print(out, "all", "")
	_ = out.Flush() // what it writes to is standard output
	return total.survived
}

func (t *tally) add(o outcome, done, equal bool) {
	t.drawn++
	switch {
	case equal:
		t.equivalent++
	case !done:
		t.left++
	case o == survived:
		t.survived++
	case o == unbuilt:
		t.unbuilt++
	default:
		t.killed++
	}
}

func (t *tally) print(w io.Writer, name, kind string) {
	fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", name, kind, t.drawn, t.equivalent, t.killed, t.survived, t.unbuilt, t.left)
}
