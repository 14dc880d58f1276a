package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/internal/shard"
	"github.com/collide-go/collide/scene"
)

// sweepRun answers poses on several goroutines, each with a detector of its own,
// and delivers the answers in the order of the poses. Poses travel in batches,
// because one may take less time than handing it over does.
type sweepRun struct {
	opt       collide.Options
	budget    collide.Budget
	list      poseList
	detectors []*collide.Detector

	// cut is why a sweep without a fault in its input ended early, nil for one that did not.
	cut error
	// touching reports that some pose touches, printed or not; near counts the poses that
	// do not touch but have something within the clearance. failing reports that a contact fails its pose, which rules
	// may leave open; allowed counts the poses in contact that they permit.
	touching, failing bool
	near, allowed     int
	// flaws are why the two bodies, called names, have no interior, "" where they have or were not judged.
	flaws, names [2]string
	// bodies are the two, for ways out.
	bodies [2]collide.Body
	// distance and clearance are what else is asked of each pose.
	distance  bool
	curve     int // spans, 0 for none
	along     alongFlag
	clearance clearanceFlag
	motion    motionFlags
	bound     *rules.Bound // nil without rules
	unit      string       // that of lengths, "" where it is not known
	// undecided counts the poses about which something is undecided, reason is that of the first.
	// The first of them is pose reasonAt.
	undecided, reasonAt int
	reason              string
	motions             report.Motions
	// part heads the file of a shard, nil for the whole list.
	part *shard.Header
	// whole identifies the list, nil for a sweep that ended early.
	whole *wholeList
	// proof is the proof of all poses, nil for none.
	proof *proofFile
	// device judges poses, nil for none; judged counts those that needed nothing else.
	device judge
	judged int
}

// batch is successive poses and, once done is closed, their answers.
type batch struct {
	// first is the index of the first pose.
	first int
	// before is the pose before the first one, nil at the start of the list.
	before  *geom.Pose
	poses   []geom.Pose
	lines   []int
	answers []answer
	// err is the reader's, after the last pose of the batch.
	err error
	// list identifies the list in the batch that ends it, nil in others.
	list *wholeList
	done chan struct{}
	// last reports that no further pose is there: the next one has not arrived yet, or the list has ended.
	last bool
	// verdicts are the device's, nil for none; failed is why it could not answer.
	verdicts []collide.Verdict
	failed   error
}

// answer is that for one pose.
type answer struct {
	pose  report.Pose
	steps int64
	// cut is why the pose could not be finished, err what is wrong with it.
	cut, err error
	// flaws are the bodies without an interior.
	flaws []collide.Flaw
	// segment is the motion to the pose, nil where none was asked for.
	segment *report.Segment
	// proof is the steps of the pose in a proof.
	proof []byte
	// judged is the verdict of the device, Unknown for none; byDevice reports that the answer rests on it.
	judged   collide.Verdict
	byDevice bool
}

// newSweepRun makes a detector per worker. Within a pose each runs on one
// goroutine; the poses are what is shared out.
func newSweepRun(in *inputs, opt collide.Options, list poseList) (*sweepRun, error) {
	s := &sweepRun{opt: opt, budget: opt.Budget, list: list, unit: in.unit, names: [2]string{in.placed[0].Name, in.placed[1].Name}, bodies: [2]collide.Body{in.body(0), in.body(1)}}
	workers := par.Workers(opt.Workers)
	opt.Workers, opt.Budget.Time = 1, 0
	for range workers {
		d, err := in.detector(opt)
		if err != nil {
			return nil, err
		}
		s.detectors = append(s.detectors, d)
	}
	return s, nil
}

