package sim

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/scene"
)

// Physics moves the bodies of a scene that have a mass as rigid bodies: they fly,
// spin, fall, attract each other, and bounce off each other and all else without
// friction. The others rest or move as their motions and deformations say, whatever
// hits them. Frame k shows the time k·dt.
//
// Between two frames lie sub-steps: as many as the scene says or the mean speed asks
// for. Within one, bodies go from impact to impact (see engine). Gravitation acts at
// its start and its end, half each (kick, drift, kick), uniform gravity all the way.
type Physics struct {
	world  *scene.World
	dt     float64
	bodies []Body
	start  []rigid
	engine engine
	near   vicinity
	exact  *detection
	pull   gravitation
	masses masses
	heavy  []int32 // the bodies with a mass
	frame  Frame
	hash   stateHash
}

// New makes the stepper that a scene needs: Physics if any body has a mass, else
// Playback.
func New(ctx context.Context, w *scene.World, dt float64, opt collide.Options) (Stepper, error) {
	if HasMasses(w) {
		return stepper(NewPhysics(ctx, w, dt, opt))
	}
	return stepper(NewPlayback(ctx, w.Bodies, dt, opt))
}

// HasMasses reports whether any body of a scene has a mass.
func HasMasses(w *scene.World) bool {
	return slices.ContainsFunc(w.Bodies, func(b scene.Placed) bool { return b.Dynamics != nil })
}

