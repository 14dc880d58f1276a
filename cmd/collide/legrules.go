package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/motion"
)

// bindWay reads the rules about scenes and motions.
func (a *app) bindWay(ctx context.Context, from *input.Files, in *inputs, file string) (*rules.Bound, error) {
	bound, err := bind(ctx, from, file, in)
	if err != nil || bound == nil {
		return nil, err
	}
	a.logWarnings(file, bound.Unmatched())
	return bound, refuseDeviations(bound, file)
}

// refuseDeviations refuses rules that are not judged on motions.
func refuseDeviations(bound *rules.Bound, file string) error {
	if bound != nil && bound.Deviates() {
		return fmt.Errorf("%s: deviation lines are not judged on the way; expected them for scenes, poses and states by themselves", quote.Name(file))
	}
	return nil
}

// judge judges a scene by the rules.
func (r *legRun) judge(ctx context.Context, det *collide.Detector, result *collide.Result, err error) (*rules.Judgement, error) {
	if r.bound == nil {
		return nil, nil //nolint:nilnil // no rules, no judgement
	}
	return r.bound.Judge(ctx, r.spent.asker(det), result, err, r.in.unit)
}

// ruledLeg judges a motion by the rules. The error wraps collide.ErrIncomplete if nothing can follow.
func (r *legRun) ruledLeg(ctx context.Context, det *collide.Detector, k int, paths []motion.Path) (*report.Segment, error) {
	m := pathMover{Detector: det, paths: paths, timeError: r.flags.timeError, spent: &r.spent, opt: r.opt}
	for i := range r.in.placed {
		m.bodies = append(m.bodies, collide.Body{Name: r.in.placed[i].Name, Shape: r.in.placed[i].Shape})
		m.poses = append(m.poses, r.stations[k-1][i].Pose)
	}
	return follow(ctx, r.bound, r.spent.asker(&m), r.in.unit)
}

// follow judges a motion by rules. The error wraps collide.ErrIncomplete, and comes with what is known, if nothing can follow.
func follow(ctx context.Context, bound *rules.Bound, by rules.Asker, unit string) (*report.Segment, error) {
	w, err := bound.Follow(ctx, by, unit)
	if err != nil {
		return nil, err
	}
	if w.Err != nil && !errors.Is(w.Err, collide.ErrUndecided) {
		err = w.Err
	}
	return report.RuledSegment(w), err
}

// pathMover moves the bodies of a detector along paths.
type pathMover struct {
	*collide.Detector
	bodies    []collide.Body // without poses
	poses     []geom.Pose    // at t = 0
	paths     []motion.Path
	timeError float64
	spent     *account
	opt       collide.Options
}

// Move implements rules.Mover.
func (m *pathMover) Move(ctx context.Context, gaps collide.Gaps) (collide.Impact, error) {
	return m.Detector.Move(ctx, m.paths, gaps, m.timeError)
}

// Moves implements rules.Mover.
func (m *pathMover) Moves(a, b int) bool { return m.paths[a] != nil || m.paths[b] != nil }

// Two implements rules.Mover.
func (m *pathMover) Two(a, b int) (*rules.Duel, error) {
	bodies := [2]collide.Body{m.bodies[a], m.bodies[b]}
	bodies[0].Pose, bodies[1].Pose = m.poses[a], m.poses[b]
	return newDuel(bodies, [2]motion.Path{m.paths[a], m.paths[b]}, m.timeError, m.opt, m.spent)
}

// newDuel returns two bodies, where they are at t = 0, by themselves.
func newDuel(bodies [2]collide.Body, paths [2]motion.Path, timeError float64, opt collide.Options, spent *account) (*rules.Duel, error) {
	d := &rules.Duel{Bodies: bodies, Paths: paths, TimeError: timeError}
	var err error
	if d.Detector, err = collide.NewDetector(bodies[:], collide.Options{Kinds: true, Workers: 1, Solid: opt.Solid, Orient: opt.Orient}); err != nil {
		return nil, err
	}
	d.Ask = spent.asker(d.Detector).Ask
	return d, nil
}
