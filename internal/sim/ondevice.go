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
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// Mover moves bodies that live on a device. *gpu.Simulation is one; its page has the
// contracts of the methods.
type Mover interface {
	Reset(ctx context.Context) error
	Step(ctx context.Context, h float64, n int) error
	Float64() bool
	Body(i int) (pose geom.Pose, place, velocity geom.Vec, potential float64)
	Contacts(f func(a, b int, doubt bool))
	Impulses(f func(a, b int, point, normal geom.Vec, size float64))
	Pushed(i int) [6]float64
	Cost(to *collide.Stats)
	Close()
}

// MakeMover makes a Mover of bodies within walls, nil for none; the last six bodies are then
// the walls.
type MakeMover func(bodies []scene.Placed, laws scene.Physics, walls *geom.AABB) (Mover, error)

// OnDevice is the stepper of a scene whose bodies live on a device: spheres and boxes, which
// do not turn. The host sets the sub-steps, decides contacts that the device leaves in doubt,
// and sums up and hashes what it reads back.
type OnDevice struct {
	world  *scene.World
	dt     float64
	bodies []Body
	placed []scene.Placed
	size   []float64 // see rigid
	mover  Mover
	frame  Frame
	result collide.Result
	hash   stateHash
	// speeds are the velocities at the last frame.
	speeds []geom.Vec
	tally  predicate.Tally
	// still are the contacts of bodies without a mass, in order: they rest where they are, and the
	// device does not look for them. Two immovable bodies have none.
	still []collide.Contact
}

// NewOnDevice makes frame 0. Errors are of type *scene.Error where a body is at fault that no
// stepper can move.
func NewOnDevice(ctx context.Context, w *scene.World, dt float64, from MakeMover) (*OnDevice, error) {
	if !(dt > 0) || math.IsInf(dt, 1) {
		return nil, fmt.Errorf("sim: step of %v seconds; expected a finite number above 0", dt)
	}
	walls := wallsOf(w.Walls, w.WallThickness)
	p := &OnDevice{world: w, dt: dt, bodies: append(bodiesOf(w.Bodies), walls...), placed: append([]scene.Placed(nil), w.Bodies...)}
	for i := range walls {
		p.placed = append(p.placed, scene.Placed{Name: walls[i].Name, Shape: walls[i].Shape, Pose: geom.Identity, Restitution: 1})
	}
	for i := range p.placed {
		b, err := newRigid(&p.placed[i], w.Physics.Gravity)
		if err != nil {
			return nil, &scene.Error{File: p.placed[i].Scene, Line: p.placed[i].Line, Msg: "body " + p.placed[i].Name, Err: err}
		}
		p.size = append(p.size, b.size)
	}
	n := len(p.placed)
	p.frame.Poses, p.frame.Physical, p.speeds = make([]geom.Pose, n), true, make([]geom.Vec, n)
	var err error
	if p.mover, err = from(p.placed, w.Physics, w.Walls); err != nil {
		return nil, err
	}
	if err := p.start(ctx); err != nil {
		p.mover.Close()
		return nil, err
	}
	return p, nil
}

// start makes frame 0. It needs to know where bodies are to know which of those without a mass touch.
func (p *OnDevice) start(ctx context.Context) error {
	if err := p.Reset(ctx); err != nil {
		return err
	}
	if err := p.rest(ctx); err != nil {
		return err
	}
	return p.Reset(ctx)
}

// rest finds the contacts of bodies without a mass, each with each.
func (p *OnDevice) rest(ctx context.Context) error {
	for a := range p.placed {
		if err := ctx.Err(); err != nil {
			return collide.Interrupted(ctx)
		}
		if p.placed[a].Dynamics != nil {
			continue
		}
		for b := a + 1; b < len(p.placed); b++ {
			if p.placed[b].Dynamics == nil && (!p.bodies[a].Immovable || !p.bodies[b].Immovable) && p.touch(a, b) {
				p.still = append(p.still, collide.Contact{BodyA: uint32(a), BodyB: uint32(b)})
			}
		}
	}
	return nil
}

