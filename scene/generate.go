package scene

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// MotionOptions describe a scene of bodies of several shapes and sizes that move
// at random in a box. The zero value of a field but Bodies stands for its default.
type MotionOptions struct {
	// Bodies is their number, at least 2.
	Bodies int
	// Seed makes the scene: equal options give equal scenes on every machine.
	Seed uint64
	// Facets is the least number of triangles together; default 20 a body.
	Facets int
	// PairsPerBody is the number of pairs of overlapping world boxes per body at
	// the start, which the size of the box is fitted to; default 1.6. World boxes are
	// those around the turned boxes of the meshes, as Stats.BodyPairs counts them.
	PairsPerBody float64
	// Speed is the mean speed in lengths per second, bodies having radii around 1
	// (or around that of the given meshes); default 1.2, which at 60 frames a
	// second is 1 % of a body's diameter a frame.
	Speed float64
	// Given meshes are used next to the procedural shapes, in their own size.
	Given []GivenMesh
}

// GivenMesh is a mesh and its path as the scene will name it.
type GivenMesh struct {
	Path string
	Mesh *mesh.Mesh
}

// Presets lists the names Preset knows.
func Presets() []string { return []string{"003-32", "003-1500", "004"} }

// Preset returns the options of a published experiment: the two scenes of OOCDA
// (003: 32 bodies of over 300 facets, 1,500 of over 90,000) and those of the
// octree method (004: 100 to 10,000 bodies, as many as are asked for). For the
// scenes of 003, bodies must be 0 or their number; for 004, 0 stands for 1,000.
func Preset(name string, bodies int) (MotionOptions, error) {
	fixed := func(n, facets int) (MotionOptions, error) {
		if bodies != 0 && bodies != n {
			return MotionOptions{}, fmt.Errorf("preset %s has %d bodies, not %d", name, n, bodies)
		}
		return MotionOptions{Bodies: n, Facets: facets, Seed: 3}, nil
	}
	switch name {
	case "003-32":
		return fixed(32, 300)
	case "003-1500":
		return fixed(1500, 90000)
	case "004":
		if bodies == 0 {
			bodies = 1000
		}
		if bodies < 100 || bodies > 10000 {
			return MotionOptions{}, fmt.Errorf("preset 004 of %d bodies; expected 100 to 10000", bodies)
		}
		return MotionOptions{Bodies: bodies, Facets: 60 * bodies, Seed: 4}, nil
	}
	return MotionOptions{}, fmt.Errorf("unknown preset %q; expected 003-32, 003-1500 or 004", name)
}

// GenerateMotion makes a scene of moving bodies. Bodies are dealt evenly over
// spheres, boxes, tori and given meshes, with fewer knots, which take many facets. Start
// positions are uniform in the box, rotations uniform, velocities and spins of
// random direction. A cancelled context ends it with the context's error.
func GenerateMotion(ctx context.Context, o MotionOptions) (*Scene, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	g := generator{ctx: ctx, o: o, r: newRandom(o.Seed)}
	if err := g.deal(); err != nil {
		return nil, err
	}
	if err := g.cutFacets(); err != nil {
		return nil, err
	}
	if err := g.countFacets(); err != nil {
		return nil, err
	}
	if err := g.place(); err != nil {
		return nil, err
	}
	side := tidy(g.side())
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return g.scene(side, o.Seed), nil
}

func (o *MotionOptions) fill() error {
	if o.Facets == 0 {
		o.Facets = 20 * o.Bodies
	}
	if o.PairsPerBody == 0 {
		o.PairsPerBody = 1.6
	}
	if o.Speed == 0 {
		o.Speed = 1.2
	}
	switch {
	case o.Bodies < 2 || o.Bodies > 1_000_000:
		return fmt.Errorf("%d bodies; expected 2 to 1000000", o.Bodies)
	case o.Facets < 1 || o.Facets > 1<<30:
		return fmt.Errorf("%d facets; expected 1 to %d", o.Facets, 1<<30)
	case !(o.PairsPerBody > 0) || math.IsInf(o.PairsPerBody, 1):
		return errors.New("pairs per body; expected a number above 0")
	case !(o.Speed > 0) || math.IsInf(o.Speed, 1):
		return errors.New("speed; expected a number above 0")
	}
	for _, m := range o.Given {
		if err := m.Mesh.Check(); err != nil {
			return err
		}
	}
	return nil
}

