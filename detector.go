package collide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/predicate"
)

// Detector answers for one set of bodies, again and again as they move. Repeated queries
// allocate nothing once the buffers have grown. Detectors may share Models.
//
// A Detector is used by one goroutine at a time. A call that overlaps Detect, SetPose,
// SetPoses, Trace, Volumes or Close in another goroutine panics; Bounds, Triangle and
// Witness may be called by several goroutines at once. Indices of bodies or primitives
// that do not exist panic, too.
type Detector struct {
	busy     atomic.Bool // during a call that changes the detector
	opt      Options
	method   Method
	backend  Backend
	engine   Engine
	world    *World
	solids   containment
	result   Result
	assembly assembly
}

// NewDetector checks the bodies and picks the method. Errors name the body or
// wrap ErrOption, ErrUnknownMethod, ErrNoBackend or ErrUnsupported.
func NewDetector(bodies []Body, opt Options) (*Detector, error) {
	if err := opt.check(len(bodies)); err != nil {
		return nil, err
	}
	m, backend, err := pick(&opt)
	if err != nil {
		return nil, err
	}
	orient, err := opt.Orient.rule()
	if err != nil {
		return nil, err
	}
	w, err := newWorld(bodies, &opt)
	if err != nil {
		return nil, err
	}
	e, err := m.New(w)
	if err != nil {
		return nil, fmt.Errorf("method %s: %w", m.Name, err)
	}
	return &Detector{opt: opt, method: m, backend: backend, engine: e, world: w, solids: containment{orient: orient}}, nil
}