// Bodies implements Stepper.
func (p *OnDevice) Bodies() []Body { return p.bodies }

// Frame implements Stepper.
func (p *OnDevice) Frame() *Frame { return &p.frame }

// Close implements Stepper.
func (p *OnDevice) Close() error {
	p.mover.Close()
	return nil
}

// Use implements Stepper.
func (p *OnDevice) Use(collide.Options) error {
	return errors.New("sim: the bodies live on the device, where their contacts are found; no other method takes part")
}

// Reset implements Stepper.
func (p *OnDevice) Reset(ctx context.Context) error {
	p.frame.Index, p.frame.Time, p.frame.Moved = 0, 0, 0
	if err := p.mover.Reset(ctx); err != nil {
		return err
	}
	return p.show()
}

// Step implements Stepper.
func (p *OnDevice) Step(ctx context.Context) error {
	start := time.Now()
	n := p.substeps()
	if err := p.mover.Step(ctx, p.dt/float64(n), n); err != nil {
		return err
	}
	p.frame.Index++
	p.frame.Time = float64(float64(p.frame.Index) * p.dt)
	p.frame.Moved = time.Since(start)
	return p.show()
}

// substeps is what Physics.substeps is.
func (p *OnDevice) substeps() int {
	if p.world.Physics.Substeps > 0 {
		return p.world.Physics.Substeps
	}
	sum, heavy := 0.0, 0
	for i := range p.placed {
		if p.placed[i].Dynamics == nil {
			continue
		}
		heavy++
		speed := p.speeds[i].Norm() + float64(p.world.Physics.Gravity.Norm()*p.dt)
		if way := float64(speed * p.dt); way > 0 {
			sum += min(mostSubsteps, way/p.size[i])
		}
	}
	return int(max(1, min(math.Ceil(sum/float64(max(heavy, 1))), mostSubsteps)))
}

// show reads the frame from the device.
func (p *OnDevice) show() error {
	f := &p.frame
	f.Momentum, f.AngularMomentum, f.Energy = geom.Vec{}, geom.Vec{}, 0
	p.hash.start()
	p.hash.numbers(f.Time)
	for i := range p.placed {
		pose, place, velocity, potential := p.mover.Body(i)
		if !pose.T.IsFinite() || !velocity.IsFinite() {
			return fmt.Errorf("body %s: goes beyond the range of the device's numbers", p.bodies[i].Name)
		}
		f.Poses[i], p.speeds[i] = pose, velocity
		if d := p.placed[i].Dynamics; d != nil {
			p.account(d.Mass, place, velocity, potential)
		}
	}
	if !f.Momentum.IsFinite() || !f.AngularMomentum.IsFinite() || math.IsInf(f.Energy, 0) || math.IsNaN(f.Energy) {
		return errors.New("the sums of momentum and energy go beyond the range of float64")
	}
	p.hash.sum(&f.State)
	p.strikes()
	return p.touches()
}

// account adds a mass to what physics keeps, and to the state.
func (p *OnDevice) account(mass float64, place, velocity geom.Vec, potential float64) {
	f := &p.frame
	m := velocity.Scale(mass)
	f.Momentum, f.AngularMomentum = f.Momentum.Add(m), f.AngularMomentum.Add(place.Cross(m))
	f.Energy += float64(mass * (float64(0.5*velocity.Dot(velocity)) + float64(0.5*potential) - p.world.Physics.Gravity.Dot(place)))
	p.hash.vec(place)
	p.hash.vec(velocity)
}

// strikes lists the impacts: between bodies, then at the walls.
func (p *OnDevice) strikes() {
	f := &p.frame
	f.Impacts = f.Impacts[:0]
	if f.Index == 0 {
		return
	}
	p.mover.Impulses(func(a, b int, point, normal geom.Vec, size float64) {
		f.Impacts = append(f.Impacts, Impact{A: int32(a), B: int32(b), Point: point, Normal: normal, Impulse: size})
	})
	first := len(p.world.Bodies)
	for i := range p.world.Bodies {
		for side, size := range p.mover.Pushed(i) {
			if size == 0 {
				continue
			}
			axis, inward := side/2, 1.0
			if side%2 == 1 {
				inward = -1
			}
			n := with(geom.Vec{}, axis, inward)
			_, place, _, _ := p.mover.Body(i)
			f.Impacts = append(f.Impacts, Impact{A: int32(i), B: int32(first + side), Point: p.atWall(place, axis, side%2 == 1), Normal: n, Impulse: size})
		}
	}
}

