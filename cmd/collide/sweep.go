package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/methods"
)

// sweepFlags are the flags of sweep.
type sweepFlags struct {
	queryFlags
	solidFlags
	poses     string
	rules     string
	distance  bool
	curve     int
	kinds     bool
	clearance clearanceFlag
	motion    motionFlags
	shard     shardFlag
	proof     string
	along     alongFlag
}

func (a *app) sweepCommand() *cobra.Command {
	var f sweepFlags
	c := &cobra.Command{
		Use:   "sweep A B --poses FILE",
		Short: "Check one body under many poses against another",
		Long: `sweep moves A through a list of poses and checks it against B, which stays; one
result a line. A pose is 12 numbers, the 3×4 matrix [R|t] row by row; blank lines
and lines that start with # do not count. Poses run in parallel, results come in
order. --rules states what the two bodies may do, as in check. --budget is for the
whole sweep. With --continuous the motion from each pose to the next is checked, too,
with proof: nothing between two poses is missed. A body that lies wholly inside a
closed one is free unless --solid, --kinds or --rules is given.

Exit code: 0 free and complete, 1 if anything touches, 2 bad usage or input,
3 incomplete and nothing found so far.`,
		Example: `  collide sweep gripper.stl shelf.obj --poses path.txt
  collide sweep a.obj b.obj --poses p.txt --format json --workers 8
  collide sweep gripper.stl shelf.obj --poses path.txt --solid
  collide sweep gripper.stl shelf.obj --poses path.txt --continuous straight
  collide sweep gripper.stl shelf.obj --poses path.txt --rules cell.rules --format junit
  collide sweep a.obj b.obj --poses p.txt --shard 0/8 --out 0.shard
  generate-path | collide sweep a.obj b.obj --poses - --first`,
		Args: exactArgs("A", "B"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.sweep(c, args[0], args[1], &f)
		},
	}
	f.queryFlags.register(c, report.SweepFormats())
	a.limitFlags(c)
	a.unitFlag(c)
	c.Flags().BoolVar(&f.distance, "distance", false, "also measure how far apart the bodies are")
	f.solidFlags.register(c)
	kindsFlag(c, &f.kinds)
	f.along.register(c)
	f.clearance.register(c, "poses in which the bodies are at most this far apart fail, too; with --continuous also motions")
	c.Flags().StringVar(&f.rules, "rules", "", "file of rules: what the two bodies may do, judged in each pose and, with --continuous, between them")
	f.motion.register(c, "also check the motion from each pose to the next: the body's origin goes ", "straight", "screw")
	curveFlag(c, &f.curve, "--continuous")
	f.shard.register(c)
	proofFlag(c, &f.proof)
	c.Flags().StringVar(&f.poses, "poses", "", "file of poses, - for standard input")
	return c
}

func (a *app) sweep(c *cobra.Command, fileA, fileB string, f *sweepFlags) error {
	ctx := c.Context()
	format := formatOf(report.SweepFormats(), f.format)
	opt, err := f.detectorOptions(ctx)
	if err != nil {
		return err
	}
	if err := f.checkKinds(f.kinds); err != nil {
		return err
	}
	// Rules ask for the depths they need.
	opt.Kinds, opt.Depths = f.rules != "", f.kinds
	if err := cmp.Or(f.setSolid(&opt), f.motion.check(), checkCurve(c, f.curve, f.motion.set(), "--continuous"), f.checkRules(), f.along.check(f.kinds || f.rules != "", opt.Budget, f.budget)); err != nil {
		return err
	}
	if err := f.shard.check(f); err != nil {
		return err
	}
	if err := checkProof(c, f.proof); err != nil {
		return err
	}
	if f.poses == "" {
		return errors.New("sweep: no --poses FILE (see collide sweep --help)")
	}
	from, err := a.files(f.root, []string{fileA, fileB, f.poses, f.rules}, claim{"--out", f.out}, claim{"--proof", f.proof})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	list, closePoses, err := a.openPart(ctx, from, f)
	if err != nil {
		return err
	}
	defer closePoses()
	in, err := a.loadPair(ctx, from, fileA, fileB)
	if err != nil {
		return err
	}
	if err := cmp.Or(f.clearance.settle(&in), f.motion.checkMoved(&in)); err != nil {
		return err
	}
	var device judge
	if f.onDevice(&in) {
		if device, err = deviceJudge(ctx); err != nil {
			return err
		}
		opt.Method = methods.Auto() // for what the device leaves open
	}
	run, err := newSweepRun(&in, opt, list)
	if err != nil {
		return err
	}
	run.device = device
	run.curve, run.distance, run.clearance, run.motion, run.along = f.curve, f.distance, f.clearance, f.motion, f.along
	if err := a.bindPoses(ctx, from, &in, f.rules, run); err != nil {
		return err
	}
	if f.shard.set() {
		if run.part, err = partOf(ctx, c, from, &in, f, run.bound); err != nil {
			return err
		}
	}
	if run.proof, err = a.openProof(ctx, from, &in, f.proof, proof.Head{Reach: f.clearance.distance, Solid: f.solid, Moving: 1}); err != nil {
		return err
	}
	defer run.proof.close(a)
	run.proof.start(run.detectors)
	return a.writeSweep(ctx, run, format, f)
}