// generator is a scene in the making.
type generator struct {
	ctx    context.Context
	o      MotionOptions
	r      *random
	bodies []moving
	shapes map[Procedural]*collide.Model
	given  []*collide.Model
	loader Loader
	phase  broad.Auto
	boxes  []geom.AABB
	pairs  []broad.Pair
}

// moving is one body of it.
type moving struct {
	kind  int // an index of kinds, or from there on of the given meshes
	size  float64
	shape *Procedural // nil for a given mesh
	model *collide.Model
	turn  geom.Mat
	// velocity and spin are ready; place is in the unit cube.
	velocity, spin, place geom.Vec
	reach                 float64
	// box is the world box that detectors see, around the turned corners of the
	// mesh's own box; it is relative to the pivot.
	box geom.AABB
}

// sizes are the radii of bodies relative to the mean.
var sizes = []float64{0.6, 0.8, 1, 1.2, 1.4}

// dealtBodies is the number of bodies dealt between two looks at the context: at most a millisecond.
const dealtBodies = 512

// deal decides which body is what, how large, and how it moves.
func (g *generator) deal() error {
	deck := g.deck()
	unit := g.unit()
	g.bodies = make([]moving, g.o.Bodies)
	for i := range g.bodies {
		g.bodies[i].kind = deck[i%len(deck)]
	}
	for i := len(g.bodies) - 1; i > 0; i-- { // Fisher–Yates
		j := g.r.below(i + 1)
		g.bodies[i].kind, g.bodies[j].kind = g.bodies[j].kind, g.bodies[i].kind
	}
	for i := range g.bodies {
		if i%dealtBodies == 0 && g.ctx.Err() != nil {
			return g.ctx.Err()
		}
		b := &g.bodies[i]
		b.size = float64(unit * sizes[g.r.below(len(sizes))])
		b.place = geom.Vec{X: g.r.unit(), Y: g.r.unit(), Z: g.r.unit()}
		b.turn = g.r.rotation()
		b.velocity = tidyVec(g.r.direction().Scale(g.o.Speed * (0.5 + g.r.unit())))
		// The rim of a body moves about as fast as its middle.
		b.spin = tidyVec(g.r.direction().Scale(g.o.Speed / b.size * (0.5 + g.r.unit())))
	}
	return nil
}

// deck holds each kind as often as its share says; one of each comes first.
func (g *generator) deck() []int {
	var deck []int
	for round := range 3 {
		for k := range len(kinds) + len(g.o.Given) {
			if k >= len(kinds) || round < kinds[k].share {
				deck = append(deck, k)
			}
		}
	}
	return deck
}

// unit is the mean radius of the given meshes, or 1.
func (g *generator) unit() float64 {
	if len(g.o.Given) == 0 {
		return 1
	}
	sum := 0.0
	for _, m := range g.o.Given {
		model := collide.NewModel(m.Mesh)
		g.given = append(g.given, model)
		sum += localReach(model, shapeCenter(model))
	}
	if !(sum > 0) {
		return 1 // points
	}
	return sum / float64(len(g.given))
}

// countFacets refuses shapes that a loader would not make.
func (g *generator) countFacets() error {
	counted, n := map[Procedural]bool{}, 0
	for i := range g.bodies {
		if s := g.bodies[i].shape; s != nil && !counted[*s] {
			counted[*s] = true
			n += s.Facets()
		}
	}
	if n > DefaultTriangles {
		return fmt.Errorf("%d facets make different meshes of %d triangles; expected at most %d", g.o.Facets, n, DefaultTriangles)
	}
	return nil
}

