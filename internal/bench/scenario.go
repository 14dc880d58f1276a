package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
)

// scenario is a scene in motion for several methods, which share its models unless
// they deform: then each method has models of its own, made from the scene again.
type scenario struct {
	placed []scene.Placed
	moves  *scene.Animation
	// bodies and facets are their numbers.
	bodies, facets int
	deforms        bool
	// set moves the bodies to where they are in frame k.
	set func(d *collide.Detector, k int) error
	// limit is how long a query may take, 0 for no limit: a method that takes longer leaves.
	limit time.Duration
	// again makes the scenario once more, with models of its own.
	again func(context.Context) (*scenario, error)
}

// frameSeconds is the time from frame to frame, in seconds.
const frameSeconds = 1.0 / 60

// generated generates a scene, or has its numbers from the tape.
func (o *Options) generated(ctx context.Context, part string, m scene.MotionOptions) (*scenario, error) {
	return o.scene(part, func() (*scenario, error) { return newScenario(ctx, m) })
}

// newScenario generates a scene of a preset's kind.
func newScenario(ctx context.Context, o scene.MotionOptions) (*scenario, error) {
	s, err := scene.GenerateMotion(ctx, o)
	if err != nil {
		return nil, err
	}
	return buildScenario(ctx, s)
}

func buildScenario(ctx context.Context, s *scene.Scene) (*scenario, error) {
	var loader scene.Loader
	world, err := loader.Build(ctx, s, "generated")
	if err != nil {
		return nil, err
	}
	st := scenarioOf(world.Bodies)
	st.set = func(d *collide.Detector, k int) error { return st.moves.Set(d, float64(k)*frameSeconds) }
	st.again = func(ctx context.Context) (*scenario, error) { return buildScenario(ctx, s) }
	return st, ctx.Err()
}

// scenarioOf describes bodies; what moves them is the caller's to add.
func scenarioOf(placed []scene.Placed) *scenario {
	st := &scenario{placed: placed, moves: scene.NewAnimation(placed), bodies: len(placed)}
	for i := range placed {
		st.deforms = st.deforms || placed[i].Deform != nil
		if _, ok := placed[i].Shape.(*collide.Model); ok {
			st.facets += len(placed[i].Mesh().Triangles)
		}
	}
	return st
}

// crowd is the options of a scene of n bodies of 60 facets each, like the presets
// of the papers; facets 0 stands for 60 a body.
func (o *Options) crowd(n, facets int, seed uint64) scene.MotionOptions {
	if o.Seed != 0 {
		seed = o.Seed
	}
	if facets == 0 {
		facets = 60 * n
	}
	return scene.MotionOptions{Bodies: n, Facets: facets, Seed: seed}
}

// detector makes a detector for the scene at time 0.
func (s *scenario) detector(opt collide.Options) (*collide.Detector, error) {
	bodies := make([]collide.Body, len(s.placed))
	for i := range s.placed {
		p := &s.placed[i]
		bodies[i] = collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose, Immovable: p.Immovable}
	}
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		return nil, fmt.Errorf("method %s: %w", opt.Method.About().Name, err)
	}
	return d, nil
}
