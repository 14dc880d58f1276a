package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// Playback moves bodies as functions of time, by their motions and deformations;
// they pass through each other. Frame k shows the time k·dt.
type Playback struct {
	placed []scene.Placed
	moves  *scene.Animation
	bodies []Body
	dt     float64
	find   *detection
	frame  Frame
	hash   stateHash
}

// NewPlayback makes frame 0. dt is in seconds and may be negative.
func NewPlayback(ctx context.Context, placed []scene.Placed, dt float64, opt collide.Options) (*Playback, error) {
	if math.IsNaN(dt) || math.IsInf(dt, 0) {
		return nil, fmt.Errorf("sim: step of %v seconds; expected a finite number", dt)
	}
	p := &Playback{placed: placed, moves: scene.NewAnimation(placed), bodies: bodiesOf(placed), dt: dt}
	p.frame.Poses = make([]geom.Pose, len(placed))
	var err error
	if p.find, err = newDetection(p.bodies, opt); err != nil {
		return nil, err
	}
	if err := p.Seek(ctx, 0); err != nil {
		_ = p.find.close() // the first error tells more
		return nil, err
	}
	return p, nil
}

func bodiesOf(placed []scene.Placed) []Body {
	bodies := make([]Body, len(placed))
	for i := range placed {
		b := &placed[i]
		bodies[i] = Body{Name: b.Name, Shape: b.Shape, Immovable: b.Immovable}
		if b.Deform != nil {
			bodies[i].Deforms, bodies[i].Deform, bodies[i].Rest = true, b.Deform, slices.Clone(b.Mesh().Vertices)
		}
	}
	return bodies
}

// Bodies implements Stepper.
func (p *Playback) Bodies() []Body { return p.bodies }

// Frame implements Stepper.
func (p *Playback) Frame() *Frame { return &p.frame }

// Frames implements Seeker: there is no end.
func (p *Playback) Frames() int { return 0 }

// Step implements Stepper.
func (p *Playback) Step(ctx context.Context) error { return p.Seek(ctx, p.frame.Index+1) }

// Reset implements Stepper.
func (p *Playback) Reset(ctx context.Context) error { return p.Seek(ctx, 0) }

// Use implements Stepper.
func (p *Playback) Use(opt collide.Options) error { return p.find.use(opt) }

// Close implements Stepper.
func (p *Playback) Close() error { return p.find.close() }

// Seek implements Seeker.
func (p *Playback) Seek(ctx context.Context, k int) error {
	start := time.Now()
	f := &p.frame
	f.Index, f.Time = k, float64(k)*p.dt
	if err := p.moves.At(f.Time, f.Poses); err != nil {
		return err
	}
	f.Moved = time.Since(start)
	r, i, err := p.find.at(ctx, f.Poses, p.hashState)
	if err != nil {
		if i >= 0 {
			return p.moves.Error(i, f.Time, err)
		}
		return err
	}
	f.setResult(r)
	return nil
}

// Place moves bodies at rest to poses, one a body, and finds the contacts there. Where that stays undecided the frame's verdict is unknown, and
// the error, which wraps collide.ErrIncomplete, says why. After another error bodies are where they were.
func (p *Playback) Place(ctx context.Context, poses []geom.Pose) error {
	if len(poses) != len(p.placed) {
		panic(fmt.Sprintf("sim: Place of %d poses for %d bodies", len(poses), len(p.placed)))
	}
	swap := func() {
		for i := range poses {
			p.placed[i].Pose, poses[i] = poses[i], p.placed[i].Pose
		}
	}
	swap()
	err := p.Seek(ctx, p.frame.Index)
	switch {
	case errors.Is(err, collide.ErrIncomplete):
		p.frame.setResult(&collide.Result{})
	case err != nil:
		swap()
		copy(p.frame.Poses, poses)
		if back := p.Seek(context.WithoutCancel(ctx), p.frame.Index); back != nil {
			return back
		}
	}
	return err
}

// hashState hashes all that moves; it may run next to a detection.
func (p *Playback) hashState() {
	p.hash.start()
	for i := range p.frame.Poses {
		p.hash.pose(&p.frame.Poses[i])
		if p.bodies[i].Deforms {
			for _, v := range p.placed[i].Mesh().Vertices {
				p.hash.vec(v)
			}
		}
	}
	p.hash.sum(&p.frame.State)
}