// stepper keeps a nil pointer from becoming a Stepper that is not nil.
func stepper[T Stepper](s T, err error) (Stepper, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// NewPhysics makes frame 0. dt is in seconds and above 0. Errors are of type
// *scene.Error where a body is at fault.
func NewPhysics(ctx context.Context, w *scene.World, dt float64, opt collide.Options) (*Physics, error) {
	if !(dt > 0) || math.IsInf(dt, 1) {
		return nil, fmt.Errorf("sim: step of %v seconds; expected a finite number above 0", dt)
	}
	p := &Physics{world: w, dt: dt}
	p.bodies = append(bodiesOf(w.Bodies), wallsOf(w.Walls, w.WallThickness)...)
	if err := p.addBodies(); err != nil {
		return nil, err
	}
	n := len(p.bodies)
	p.near = vicinity{opt: opt, bodies: p.bodies, margins: make([]float64, n), needs: make([]float64, n), poses: make([]geom.Pose, n)}
	p.frame.Poses, p.frame.Physical = make([]geom.Pose, n), true
	p.pull = gravitation{g: w.Physics.G, theta: w.Physics.Theta}
	p.setWorkers(opt.Workers)
	var err error
	if p.exact, err = newDetection(p.bodies, opt); err != nil {
		return nil, err
	}
	if err := p.Reset(ctx); err != nil {
		_ = p.Close() // the first error tells more
		return nil, err
	}
	return p, nil
}

func (p *Physics) setWorkers(n int) {
	e := &p.engine
	e.workers = par.Workers(n)
	p.pull.workers = e.workers
	e.lookers = make([]looker, e.workers)
	for i := range e.lookers {
		e.lookers[i].e = e
	}
	e.look = func(w, lo, hi int) {
		for k := lo; k < hi; k++ {
			e.moments[k] = e.lookers[w].next(&e.pairs[k], 0)
		}
	}
}

// Bodies implements Stepper.
func (p *Physics) Bodies() []Body { return p.bodies }

// Frame implements Stepper.
func (p *Physics) Frame() *Frame { return &p.frame }

// Close implements Stepper.
func (p *Physics) Close() error {
	err := p.near.close()
	if p.exact != nil {
		if e := p.exact.close(); err == nil {
			err = e
		}
	}
	return err
}

// Use implements Stepper.
func (p *Physics) Use(opt collide.Options) error {
	if err := p.exact.use(opt); err != nil {
		return err
	}
	p.setWorkers(opt.Workers)
	return p.near.use(opt)
}

// Reset implements Stepper.
func (p *Physics) Reset(ctx context.Context) error {
	e := &p.engine
	e.bodies = append(e.bodies[:0], p.start...)
	e.impacts = e.impacts[:0]
	e.recent = map[[2]int32]float64{}
	p.frame.Index, p.frame.Time, p.frame.Moved, p.frame.Nearby = 0, 0, 0, collide.Stats{}
	clear(p.near.margins)
	if err := p.near.close(); err != nil {
		return err
	}
	p.near.find = nil
	if err := p.driveTo(0, p.dt); err != nil {
		return err
	}
	p.attract()
	return p.show(ctx)
}

// Step implements Stepper.
func (p *Physics) Step(ctx context.Context) error {
	start := time.Now()
	e := &p.engine
	p.near.stats, p.near.spent = collide.Stats{}, 0
	e.impacts = e.impacts[:0]
	n := p.substeps()
	h := p.dt / float64(n)
	for k := range n {
		if err := p.fall(ctx, p.frame.Time+float64(float64(k)*h), h); err != nil {
			return err
		}
	}
	p.frame.Index++
	p.frame.Time = float64(float64(p.frame.Index) * p.dt)
	if err := p.driveTo(p.frame.Time, h); err != nil {
		return err
	}
	p.frame.Moved, p.frame.Nearby = time.Since(start)-p.near.spent, p.near.stats
	return p.show(ctx)
}

// mostSubsteps bounds those that speeds ask for.
const mostSubsteps = 16

// substeps is how many make a step: on average, bodies then go no farther than
// their size in one.
func (p *Physics) substeps() int {
	if p.world.Physics.Substeps > 0 {
		return p.world.Physics.Substeps
	}
	sum := 0.0
	for _, i := range p.heavy {
		b := &p.engine.bodies[i]
		if way := float64(b.speed(p.dt) * p.dt); way > 0 {
			sum += min(mostSubsteps, way/b.size)
		}
	}
	n := math.Ceil(sum / float64(max(len(p.heavy), 1)))
	return int(max(1, min(n, mostSubsteps)))
}

// Sub-steps that are long against the time in which masses fall onto each other do not keep
// their energy: the error goes with the square of that ratio.
const (
	// fallShare is the part of the shortest time of fall, 1/sqrt(G·m/r³), that a piece
	// of a sub-step takes at most.
	fallShare = 1.0 / 64
	// mostPieces bounds how many pieces a sub-step has.
	mostPieces = 1024
)

// pieces is how many make s seconds of a sub-step, for a tide G·m/r³.
func pieces(s, tide float64) int {
	n := math.Ceil(float64(s*math.Sqrt(tide)) / fallShare)
	if !(n > 1) { // not a number counts as 1: the next frame reports it
		return 1
	}
	return int(min(n, mostPieces))
}

// fall moves the bodies through h seconds from time now, in pieces that follow the time of
// fall: one where gravitation is weak.
func (p *Physics) fall(ctx context.Context, now, h float64) error {
	end := now + h
	for k := range mostPieces {
		n := min(pieces(h, p.pull.tide), mostPieces-k)
		if n == 1 {
			return p.substep(ctx, now, h, k > 0)
		}
		s := h / float64(n)
		if err := p.substep(ctx, now, s, true); err != nil {
			return err
		}
		now += s
		h = end - now
	}
	return nil
}

// substep moves the bodies through h seconds from time now. Gravitation acts by kicks; in a
// fall it bends the way instead, which without an impact is the same.
func (p *Physics) substep(ctx context.Context, now, h float64, falls bool) error {
	e := &p.engine
	e.now, e.h = now, h
	if err := p.driveTo(now, h); err != nil {
		return err
	}
	if falls {
		p.bend()
	} else {
		p.kick(0.5 * h)
	}
	if err := p.near.prepare(ctx, e); err != nil {
		return err
	}
	if err := e.drift(ctx); err != nil {
		return err
	}
	switch {
	case falls:
		p.straighten(h)
	case p.pull.g > 0:
		p.attract()
		p.kick(0.5 * h)
	}
	return nil
}

// bend lets gravitation act all the way, as it is where the bodies are: an impact on the way
// then comes at the speed, and at the potential, that belong to its place. With kicks at the
// ends it would come at those of another, and each would leave an energy of the first order.
func (p *Physics) bend() {
	for k, i := range p.heavy {
		b := &p.engine.bodies[i]
		b.pull, b.kick = p.world.Physics.Gravity.Add(p.pull.acc[k]), 0
	}
}

// straighten ends what bend began h seconds ago: half of what gravitation has changed by
// on the way is made up for.
func (p *Physics) straighten(h float64) {
	p.pull.acc, p.pull.before = p.pull.before, p.pull.acc
	p.attract()
	for k, i := range p.heavy {
		b := &p.engine.bodies[i]
		b.pull = p.world.Physics.Gravity
		b.v = b.v.Add(p.pull.acc[k].Sub(p.pull.before[k]).Scale(0.5 * h))
	}
}

// attract computes the accelerations of gravitation where the bodies are.
func (p *Physics) attract() {
	if p.pull.g == 0 {
		return
	}
	m := &p.masses
	m.x, m.m = m.x[:0], m.m[:0]
	for _, i := range p.heavy {
		b := &p.engine.bodies[i]
		m.x, m.m = append(m.x, b.x), append(m.m, b.mass)
	}
	p.pull.compute(m)
}

// kick lets those accelerations act for s seconds.
func (p *Physics) kick(s float64) {
	if p.pull.g == 0 {
		return
	}
	for k, i := range p.heavy {
		b := &p.engine.bodies[i]
		b.v = b.v.Add(p.pull.acc[k].Scale(s))
		b.kick = p.pull.acc[k].Norm()
	}
}

// driveTo moves what is driven or deforms to a time; the next sub-step takes h.
func (p *Physics) driveTo(t, h float64) error {
	for i := range p.engine.bodies {
		b := &p.engine.bodies[i]
		if b.driven != nil {
			pose := b.driven.At(t)
			b.r, b.x = pose.R, pose.Apply(b.center)
		}
		if d := p.engine.deforms[i]; d != nil {
			if err := d.set(t, h); err != nil {
				return p.fault(i, err)
			}
		}
	}
	return nil
}

// fault places an error of a body in its scene.
func (p *Physics) fault(i int, err error) error {
	if i >= len(p.world.Bodies) {
		return fmt.Errorf("%s: %w", quote.Name(p.bodies[i].Name), err)
	}
	b := &p.world.Bodies[i]
	return &scene.Error{File: b.Scene, Line: b.Line, Msg: "body " + b.Name, Err: err}
}

// show computes the frame of the state.
func (p *Physics) show(ctx context.Context) error {
	f := &p.frame
	f.Impacts = p.engine.impacts
	par.For(len(f.Poses), p.engine.workers, bodiesAtATime, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			f.Poses[i] = p.poseOf(i)
		}
	})
	p.account()
	r, i, err := p.exact.at(ctx, f.Poses, p.hashState)
	if err != nil {
		if i >= 0 {
			return p.fault(i, err)
		}
		return err
	}
	f.setResult(r)
	return nil
}