// atWall is the point of a wall that is nearest to a place.
func (p *OnDevice) atWall(x geom.Vec, axis int, upper bool) geom.Vec {
	if upper {
		return with(x, axis, p.world.Walls.Max.At(axis))
	}
	return with(x, axis, p.world.Walls.Min.At(axis))
}

// touches takes over the device's contacts, those in doubt decided exactly.
func (p *OnDevice) touches() error {
	start := time.Now()
	r := &p.result
	*r = collide.Result{Method: "auto", Chosen: "lbvh", Backend: collide.GPU, Verdict: collide.Free, Rest: collide.Free, Pairs: r.Pairs[:0], Contacts: r.Contacts[:0]}
	p.tally = predicate.Tally{}
	p.mover.Contacts(func(a, b int, doubt bool) {
		if doubt {
			r.Stats.Candidates++
			r.Stats.PrimitiveTests++
			if !p.touch(a, b) {
				return
			}
		}
		r.Contacts = append(r.Contacts, collide.Contact{BodyA: uint32(a), BodyB: uint32(b)})
		r.Verdict = collide.InContact
	})
	if len(p.still) > 0 {
		r.Verdict = collide.InContact
		r.Contacts = append(r.Contacts, p.still...)
		slices.SortFunc(r.Contacts, collide.Contact.Compare)
	}
	for i := range r.Contacts {
		c := &r.Contacts[i]
		r.Pairs = append(r.Pairs, collide.Pair{A: int(c.BodyA), B: int(c.BodyB), Verdict: collide.InContact, Contacts: r.Contacts[i : i+1 : i+1]})
	}
	p.mover.Cost(&r.Stats)
	r.Stats.Adaptive, r.Stats.Exact, r.Stats.Workers = p.tally.Adaptive, p.tally.Exact, 1
	r.Stats.BroadPhase = "linear hierarchy"
	p.frame.setResult(r)
	r.Stats.Narrow = time.Since(start)
	return nil
}

// touch decides a pair of spheres and boxes exactly.
func (p *OnDevice) touch(a, b int) bool {
	var h [2]predicate.Hull
	var s [2]*geom.Sphere
	for k, i := range [2]int{a, b} {
		pose := &p.frame.Poses[i]
		switch v := p.placed[i].Shape.(type) {
		case shape.Sphere:
			s[k] = &geom.Sphere{Center: pose.Apply(v.Center), Radius: v.Radius}
		case shape.Box:
			c := v.Corners()
			for j := range c {
				c[j] = pose.Apply(c[j])
			}
			h[k].Set(c[:])
		}
	}
	switch {
	case s[0] != nil && s[1] != nil:
		return p.tally.SphereSphere(s[0], s[1])
	case s[0] != nil:
		return p.tally.HullSphere(&h[1], s[0])
	case s[1] != nil:
		return p.tally.HullSphere(&h[0], s[1])
	}
	return p.tally.HullHull(&h[0], &h[1])
}

// Where reports which step ran where, for the summary.
func (p *OnDevice) Where() string {
	numbers, gravitation := "float32", ""
	if p.mover.Float64() {
		numbers = "float64"
	}
	if p.world.Physics.G > 0 {
		gravitation = " gravitation (all pairs),"
		if p.world.Physics.Theta > 0 {
			gravitation = " gravitation (Barnes and Hut),"
		}
	}
	return "on the device, in " + numbers + ": motion, walls," + gravitation +
		" Morton codes, sort, tree, boxes, pairs, contacts, impacts, matrices; on the CPU: contacts in doubt, sums, hashes"
}
