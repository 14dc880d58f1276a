package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/scene"
)

// simFlags are the flags of sim.
type simFlags struct {
	queryFlags
	frames int
	dt     float64
	g      float64
	record string
	given  func(flag string) bool
	choice string // see app.settle
}

func (a *app) simCommand() *cobra.Command {
	var f simFlags
	c := &cobra.Command{
		Use:   "sim SCENE",
		Short: "Move the bodies of a scene and find their contacts frame by frame",
		Long: `sim moves the bodies of a scene and finds all contacts in each frame; frame k
shows the time k·dt. Bodies with a mass fly, spin, fall, attract each other and
bounce off each other and off walls; the others move as their motions and
deformations say. A scene is a .json file or a text file like collidables.txt;
fire-drill, or fire-drill:one-one, :several-several, :several-one, is one with
5,000 drops of water and flames or more in a building.

One line a frame, then a summary: rate, phases, counters, memory. With --format
json or csv the summary goes to standard error; json is the same for every method
and machine. --record keeps the frames in a file that collide sim plays again.

With --backend gpu, spheres and boxes live on the device, which moves them and finds
their contacts; with --method lbvh the CPU moves them. The summary says what ran where.

A frame asks one query, and one more for each sub-step in which bodies fly.
--budget bounds each of them: the first that does not end within it ends the run,
because the frames after it would rest on it.

Exit code: 0 done, 2 bad usage or input, 3 interrupted or over the budget.`,
		Example: `  collide gen motion -n 100 --out crowd.json
  collide sim crowd.json --frames 200
  collide sim crowd.json --method brute --format json --out brute.jsonl
  collide gen tian -n 64 --seed 1 --out collidables.txt
  collide sim collidables.txt --frames 600 --record run.clr
  collide sim fire-drill:one-one --method octree-hybrid`,
		Args: exactArgs("SCENE"),
		RunE: func(c *cobra.Command, args []string) error {
			f.given = c.Flags().Changed
			return a.sim(c.Context(), args[0], &f)
		},
	}
	f.registerMethod(c)
	flags := c.Flags()
	flags.StringVar(&f.budget, "budget", "", "stop where a query takes longer: a time (200ms) or a number of steps (1000steps)")
	flags.IntVar(&f.frames, "frames", 100, "how many frames")
	flags.Float64Var(&f.dt, "dt", 1.0/60, "seconds from frame to frame")
	flags.Float64Var(&f.g, "G", 0, "constant of gravitation, instead of the scene's")
	choose(c, &f.format, "format", "text", "", namesOf(report.SimFormats()))
	flags.StringVar(&f.out, "out", "", "write to this file instead of standard output")
	flags.StringVar(&f.record, "record", "", "record the run into this file (.clr)")
	rootFlag(c, &f.root)
	a.limitFlags(c)
	return c
}

func (f *simFlags) check() error {
	switch {
	case f.frames < 1:
		return fmt.Errorf("--frames %d; expected at least 1", f.frames)
	case math.IsNaN(f.dt) || math.IsInf(f.dt, 0):
		return fmt.Errorf("--dt %v; expected a finite number of seconds", f.dt)
	case !(f.g >= 0 && f.g <= math.MaxFloat64):
		return fmt.Errorf("--G %v; expected a finite number of at least 0", f.g)
	}
	return nil
}

func (a *app) sim(ctx context.Context, file string, f *simFlags) error {
	format := formatOf(report.SimFormats(), f.format)
	opt, err := f.detectorOptions(ctx)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	from, err := a.files(f.root, []string{file}, claim{"--out", f.out}, claim{"--record", f.record})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	run, err := a.stepper(ctx, from, file, f, opt)
	if errors.Is(err, collide.ErrIncomplete) {
		a.logf("%v", err)
		a.code = exitIncomplete
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = run.Close() }() // worker processes that fail to end are killed
	out, err := a.create(ctx, f.out)
	if err != nil {
		return err
	}
	defer out.discard()
	rec, err := recordTo(ctx, f.record, run, f.dt)
	if err != nil {
		return err
	}
	defer rec.close()
	r := simRun{
		run: run, rec: rec, bar: a.progress(),
		w: format.Sim(out, f.out == "" && wantsColor(a.stdout)), quiet: isTerminal(a.stdout) && f.out == "",
		sum: report.SimSummary{Bodies: len(run.Bodies()), Method: f.method},
	}
	if w, ok := run.(interface{ Where() string }); ok {
		r.sum.Where = w.Where()
	}
	r.sum.Choice = f.choice
	err = r.do(ctx, f.frames)
	var input *scene.Error
	failed := err != nil && !errors.As(err, &input)
	err = errors.Join(err, rec.end(failed))
	if err != nil && !errors.As(err, &input) {
		return err
	}
	return a.endSim(&r, out, format, err)
}

// endSim writes what follows the frames. A file is put in its place even when a
// body turns out to leave the range of numbers: its last line reports it.
func (a *app) endSim(r *simRun, out *output, format report.Format, bad error) error {
	r.bar.clear()
	if bad != nil {
		r.sum.Reason = bad.Error()
	}
	r.sum.Heap, r.sum.System = memory()
	runtime.KeepAlive(r.run)
	if err := r.w.End(&r.sum); err != nil {
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	if format.Name != "text" {
		if err := r.sum.Text(a.stderr); err != nil {
			return err
		}
	}
	if r.sum.Reason != "" && bad == nil {
		a.logf("incomplete: %s", r.sum.Reason)
		a.code = exitIncomplete
	}
	return bad
}

// memory returns what is in use and what the program has, in bytes.
func memory() (heap, system uint64) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, m.Sys
}

// simRun steps a scene.
type simRun struct {
	run   sim.Stepper
	rec   *recording
	w     report.Sim
	bar   *progress
	quiet bool // results themselves show the progress
	sum   report.SimSummary
}

// flushEvery is how long lines may wait for each other.
const flushEvery = 200 * time.Millisecond

// do runs the frames. It returns a *scene.Error for what is wrong with the input
// and other errors of methods and writers. A run that is cut short leaves the
// reason in the summary.
func (r *simRun) do(ctx context.Context, frames int) error {
	last := time.Now()
	for k := range frames {
		if k > 0 {
			if err := r.run.Step(ctx); errors.Is(err, io.EOF) {
				return nil // a recording has no more
			} else if errors.Is(err, collide.ErrIncomplete) {
				r.sum.Reason = report.ReasonOf(err)
				return nil
			} else if err != nil {
				return err
			}
		}
		if err := r.frame(); err != nil {
			return err
		}
		if time.Since(last) > flushEvery {
			if err := r.w.Flush(); err != nil {
				return err
			}
			last = time.Now()
		}
		if !r.quiet {
			r.bar.show("stepping", float64(k+1)/float64(frames))
		}
	}
	return nil
}

// frame reports the current one.
func (r *simRun) frame() error {
	now := r.run.Frame()
	f := report.Frame{
		Index: now.Index, Time: now.Time, Pairs: len(now.Pairs), Contacts: now.Contacts, Hash: now.Hash,
		Motion: now.Moved, Physical: now.Physical, State: now.State, Impacts: len(now.Impacts),
		Momentum: now.Momentum, AngularMomentum: now.AngularMomentum, Energy: now.Energy,
	}
	if res := now.Result; res != nil {
		f.Stats = now.Nearby
		f.Stats.Add(&res.Stats)
		r.sum.Chosen, r.sum.Backend = res.Chosen, string(res.Backend)
	}
	r.sum.Add(&f)
	if err := r.rec.frame(now); err != nil {
		return err
	}
	return r.w.Frame(&f)
}
