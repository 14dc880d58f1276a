package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/motion"
)

// motionFlags are the flags about what is between two poses, or two states.
type motionFlags struct {
	continuous string
	timeError  float64
}

// mostSpans is the greatest --curve.
const mostSpans = 4096

// curveFlag adds --curve, which the flag that asks for motions goes with.
func curveFlag(c *cobra.Command, spans *int, with string) {
	c.Flags().IntVar(spans, "curve", 0, "also enclose the distance on the way, in at most this number of spans of time; with "+with)
}

// checkCurve returns what is wrong with the number of spans that the distance on the way is to be enclosed in, 0 for none.
func checkCurve(c *cobra.Command, spans int, moves bool, with string) error {
	switch {
	case !c.Flags().Changed("curve"):
		return nil
	case !moves:
		return fmt.Errorf("--curve without %s; expected both: the curve is of motions", with)
	case spans < 1 || spans > mostSpans:
		return fmt.Errorf("--curve is %d; expected from 1 to %d", spans, mostSpans)
	}
	return nil
}

// encloseDistance adds the curve of the distance on a way.
func (s *sweepRun) encloseDistance(ctx context.Context, d *collide.Detector, a *answer, spent *account, paths []motion.Path) {
	if s.curve == 0 || !a.goOn(d, spent) {
		return
	}
	rows, nearest, t, err := d.DistanceAlong(ctx, paths, s.curve)
	spent.spend(d)
	if a.refuse(spent.whole(err)); rows != nil {
		a.segment.Curve = &report.Curve{Rows: rows, Nearest: nearest, T: t}
	}
}

// defaultTimeError is the greatest length of the interval that a contact is found in, as a share of
// the motion.
const defaultTimeError = 1e-6

func (f *motionFlags) register(c *cobra.Command, usage string, words ...string) {
	choose(c, &f.continuous, "continuous", "", usage, words)
	c.Flags().Float64Var(&f.timeError, "time-error", defaultTimeError, "a contact is found within this share of the motion, with --continuous")
}

// set reports whether motions are asked for.
func (f *motionFlags) set() bool { return f.continuous != "" }

func (f *motionFlags) check() error {
	if !(f.timeError >= leastTimeError && f.timeError <= 1) {
		return fmt.Errorf("--time-error is %v; expected from %v to 1", f.timeError, leastTimeError)
	}
	if f.timeError != defaultTimeError && !f.set() {
		return errors.New("--time-error without --continuous; expected both: poses and states take no time")
	}
	return nil
}

// checkMoved refuses a body whose motion is not followed, before anything is written.
func (f *motionFlags) checkMoved(in *inputs) error {
	if isHalfSpace(&in.placed[0]) && f.set() {
		return fmt.Errorf("--continuous: %s is a half space, whose own motion is not followed; expected it as the second file", quote.Name(in.placed[0].Name))
	}
	return nil
}

// leastTimeError is the least --time-error.
const leastTimeError = 1e-12

// path is the motion between two poses.
func (f *motionFlags) path(from, to geom.Pose) (*motion.Segment, error) {
	if f.continuous == "screw" {
		return motion.NewScrew(from, to)
	}
	return motion.NewStraight(from, to)
}

// move answers for the motion to a pose. Its matrix is checked even where there is no motion to it.
func (s *sweepRun) move(ctx context.Context, d *collide.Detector, a *answer, spent *account, before, pose *geom.Pose) {
	if _, err := s.motion.path(*pose, *pose); err != nil {
		a.err = fmt.Errorf("its matrix is %w", motion.ErrRotation)
	}
	if a.err != nil || before == nil {
		return
	}
	path, err := s.motion.path(*before, *pose)
	switch {
	case errors.Is(err, motion.ErrHalfTurn):
		a.segment = s.clearance.undecided(err.Error())
		return
	case err != nil:
		a.err = err
		return
	}
	paths := []motion.Path{path, nil}
	if s.bound != nil {
		a.segment, err = s.follow(ctx, d, spent, before, path)
		a.refuse(err)
		s.encloseDistance(ctx, d, a, spent, paths)
		return
	}
	a.segment, err = s.clearance.moments(spent, d, func(distance float64) (collide.Impact, error) {
		return d.Move(ctx, paths, collide.Gaps{Most: distance}, s.motion.timeError)
	})
	if a.refuse(err); s.opt.Depths && a.segment.Impact.Verdict == collide.InContact && a.goOn(d, spent) {
		s.momentKind(ctx, d, a, spent)
	}
	s.encloseDistance(ctx, d, a, spent, paths)
}

// momentKind adds of which kind the contact is at the moment that was found.
func (s *sweepRun) momentKind(ctx context.Context, d *collide.Detector, a *answer, spent *account) {
	var err error
	a.segment.Kind, err = spent.kindAt(ctx, d, &a.segment.Impact)
	switch {
	case err == nil:
	case errors.Is(err, collide.ErrIncomplete):
		a.refuse(err)
	default:
		a.err = err
	}
}

// kindAt returns of which kind a contact is at the moment that was found, where the bodies stand, without its contacts; nil where
// that is not known. What of it is undecided is said in the kind's reason: the contact is certain.
func (a *account) kindAt(ctx context.Context, d interface {
	bounded
	Detect(ctx context.Context) (*collide.Result, error)
}, i *collide.Impact) (kind *collide.Pair, err error) {
	if err := a.limit(d); err != nil {
		return nil, err
	}
	r, err := d.Detect(ctx)
	if r == nil {
		return nil, err
	}
	a.spend(d)
	for k := range r.Pairs {
		if p := r.Pairs[k]; p.A == i.A && p.B == i.B && p.Kind != collide.NoKind {
			p.Contacts, kind = nil, &p // the next query takes their memory
		}
	}
	if errors.Is(err, collide.ErrUndecided) {
		err = nil
	}
	return kind, a.whole(err)
}

// undecided is the answer for a motion about which nothing is known.
func (v *clearanceFlag) undecided(reason string) *report.Segment {
	s := &report.Segment{Impact: collide.Impact{T1: 1, A: -1, B: -1, TriA: -1, TriB: -1, Reason: reason}}
	if v.set {
		near := s.Impact
		s.Near = &near
	}
	return s
}

// moments asks for the first contact on a motion and, with a clearance, for the first moment within it. The error is nil where both
// are answered, if with unknown; one that wraps collide.ErrIncomplete comes with what is known.
func (v *clearanceFlag) moments(spent *account, d bounded, move func(distance float64) (collide.Impact, error)) (*report.Segment, error) {
	var s report.Segment
	var err error
	ask := func(distance float64) (r collide.Impact) {
		r, err = move(distance)
		spent.spend(d)
		if err = spent.whole(err); errors.Is(err, collide.ErrUndecided) {
			err = nil
		} else if err != nil {
			r.Reason = report.ReasonOf(err)
		}
		return r
	}
	if v.set {
		near := ask(v.distance)
		if s.Near, s.Impact = &near, near; near.Verdict == collide.Free || err != nil && !errors.Is(err, collide.ErrIncomplete) {
			return &s, err
		}
		if err == nil {
			err = spent.limit(d)
		}
		if err != nil {
			s.Impact = v.undecided(report.ReasonOf(err)).Impact
			return &s, err
		}
	}
	s.Impact = ask(0)
	return &s, err
}