// do runs the sweep and returns what is wrong with the input, if anything is;
// the answers before it are delivered first.
func (s *sweepRun) do(parent context.Context, out *sweepWriter) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	if s.budget.Time > 0 {
		ctx, cancel = context.WithTimeout(ctx, s.budget.Time)
		defer cancel()
	}
	work := make(chan *batch, len(s.detectors))
	order := make(chan *batch, 4*len(s.detectors))
	if s.device != nil {
		fresh := make(chan *batch, len(s.detectors))
		order = make(chan *batch, 4*len(s.detectors)+mostJudged) // one may wait for all that are judged with it
		go s.judgeAll(ctx, fresh, work)
		go s.read(ctx, fresh, order)
	} else {
		go s.read(ctx, work, order)
	}
	for _, d := range s.detectors {
		go func() {
			defer func() { _ = d.Close() }() // the answers do not depend on how workers end
			for b := range work {
				b.answer(ctx, d, s)
			}
		}()
	}
	// The reader may be stuck in a read that nothing can interrupt; it ends with
	// the program. Workers only ever wait for it.
	err := s.deliver(parent, ctx, order, out)
	return err
}

// undecidedOf is why a list is incomplete of which every item was answered, some of them with unknown.
func undecidedOf(n, all int, items, reason string) error {
	return &collide.IncompleteError{Reason: fmt.Sprintf("%d of %d %s undecided: %s", n, all, items, reason), Cause: collide.ErrUndecided}
}

// read fills the channels until the poses or the context end.
func (s *sweepRun) read(ctx context.Context, work, order chan<- *batch) {
	defer close(work)
	defer close(order)
	for {
		b := s.list.batch()
		select {
		case order <- b:
		case <-ctx.Done():
			return
		}
		select {
		case work <- b:
		case <-ctx.Done():
			close(b.done) // without answers
			return
		}
		if b.err != nil {
			return
		}
	}
}

// answer works through a batch.
func (b *batch) answer(ctx context.Context, d *collide.Detector, s *sweepRun) {
	defer close(b.done)
	if b.failed != nil {
		b.answers = append(b.answers, failedAnswer(b.failed))
		return
	}
	before := b.before
	for i := range b.poses {
		a := s.answerNext(ctx, d, before, &b.poses[i], b.judged(i))
		before = &b.poses[i]
		b.answers = append(b.answers, a)
		if a.err != nil || a.cut != nil {
			return
		}
	}
}

// answerNext answers for a pose and, if that was asked for, for the motion to it from the one before.
func (s *sweepRun) answerNext(ctx context.Context, d *collide.Detector, before, pose *geom.Pose, judged collide.Verdict) (a answer) {
	a.judged = judged
	spent := account{budget: collide.Budget{Steps: s.budget.Steps}} // time is for all poses: ctx has it
	d.SetBudget(spent.budget)
	if s.motion.set() {
		s.move(ctx, d, &a, &spent, before, pose)
	}
	if a.goOn(d, &spent) {
		s.answerPose(ctx, d, &a, &spent, pose)
	}
	a.steps = spent.steps
	return a
}

func (s *sweepRun) answerPose(ctx context.Context, d *collide.Detector, a *answer, spent *account, pose *geom.Pose) {
	if a.err = d.SetPose(0, *pose); a.err != nil {
		return
	}
	r, err := s.detect(ctx, d, a, spent)
	if r == nil {
		a.err = err
		return
	}
	a.pose = report.Pose{Verdict: r.Verdict, Contacts: len(r.Contacts), Hash: r.Hash()}
	if r.Verdict == collide.Unknown {
		a.pose.Hash = "" // of a part
	}
	if s.bound != nil {
		r, err = s.judge(ctx, d, a, r, err, spent)
		if r == nil {
			a.err = err
			return
		}
	}
	if s.proof.answers(0) {
		a.proof, err = s.proof.pose(ctx, d, pose, r, err)
	}
	if len(r.Pairs) > 0 {
		a.pose.Inside = r.Pairs[0].Inside
	}
	if (s.opt.Depths || s.bound != nil) && a.takeKind(r) && s.bound == nil && errors.Is(err, collide.ErrUndecided) {
		err = nil
	}
	a.refuse(spent.whole(err))
	s.partBodies(ctx, a, pose)
	s.measure(ctx, d, a, spent, pose)
}

