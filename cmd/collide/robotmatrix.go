package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/matrix"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
)

// matrixFlags are the flags of robot matrix.
type matrixFlags struct {
	samples, workers          int
	seed                      uint64
	budget, format, out, root string
}

// maxSamples bounds --samples: a thousand million states take hours.
const maxSamples = 1_000_000_000

// leastSamples is the least of --samples with --out: with 95 % confidence what never showed itself in so many states holds in
// less than 1 % of all.
const leastSamples = 300

func (a *app) robotCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "robot",
		Short: "Find out which links of a robot need no test",
		Args:  cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("robot: expected matrix (see collide robot --help)")
			}
			return fmt.Errorf("robot: unknown verb %s; expected matrix", quote.Name(args[0]))
		},
	}
	c.AddCommand(a.matrixCommand())
	return c
}

func (a *app) matrixCommand() *cobra.Command {
	var f matrixFlags
	c := &cobra.Command{
		Use:   "matrix ROBOT.urdf",
		Short: "List the pairs of links that never, always or sometimes collide",
		Long: `matrix moves a robot to random states between the limits of its joints and lists the
pairs of links that collide in none of them, in all and in some, and those that are
not tested since one is the other's parent. --out writes an SRDF that disables all
but the third, with the number of states in a comment. That a pair never collided
is no proof. One seed gives one list, whatever the number of workers.

Exit code: 0 done, 2 bad usage or input, 3 cut short: no SRDF is written then.`,
		Example: "  collide robot matrix arm.urdf --samples 10000\n  collide robot matrix arm.urdf --samples 100000 --seed 7 --out arm.srdf",
		Args:    exactArgs("ROBOT.urdf"),
		RunE:    func(c *cobra.Command, args []string) error { return a.matrix(c.Context(), args[0], &f) },
	}
	flags := c.Flags()
	flags.IntVar(&f.samples, "samples", 10000, "number of random states")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the random states")
	flags.IntVar(&f.workers, "workers", 0, "goroutines to use, at most 1024; 0 for one per core")
	flags.StringVar(&f.budget, "budget", "", "stop early after a time (200ms) or a number of steps (1000steps)")
	choose(c, &f.format, "format", "text", "", textOrJSON())
	flags.StringVar(&f.out, "out", "", "write an SRDF to this file")
	rootFlag(c, &f.root)
	a.limitFlags(c)
	a.modelFlags(c)
	return c
}

func (a *app) matrix(ctx context.Context, file string, f *matrixFlags) error {
	budget, err := parseBudget(f.budget)
	switch {
	case err != nil:
		return err
	case f.samples < 1 || f.samples > maxSamples:
		return fmt.Errorf("--samples %d; expected 1 to %d", f.samples, maxSamples)
	case f.out != "" && f.samples < leastSamples:
		return fmt.Errorf("--samples %d with --out; expected at least %d: fewer states say too little of pairs that nobody tests afterwards", f.samples, leastSamples)
	case !isRobot(file):
		return fmt.Errorf("robot matrix: %s; expected a robot (.urdf)", quote.Name(file))
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	from, err := a.files(f.root, []string{file}, claim{"--out", f.out})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	in, err := a.loadCell(ctx, from, []string{file})
	if err != nil {
		return err
	}
	bar := a.progress()
	m, err := matrix.Sample(ctx, in.robot.Robot, matrix.Options{
		Visual: in.robot.Visual, States: f.samples, Seed: f.seed, Workers: f.workers, Budget: budget,
		Progress: func(share float64) { bar.show("sampling", share) },
	})
	bar.clear()
	if m == nil || err != nil && !errors.Is(err, collide.ErrIncomplete) {
		return fmt.Errorf("%s: %w", quote.Name(file), err)
	}
	return a.writeMatrix(ctx, m, f, err)
}

// writeMatrix writes the list, and the SRDF unless the sampling was cut short.
func (a *app) writeMatrix(ctx context.Context, m *matrix.Matrix, f *matrixFlags, cut error) error {
	if cut != nil {
		a.code = exitIncomplete
		a.logf("incomplete: %s after %d of %d states", report.ReasonOf(cut), m.States, f.samples)
	} else if f.out != "" {
		if err := a.writeTo(ctx, f.out, m.WriteSRDF); err != nil {
			return err
		}
	}
	if f.format == "json" {
		return m.WriteJSON(a.stdout, report.ReasonOf(cut))
	}
	return m.WriteText(a.stdout)
}
