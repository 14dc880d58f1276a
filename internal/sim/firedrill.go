package sim

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/shape"
)

// Lineup says who fights what in a fire drill.
type Lineup string

// The line-ups of the fire drill of "Collision detection algorithm based on space
// subdivision and classified traversal", Electronic Design Engineering, 2016.
const (
	OneFiremanOneFire   Lineup = "one-one"
	SeveralFiremenFires Lineup = "several-several"
	SeveralFiremenOne   Lineup = "several-one"
)

// Lineups lists them.
func Lineups() []Lineup { return []Lineup{OneFiremanOneFire, SeveralFiremenFires, SeveralFiremenOne} }

// FireDrillOptions describe a fire drill.
type FireDrillOptions struct {
	// Lineup is "" for several firemen and several fires.
	Lineup Lineup
	// Particles are the drops of water and the flames together, 0 for 5000 with one
	// fireman and 6000 with several.
	Particles int
	// Seed makes the drill: equal options give equal frames on every machine.
	Seed uint64
}

// FireDrill lets firemen with hoses fight fires in a building of meshes. Drops and
// flames are small spheres. They bounce off the building and off each other; a drop
// and a flame that meet go out together and start again, at the hose and at the
// fire, where the fire burns the lower the more it is hit. What meets what is asked
// of the detector once a step, as for any bodies; the answers are worked off in
// their canonical order.
type FireDrill struct {
	opt    FireDrillOptions
	dt     float64
	bodies []Body
	still  []geom.Pose // of the bodies before the particles
	first  int         // particle
	hoses  []hose
	fires  []fire
	grains []grain
	find   *detection
	frame  Frame
	hash   stateHash
}

// hose throws drops from a disc around a nozzle.
type hose struct {
	nozzle, aim, side, up geom.Vec
}

// fire lets flames rise from a disc.
type fire struct {
	base geom.Vec
	// heat is 1 for a fire left alone and falls with every flame put out.
	heat float64
}

// grain is a drop or a flame.
type grain struct {
	x, v   geom.Vec
	source int // hose or fire
	flame  bool
	// age and life are in seconds; turn counts its lives.
	age, life float64
	turn      uint64
	hit       bool // goes out
}

const (
	drop, spark = 0.06, 0.08 // radii, in metres
	jetSpeed    = 7.0        // metres a second
	dropLife    = 2.2
	flameLife   = 1.1
	waterShare  = 0.7 // of the particles
	longestStep = 1.0 / 60
	// topSpeed keeps a drop within its diameter in a step: no surface is missed.
	topSpeed = 2 * drop / longestStep
)

// NewFireDrill makes frame 0, in which the drill is in full swing. dt is in seconds
// and above 0; frames longer than 1/60 s are cut into steps.
func NewFireDrill(ctx context.Context, o FireDrillOptions, dt float64, opt collide.Options) (*FireDrill, error) {
	if o.Lineup == "" {
		o.Lineup = SeveralFiremenFires
	}
	if o.Particles == 0 {
		o.Particles = 6000
		if o.Lineup == OneFiremanOneFire {
			o.Particles = 5000
		}
	}
	switch {
	case !slices.Contains(Lineups(), o.Lineup):
		return nil, fmt.Errorf("fire drill %q; expected one of %v", o.Lineup, Lineups())
	case o.Particles < 10 || o.Particles > 1_000_000:
		return nil, fmt.Errorf("fire drill of %d particles; expected 10 to 1000000", o.Particles)
	case !(dt > 0) || math.IsInf(dt, 1):
		return nil, fmt.Errorf("sim: step of %v seconds; expected a finite number above 0", dt)
	}
	d := &FireDrill{opt: o, dt: dt}
	d.build()
	d.addGrains()
	d.frame.Poses = make([]geom.Pose, len(d.bodies))
	var err error
	if d.find, err = newDetection(d.bodies, opt); err != nil {
		return nil, err
	}
	if err := d.Reset(ctx); err != nil {
		_ = d.find.close() // the first error tells more
		return nil, err
	}
	return d, nil
}

// addGrains adds the bodies of the particles.
func (d *FireDrill) addGrains() {
	d.first = len(d.bodies)
	water := int(waterShare * float64(d.opt.Particles))
	for i := range d.opt.Particles {
		b := Body{Name: fmt.Sprintf("drop %d", i), Shape: shape.Sphere{Radius: drop}, Kind: Water}
		if i >= water {
			b = Body{Name: fmt.Sprintf("flame %d", i-water), Shape: shape.Sphere{Radius: spark}, Kind: Flame}
		}
		d.bodies = append(d.bodies, b)
	}
	d.grains = make([]grain, d.opt.Particles)
}