// takeKind adds the kind of the pair and reports whether there is one. If it or a depth is not decided, all
// contacts are known all the same, and the kind has the reason.
func (a *answer) takeKind(r *collide.Result) bool {
	a.flaws = append(a.flaws, r.Flaws...)
	if len(r.Pairs) == 0 || r.Pairs[0].Kind == collide.NoKind {
		return false
	}
	p := r.Pairs[0]
	p.Contacts, a.pose.Kind = nil, &p // the next query takes their memory
	return true
}

// partBodies adds to the answer for a pose how far the first body must move until the two part.
func (s *sweepRun) partBodies(ctx context.Context, a *answer, pose *geom.Pose) {
	p := a.pose.Kind
	if s.along.text == "" || p == nil || a.cut != nil || a.err != nil {
		return
	}
	if p.Kind == collide.Touch {
		a.pose.Parting = &[2]float64{}
	}
	if !hasWayOut(p) {
		return
	}
	opt := s.opt
	opt.Workers, opt.Budget = 1, collide.Budget{} // time is for all poses: ctx has it
	moved := s.bodies[0]
	moved.Pose = *pose
	bounds, err := collide.Parting(ctx, moved, s.bodies[1], s.along.direction, opt)
	if a.pose.Parting = &bounds; err != nil {
		a.refuse(err)
	}
}

// measure adds to the answer for a pose what else was asked for, within what is left of the budget.
func (s *sweepRun) measure(ctx context.Context, d *collide.Detector, a *answer, spent *account, pose *geom.Pose) {
	if s.distance && a.goOn(d, spent) {
		r, ok, err := d.Distance(ctx)
		spent.spend(d)
		if a.refuse(spent.whole(err)); ok {
			a.pose.Distance = s.named(r)
		}
	}
	if s.clearance.set && a.goOn(d, spent) {
		c, err := d.Within(ctx, s.clearance.distance)
		if c != nil {
			spent.spend(d)
			a.pose.Within = &report.WithinPose{Pairs: len(c.Contacts), Hash: c.Hash()}
			if s.clearance.distance > 0 && s.proof.answers(s.clearance.distance) {
				a.proof, err = s.proof.pose(ctx, d, pose, c, err)
			}
		}
		a.refuse(spent.whole(err))
	}
}

// named returns a distance without its closest primitives where these are not the same in every sweep: those of the contact that
// Options.First ends with depend on what the worker's detector answered before.
func (s *sweepRun) named(r collide.Distance) *collide.Distance {
	if s.opt.First && r.Hi == 0 {
		r.TriA, r.TriB, r.Points, r.PointError, r.Features = -1, -1, [2]geom.Vec{}, 0, [2]string{}
	}
	return &r
}

// goOn prepares the next question about a pose. It returns false if the pose has ended.
func (a *answer) goOn(d *collide.Detector, spent *account) bool {
	if a.cut == nil && a.err == nil {
		a.cut = spent.limit(d)
	}
	return a.cut == nil && a.err == nil
}

// refuse notes an error. What is undecided stays so, and the poses after it are answered; another
// error that wraps ErrIncomplete cut the pose short.
func (a *answer) refuse(err error) {
	switch {
	case errors.Is(err, collide.ErrUndecided):
		a.pose.Reason = cmp.Or(a.pose.Reason, report.ReasonOf(err))
	case errors.Is(err, collide.ErrIncomplete):
		a.cut = err
	default:
		a.err = err
	}
}

