package viewer

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// Joints are the variables of robots, which sliders of a page set.
type Joints struct {
	List []Joint `json:"list"`
	// States are values by name.
	States []JointState `json:"states"`
	// Values are those at first, one for each variable.
	Values []float64 `json:"values"`
	// Poses returns the poses of all bodies under values, or why these are no state.
	Poses func(values []float64) ([]geom.Pose, error) `json:"-"`
}

// Joint is a variable, or a mimic joint that follows one.
type Joint struct {
	Name string `json:"name"`
	// Lower and Upper are where the slider ends.
	Lower float64 `json:"lower"`
	Upper float64 `json:"upper"`
	// Angle reports that the value is in radians.
	Angle bool `json:"angle"`
	// Variable is the index of the variable; the value is Multiplier times its value, plus Offset.
	Variable   int     `json:"variable"`
	Mimic      bool    `json:"mimic"`
	Multiplier float64 `json:"multiplier"`
	Offset     float64 `json:"offset"`
}

// JointState is a named state.
type JointState struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
}

// Placer is a stepper whose bodies can be put elsewhere.
type Placer interface {
	Place(ctx context.Context, poses []geom.Pose) error
}

// place moves the robots. What cannot be becomes a note, and leaves them where they were.
func (r *Run) place(ctx context.Context, values []float64) {
	err := r.placeBodies(ctx, values)
	if ctx.Err() != nil {
		return
	}
	moved := err == nil || errors.Is(err, collide.ErrIncomplete)
	note := ""
	if err != nil {
		note = err.Error()
	}
	r.change(func(s *state) {
		if s.Note = note; moved {
			s.Values = slices.Clone(values)
		}
	})
	if r.failed = false; moved {
		r.take(ctx)
	}
}

func (r *Run) placeBodies(ctx context.Context, values []float64) error {
	j := r.show.Joints
	placer, ok := r.show.Stepper.(Placer)
	if !ok || j == nil || len(values) != len(j.Values) {
		return fmt.Errorf("%d values of joints for a show without so many", len(values))
	}
	poses, err := j.Poses(values)
	if err != nil {
		return err
	}
	return placer.Place(ctx, poses)
}