// Close ends what the method keeps running between queries, the processes of
// multiprocess. The detector can be used again; it starts them anew. Methods that
// keep nothing need no Close, and a detector that is not closed is cleaned up
// after by the garbage collector or, at the latest, by the end of the program.
func (d *Detector) Close() error {
	d.enter()
	defer d.leave()
	if c, ok := d.engine.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// SetPose moves body i: O(1), but for meshes with coordinates near the end of float64's
// range, whose vertices are looked at. An error leaves the old pose: a number that is not
// finite, a coordinate that would overflow, or a sphere under a matrix that is
// not orthonormal.
func (d *Detector) SetPose(i int, p geom.Pose) error {
	d.enter()
	defer d.leave()
	b := d.body("SetPose", i)
	if err := d.world.setPose(i, &p); err != nil {
		return fmt.Errorf("body %d (%s): %w", i, b.name, err)
	}
	return nil
}

// SetPoses moves all bodies, shared out over the workers: O(1) for one whose pose is
// another than before. An error is SetPose's for the first body that cannot be moved,
// whose index comes with it, −1 without an error; the others are where they should be.
// Another number of poses than of bodies panics.
func (d *Detector) SetPoses(poses []geom.Pose) (int, error) {
	d.enter()
	defer d.leave()
	if len(poses) != d.world.Len() {
		panic(fmt.Sprintf("collide: SetPoses of %d poses, the detector has %d bodies", len(poses), d.world.Len()))
	}
	if i, err := d.world.setPoses(poses); err != nil {
		return i, fmt.Errorf("body %d (%s): %w", i, d.world.bodies[i].name, err)
	}
	return -1, nil
}

// Detect computes the contacts of the current poses. A query that could not finish
// returns what it has and an error that wraps ErrIncomplete: everything listed is exact,
// and a contact found makes the verdict InContact all the same. With Options.First a
// query that found its contact is complete. The result is nil for every other error. It is
// valid until the next call.
func (d *Detector) Detect(ctx context.Context) (*Result, error) {
	d.enter()
	defer d.leave()
	w, r := d.world, &d.result
	*r = Result{
		Method: d.method.Name, Chosen: cmp.Or(d.method.Chosen, d.method.Name), Backend: d.backend, First: d.opt.First,
		Pairs: r.Pairs[:0], Contacts: r.Contacts[:0],
	}
	w.Stats, r.Stats.Workers = &r.Stats, w.Workers
	w.Control.Reset(ctx, d.opt.Budget.Time, d.opt.Budget.Steps)
	start := clock()
	if w.Control.Poll() == narrow.Running { // a context that has ended is seen whatever follows
		if err := w.update(); err != nil {
			return nil, err
		}
	}
	w.started = start + r.Stats.Build
	if w.Len() > fewBodies {
		w.started = clock()
		r.Stats.Update = w.started - start - r.Stats.Build
	}
	before := w.started - start // Find may build and update, too
	var lost error
	if w.Control.Cause() == narrow.Running {
		r.Contacts, lost = d.engine.Find(w, r.Contacts)
	}
	if lost != nil && !errors.Is(lost, ErrDeviceLost) {
		return nil, fmt.Errorf("method %s: %w", d.method.Name, lost)
	}
	r.Stats.Narrow = clock() - w.started - r.Stats.Broad - (r.Stats.Build + r.Stats.Update - before)
	d.assemble()
	if d.opt.Solid {
		start = clock()
		d.solids.find(w, r)
		r.Stats.Solid = clock() - start
	}
	return r, d.conclude(d.cut(ctx, lost))
}

// assemble sorts the contacts and groups them by pair.
func (d *Detector) assemble() {
	r := &d.result
	byPair := d.assembly.sort(r.Contacts)
	if r.First && len(r.Contacts) > 1 {
		r.Contacts = r.Contacts[:1]
		byPair = r.Contacts
	}
	for i := 0; i < len(byPair); {
		c := byPair[i]
		j := i + 1
		for j < len(byPair) && byPair[j].BodyA == c.BodyA && byPair[j].BodyB == c.BodyB {
			j++
		}
		r.Pairs = append(r.Pairs, Pair{
			A: int(c.BodyA), B: int(c.BodyB), Verdict: InContact, Contacts: byPair[i:j:j],
			Allowed: d.world.isAllowed(int(c.BodyA), int(c.BodyB)),
		})
		i = j
	}
}

func sortPairs(pairs []Pair) {
	slices.SortFunc(pairs, func(a, b Pair) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
}

// conclude sets the verdicts and returns why they are incomplete, given what cut the
// query short. A first contact completes a boolean query whatever else was left undone.
func (d *Detector) conclude(cut *IncompleteError) error {
	r := &d.result
	var open *Pair
	touching, opens := false, 0
	for i := range r.Pairs {
		switch p := &r.Pairs[i]; {
		case p.Allowed:
		case p.Verdict == InContact:
			touching = true
		default:
			open = cmp.Or(open, p)
			opens++
		}
	}
	found := r.First && touching
	if cut == nil && !found {
		r.Rest = Free
	}
	if cut == nil && opens > 0 {
		cut = undecided(open, opens)
	}
	switch {
	case touching:
		r.Verdict = InContact
	case cut == nil:
		r.Verdict = Free
	}
	if cut == nil || found {
		return nil
	}
	return cut
}

// Triangle returns triangle tri of mesh body i in world coordinates. It panics for a
// sphere or a box.
func (d *Detector) Triangle(i, tri int) geom.Triangle {
	d.look()
	b := d.primitive("Triangle", i, tri)
	if b.model == nil {
		panic(fmt.Sprintf("collide: Triangle of body %d (%s), which is not a mesh", i, b.name))
	}
	return b.triangle(tri)
}

// triangle returns a triangle of a mesh in world coordinates.
func (b *posed) triangle(tri int) geom.Triangle {
	t := b.model.mesh.Triangle(tri)
	return geom.Triangle{b.pose.Apply(t[0]), b.pose.Apply(t[1]), b.pose.Apply(t[2])}
}

// Bounds returns a box around body i in the world.
func (d *Detector) Bounds(i int) geom.AABB {
	d.look()
	b := d.body("Bounds", i)
	if b.model == nil {
		return d.world.boxes[i]
	}
	box := geom.EmptyAABB()
	for _, t := range b.model.mesh.Triangles {
		for _, v := range t {
			box.Extend(b.pose.Apply(b.model.mesh.Vertices[v]))
		}
	}
	return box
}

// Witness returns what the two primitives of a contact have in common: the
// intersection of two triangles as a point, segment or polygon; with a sphere or
// a box, kind Overlap and two opposite corners of the box common to both. Several
// goroutines may call it, Triangle and Bounds at once while nothing else is called.
func (d *Detector) Witness(c Contact) predicate.Intersection {
	d.look()
	a := d.primitive("Witness", int(c.BodyA), int(c.TriA))
	b := d.primitive("Witness", int(c.BodyB), int(c.TriB))
	if a.model != nil && b.model != nil {
		p, q := a.triangle(int(c.TriA)), b.triangle(int(c.TriB))
		return predicate.Intersect(&p, &q)
	}
	box := d.primitiveBox(c.BodyA, c.TriA)
	box = box.Intersect(d.primitiveBox(c.BodyB, c.TriB))
	r := predicate.Intersection{Kind: predicate.Overlap, N: 2}
	r.Points[0], r.Points[1] = box.Min, box.Max
	return r
}

func (d *Detector) primitiveBox(body, tri uint32) geom.AABB {
	if d.world.bodies[body].model == nil {
		return d.world.boxes[body]
	}
	t := d.world.bodies[body].triangle(int(tri))
	return t.Bounds()
}