// poseOf is where a body is in the frame.
func (p *Physics) poseOf(i int) geom.Pose {
	switch b := &p.engine.bodies[i]; {
	case b.driven != nil:
		return b.driven.At(p.frame.Time)
	case b.fixed || p.frame.Index == 0:
		return p.poseAtRest(i)
	default:
		return b.pose()
	}
}

// poseAtRest is the one the scene gives.
func (p *Physics) poseAtRest(i int) geom.Pose {
	if i < len(p.world.Bodies) {
		return p.world.Bodies[i].Pose
	}
	return geom.Identity // walls
}

// account sums up what physics keeps.
func (p *Physics) account() {
	f := &p.frame
	f.Momentum, f.AngularMomentum, f.Energy = geom.Vec{}, geom.Vec{}, 0
	for _, i := range p.heavy {
		b := &p.engine.bodies[i]
		m := b.v.Scale(b.mass)
		f.Momentum = f.Momentum.Add(m)
		f.AngularMomentum = f.AngularMomentum.Add(b.x.Cross(m)).Add(b.l)
		f.Energy += b.energy() - float64(b.mass*p.world.Physics.Gravity.Dot(b.x))
	}
	if p.pull.g > 0 {
		f.Energy += p.pull.energy(&p.masses)
	}
}

// hashState hashes all that moves; it may run next to a detection.
func (p *Physics) hashState() {
	s := &p.hash
	s.start()
	s.numbers(p.frame.Time)
	for i := range p.engine.bodies {
		b := &p.engine.bodies[i]
		if !b.fixed {
			s.vec(b.x)
			s.vec(b.v)
			s.vec(b.l)
			s.numbers(b.q.W, b.q.X, b.q.Y, b.q.Z)
			continue
		}
		if b.driven != nil {
			s.pose(&p.frame.Poses[i])
		}
		if d := p.engine.deforms[i]; d != nil {
			for _, v := range d.here {
				s.vec(v)
			}
		}
	}
	s.sum(&p.frame.State)
}

// identity turns nothing.
var identity = geom.NoRotation
