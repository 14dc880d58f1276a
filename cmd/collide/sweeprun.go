package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/par"
	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
)

// sweepRun answers poses on several goroutines, each with a detector of its own,
// and delivers the answers in the order of the poses. Poses travel in batches,
// because one may take less time than handing it over does.
type sweepRun struct {
	opt       collide.Options
	budget    collide.Budget
	poses     *scene.PoseReader
	detectors []*collide.Detector

	// reason says why a sweep without a fault in its input was cut short.
	reason string
	// colliding tells that some pose touches, printed or not.
	colliding bool
}

// batchSize bounds the poses of a batch.
const batchSize = 64

// batch is some poses and, once done is closed, their answers.
type batch struct {
	poses   []geom.Pose
	lines   []int
	answers []answer
	// err is the reader's, after the last pose of the batch.
	err  error
	done chan struct{}
}

// answer is that for one pose.
type answer struct {
	pose     report.Pose
	steps    int64
	complete bool
	reason   string
	err      error
}

// newSweepRun makes a detector per worker. Within a pose each runs on one
// goroutine; the poses are what is shared out.
func newSweepRun(in *inputs, opt collide.Options, poses *scene.PoseReader) (*sweepRun, error) {
	s := &sweepRun{opt: opt, budget: opt.Budget, poses: poses}
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
	go s.read(ctx, work, order)
	for _, d := range s.detectors {
		go func() {
			defer func() { _ = d.Close() }() // the answers do not depend on how workers end
			for b := range work {
				b.answer(ctx, d)
			}
		}()
	}
	// The reader may be stuck in a read that nothing can interrupt; it ends with
	// the program. Workers only ever wait for it.
	return s.deliver(parent, ctx, order, out)
}

// read fills the channels until the poses or the context end. It does not wait
// for a full batch when the next pose has not arrived yet.
func (s *sweepRun) read(ctx context.Context, work, order chan<- *batch) {
	defer close(work)
	defer close(order)
	for {
		b := &batch{done: make(chan struct{})}
		for len(b.poses) < batchSize && b.err == nil {
			var pose geom.Pose
			if pose, b.err = s.poses.Next(); b.err == nil {
				b.poses, b.lines = append(b.poses, pose), append(b.lines, s.poses.Line())
			}
			if !s.poses.Buffered() {
				break
			}
		}
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
func (b *batch) answer(ctx context.Context, d *collide.Detector) {
	defer close(b.done)
	for _, pose := range b.poses {
		a := answerPose(ctx, d, pose)
		b.answers = append(b.answers, a)
		if a.err != nil || !a.complete {
			return
		}
	}
}

func answerPose(ctx context.Context, d *collide.Detector, pose geom.Pose) answer {
	if err := d.SetPose(0, pose); err != nil {
		return answer{err: err}
	}
	r, err := d.Detect(ctx)
	if err != nil {
		return answer{err: err}
	}
	return answer{
		pose:  report.Pose{Colliding: r.Colliding, Contacts: len(r.Contacts), Hash: r.Hash()},
		steps: stepsOf(r), complete: r.Complete, reason: r.Reason,
	}
}

// deliver takes the batches in order.
func (s *sweepRun) deliver(parent, ctx context.Context, order <-chan *batch, out *sweepWriter) error {
	var steps int64
	for {
		b, ok := s.next(ctx, order, out)
		if !ok {
			s.cut(parent, "")
			return nil
		}
		for i, a := range b.answers {
			switch {
			case a.err != nil:
				return &scene.Error{File: s.poses.File(), Line: b.lines[i], Msg: "pose", Err: a.err}
			case s.budget.Steps > 0 && steps >= s.budget.Steps:
				s.cut(parent, fmt.Sprintf("budget of %d steps used up", s.budget.Steps))
				return nil
			case !a.complete:
				s.colliding = s.colliding || a.pose.Colliding
				s.cutPose(parent, ctx, a, out.poses)
				return nil
			}
			steps += a.steps
			s.colliding = s.colliding || a.pose.Colliding
			a.pose.Index = out.poses
			if !out.write(a.pose) {
				return nil
			}
		}
		switch {
		case len(b.answers) < len(b.poses):
			s.cut(parent, "")
			return nil
		case errors.Is(b.err, io.EOF):
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

// cut notes why the sweep ended early; "" stands for the context.
func (s *sweepRun) cut(parent context.Context, reason string) {
	switch {
	case reason != "":
		s.reason = reason
	case parent.Err() != nil:
		s.reason = "interrupted"
	default:
		s.reason = fmt.Sprintf("time budget of %v used up", s.budget.Time)
	}
}

// cutPose is cut within a pose: what it found is told, though it has no line.
func (s *sweepRun) cutPose(parent, ctx context.Context, a answer, index int) {
	reason := a.reason
	if ctx.Err() != nil {
		reason = ""
	}
	s.cut(parent, reason)
	if a.pose.Colliding {
		s.reason += fmt.Sprintf(" in pose %d, which touches", index)
	}
}
