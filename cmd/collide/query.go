package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/report"
)

// queryFlags are the flags that check and sweep share.
type queryFlags struct {
	method, backend string
	workers         int
	budget          string
	first           bool
	resolution      int
	format, out     string
	root            string
}

func (q *queryFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&q.method, "method", "auto", "how to search: see collide methods")
	f.StringVar(&q.backend, "backend", "auto", "where to run: auto|cpu|gpu")
	f.IntVar(&q.workers, "workers", 0, "goroutines to use, 0 for one per core")
	f.StringVar(&q.budget, "budget", "", "stop early after a time (200ms) or a number of steps (1000steps)")
	f.BoolVar(&q.first, "first", false, "stop at the first contact: a yes or no, not the set")
	f.IntVar(&q.resolution, "resolution", 0, "side of a pair's picture in pixels, 1 to 2048 (method recode; 0 for 64)")
	f.StringVar(&q.format, "format", "text", report.FormatNames())
	f.StringVar(&q.out, "out", "", "write to this file instead of standard output")
	rootFlag(c, &q.root)
	complete(c, "method", methodNames())
	complete(c, "backend", []string{"auto", "cpu", "gpu"})
	complete(c, "format", strings.Split(report.FormatNames(), "|"))
}

// solidFlags are the flags about containment.
type solidFlags struct {
	solid  bool
	orient string
}

func (s *solidFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&s.solid, "solid", false, "a body inside a closed one collides too")
	f.StringVar(&s.orient, "orient", string(collide.Winding), "the shells that are cavities under --solid: winding (turned around)|parity (every second)")
	complete(c, "orient", []string{string(collide.Winding), string(collide.Parity)})
}

// setSolid puts the flags into a detector's options.
func (s *solidFlags) setSolid(opt *collide.Options) error {
	switch o := collide.Orient(s.orient); {
	case o != collide.Winding && o != collide.Parity:
		return fmt.Errorf("--orient %q; expected %s or %s", s.orient, collide.Winding, collide.Parity)
	case o == collide.Parity && !s.solid:
		return fmt.Errorf("--orient %s without --solid; orientation is asked for by containment alone", o)
	}
	opt.Solid, opt.Orient = s.solid, collide.Orient(s.orient)
	return nil
}

// complete offers the values of a flag to the shell.
func complete(c *cobra.Command, flag string, values []string) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag is not registered: a bug seen by every run
	}
}

func methodNames() []string {
	var names []string
	for _, m := range listed() {
		names = append(names, m.Name)
	}
	return names
}

// options turns the flags into a detector's options.
func (q *queryFlags) options() (collide.Options, error) {
	budget, err := parseBudget(q.budget)
	if err != nil {
		return collide.Options{}, err
	}
	if q.workers < 0 {
		return collide.Options{}, fmt.Errorf("--workers %d; expected at least 0", q.workers)
	}
	if q.resolution != 0 && q.method != "recode" {
		return collide.Options{}, fmt.Errorf("--resolution %d with --method %s; only recode takes pictures", q.resolution, q.method)
	}
	if collide.Backend(q.backend) == collide.GPU {
		if err := gpuMissing(); err != nil {
			return collide.Options{}, fmt.Errorf("--backend gpu: %w", err)
		}
	}
	return collide.Options{
		Method: q.method, Table: methodTable(), Backend: collide.Backend(q.backend),
		Workers: q.workers, First: q.first, Budget: budget, Worker: workerCommandLine(), Recode: collide.RecodeOptions{Resolution: q.resolution},
	}, nil
}

// parseBudget reads "200ms" or "1000steps"; "" is no limit.
func parseBudget(s string) (collide.Budget, error) {
	if s == "" {
		return collide.Budget{}, nil
	}
	if digits, ok := strings.CutSuffix(s, "steps"); ok {
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
		if err == nil && n > 0 && n < math.MaxInt64 {
			return collide.Budget{Steps: n}, nil
		}
	} else if d, err := time.ParseDuration(s); err == nil && d > 0 {
		return collide.Budget{Time: d}, nil
	}
	return collide.Budget{}, fmt.Errorf("--budget %q; expected a time such as 200ms or a number of steps such as 1000steps, above 0", s)
}