// deliver takes the batches in order.
func (s *sweepRun) deliver(parent, ctx context.Context, order <-chan *batch, out *sweepWriter) error {
	var steps int64
	for {
		b, ok := s.next(ctx, order, out)
		if !ok {
			s.end(parent)
			return nil
		}
		for i, a := range b.answers {
			switch {
			case a.err != nil:
				return &scene.Error{File: s.list.File(), Line: b.lines[i], Msg: "pose", Err: a.err}
			case s.budget.Steps > 0 && steps >= s.budget.Steps:
				s.cut = &collide.IncompleteError{Reason: fmt.Sprintf("budget of %d steps used up", s.budget.Steps), Cause: collide.ErrBudget}
				return nil
			case a.cut != nil:
				s.endWithin(parent, ctx, a, b.first+i)
				return nil //nolint:nilerr // s.cut has it
			}
			steps += a.steps
			a.pose.Index = b.first + i
			if a.segment != nil {
				s.motions.Add(a.segment)
				if a.segment.Index = a.pose.Index - 1; !out.segment(a.segment) {
					return nil
				}
			}
			if s.count(&a.pose); a.byDevice {
				s.judged++
			}
			for _, f := range a.flaws {
				s.flaws[f.Body] = f.Reason
			}
			if !out.write(a.pose) || !s.proof.add(out, &b.poses[i], a.proof) {
				return nil
			}
		}
		switch {
		case len(b.answers) < len(b.poses):
			s.end(parent)
			return nil
		case !out.endBatch(b):
			return nil
		case errors.Is(b.err, io.EOF):
			s.whole = b.list
			return nil
		case b.err != nil:
			return b.err
		}
	}
}

// next waits for a batch and its answers; false means that time is up.
func (s *sweepRun) next(ctx context.Context, order <-chan *batch, out *sweepWriter) (*batch, bool) {
	var b *batch
	select {
	case b = <-order:
	default:
		out.flush()
		select {
		case b = <-order:
		case <-ctx.Done():
			return nil, false
		}
	}
	if b == nil { // closed: the reader stopped for the context
		return nil, false
	}
	select {
	case <-b.done:
		return b, true
	default:
	}
	out.flush()
	select {
	case <-b.done:
		return b, true
	case <-ctx.Done():
	}
	return s.settle(b)
}

// settle waits a moment for a batch that is being worked on when time is up: its
// workers see the same context and stop within microseconds, and their last
// answers count.
func (s *sweepRun) settle(b *batch) (*batch, bool) {
	select {
	case <-b.done:
		return b, true
	case <-time.After(time.Second):
		return nil, false
	}
}

// end notes that the context ended the sweep: an interruption, or the budget of time.
func (s *sweepRun) end(parent context.Context) {
	if parent.Err() != nil {
		s.cut = collide.Interrupted(parent)
		return
	}
	s.cut = &collide.IncompleteError{Reason: fmt.Sprintf("time budget of %v used up", s.budget.Time), Cause: collide.ErrBudget}
}

// endWithin notes that the sweep ended within a pose: a contact found in it counts, though
// the pose has no line.
func (s *sweepRun) endWithin(parent, ctx context.Context, a answer, index int) {
	if s.cut = a.cut; ctx.Err() != nil {
		s.end(parent)
	}
	if a.segment != nil && a.segment.Outcome() == report.Fail {
		if a.segment.Impact.Verdict == collide.InContact {
			s.touching, s.failing = true, true
		} else {
			s.near++
		}
		s.cut = &collide.IncompleteError{Reason: fmt.Sprintf("%s in pose %d, on whose way there is a %s", report.ReasonOf(s.cut), index, a.segment.Failing()), Cause: s.cut}
	}
	s.count(&a.pose)
	if a.pose.Verdict == collide.InContact {
		s.cut = &collide.IncompleteError{Reason: fmt.Sprintf("%s in pose %d, which touches", report.ReasonOf(s.cut), index), Cause: s.cut}
	}
}

// count counts a pose that touches, is undecided or too near.
func (s *sweepRun) count(p *report.Pose) {
	fails := p.Outcome() == report.Fail
	if p.Verdict == collide.InContact {
		s.touching, s.failing = true, s.failing || fails
	}
	if p.Ruled != nil && p.Ruled.Allowed {
		s.allowed++
	}
	if p.Reason != "" {
		if s.undecided == 0 {
			s.reason, s.reasonAt = p.Reason, p.Index
		}
		s.undecided++
	}
	if p.Verdict != collide.InContact && fails {
		s.near++
	}
}
