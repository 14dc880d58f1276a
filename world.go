package collide

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/predicate"
)

// World is what an Engine sees: the posed bodies and the question.
type World struct {
	// Control says when to stop; engines claim their steps from it.
	Control narrow.Control
	// Workers is the number of goroutines to use, at least 1.
	Workers int
	// First asks for any one contact of a pair that is not allowed; allowed pairs
	// are then no candidates.
	First bool
	// Self asks for contacts within each mesh too.
	Self bool
	// Stats is added to by the engine, from the calling goroutine.
	Stats *Stats
	// Progress reports the share done; it may be nil.
	Progress func(share float64)
	// Pipelining, OOCDA, GPUBVH, Ants, Recode and Worker are the options of those methods.
	Pipelining PipeliningOptions
	OOCDA      OOCDAOptions
	GPUBVH     GPUBVHOptions
	Ants       AntsOptions
	Recode     RecodeOptions
	Worker     []string

	// started is when Find was called; reading the clock costs as much as a whole
	// query of two bodies far apart.
	started time.Duration
	// treeless engines need the surfaces' trees for few pairs or none.
	treeless bool
	stop     func() bool // whether Control says so
	bodies   []posed
	boxes    []geom.AABB
	mesh     []bool // whether a body is one; small enough to stay in a cache
	// immovable is how many bodies are.
	immovable int
	allowed   map[[2]int32]bool
	// candidates are what Candidates last returned, for Trace; the engine owns them.
	candidates []broad.Pair
	// poses are those to be set, faults what was wrong with some, one a worker.
	poses  []geom.Pose
	faults []poseFault
	place  func(worker, lo, hi int) // placeBodies: a new value a call would allocate
}

// posed is a body in the world. There may be a million: what only some need lies
// elsewhere, and what pairs of bodies look at comes first.
type posed struct {
	sphere    geom.Sphere
	hull      *predicate.Hull // of a box
	surface   *narrow.Surface // of a mesh
	solid     Shape           // nil for a mesh
	model     *Model          // nil for a sphere or a box
	version   int             // of the model that surface is up to date with, −1 for none
	checked   int             // of the model whose range was checked under pose
	immovable bool
	name      string
	pose      geom.Pose
}

func newWorld(bodies []Body, opt *Options) (*World, error) {
	w := &World{
		Workers: par.Workers(opt.Workers), First: opt.First, Self: opt.Self, Progress: opt.Progress,
		Pipelining: opt.Pipelining, OOCDA: opt.OOCDA, GPUBVH: opt.GPUBVH, Ants: opt.Ants, Recode: opt.Recode, Worker: opt.Worker,
		bodies:  make([]posed, len(bodies)),
		boxes:   make([]geom.AABB, len(bodies)),
		mesh:    make([]bool, len(bodies)),
		allowed: make(map[[2]int32]bool, len(opt.Allow)),
	}
	w.stop = func() bool { return w.Control.Poll() != narrow.Running }
	w.place, w.faults = w.placeBodies, make([]poseFault, w.Workers)
	for _, p := range opt.Allow {
		w.allowed[[2]int32{int32(min(p[0], p[1])), int32(max(p[0], p[1]))}] = true
	}
	w.makeRoom(bodies)
	for i := range bodies {
		if err := w.add(i, &bodies[i]); err != nil {
			return nil, fmt.Errorf("body %d (%s): %w", i, quote.Name(bodies[i].Name), err)
		}
	}
	return w, nil
}

// makeRoom gives meshes their surfaces and boxes their hulls, side by side.
func (w *World) makeRoom(bodies []Body) {
	meshes, boxes := 0, 0
	for i := range bodies {
		switch bodies[i].Shape.(type) {
		case *Model:
			meshes++
		case Box:
			boxes++
		}
	}
	surfaces, hulls := make([]narrow.Surface, meshes), make([]predicate.Hull, boxes)
	for i := range bodies {
		switch bodies[i].Shape.(type) {
		case *Model:
			w.bodies[i].surface, surfaces = &surfaces[0], surfaces[1:]
		case Box:
			w.bodies[i].hull, hulls = &hulls[0], hulls[1:]
		}
	}
}

func (w *World) add(i int, b *Body) error {
	switch b.Shape.(type) {
	case *Model, Sphere, Box:
	case nil:
		return fmt.Errorf("no shape")
	default: // *Sphere has the methods of Sphere, too
		return fmt.Errorf("shape is a %T; expected a *Model, a Sphere or a Box", b.Shape)
	}
	if err := b.Shape.check(); err != nil {
		return err
	}
	p := &w.bodies[i]
	p.name, p.immovable = b.Name, b.Immovable
	if b.Immovable {
		w.immovable++
	}
	if m, ok := b.Shape.(*Model); ok {
		p.model, w.mesh[i] = m, true
	} else {
		p.solid = b.Shape
	}
	pose := b.Pose
	if pose == (geom.Pose{}) {
		pose = geom.Identity
	}
	return w.setPose(i, &pose)
}

// fewBodies is up to how many bodies the phases are not timed apart: reading the clock
// would take longer than they do.
const fewBodies = 8

// restPairs is after how many pairs or bodies it is asked whether to stop.
const restPairs = 1 << 12

// update brings surfaces and boxes up to date after poses or vertices changed, or as
// many as Control allows. A deformed mesh may leave the range of float64 under a pose
// that was fine before.
func (w *World) update() error {
	for i := range w.bodies {
		if i%restPairs == restPairs-1 && w.stop() {
			return nil
		}
		b := &w.bodies[i]
		if b.model == nil || b.version == b.model.version {
			continue
		}
		if b.checked != b.model.version {
			if err := b.checkRange(&b.pose); err != nil {
				return fmt.Errorf("body %d (%s): %w", i, b.name, err)
			}
			b.checked = b.model.version
		}
		box := b.model.localBox()
		b.surface.SetMesh(b.model.mesh, &box.AABB, box.extent)
		if !w.treeless && !w.needTree(i) {
			return nil
		}
		b.surface.SetPose(&b.pose)
		w.boxes[i] = b.surface.WorldBox(&b.surface.Box)
		b.version = b.model.version
	}
	return nil
}

// Len returns the number of bodies.
func (w *World) Len() int { return len(w.bodies) }

// Surface returns a mesh body's posed surface, nil for a sphere or a box.
func (w *World) Surface(i int) *narrow.Surface {
	return w.bodies[i].surface
}

// prefetch asks for the bodies of pairs that will be looked at soon, pair i being
// looked at now: the bodies of many pairs lie anywhere in memory.
func (w *World) prefetch(pairs []broad.Pair, i int) {
	const far, near = 12, 6
	if i+far < len(pairs) {
		p := pairs[i+far]
		simd.Prefetch(unsafe.Pointer(&w.bodies[p.A]), 96)
		simd.Prefetch(unsafe.Pointer(&w.bodies[p.B]), 96)
	}
	if i+near >= len(pairs) {
		return
	}
	p := pairs[i+near]
	for _, k := range [2]int32{p.A, p.B} {
		if b := &w.bodies[k]; b.hull != nil {
			simd.Prefetch(unsafe.Pointer(b.hull), int(unsafe.Sizeof(*b.hull)))
		} else if b.surface != nil {
			simd.Prefetch(unsafe.Pointer(b.surface), int(unsafe.Sizeof(*b.surface)))
		}
	}
}

// Model returns a mesh body's model, nil for a sphere or a box.
func (w *World) Model(i int) *Model { return w.bodies[i].model }

// Boxes returns the world boxes of all bodies, to be read only.
func (w *World) Boxes() []geom.AABB { return w.boxes }
