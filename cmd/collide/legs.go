package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/compound"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
)

// legFlags are the flags of check about motions to other scenes, or of a scene from one time to another.
type legFlags struct {
	from  string
	timed bool // from is given
	to    []string
	// times are those of from and to.
	times motion.Interval
	motionFlags
	clearance clearanceFlag
	each      bool
	curve     int
	// drawn reports that the curve was not asked for: a page has it where distances are measured.
	drawn bool
}

func (f *legFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.from, "from", "", "follow the motion of the scene from this `TIME`, in seconds, until the time of --to")
	c.Flags().StringArrayVar(&f.to, "to", nil, "move all bodies to where they are in this `SCENE`, and check the motion, too; give it again for the next one. With --from: a time")
	f.motionFlags.register(c, "how bodies get to the next scene: ", "straight", "screw")
	eachFlag(c, &f.each)
	curveFlag(c, &f.curve, "--to")
}

// besideTo are the flags of check that --to takes.
var besideTo = []string{
	"from", "to", "each", "curve", "continuous", "time-error", "allow", "solid", "orient", "method", "option", "backend", "workers", "budget", "format", "out", "root",
	"clearance", "kinds", "rules", "unit", "max-bodies", "max-triangles",
}

// otherFlag returns a flag of the command itself that is given and not among those listed, "" for none.
func otherFlag(c *cobra.Command, listed []string) (other string) {
	everywhere := c.InheritedFlags()
	c.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(listed, flag.Name) && everywhere.Lookup(flag.Name) == nil && other == "" {
			other = flag.Name
		}
	})
	return other
}

// check returns what is wrong with the flags.
func (f *legFlags) check(c *cobra.Command, files []string, format string) error {
	f.timed = c.Flags().Changed("from")
	switch {
	case len(f.to) == 0 && f.timed:
		return errors.New("--from without --to; expected two times")
	case len(f.to) == 0:
		if f.set() || f.timeError != defaultTimeError {
			return errors.New("--continuous or --time-error without --to; expected a scene to move to")
		}
		return cmp.Or(checkEach(f.each, false, ""), checkCurve(c, f.curve, false, "--to"))
	}
	if err := checkCurve(c, f.curve, true, "--to"); err != nil {
		return err
	}
	if other := otherFlag(c, besideTo); other != "" {
		return fmt.Errorf("--%s with --to; motions between scenes are reported without it", other)
	}
	switch {
	case format != "text" && format != "json" && format != html:
		return fmt.Errorf("--format %s with --to; expected text, json or html", quote.Name(format))
	case len(files) != 1:
		return fmt.Errorf("--to with %d files; expected the one scene where the motion begins", len(files))
	}
	for _, file := range append(files, f.scenes()...) {
		if isRobot(file) {
			return fmt.Errorf("--to with the robot %s; collide trajectory follows robots", quote.Name(file))
		}
	}
	if f.timed {
		return f.checkTimes()
	}
	f.continuous = cmp.Or(f.continuous, "straight")
	return f.motionFlags.check()
}

// checkLegs checks a scene, the ones that follow and the motions between them.
func (a *app) checkLegs(ctx context.Context, files []string, f *checkFlags) error {
	opt, err := f.detectorOptions(ctx)
	if err == nil {
		err = cmp.Or(f.setSolid(&opt), f.checkRules(), f.checkKinds(f.kinds), checkEach(f.legs.each, true, f.rules))
	}
	if err != nil {
		return err
	}
	if f.kinds && opt.Orient == collide.Parity {
		return fmt.Errorf("--kinds with --orient %s; kinds go by winding numbers", opt.Orient)
	}
	opt.Kinds, opt.Depths = f.rules != "", f.kinds
	files = append(slices.Clone(files), f.legs.scenes()...)
	from, err := a.files(f.root, append(slices.Clone(files), f.allow, f.rules), claim{"--out", f.out})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	f.legs.clearance = f.clearance
	run := legRun{flags: &f.legs, files: files, in: inputs{bodies: compound.New()}}
	if err := run.load(ctx, a, from); err != nil {
		return err
	}
	if err := f.legs.clearance.settle(&run.in); err != nil {
		return err
	}
	allowed, err := a.allow(ctx, from, f.allow, run.in.names())
	if err != nil {
		return err
	}
	opt.Allow = allowed.Pairs
	if run.bound, err = a.bindWay(ctx, from, &run.in, f.rules); err != nil {
		return err
	}
	run.kinds = f.kinds
	out, err := a.create(ctx, f.out)
	if err != nil {
		return err
	}
	defer out.discard()
	w := f.legs.report(out, f.format, files, run.in.names(), len(allowed.Pairs), f.out == "" && wantsColor(a.stdout))
	if err := run.do(ctx, opt, w); err != nil {
		return err
	}
	if err := cmp.Or(w.End(), out.commit()); err != nil {
		return err
	}
	if why := w.Incomplete(); why != "" && (f.out != "" || f.format != "text") {
		a.logf("incomplete: %s", why)
	}
	a.code = exitCode(w.Outcome())
	return nil
}

