//go:build !wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/bench"
	"github.com/collide-go/collide/internal/quote"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	full, fire bool
	out, plots string
	methods    []string
	workers    int
	seed       uint64
	budget     string
	format     string
	judge      string
	pictures   string
	given      func(flag string) bool
}

func (a *app) benchCommand() *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "bench [TABLE...]",
		Short: "Measure the papers' experiments",
		Long: `bench repeats the experiments of the papers that the methods come from, on this
machine, and gives a verdict on each of their claims. The methods answer the
same frames in turn, and their contacts are compared. Without names it runs all
tables except peers:

` + listBenches() + `
A short run takes up to a minute a table on two cores; --full takes the papers'
sizes and several minutes. What is measured while other processes use more than a
tenth of a core is measured again, up to three times, and then marked "not idle".
--out DIR writes a page, a CSV file a table and plots, and for each table with
claims NAME.csv, which holds what was measured. --judge NAME.csv makes the same
report from that file alone, on any machine: tables, claims and verdicts. Nothing
is run.

--budget bounds each query of the methods that are compared: one that needs more
leaves the experiment, and its rows have the reason instead of figures.

Exit code: 0 done, whatever the verdicts; 2 bad usage, or methods disagree;
3 interrupted, or a method went over the budget.`,
		Example: `  collide bench octree
  collide bench oocda octree --full --out results
  collide bench fire-drill --full
  collide bench --judge results/oocda.csv
  collide bench scd --pictures docs/images
  collide bench oocda --methods scda,sphere --workers 1`,
		ValidArgs: bench.Names(bench.Benches()),
		Args:      cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			f.given = c.Flags().Changed
			if f.given("pictures") {
				return a.pictures(c.Context(), args, &f)
			}
			if f.given("judge") {
				return a.judge(c.Context(), args, &f)
			}
			return a.bench(c.Context(), args, &f)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&f.full, "full", false, "the papers' sizes: minutes instead of one")
	flags.BoolVar(&f.fire, "fire", false, "with octree: run fire-drill instead")
	_ = flags.MarkHidden("fire") // how fire-drill was asked for; the flag is there
	flags.StringVar(&f.judge, "judge", "", "make the report of these measurements once more: `FILE` is NAME.csv of --out")
	flags.StringVar(&f.pictures, "pictures", "", "with scd: draw the paper's figures 1 and 6 into `DIR`, measure nothing")
	flags.StringVar(&f.out, "out", "", "write page, CSV files and plots into this directory, too")
	choose(c, &f.plots, "plots", "svg", "what plots are drawn as: ", bench.PlotFormats())
	flags.StringSliceVar(&f.methods, "methods", nil, "measure these alone: see collide methods")
	flags.IntVar(&f.workers, "workers", 0, "goroutines or processes of each method, at most 1024; 0 for one per core")
	flags.Uint64Var(&f.seed, "seed", 0, "what the scenes are made from, 0 for each preset's own seed")
	flags.StringVar(&f.budget, "budget", "", "leave out methods that take longer a query: a time (200ms) or a number of steps (1000steps)")
	choose(c, &f.format, "format", "text", "", []string{"text", "json", "markdown"})
	complete(c, "methods", methodNames())
	c.AddCommand(a.compareCommand())
	return c
}

// listBenches is the table of experiments, for help.
func listBenches() string {
	var b strings.Builder
	for _, row := range bench.Benches() {
		fmt.Fprintf(&b, "  %-11s %s\n", row.Name, row.Summary)
	}
	return b.String()
}

func (a *app) bench(ctx context.Context, names []string, f *benchFlags) error {
	table := bench.Benches()
	if f.fire {
		if !slices.Contains(names, "004") && !slices.Contains(names, "octree") {
			return errors.New("--fire goes with octree; expected collide bench fire-drill")
		}
		names = []string{"fire-drill"}
	}
	chosen, err := bench.Select(table, names)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	budget, err := parseBudget(f.budget)
	if err != nil {
		return err
	}
	bar := a.progress()
	o := bench.Options{
		Budget: budget, Over: func(what string) {
			bar.clear()
			a.logf("over the budget: %s", what)
			a.code = exitIncomplete
		},
		Full: f.full, Table: methodTable(ctx), Methods: f.methods, Workers: f.workers, Seed: f.seed,
		Worker: workerCommandLine(), Probe: probeCommandLine(), Device: benchDevice(), Progress: bar.show, Command: f.command,
	}
	if err := o.Check(); err != nil {
		return err
	}
	if err := f.checkOut(bench.Names(chosen)); err != nil {
		return err
	}
	var reports []*bench.Report
	for _, row := range chosen {
		r, err := row.Run(ctx, &o)
		bar.clear()
		if err != nil {
			return fmt.Errorf("bench %s: %w", row.Name, err)
		}
		reports = append(reports, r)
		if err := a.tellBench(ctx, r, f, len(reports) > 1); err != nil {
			return err
		}
	}
	return a.tellTogether(reports, f)
}

// tellTogether writes the formats that wait for all reports.
func (a *app) tellTogether(reports []*bench.Report, f *benchFlags) error {
	if f.format == "json" {
		return bench.JSON(a.stdout, reports)
	}
	return nil
}

func (f *benchFlags) check() error {
	return checkWorkers(f.workers)
}

// checkOut makes the directory of --out and finds out whether reports can be written
// there, before anything is measured.
func (f *benchFlags) checkOut(names []string) error {
	if f.out == "" {
		return nil
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return fmt.Errorf("--out %s: %w", quote.Name(f.out), cause(err))
	}
	for _, name := range names {
		if err := atomicfile.Check(filepath.Join(f.out, name+".md")); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	return nil
}

// tellBench writes a report to stdout, unless that waits for all, and to files.
func (a *app) tellBench(ctx context.Context, r *bench.Report, f *benchFlags, further bool) error {
	if further && f.format != "json" {
		fmt.Fprintln(a.stdout)
	}
	var err error
	switch f.format {
	case "text":
		err = r.Text(a.stdout)
	case "markdown":
		err = r.Markdown(a.stdout, f.plots)
	}
	if err != nil || f.out == "" {
		return err
	}
	paths, err := r.Files(ctx, f.out, f.plots)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	a.logf("wrote %s and %d more files", quote.Name(paths[0]), len(paths)-1)
	return nil
}

// command is what measures a report again.
func (f *benchFlags) command(name string) string {
	s := "collide bench " + name
	if f.full {
		s += " --full"
	}
	if len(f.methods) > 0 {
		s += " --methods " + strings.Join(f.methods, ",")
	}
	if f.workers > 0 {
		s += fmt.Sprintf(" --workers %d", f.workers)
	}
	if f.budget != "" {
		s += fmt.Sprintf(" --budget %q", f.budget)
	}
	if f.seed > 0 {
		s += fmt.Sprintf(" --seed %d", f.seed)
	}
	return s
}
