package main

import (
	"context"
	"errors"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

const (
	// firstJudged is the number of batches whose poses a device judges at once at first, so that answers come soon. The bodies are
	// sent each time, so it is twice as many the next time, up to mostJudged.
	firstJudged = 1 << 6
	mostJudged  = 1 << 10
	// leastJudged is the number of poses that a device is asked for at least; detectors answer fewer sooner.
	leastJudged = 256
)

// judge has a device say in which poses the first body touches the second, which is unknown where its context ended before.
type judge func(ctx context.Context, a, b collide.Body, poses []geom.Pose) ([]collide.Verdict, error)

// onDevice reports whether a device can judge the poses of a sweep in batches: those of two meshes, of which is asked whether the surfaces touch.
func (f *sweepFlags) onDevice(in *inputs) bool {
	asked := f.solid || f.kinds || f.rules != "" || f.proof != "" || f.motion.set() || f.budget != ""
	named := f.backend == string(collide.GPU) && f.method == "auto" && len(f.options) == 0
	return named && !asked && in.placed[0].Mesh() != nil && in.placed[1].Mesh() != nil
}

// judgeAll hands batches on to the workers, with the verdicts of the device about as many of them at once as there are.
func (s *sweepRun) judgeAll(ctx context.Context, from <-chan *batch, to chan<- *batch) {
	defer close(to)
	var group []*batch
	most := firstJudged
	for b := range from {
		if group = append(group, b); len(group) < most && !b.last {
			continue
		}
		s.judgeGroup(ctx, group)
		handOn(ctx, group, to)
		group, most = group[:0], min(2*most, mostJudged)
	}
	handOn(ctx, group, to) // the context has ended
}

func handOn(ctx context.Context, group []*batch, to chan<- *batch) {
	for _, b := range group {
		select {
		case to <- b:
		case <-ctx.Done():
			close(b.done) // without answers
		}
	}
}

// judgeGroup has the device judge the poses of batches. An error that is about a pose is left to the detectors, which find it where it is.
func (s *sweepRun) judgeGroup(ctx context.Context, group []*batch) {
	var poses []geom.Pose
	for _, b := range group {
		poses = append(poses, b.poses...)
	}
	if len(poses) < leastJudged {
		return
	}
	verdicts, err := s.device(ctx, s.bodies[0], s.bodies[1], poses)
	if deviceFailed(err) {
		group[0].failed = err
		return
	}
	if err != nil && !errors.Is(err, collide.ErrIncomplete) {
		return
	}
	for _, b := range group {
		b.verdicts, verdicts = verdicts[:len(b.poses)], verdicts[len(b.poses):]
	}
}

// failedAnswer is the answer for a pose that the device could not judge.
func failedAnswer(err error) (a answer) {
	a.refuse(err)
	return a
}

// judged is the device's verdict about a pose.
func (b *batch) judged(i int) collide.Verdict {
	if b.verdicts == nil {
		return collide.Unknown
	}
	return b.verdicts[i]
}

// known returns the result of a pose that the device judged, nil where the detector has to search: for contacts, unless one is
// enough, and where the context ended.
func (s *sweepRun) known(v collide.Verdict) *collide.Result {
	switch {
	case v == collide.Free:
		return &collide.Result{Verdict: v, First: s.opt.First}
	case v == collide.InContact && s.opt.First:
		return &collide.Result{Verdict: v, First: true, Contacts: make([]collide.Contact, 1)}
	}
	return nil
}

// detect searches under the pose that d has, unless the device has judged it.
func (s *sweepRun) detect(ctx context.Context, d *collide.Detector, a *answer, spent *account) (*collide.Result, error) {
	if r := s.known(a.judged); r != nil {
		a.byDevice = true
		return r, nil
	}
	r, err := d.Detect(ctx)
	if r != nil {
		spent.spend(d)
	}
	return r, err
}
