package gpu

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/rigid"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// Simulation moves the spheres and boxes of a scene on a device: their places and
// velocities live there, and the host reads back what is shown. It belongs to one goroutine;
// after an error only Reset and Close may be called.
type Simulation struct{ on *rigid.Simulator }

// Simulate makes a simulation of bodies within walls, nil for none, in float64 where the device
// has it. Meshes, motions, boxes that are turned and spins are errors: bodies on a
// device do not turn. Reset puts them in their places.
func (d *Device) Simulate(bodies []scene.Placed, laws scene.Physics, walls *geom.AABB) (*Simulation, error) {
	v, err := d.device.Live(nil)
	if err != nil {
		return nil, query.Known(err)
	}
	return simulate(v, bodies, laws, walls, v.Info().Doubles)
}

func simulate(v *vulkan.Device, bodies []scene.Placed, laws scene.Physics, walls *geom.AABB, double bool) (*Simulation, error) {
	list := make([]rigid.Body, len(bodies))
	for i := range bodies {
		b, err := onDevice(&bodies[i])
		if err == nil {
			err = b.Check(double)
		}
		if err != nil {
			return nil, fmt.Errorf("body %s: %w", quote.Name(bodies[i].Name), err)
		}
		list[i] = b
	}
	kept := rigid.Laws{Gravity: laws.Gravity, G: laws.G, Theta: laws.Theta, Walls: walls}
	if err := kept.Check(double); err != nil {
		return nil, query.Known(err)
	}
	on, err := rigid.New(v, list, kept, double)
	if err != nil {
		return nil, query.Known(err)
	}
	s := &Simulation{on}
	runtime.AddCleanup(s, (*rigid.Simulator).Close, on)
	return s, nil
}

// onDevice is a body as the device knows it.
func onDevice(p *scene.Placed) (rigid.Body, error) {
	b := rigid.Body{Turn: p.Pose.R, Restitution: p.Restitution}
	switch s := p.Shape.(type) {
	case shape.Sphere:
		b.Ball, b.Half, b.Center = true, geom.Vec{X: s.Radius, Y: s.Radius, Z: s.Radius}, s.Center
	case shape.Box:
		b.Half, b.Center = s.Size.Scale(0.5), s.Center
		if p.Pose.R != geom.Identity.R {
			return b, errors.New("a box that is turned; on a device boxes lie along the axes")
		}
	default:
		return b, errors.New(world.ShapeName(s) + "; only spheres and boxes live on a device")
	}
	if p.Motion != nil || p.Deform != nil {
		return b, errors.New("it moves by the time alone; on a device only masses move")
	}
	b.Place = p.Pose.Apply(b.Center)
	if p.Dynamics != nil {
		if p.Dynamics.Spin != (geom.Vec{}) {
			return b, errors.New("it spins; bodies on a device do not turn")
		}
		b.Mass, b.Velocity = p.Dynamics.Mass, p.Dynamics.Velocity
	}
	return b, nil
}

// Reset puts the bodies where they are at time 0.
func (s *Simulation) Reset(ctx context.Context) error { return ended(ctx, s.on.Reset(ctx)) }

// Step goes through n sub-steps of h seconds. The error wraps collide.ErrIncomplete where ctx
// ended.
func (s *Simulation) Step(ctx context.Context, h float64, n int) error {
	return ended(ctx, s.on.Step(ctx, h, n))
}

func ended(ctx context.Context, err error) error {
	if errors.Is(err, vulkan.ErrStopped) {
		return collide.Interrupted(ctx)
	}
	return query.Known(err)
}

// Float64 reports whether the device computes in float64, else in float32.
func (s *Simulation) Float64() bool { return s.on.Float64() }

// Body returns a body's pose, the place and the velocity of its centre, and the potential of
// gravitation there.
func (s *Simulation) Body(i int) (pose geom.Pose, place, velocity geom.Vec, potential float64) {
	return s.on.Poses[i], s.on.Places[i], s.on.Velocities[i], s.on.Potentials[i]
}

// Contacts calls f for every pair of bodies that touch, a < b, in order. Of those in doubt the
// device could not tell.
func (s *Simulation) Contacts(f func(a, b int, doubt bool)) {
	for _, c := range s.on.Contacts {
		f(int(c.A), int(c.B), c.Doubt)
	}
}

// Impulses calls f for every impulse between two bodies in the last step: of the size
// given, on a along the normal and on b against it.
func (s *Simulation) Impulses(f func(a, b int, point, normal geom.Vec, size float64)) {
	for i := range s.on.Impulses {
		j := &s.on.Impulses[i]
		f(int(j.A), int(j.B), j.Point, j.Normal, j.Size)
	}
}

// Pushed returns the impulses that a body got from the walls in the last step: from the
// lower and the upper wall of each axis.
func (s *Simulation) Pushed(i int) [6]float64 { return s.on.Received[i] }

// Cost sets the counters of the device's work and its time to those of the last step, and the pairs
// of bodies to those whose boxes met at its end.
func (s *Simulation) Cost(to *collide.Stats) {
	spent, work := s.on.Spent()
	to.Device, to.BodyPairs = spent, s.on.Pairs
	to.Submits, to.Barriers, to.Dispatches = work.Submits, work.Barriers, work.Dispatches
	to.Sent, to.Received = work.Sent, work.Received
}

// Close frees what the simulation has on the device.
func (s *Simulation) Close() { s.on.Close() }