// place computes what of a body depends on its shape. The reach of a body looks at all
// vertices of its mesh.
func (g *generator) place() error {
	g.shapes = map[Procedural]*collide.Model{}
	for i := range g.bodies {
		if err := g.ctx.Err(); err != nil {
			return err
		}
		b := &g.bodies[i]
		if b.shape == nil {
			b.model = g.given[b.kind-len(kinds)]
		} else if b.model = g.shapes[*b.shape]; b.model == nil {
			b.model = collide.NewModel(b.shape.Mesh())
			g.shapes[*b.shape] = b.model
		}
		center := shapeCenter(b.model)
		b.reach = g.loader.reach(b.model, center, &b.turn)
		local := b.model.Mesh().Bounds()
		b.box = geom.EmptyAABB()
		for _, c := range (shape.Box{Center: local.Center().Sub(center), Size: local.Size()}).Corners() {
			b.box.Extend(b.turn.MulVec(c))
		}
	}
	return nil
}

// side finds the side of the box at which as many world boxes overlap as are
// wanted: overlaps fall as it grows. What it returns after the end of the context
// means nothing.
func (g *generator) side() float64 {
	room := 0.0
	for i := range g.bodies {
		room = max(room, 2*g.bodies[i].reach)
	}
	want := int(g.o.PairsPerBody * float64(len(g.bodies)))
	lo := 1.05 * room
	hi := 2 * lo
	for g.ctx.Err() == nil && g.crowded(hi, want) {
		lo, hi = hi, 2*hi
	}
	for g.ctx.Err() == nil && hi-lo > 1e-4*hi {
		if mid := 0.5 * (lo + hi); g.crowded(mid, want) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// crowded reports whether more than limit pairs of world boxes overlap in a box of
// that side. It looks at some bodies first, then at twice as many, because all of
// them may overlap in a quadratic number of pairs.
func (g *generator) crowded(side float64, limit int) bool {
	g.boxes = g.boxes[:0]
	for some := 1024; ; some *= 2 {
		some = min(some, len(g.bodies))
		for i := len(g.boxes); i < some; i++ {
			b := &g.bodies[i]
			at := b.at(side)
			g.boxes = append(g.boxes, geom.AABB{Min: b.box.Min.Add(at), Max: b.box.Max.Add(at)})
		}
		g.pairs = g.phase.Pairs(g.boxes, g.pairs[:0])
		if len(g.pairs) > limit || some == len(g.bodies) {
			return len(g.pairs) > limit
		}
	}
}

// at is where a body's pivot starts in a box of that side: anywhere between its
// walls, less a margin for rounding.
func (b *moving) at(side float64) geom.Vec {
	room := max(side-2*b.reach, 0)
	const margin = 1e-6
	at := func(u float64) float64 {
		return b.reach + float64(room*(margin+float64((1-2*margin)*u)))
	}
	return geom.Vec{X: at(b.place.X), Y: at(b.place.Y), Z: at(b.place.Z)}
}

// scene writes the bodies down.
func (g *generator) scene(side float64, seed uint64) *Scene {
	s := &Scene{Seed: &seed, Walls: &geom.AABB{Max: geom.Vec{X: side, Y: side, Z: side}}}
	var names Names
	for i := range g.bodies {
		b := &g.bodies[i]
		body := Body{Motion: &Motion{Velocity: b.velocity, Spin: b.spin}, Procedural: b.shape}
		if b.shape == nil {
			body.Mesh = g.o.Given[b.kind-len(kinds)].Path
			body.Name = BaseName(body.Mesh)
		} else {
			body.Name = b.shape.Shape
		}
		body.Name = names.Unique(fmt.Sprintf("%s %d", body.Name, i))
		body.Pose.R = b.turn
		body.Pose.T = b.at(side).Sub(b.turn.MulVec(shapeCenter(b.model)))
		s.Bodies = append(s.Bodies, body)
	}
	return s
}
