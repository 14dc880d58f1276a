//go:build !wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/bench"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/scene"
)

// compareFlags are the flags of bench compare.
type compareFlags struct {
	benchFlags
	poses, root string
	frames      int
	dt          float64
	first, self bool
	given       func(flag string) bool
}

func (a *app) compareCommand() *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:   "compare SCENE | compare A B --poses FILE",
		Short: "Compare methods on your own meshes and scenes",
		Long: `compare measures methods on a scene, still, moving or deforming, or on two bodies
of which A goes through a list of poses, as sweep reads them. The methods answer
each frame in turn, and their contacts are compared. It lists times with
confidence intervals, and times and counts of each stage; --out DIR writes a page,
a CSV file a table and plots.

Without --methods all methods take part that this machine has; a method that
needs more than ten seconds for a query leaves with that reason. A method can take
part with options: oocda:ants=off beside oocda.

Exit code: 0 done; 2 bad usage or input, or methods disagree; 3 interrupted, or a
method went over a --budget that was given.`,
		Example: `  collide bench compare gripper.stl shelf.obj --poses path.txt
  collide bench compare crowd.json --methods auto,oocda,oocda:ants=off --first
  collide bench compare scene.json --frames 500 --out results`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error {
			f.given = c.Flags().Changed
			return a.compare(c.Context(), args, &f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.poses, "poses", "", "file of poses of A, - for standard input")
	flags.StringSliceVar(&f.methods, "methods", nil, "compare these, each as `NAME` or NAME:OPTION=VALUE; the first is what times are divided by")
	flags.IntVar(&f.workers, "workers", 0, "goroutines or processes of each method, at most 1024; 0 for one per core")
	flags.BoolVar(&f.first, "first", false, "stop at the first contact: a yes or no, not the set")
	flags.BoolVar(&f.self, "self", false, "also contacts within each mesh")
	flags.IntVar(&f.frames, "frames", 100, "how many frames of a scene")
	flags.Float64Var(&f.dt, "dt", 1.0/60, "seconds from frame to frame of a scene")
	flags.StringVar(&f.budget, "budget", "", "leave out methods that take longer a query: a time (200ms) or a number of steps (1000steps)")
	flags.StringVar(&f.out, "out", "", "write page, CSV files and plots into this directory, too")
	choose(c, &f.plots, "plots", "svg", "what plots are drawn as: ", bench.PlotFormats())
	choose(c, &f.format, "format", "text", "", []string{"text", "json", "markdown"})
	rootFlag(c, &f.root)
	a.limitFlags(c)
	complete(c, "methods", methodNames())
	return c
}

func (a *app) compare(ctx context.Context, files []string, f *compareFlags) error {
	if err := f.checkCompare(len(files)); err != nil {
		return err
	}
	budget, err := parseBudget(f.budget)
	if err != nil {
		return err
	}
	from, err := a.files(f.root, append(slices.Clone(files), f.poses))
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	s, err := a.subject(ctx, from, files, f)
	if err != nil {
		return err
	}
	bar := a.progress()
	defer bar.clear()
	o := bench.Options{
		Budget: budget, Over: func(what string) {
			bar.clear()
			a.logf("over the budget: %s", what)
			a.code = exitIncomplete
		},
		Full: true, Table: methodTable(ctx), Workers: f.workers, Worker: workerCommandLine(), Device: benchDevice(), Progress: bar.show,
	}
	r, err := o.Compare(ctx, s)
	bar.clear()
	if err != nil {
		return err
	}
	r.Command = f.line(files)
	if f.format == "json" {
		if err := bench.JSON(a.stdout, []*bench.Report{r}); err != nil {
			return err
		}
	}
	return a.tellBench(ctx, r, &f.benchFlags, false)
}

// checkCompare returns what is wrong with the flags, and makes the directory of --out.
func (f *compareFlags) checkCompare(files int) error {
	switch {
	case files == 2 && f.poses == "":
		return errors.New("bench compare: two files without --poses FILE; expected a scene alone, or A B --poses FILE")
	case files == 1 && f.poses != "":
		return errors.New("bench compare: --poses with one file; expected A B --poses FILE")
	case f.poses != "" && (f.given("frames") || f.given("dt")):
		return errors.New("bench compare: --frames and --dt go with a scene; with --poses the list says what the frames are")
	case f.frames < 1 || f.frames > maxFrames:
		return fmt.Errorf("--frames %d; expected 1 to %d", f.frames, maxFrames)
	case math.IsNaN(f.dt) || math.IsInf(f.dt, 0):
		return fmt.Errorf("--dt %v; expected a finite number of seconds", f.dt)
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	return f.checkOut([]string{"compare"})
}

// maxFrames bounds the frames of a comparison, whose times are all kept.
const maxFrames = 1_000_000

// subject is what the methods are compared on.
func (a *app) subject(ctx context.Context, from *input.Files, files []string, f *compareFlags) (*bench.Subject, error) {
	s := &bench.Subject{
		Title: title(files), DT: f.dt, Frames: f.frames, Query: collide.Options{First: f.first, Self: f.self}, Methods: f.methods,
		Load: func(ctx context.Context) (*scene.World, error) { return a.world(ctx, from, files, "") },
	}
	if f.poses == "" {
		return s, nil
	}
	poses, closePoses, err := a.openPoses(ctx, from, f.poses)
	if err != nil {
		return nil, err
	}
	defer closePoses()
	if s.Poses, err = allPoses(ctx, poses); err != nil {
		return nil, err
	}
	if len(s.Poses) == 0 {
		return nil, fmt.Errorf("%s holds no pose", quote.Name(poses.File()))
	}
	s.Frames = len(s.Poses)
	s.Load = func(ctx context.Context) (*scene.World, error) {
		in, err := a.loadPair(ctx, from, files[0], files[1])
		return &scene.World{Bodies: in.placed}, err
	}
	return s, nil
}

// allPoses reads a list to its end.
func allPoses(ctx context.Context, r *scene.PoseReader) ([]geom.Pose, error) {
	var poses []geom.Pose
	for ctx.Err() == nil && len(poses) <= maxFrames {
		p, err := r.Next()
		if errors.Is(err, io.EOF) {
			return poses, nil
		}
		if err != nil {
			return nil, err
		}
		poses = append(poses, p)
	}
	if ctx.Err() == nil {
		return nil, fmt.Errorf("%s: more than %d poses", quote.Name(r.File()), maxFrames)
	}
	return nil, ctx.Err()
}

// line is what measures the comparison again.
func (f *compareFlags) line(files []string) string {
	s := "compare"
	for _, file := range files {
		s += " " + quote.Name(file)
	}
	if f.poses != "" {
		s += " --poses " + quote.Name(f.poses)
	} else {
		s += fmt.Sprintf(" --frames %d --dt %v", f.frames, f.dt)
	}
	if f.first {
		s += " --first"
	}
	if f.self {
		s += " --self"
	}
	return f.command(s)
}
