package sim

import (
	"context"
	"fmt"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
)

// Kind reports what a body stands for, so that it can be drawn as such.
type Kind uint8

// The kinds of bodies. Walls enclose a scene and hide what is within.
const (
	Solid Kind = iota
	Wall
	Water
	Flame
)

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

var kindNames = [...]string{"solid", "wall", "water", "flame"}

// Body is what is stepped: a shape in its own coordinates. Where it is, each
// frame tells.
type Body struct {
	Name      string
	Shape     collide.Shape
	Kind      Kind
	Immovable bool
	// Deforms reports that the vertices of the shape, a *collide.Model, are those of
	// the current frame and change with it: by Deform, from Rest.
	Deforms bool
	Deform  motion.Deformation
	Rest    []geom.Vec
}

// Impact is an impulse between two bodies since the last frame.
type Impact struct {
	A, B int32
	// Point is where it acted, Normal the unit vector from B to A, both in the
	// world.
	Point, Normal geom.Vec
	// Impulse is what A received along Normal, and B against it.
	Impulse float64
}

// Frame is the state of all bodies at one time.
type Frame struct {
	// Index counts frames from 0; Time is in seconds.
	Index int
	Time  float64
	// Poses are one a body.
	Poses []geom.Pose
	// Pairs are the bodies in contact, A < B, ascending.
	Pairs [][2]int32
	// Contacts counts the pairs of primitives in contact and Hash names them, as
	// collide.Result does.
	Contacts int
	Hash     string
	// Result is the answer those came from, nil for a recorded frame.
	Result *collide.Result
	// Impacts since the last frame, in the order they happened.
	Impacts []Impact
	// State is the SHA-256 of everything that moves.
	State [32]byte
	// Physical reports that there are bodies with a mass. Momentum, AngularMomentum
	// (about the origin) and Energy (of flight, of spin, and potential) are those of
	// all of them together.
	Physical                  bool
	Momentum, AngularMomentum geom.Vec
	Energy                    float64
	// Moved is the wall-clock time spent on moving the bodies, without detection.
	Moved time.Duration
	// Placed, Detected and Named are the wall-clock times spent on handing poses to the
	// detector, on its queries, and on hashing and listing what they found, in the fire drill.
	Placed, Detected, Named time.Duration
	// Nearby has the times and counters of finding what may touch on the way to the
	// frame; those of finding what touches in it are the Result's.
	Nearby collide.Stats
}

// Clone returns a copy that further steps do not touch.
func (f *Frame) Clone() *Frame {
	c := *f
	c.Poses = append([]geom.Pose(nil), f.Poses...)
	c.Pairs = append([][2]int32(nil), f.Pairs...)
	c.Impacts = append([]Impact(nil), f.Impacts...)
	if f.Result != nil {
		c.Result = f.Result.Clone()
	}
	return &c
}

// setResult takes over what a detector found.
func (f *Frame) setResult(r *collide.Result) {
	f.Result, f.Contacts, f.Hash = r, len(r.Contacts), r.Hash()
	f.Pairs = f.Pairs[:0]
	for i := range r.Pairs {
		f.Pairs = append(f.Pairs, [2]int32{int32(r.Pairs[i].A), int32(r.Pairs[i].B)})
	}
}

// Stepper goes through the frames of a scene. It is used by one goroutine at a
// time.
type Stepper interface {
	// Bodies are the same for all frames, in the order of their poses.
	Bodies() []Body
	// Frame is the current one, from frame 0 on; it is valid until the next call
	// of Step, Reset or Seek.
	Frame() *Frame
	// Step goes on to the next frame. It returns io.EOF after the last frame of a
	// recording, an error that wraps collide.ErrIncomplete when the step was cut short,
	// by ctx or a budget, and a *scene.Error for what is wrong with the scene. After an error
	// other than io.EOF only Reset and Close may be called.
	Step(ctx context.Context) error
	// Reset goes back to frame 0.
	Reset(ctx context.Context) error
	// Use changes how contacts are found from the next frame on. States do not
	// depend on it. On an error the old way stays.
	Use(opt collide.Options) error
	// Close ends worker processes and closes files.
	Close() error
}

// Seeker is a Stepper whose frames can be had in any order.
type Seeker interface {
	Stepper
	// Frames is how many there are, 0 for no end.
	Frames() int
	// Seek makes frame k the current one.
	Seek(ctx context.Context, k int) error
}