// writeSweep runs the sweep into its output. A file is put in its place even when
// the poses turn out to be wrong: its last line reports it.
func (a *app) writeSweep(ctx context.Context, run *sweepRun, format report.Format, f *sweepFlags) error {
	out, err := a.create(ctx, f.out)
	if err != nil {
		return err
	}
	defer out.discard()
	bar := a.progress()
	defer bar.clear()
	w, err := run.report(out, format, report.SweepOptions{
		First: f.first, Distance: f.distance, Clearance: f.clearance.set, Kinds: f.kinds, Solid: f.solid, Continuous: f.motion.set(), Curve: f.curve > 0, Along: f.along.direction,
		Rules: run.bound != nil, Deviates: run.bound != nil && run.bound.Deviates(), Color: f.out == "" && wantsColor(a.stdout),
	})
	if err != nil {
		return err
	}
	start := time.Now()
	s := &sweepWriter{w: w, bar: bar, quiet: isTerminal(a.stdout) && f.out == ""}
	bad := run.do(ctx, s)
	total, cut := run.totals(s, time.Since(start)), run.cut
	if cut == nil {
		cut = total.undecided()
	}
	end := total.end(cut, bad, f.motion.set())
	if s.err == nil {
		s.err = run.finish(w, end, total, cmp.Or(bad, run.cut))
	}
	if s.err != nil {
		return s.err
	}
	if err := out.commit(); err != nil {
		return err
	}
	if run.proof != nil && cut == nil && bad == nil {
		if err := run.proof.commit(); err != nil {
			return err
		}
	}
	bar.clear()
	if run.part == nil || total.Poses > 0 || run.whole == nil || run.whole.items == 0 { // a shard of a short list may be empty
		a.logTotals(total, cut, bad)
	}
	if run.device != nil {
		a.logf("%d of %d poses were judged by the device alone", run.judged, total.Poses)
	}
	a.code = exitCode(end.Outcome())
	return bad
}

// report begins the report.
func (s *sweepRun) report(out io.Writer, format report.Format, o report.SweepOptions) (report.Sweep, error) {
	if s.part == nil {
		return format.Sweep(out, o), nil
	}
	return newShardOutput(out, *s.part, format, o)
}

// finish ends the report, or the part of one that a shard is.
func (s *sweepRun) finish(w report.Sweep, end *report.SweepEnd, total *sweepTotals, unfinished error) error {
	if part, ok := w.(*shardOutput); ok {
		return part.end(total, s.whole, unfinished)
	}
	return w.End(end)
}

// sweepWriter hands finished poses on and counts them.
type sweepWriter struct {
	w                report.Sweep
	bar              *progress
	quiet            bool // results themselves show the progress
	poses, colliding int
	err              error
}

// segment writes the motion from a pose to the next; false means that writing failed.
func (s *sweepWriter) segment(m *report.Segment) bool {
	s.err = s.w.Segment(*m)
	return s.err == nil
}

func (s *sweepWriter) write(p report.Pose) bool {
	if s.err = s.w.Pose(p); s.err != nil {
		return false
	}
	s.poses++
	if p.Verdict == collide.InContact && p.Outcome() == report.Fail {
		s.colliding++
	}
	if !s.quiet {
		s.bar.show(fmt.Sprintf("%d poses, %d colliding", s.poses, s.colliding), -1)
	}
	return true
}

// endBatch is called after the poses of a batch; false means that writing failed.
func (s *sweepWriter) endBatch(b *batch) bool {
	if part, ok := s.w.(*shardOutput); ok && len(b.poses) > 0 {
		s.err = part.add(b.first, len(b.poses))
	}
	return s.err == nil
}

// flush is called whenever the next result is not there yet.
func (s *sweepWriter) flush() {
	if s.err == nil {
		s.err = s.w.Flush()
	}
}

// openList opens a list that is read line by line, and returns its name in errors: - is
// standard input, which stays open.
func (a *app) openList(ctx context.Context, from *input.Files, file string) (io.ReadCloser, string, error) {
	if file == "-" {
		return io.NopCloser(a.stdin), "standard input", nil
	}
	f, err := from.Open(ctx, file)
	if errors.Is(err, input.ErrIrregular) {
		return nil, "", fmt.Errorf("%s: cannot be read: %w, or - for standard input", quote.Name(file), cause(err))
	}
	if err != nil {
		return nil, "", unreadable(file, err)
	}
	return f, file, nil
}

// loadPair reads the two bodies of a sweep.
func (a *app) loadPair(ctx context.Context, from *input.Files, fileA, fileB string) (inputs, error) {
	in, err := a.load(ctx, from, []string{fileA, fileB}, "", &progress{w: nil})
	if err != nil {
		return in, err
	}
	if len(in.placed) != 2 {
		return in, fmt.Errorf("sweep: %s and %s hold %d bodies; expected one each", quote.Name(fileA), quote.Name(fileB), len(in.placed))
	}
	// They are a pair by definition, whatever a scene says of one of them.
	in.placed[0].Immovable = false
	return in, nil
}
