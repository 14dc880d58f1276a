package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/motion"
)

// motionFlags are the flags about what is between two poses.
type motionFlags struct {
	continuous string
	timeError  float64
}

// defaultTimeError is the greatest length of the interval that a contact is found in, as a share of
// the motion.
const defaultTimeError = 1e-6

func (f *motionFlags) register(c *cobra.Command) {
	choose(c, &f.continuous, "continuous", "", "also check the motion from each pose to the next: the body's origin goes ", []string{"straight", "screw"})
	c.Flags().Float64Var(&f.timeError, "time-error", defaultTimeError, "a contact is found within this share of the motion, with --continuous")
}

// set reports whether motions are asked for.
func (f *motionFlags) set() bool { return f.continuous != "" }

func (f *motionFlags) check() error {
	if !(f.timeError >= leastTimeError && f.timeError <= 1) {
		return fmt.Errorf("--time-error is %v; expected from %v to 1", f.timeError, leastTimeError)
	}
	if f.timeError != defaultTimeError && !f.set() {
		return errors.New("--time-error without --continuous; expected both: poses take no time")
	}
	return nil
}

// leastTimeError is the least --time-error.
const leastTimeError = 1e-12

// settle refuses bodies that cannot be followed.
func (f *motionFlags) settle(in *inputs) error {
	if !f.set() {
		return nil
	}
	for i := range in.placed {
		p := &in.placed[i]
		if _, ok := p.Shape.(*collide.Model); !ok {
			return fmt.Errorf("--continuous: %s is no mesh; expected meshes: spheres and boxes are not followed yet", quote.Name(p.Name))
		}
	}
	return nil
}

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
		a.segment = &collide.Impact{T1: 1, A: -1, B: -1, TriA: -1, TriB: -1, Reason: err.Error()}
		return
	case err != nil:
		a.err = err
		return
	}
	r, err := d.Move(ctx, []motion.Path{path, nil}, s.motion.timeError)
	spent.spend(d)
	switch {
	case errors.Is(err, collide.ErrUndecided):
	case err != nil:
		a.refuse(spent.whole(err))
		return
	}
	a.segment = &r
}

// countSegment counts a motion.
func (s *sweepRun) countSegment(m *collide.Impact) {
	s.segments++
	switch m.Verdict {
	case collide.InContact:
		s.hits++
		s.touching = true
	case collide.Unknown:
		s.open++
	case collide.Free:
	}
}
