package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/motion"
)

// checkRules returns what rules cannot be asked together with.
func (f *sweepFlags) checkRules() error {
	switch {
	case f.rules == "":
		return nil
	case f.first:
		return errors.New("--rules with --first; expected one of them: rules need all contacts")
	case f.orient == string(collide.Parity):
		return fmt.Errorf("--rules with --orient %s; rules go by winding numbers", f.orient)
	case f.clearance.set:
		return errors.New(`--rules with --clearance; expected a first rule for all pairs, such as "* * clearance > 2mm"`)
	}
	return nil
}

// bindPoses reads the rules of a sweep.
func (a *app) bindPoses(ctx context.Context, from *input.Files, in *inputs, file string, run *sweepRun) (err error) {
	if run.bound, err = bind(ctx, from, file, in); err != nil || run.bound == nil {
		return err
	}
	a.logWarnings(file, append(run.bound.Unmatched(), in.sizes(ctx, run.detectors[0])...))
	if run.motion.set() {
		return refuseDeviations(run.bound, file)
	}
	return nil
}

// follow judges the motion from a pose on, within what is left of the budget.
func (s *sweepRun) follow(ctx context.Context, d *collide.Detector, spent *account, before *geom.Pose, path motion.Path) (*report.Segment, error) {
	m := pathMover{Detector: d, bodies: s.bodies[:], poses: []geom.Pose{*before, s.bodies[1].Pose}, paths: []motion.Path{path, nil}, timeError: s.motion.timeError, spent: spent, opt: s.opt}
	return follow(ctx, s.bound, spent.asker(&m), s.unit)
}

// judge adds what the rules make of a pose, within what is left of the budget. The result is that of a query, as rules
// see it, nil if the error is another one than of a query that could not finish.
func (s *sweepRun) judge(ctx context.Context, d *collide.Detector, a *answer, r *collide.Result, err error, spent *account) (*collide.Result, error) {
	j, err := s.bound.Judge(ctx, spent.asker(d), r, err, s.unit)
	if err != nil {
		return nil, err
	}
	a.pose.Verdict, a.pose.Ruled = j.Result.Verdict, ruledPose(j)
	return j.Result, j.Err
}

// ruledPose is what rules make of a pose: of one pair at most, for there are two bodies.
func ruledPose(j *rules.Judgement) *report.RuledPose {
	r := &report.RuledPose{Gate: report.Pass}
	if j.Err != nil {
		r.Gate = report.Undecided
	}
	for i := range j.Findings {
		f := &j.Findings[i]
		if r.Why, r.Allowed = f.Why, j.Result.Pairs[i].Allowed; f.Rule != nil {
			r.Rule = f.Rule.String()
		}
		switch f.Status {
		case rules.Fail:
			r.Gate = report.Fail
		case rules.Undecided:
			r.Gate = report.Undecided
		case rules.Pass:
		}
	}
	if len(j.Near) > 0 {
		r.Near = &j.Near[0]
	}
	return r
}