// Bodies implements Stepper.
func (d *FireDrill) Bodies() []Body { return d.bodies }

// Frame implements Stepper.
func (d *FireDrill) Frame() *Frame { return &d.frame }

// Use implements Stepper.
func (d *FireDrill) Use(opt collide.Options) error { return d.find.use(opt) }

// Close implements Stepper.
func (d *FireDrill) Close() error { return d.find.close() }

// Reset implements Stepper.
func (d *FireDrill) Reset(ctx context.Context) error {
	for i := range d.fires {
		d.fires[i].heat = 1
	}
	for i := range d.grains {
		g := &d.grains[i]
		*g = grain{flame: d.bodies[d.first+i].Kind == Flame}
		g.source = i % len(d.hoses)
		if g.flame {
			g.source = i % len(d.fires)
		}
		d.start(i)
		// Those before it have been on their way for a while.
		g.age = float64(g.life * d.draw(i, 9))
		d.fly(i, g.age)
	}
	d.frame.Index, d.frame.Time, d.frame.Moved, d.frame.Nearby = 0, 0, 0, collide.Stats{}
	return d.show(ctx)
}

// Step implements Stepper.
func (d *FireDrill) Step(ctx context.Context) error {
	f := &d.frame
	f.Moved, f.Nearby = 0, collide.Stats{}
	f.Placed, f.Detected, f.Named = 0, 0, 0
	n := max(1, int(math.Ceil(d.dt/longestStep-1e-9)))
	h := d.dt / float64(n)
	for k := range n {
		start := time.Now()
		d.respond(f.Result)
		for i := range d.grains {
			d.advance(i, h)
		}
		f.Moved += time.Since(start)
		if k < n-1 {
			if err := d.detect(ctx, nil); err != nil {
				return err
			}
			f.Nearby.Add(&f.Result.Stats)
		}
	}
	f.Index++
	f.Time = float64(float64(f.Index) * d.dt)
	return d.show(ctx)
}

// detect finds the contacts where the particles are; meanwhile is that of detection.at.
func (d *FireDrill) detect(ctx context.Context, meanwhile func()) error {
	copy(d.frame.Poses, d.still)
	for i := range d.grains {
		d.frame.Poses[d.first+i] = geom.Pose{R: geom.Identity.R, T: d.grains[i].x}
	}
	r, i, err := d.find.at(ctx, d.frame.Poses, meanwhile)
	if err != nil {
		if i >= 0 {
			err = fmt.Errorf("body %s: %w", quote.Name(d.bodies[i].Name), err)
		}
		return err
	}
	f, start := &d.frame, time.Now()
	f.setResult(r)
	f.Placed, f.Detected, f.Named = f.Placed+d.find.placed, f.Detected+d.find.detected, f.Named+time.Since(start)
	return nil
}

func (d *FireDrill) show(ctx context.Context) error { return d.detect(ctx, d.hashState) }

// hashState hashes all that moves.
func (d *FireDrill) hashState() {
	d.hash.start()
	for i := range d.grains {
		g := &d.grains[i]
		d.hash.vec(g.x)
		d.hash.vec(g.v)
		d.hash.numbers(g.age)
	}
	for i := range d.fires {
		d.hash.numbers(d.fires[i].heat)
	}
	d.hash.sum(&d.frame.State)
}

// draw returns a number in [0, 1) that depends on the seed, the particle, its life
// and k alone (splitmix64, Steele, Lea and Flood, OOPSLA 2014).
func (d *FireDrill) draw(i int, k uint64) float64 {
	z := d.opt.Seed*0x9e3779b97f4a7c15 + uint64(i)*0xd1342543de82ef95 + d.grains[i].turn*0xaef17502108ef2d9 + (k+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) * 0x1p-53
}

// disc returns a point of the unit disc, by folding a square onto it that is a
// little larger than what lies within.
func (d *FireDrill) disc(i int, k uint64) (x, y float64) {
	for n := range uint64(20) {
		x, y = 2*d.draw(i, k+20+2*n)-1, 2*d.draw(i, k+21+2*n)-1
		if float64(x*x)+float64(y*y) <= 1 {
			return x, y
		}
	}
	return 0, 0
}
