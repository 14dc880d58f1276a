package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/robot"
)

// trajectoryFlags are the flags of trajectory.
type trajectoryFlags struct {
	queryFlags
	solidFlags
	states, allow, rules string
	proof                string
	distance, limits     bool
	kinds, each          bool
	curve                int
	clearance            clearanceFlag
	motion               motionFlags
}

func (a *app) trajectoryCommand() *cobra.Command {
	f := trajectoryFlags{queryFlags: queryFlags{method: "auto", backend: "auto"}}
	c := &cobra.Command{
		Use:   "trajectory ROBOT.urdf|SCENE.json [FILE...] --states FILE.csv",
		Short: "Check robots in many states",
		Long: `trajectory moves a robot, or all robots of a scene at once, through a list of states
and checks the links against each other and against the other bodies of the files;
one result a line. The list is CSV: a header with the names of the joints, of several
robots ROBOT/JOINT, then a state a row, in radians and metres; mimic joints have no
column. A column BODY.link names the link that holds
a body from a state on: the body goes with it, and stays where a later state, which
names none, releases it. Not tested are a body with the link that holds it, a link
with its parent, pairs that the SRDF disables or a rule ignores, and two bodies of
the files with each other. States run in parallel, results come in order. --budget is for the whole list.
With --continuous the motion from each state to the next is checked, too, with proof:
nothing between two states is missed. linear has every joint go straight from value to
value; cubic has it keep the velocities of the states, which are columns NAME.velocity,
a second, and a column time, which count for nothing else. Meshes count with their surfaces alone: a link
wholly inside a closed one is free, in states and on the way, unless --solid is given.

Exit code: 0 free and complete, 1 if any state touches, 2 bad usage or input,
3 incomplete and nothing found so far.`,
		Example: `  collide trajectory arm.urdf table.stl --srdf arm.srdf --states path.csv
  collide trajectory arm.urdf table.stl --srdf arm.srdf --states path.csv --continuous linear
  collide trajectory arm.urdf press.stl --states path.csv --continuous linear --solid
  collide trajectory arm.urdf table.stl --states planned.csv --continuous cubic --limits
  collide trajectory arm.urdf cell.json --states path.csv --distance --format json
  collide trajectory twoarms.json --states both.csv --continuous linear
  generate-path | collide trajectory arm.urdf --states - --first`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("trajectory: no file; expected ROBOT.urdf or SCENE.json, and [FILE...] (see collide trajectory --help)")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(checkStatesProof(c, f.proof), checkCurve(c, f.curve, f.motion.set(), "--continuous")); err != nil {
				return err
			}
			return a.trajectory(c.Context(), args, &f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.states, "states", "", "file of states, - for standard input")
	flags.BoolVar(&f.distance, "distance", false, "also measure how far apart the nearest pair is")
	f.motion.register(c, "also check the motion from each state to the next, of meshes the surfaces alone without --solid: joint values go ", "linear", cubic)
	eachFlag(c, &f.each)
	curveFlag(c, &f.curve, "--continuous")
	f.solidFlags.register(c)
	kindsFlag(c, &f.kinds)
	f.clearance.register(c, "states in which a pair is at most this far apart fail, too; with --continuous also motions")
	flags.BoolVar(&f.limits, "limits", false, "a value outside the limits of its joint is an error, not a warning")
	flags.StringVar(&f.allow, "allow", "", "file of pairs of body names that may touch")
	flags.StringVar(&f.rules, "rules", "", "file of rules: what pairs of bodies may do")
	flags.IntVar(&f.workers, "workers", 0, "goroutines to use, at most 1024; 0 for one per core")
	flags.StringVar(&f.budget, "budget", "", "stop early after a time (200ms) or a number of steps (1000steps)")
	flags.BoolVar(&f.first, "first", false, "stop each state at its first contact: a yes or no, not the set")
	choose(c, &f.format, "format", "text", "", append(report.TrajectoryFormats(), html))
	flags.StringVar(&f.out, "out", "", "write to this file instead of standard output")
	flags.StringVar(&f.proof, "proof", "", "write a proof of the contacts of all states, or of what is within --clearance in them, which a program that is not ours can verify, to this file")
	rootFlag(c, &f.root)
	a.limitFlags(c)
	a.unitFlag(c)
	a.robotFlags(c, false)
	return c
}

func (a *app) trajectory(ctx context.Context, files []string, f *trajectoryFlags) error {
	opt, err := f.detectorOptions(ctx)
	switch {
	case err != nil:
		return err
	case f.states == "":
		return errors.New("trajectory: no --states FILE (see collide trajectory --help)")
	}
	if err := f.setSolid(&opt); err != nil {
		return err
	}
	if err := cmp.Or(f.checkRules(), f.checkStateKinds(), checkEach(f.each, f.motion.set(), f.rules)); err != nil {
		return err
	}
	opt.Kinds, opt.Depths = f.kinds, f.kinds
	if err := cmp.Or(f.checkPage(), f.motion.check()); err != nil {
		return err
	}
	from, err := a.files(f.root, append([]string{f.states, f.allow, f.rules, a.robot.srdf}, files...), claim{"--out", f.out}, claim{"--proof", f.proof})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	in, err := a.loadCell(ctx, from, files)
	if err != nil {
		return err
	}
	if err := f.clearance.settle(&in.inputs); err != nil {
		return err
	}
	list, name, err := a.openList(ctx, from, f.states)
	if err != nil {
		return err
	}
	defer func() { _ = list.Close() }() // nothing was written
	states, err := robot.NewCellReader(list, name, in.Cell, in.holdable())
	if err != nil {
		return err
	}
	in.moved = states.Moved()
	run, err := a.newTrajectoryRun(ctx, from, in, opt, f)
	if err != nil {
		return err
	}
	run.states = states
	if run.proof, err = a.openStatesProof(ctx, from, in, f.proof, f.clearance.distance); err != nil {
		return err
	}
	defer run.proof.close(a)
	return a.writeTrajectory(ctx, run, in, f)
}

// newTrajectoryRun makes a checker per worker.
func (a *app) newTrajectoryRun(ctx context.Context, from *input.Files, in *cell, opt collide.Options, f *trajectoryFlags) (*trajectoryRun, error) {
	run := &trajectoryRun{opt: opt, kinds: f.kinds, each: f.each, curve: f.curve, cell: in, names: in.names, budget: opt.Budget, distance: f.distance, first: f.first, clearance: f.clearance, motion: f.motion, limits: f.limits, warn: func(text string) { a.logf("warning: %s", text) }}
	others := in.around()
	o := robot.Options{Visual: in.visual, Detector: opt}
	o.Detector.Workers, o.Detector.Budget = 1, collide.Budget{}
	first, err := robot.NewCellChecker(in.Cell, others, o)
	if err != nil && f.kinds {
		err = fmt.Errorf("--kinds: %w", err)
	}
	if err != nil {
		return nil, err
	}
	run.untested = untestedOf(first)
	allowed, err := a.allow(ctx, from, f.allow, run.names)
	if err != nil {
		return nil, err
	}
	o.Detector.Allow, run.permits = allowed.Pairs, len(allowed.Pairs) > 0
	if err := a.bindStates(ctx, from, in, f.rules, run, &o.Detector); err != nil {
		return nil, err
	}
	for range par.Workers(opt.Workers) {
		c, err := robot.NewCellChecker(in.Cell, others, o)
		if err != nil && run.bound != nil {
			err = fmt.Errorf("--rules: %w", err)
		}
		if err != nil {
			return nil, err
		}
		run.checkers = append(run.checkers, c)
	}
	return run, nil
}

// writeTrajectory runs the states into the output. A file is put in its place even when the states turn out to be wrong:
// its last line reports it.
func (a *app) writeTrajectory(ctx context.Context, run *trajectoryRun, in *cell, f *trajectoryFlags) error {
	out, err := a.create(ctx, f.out)
	if err != nil {
		return err
	}
	defer out.discard()
	run.out = run.report(out, in, f, report.TrajectoryOptions{
		Names: run.names, Untested: run.untested, Standing: in.standing(), Rules: run.bound != nil, Deviates: run.bound != nil && run.bound.Deviates(), Distance: f.distance, Clearance: f.clearance.set, First: f.first, Continuous: f.motion.set(), Color: f.out == "" && wantsColor(a.stdout),
	})
	start := time.Now()
	bad := run.do(ctx)
	if run.failed != nil {
		return run.failed
	}
	if err := run.proof.end(bad == nil && run.cut == nil); err != nil {
		return err
	}
	end := run.end
	end.Err, end.Elapsed = cmp.Or(bad, run.cut), time.Since(start)
	end.Verdict = run.verdict(bad)
	end.Motions = run.motions
	end.Contested = end.Contested && run.motions.Touching == 0
	if err := run.out.End(&end); err != nil {
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	switch {
	case bad == nil && run.cut != nil:
		a.logf("incomplete: %s", report.ReasonOf(run.cut))
	case bad == nil && end.States == 0:
		a.logf("%s holds no state: nothing was checked", quote.Name(run.states.File()))
	}
	a.code = exitCode(end.Outcome())
	return bad
}