// curveOfPage is the number of spans of the curve in a page, where another one is not asked for.
const curveOfPage = 64

// report begins the report in the format that was asked for.
func (f *legFlags) report(w io.Writer, format string, files, names []string, permitted int, color bool) *report.Legs {
	if format != html {
		return report.NewLegs(w, format == "json", color, f.clearance.set, names, permitted)
	}
	if f.drawn = f.curve == 0; f.drawn {
		f.curve = curveOfPage
	}
	return report.NewLegsPage(w, title(files), f.clearance.set, f.clearance.distance, names, permitted)
}

// legRun moves bodies from scene to scene.
type legRun struct {
	flags *legFlags
	// files are read; ends are the stations as reports name them.
	files []string
	ends  []report.Station
	// in are the bodies where they begin, stations where they are in each scene, in the order of the first.
	in       inputs
	stations [][]scene.Placed
	bound    *rules.Bound // nil without rules
	kinds    bool
	opt      collide.Options
	spent    account
}

// do answers for each scene and each motion, in their order, until one is cut short.
func (r *legRun) do(ctx context.Context, opt collide.Options, w *report.Legs) error {
	det, err := r.in.detector(opt)
	if err != nil {
		return err
	}
	defer func() { _ = det.Close() }() // the answer does not depend on how workers end
	r.opt, r.spent = opt, open(opt.Budget)
	for k := range r.stations {
		if k > 0 {
			err = r.leg(ctx, det, k, w)
		}
		if err == nil {
			err = r.station(ctx, det, k, w)
		}
		if errors.Is(err, collide.ErrIncomplete) {
			w.Cut(err)
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// station checks a scene. The error wraps collide.ErrIncomplete if nothing can follow.
func (r *legRun) station(ctx context.Context, det *collide.Detector, k int, w *report.Legs) error {
	for i := range r.stations[k] {
		p := &r.stations[k][i]
		if err := det.SetPose(i, p.Pose); err != nil {
			return &scene.Error{File: p.Scene, Line: p.Line, Msg: "pose", Err: err}
		}
	}
	if err := r.spent.limit(det); err != nil {
		return err
	}
	result, err := det.Detect(ctx)
	r.spent.spend(det)
	if result == nil {
		return err
	}
	err = r.spent.whole(err)
	result = result.Clone() // the next query takes its memory
	judged, bad := r.judge(ctx, det, result, err)
	if bad != nil {
		return bad
	}
	if judged != nil {
		err = judged.Err
	}
	near, nearErr := r.near(ctx, det, err)
	if err = cmp.Or(err, nearErr); err != nil && !errors.Is(err, collide.ErrIncomplete) {
		return err
	}
	if judged != nil {
		w.Judged(&r.ends[k], judged)
	} else {
		w.Scene(&r.ends[k], result, near, err)
	}
	if errors.Is(err, collide.ErrUndecided) {
		return nil
	}
	return err
}

// near returns the pairs of a scene within the clearance that are not permitted. A query before it may have ended with an error.
func (r *legRun) near(ctx context.Context, det *collide.Detector, before error) ([]collide.Distance, error) {
	if !r.flags.clearance.set || before != nil && !errors.Is(before, collide.ErrUndecided) {
		return nil, nil
	}
	if err := r.spent.limit(det); err != nil {
		return nil, err
	}
	near, err := det.Distances(ctx, r.flags.clearance.distance, nil)
	r.spent.spend(det)
	return slices.DeleteFunc(near, func(d collide.Distance) bool { return d.Allowed }), r.spent.whole(err)
}

// leg moves the bodies to a scene from the one before.
func (r *legRun) leg(ctx context.Context, det *collide.Detector, k int, w *report.Legs) error {
	leg := report.Leg{From: r.ends[k-1], To: r.ends[k]}
	if r.flags.timed {
		leg.Seconds = r.flags.seconds
	}
	paths, halfTurn, err := r.paths(k)
	if err != nil {
		return err
	}
	if halfTurn != "" {
		leg.Segment = *r.flags.clearance.undecided(halfTurn)
		w.Leg(&leg)
		return nil
	}
	if err := r.spent.limit(det); err != nil {
		return err
	}
	found, err := r.moments(ctx, det, k, paths)
	if err != nil && !errors.Is(err, collide.ErrIncomplete) {
		return err
	}
	leg.Segment = *found
	if leg.Ruled == nil && r.kinds && leg.Impact.Verdict == collide.InContact && err == nil {
		leg.Kind, err = r.spent.kindAt(ctx, det, &leg.Impact)
		if err != nil && !errors.Is(err, collide.ErrIncomplete) {
			return err
		}
	}
	if i := &leg.Impact; i.Verdict == collide.InContact && i.TriA >= 0 {
		place := det.Witness(collide.Contact{BodyA: uint32(i.A), BodyB: uint32(i.B), TriA: uint32(i.TriA), TriB: uint32(i.TriB)})
		leg.Place = &place
	}
	if r.flags.each && err == nil {
		err = r.spent.addEach(det, &leg.Segment, func(gaps collide.Gaps) (collide.Impact, error) {
			return det.Move(ctx, paths, gaps, r.flags.timeError)
		})
		if err != nil && !errors.Is(err, collide.ErrIncomplete) {
			return err
		}
	}
	if r.flags.curve > 0 && err == nil {
		if err = r.enclose(ctx, det, &leg.Segment, paths); err != nil && !errors.Is(err, collide.ErrIncomplete) {
			return err
		}
	}
	w.Leg(&leg)
	return err
}

// enclose adds the curve of the distance on a way.
func (r *legRun) enclose(ctx context.Context, det *collide.Detector, s *report.Segment, paths []motion.Path) error {
	if err := r.spent.limit(det); err != nil {
		return err
	}
	rows, nearest, t, err := det.DistanceAlong(ctx, paths, r.flags.curve)
	r.spent.spend(det)
	if r.flags.drawn && errors.Is(err, collide.ErrUnsupported) {
		return nil // the page has no band
	}
	if rows != nil {
		s.Curve = &report.Curve{Rows: rows, Nearest: nearest, T: t}
	}
	return r.spent.whole(err)
}

// moments are those at which something happens on the way, and what rules make of it.
func (r *legRun) moments(ctx context.Context, det *collide.Detector, k int, paths []motion.Path) (*report.Segment, error) {
	if r.bound != nil {
		return r.ruledLeg(ctx, det, k, paths)
	}
	return r.flags.clearance.moments(&r.spent, det, func(distance float64) (collide.Impact, error) {
		return det.Move(ctx, paths, collide.Gaps{Most: distance}, r.flags.timeError)
	})
}

// paths are the motions to a scene, nil for bodies that stay, and the reason if one is a half turn.
func (r *legRun) paths(k int) (paths []motion.Path, halfTurn string, err error) {
	if r.flags.timed {
		paths, err = r.flights()
		return paths, "", err
	}
	paths = make([]motion.Path, len(r.in.placed))
	for i := range paths {
		a, b := &r.stations[k-1][i], &r.stations[k][i]
		if a.Pose == b.Pose {
			continue
		}
		path, err := r.flags.path(a.Pose, b.Pose)
		switch {
		case errors.Is(err, motion.ErrHalfTurn):
			return nil, fmt.Sprintf("%s: %v", quote.Name(a.Name), err), nil
		case err != nil:
			bad := b
			if _, wrong := r.flags.path(a.Pose, geom.Identity); errors.Is(wrong, motion.ErrRotation) {
				bad = a
			}
			return nil, "", &scene.Error{File: bad.Scene, Line: bad.Line, Msg: "pose of " + quote.Name(a.Name), Err: motion.ErrRotation}
		}
		paths[i] = path
	}
	return paths, "", nil
}
