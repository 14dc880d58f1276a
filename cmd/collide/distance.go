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
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
)

// distanceFlags are the flags of distance.
type distanceFlags struct {
	queryFlags
	solidFlags
	all          bool
	allowedError float64
	split, allow string
	proof        string
}

func (a *app) distanceCommand() *cobra.Command {
	f := distanceFlags{queryFlags: queryFlags{backend: "auto"}}
	c := &cobra.Command{
		Use:   "distance FILE...",
		Short: "Measure how far apart bodies are",
		Long: `distance reports the nearest pair of bodies: their exact distance, rounded once to
the nearest float64, the pair of triangles that attains it, and two points. It is 0
exactly if the bodies share a point. Pairs that may touch (--allow) and pairs of two
immovable bodies do not count.

Exit code: 0 done, 2 bad usage or input, 3 incomplete.`,
		Example: `  collide distance gripper.stl shelf.obj
  collide distance cell.json --all --format json
  collide distance assembly.obj --split objects --allow pairs.allow`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("distance: no file; expected FILE... (see collide distance --help)")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkDistanceProof(c, f.proof); err != nil {
				return err
			}
			return a.distance(c.Context(), args, &f)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&f.all, "all", false, "every pair of bodies, permitted ones too")
	flags.Float64Var(&f.allowedError, "error", 0, "relative error that is allowed, at most 1: an interval in less time")
	flags.StringVar(&f.method, "method", "auto", "how to search: auto, bvh, brute, rapid, sphere, scda or octree-hybrid")
	flags.IntVar(&f.workers, "workers", 0, "goroutines to use, at most 1024; 0 for one per core")
	flags.StringVar(&f.budget, "budget", "", "stop early after a time (200ms) or a number of steps (1000steps)")
	choose(c, &f.format, "format", "text", "", textOrJSON())
	flags.StringVar(&f.out, "out", "", "write to this file instead of standard output")
	rootFlag(c, &f.root)
	complete(c, "method", []string{"auto", "bvh", "brute", "rapid", "sphere", "scda", "octree-hybrid"})
	f.solidFlags.register(c)
	choose(c, &f.split, "split", "", "make a body of each part of a file: ", splits())
	flags.StringVar(&f.allow, "allow", "", "file of pairs of body names that may touch")
	flags.StringVar(&f.proof, "proof", "", "write a proof of the distances, which a program that is not ours can verify, to this file")
	a.limitFlags(c)
	a.unitFlag(c)
	a.robotFlags(c, true)
	return c
}

func (a *app) distance(ctx context.Context, files []string, f *distanceFlags) error {
	opt, err := f.detectorOptions(ctx)
	if err != nil {
		return err
	}
	if opt.Error = f.allowedError; !(opt.Error >= 0 && opt.Error <= 1) {
		return fmt.Errorf("--error %v; expected 0 to 1", opt.Error)
	}
	if err := f.setSolid(&opt); err != nil {
		return err
	}
	from, err := a.files(f.root, append(slices.Clone(files), f.allow, a.robot.srdf), claim{"--out", f.out}, claim{"--proof", f.proof})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	bar := a.progress()
	in, err := a.load(ctx, from, files, f.split, bar)
	bar.clear()
	if err != nil {
		return err
	}
	if in.bodies.Len() < 2 {
		return fmt.Errorf("%s is one body: nothing to measure it against; name a second file, or give --split", quote.Name(in.placed[0].File))
	}
	d, err := a.measure(ctx, &in, from, opt, f)
	if err != nil {
		return err
	}
	d.Color = f.out == "" && wantsColor(a.stdout)
	a.noteUntested(&in)
	write := report.DistancesText
	if f.format == "json" {
		write = report.DistancesJSON
	}
	if d.Err != nil {
		if a.code = exitIncomplete; f.format != "text" || f.out != "" {
			a.logf("incomplete: %s", report.ReasonOf(d.Err))
		}
	}
	return a.writeTo(context.WithoutCancel(ctx), f.out, func(w io.Writer) error { return write(w, d) })
}

// measure asks for the distances.
func (a *app) measure(ctx context.Context, in *inputs, from *input.Files, opt collide.Options, f *distanceFlags) (*report.Distances, error) {
	allowed, err := a.allow(ctx, from, f.allow, in.names())
	if err != nil {
		return nil, err
	}
	opt.Allow = allowed.Pairs
	proof, err := a.openProof(ctx, from, in, f.proof, proof.Head{Distances: true, Skipped: passedOver(f, allowed.Pairs)})
	if err != nil {
		return nil, err
	}
	defer proof.close(a)
	det, err := in.detector(opt)
	if err != nil {
		return nil, err
	}
	defer func() { _ = det.Close() }() // the answer does not depend on how workers end
	d := &report.Distances{Bodies: in.describe(ctx, false), Unit: in.unit, All: f.all, Bounds: f.allowedError > 0}
	if f.all {
		d.List, d.Err = det.Distances(ctx, math.Inf(1), nil)
		d.List = in.bodies.Distances(d.List)
	} else {
		r, ok, err := det.Distance(ctx)
		in.bodies.Distance(&r)
		if d.Err = err; ok {
			d.List = append(d.List, r)
		}
	}
	if d.Err != nil && !errors.Is(d.Err, collide.ErrIncomplete) {
		return nil, d.Err
	}
	if d.Err == nil {
		err = a.proveDistances(ctx, proof, d)
	}
	return d, err
}
