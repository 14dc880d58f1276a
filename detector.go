package collide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/engines"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/shape"
)

// Detector answers for one set of bodies, again and again as they move. Repeated queries
// allocate nothing once the buffers have grown. Detectors may share Models.
//
// A Detector is used by one goroutine at a time. A call that overlaps another one panics,
// except that Bounds, Triangle and Witness may be called by several goroutines at once.
// Indices of bodies or primitives that do not exist panic, too.
type Detector struct {
	opt          Options
	method       About
	make         func(*world.World) (world.Engine, error)
	engine       world.Engine
	recaller     world.Recaller // the engine, if it is one
	world        *world.World
	solids       world.Containment
	kinds        world.Kinds
	judged       []*Pair // the pairs of kindQueries
	depths       world.Depths
	deep         []*Pair // the pairs of queries
	queries      []world.DepthQuery
	pieces       world.PiecesOfAll
	parts        []Piece // the memory of Pair.Pieces
	kindQueries  []world.KindQuery
	pieceQueries []world.PieceQuery
	located      []*Pair // the pairs of pieceQueries
	result       Result
	contacts     []world.Contact // the memory of result.Contacts
	touching     []broad.Pair    // the pairs of result.Pairs, where Solid is asked for
	assembly     world.Assembly
	sought       sought
	complete     completeContacts
	aside        aside
	nearest      world.Nearest
	within       world.Within
	moves        world.Moves
	doubts       world.Doubts
	before       []geom.Pose // poses before a Move
	question     world.Question
}

// NewDetector checks the bodies and makes the method's engine. Errors name the body or
// wrap ErrOption, ErrNoBackend or ErrUnsupported.
func NewDetector(bodies []Body, opt Options) (*Detector, error) {
	if err := opt.check(len(bodies)); err != nil {
		return nil, err
	}
	orient, err := opt.Orient.rule()
	if err != nil {
		return nil, err
	}
	about, newEngine, err := describe(opt.Method)
	if err != nil {
		return nil, err
	}
	w, err := newWorld(bodies, &opt)
	if err != nil {
		return nil, err
	}
	d := &Detector{opt: opt, method: about, make: newEngine, world: w, solids: world.Containment{Orient: orient}, assembly: world.Assembly{Workers: w.Workers}, sought: sought{assembly: world.Assembly{Workers: w.Workers}}}
	w.Stats = (*world.Stats)(&d.result.Stats)
	if err := d.settle(); err != nil {
		return nil, err
	}
	return d, nil
}

// describe returns what a method is and what makes its engine; no method is auto.
func describe(m Method) (About, func(*world.World) (world.Engine, error), error) {
	if m == nil {
		return About{Name: engines.Auto, Chosen: engines.AutoChosen(), Backend: CPU}, engines.NewAuto, nil
	}
	maker, ok := m.(world.Maker)
	if !ok {
		return About{}, nil, fmt.Errorf("%w: Method is a %T, which is not a method of packages methods, gpu or engine", ErrOption, m)
	}
	return m.About(), maker.Make, nil
}

func newWorld(bodies []Body, opt *Options) (*world.World, error) {
	meshes, boxes := 0, 0
	for i := range bodies {
		switch bodies[i].Shape.(type) {
		case *Model:
			meshes++
		case shape.Box, shape.Convex:
			boxes++
		}
	}
	w := world.New(opt.settings(), len(bodies), meshes, boxes)
	for i := range bodies {
		if _, err := add(w, &bodies[i]); err != nil {
			return nil, fmt.Errorf("body %d (%s): %w", i, quote.Name(bodies[i].Name), err)
		}
	}
	return w, nil
}

func add(w *world.World, b *Body) (int, error) {
	in, err := internalBody(b)
	if err != nil {
		return 0, err
	}
	return w.Add(&in)
}

// internalBody returns a body as the world takes it.
func internalBody(b *Body) (world.Body, error) {
	in := world.Body{Name: b.Name, Shape: b.Shape, Pose: b.Pose, Immovable: b.Immovable}
	if m, ok := b.Shape.(*Model); ok {
		if err := m.Check(); err != nil {
			return in, err
		}
		in.Shape = m.inner
	}
	if b.Pose == (geom.Pose{}) {
		in.Pose = geom.Identity
	}
	return in, nil
}

// Close ends what the method keeps running between queries, the processes of
// multiprocess. The detector can be used again; it starts others. Methods that
// keep nothing need no Close, and a detector that is not closed is cleaned up
// after by the garbage collector or, at the latest, by the end of the program.
func (d *Detector) Close() error {
	d.world.Enter()
	defer d.world.Leave()
	if c, ok := d.engine.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// SetPose moves body i: O(1), except for meshes with coordinates near the end of
// float64's range, whose vertices are all checked. An error leaves the old pose: a number that is not
// finite, a coordinate that would overflow, or a sphere, capsule, cylinder or cone under
// a matrix that is off a rotation by more than 1e-3.
func (d *Detector) SetPose(i int, p geom.Pose) error {
	d.world.Enter()
	defer d.world.Leave()
	d.body("SetPose", i)
	if err := d.world.SetPose(i, &p); err != nil {
		return fmt.Errorf("body %d (%s): %w", i, d.world.Name(i), err)
	}
	return nil
}

// SetPoses moves all bodies, shared out over the workers: O(1) for one whose pose is
// another than before. An error is SetPose's for the first body that cannot be moved,
// whose index comes with it, −1 without an error; the others are where they should be.
// Another number of poses than of bodies panics.
func (d *Detector) SetPoses(poses []geom.Pose) (int, error) {
	d.world.Enter()
	defer d.world.Leave()
	if len(poses) != d.world.Len() {
		panic(fmt.Sprintf("collide: SetPoses of %d poses, the detector has %d bodies", len(poses), d.world.Len()))
	}
	if i, err := d.world.SetPoses(poses); err != nil {
		return i, fmt.Errorf("body %d (%s): %w", i, d.world.Name(i), err)
	}
	return -1, nil
}

// Detect computes the contacts of the current poses. A query that could not finish
// returns what it has and an error that wraps ErrIncomplete: everything listed is exact,
// and a contact found makes the verdict InContact all the same. With Options.First a
// query that found its contact is complete. The result is nil for every other error. It is
// valid until the next call.
func (d *Detector) Detect(ctx context.Context) (*Result, error) {
	d.world.Enter()
	defer d.world.Leave()
	return d.detect(ctx, nil)
}

// interprets reports whether surfaces are looked at beside contacts.
func (d *Detector) interprets() bool { return d.opt.Solid || d.opt.kinds() || d.opt.Pieces }

// interpret finds what is asked for of pairs beyond their contacts. What is only near has no kind and no pieces.
func (d *Detector) interpret(contacts bool) {
	if d.opt.Solid || d.opt.kinds() {
		d.contain()
	}
	if d.opt.kinds() && contacts {
		d.judge()
	}
	if d.opt.Pieces && contacts {
		d.locate()
	}
	if d.opt.Depths && contacts {
		d.deepen()
	}
}

// blank empties the result: field by field, since a new one would be written twice.
func (d *Detector) blank() {
	r := &d.result
	r.Method, r.Chosen, r.Backend, r.First = d.method.Name, cmp.Or(d.method.Chosen, d.method.Name), d.method.Backend, d.opt.First
	r.Verdict, r.Rest, r.Contacts = Unknown, Unknown, nil
	r.Pairs, r.Flaws = r.Pairs[:0], r.Flaws[:0]
	d.complete.forget()
	r.Stats = Stats{Workers: d.world.Workers}
}

// recalls reports whether the engine knows the answer from the queries before, and takes it. Whatever is asked about contacts besides
// takes surfaces that are up to date.
func (d *Detector) recalls() bool {
	if d.interprets() {
		return false
	}
	var known bool
	if d.contacts, known = d.world.Recall(d.recaller, d.contacts[:0]); !known {
		return false
	}
	d.assemble()
	return d.conclude(nil) == nil
}

// detect asks the engine for contacts or, with a question, for what is within a distance.
func (d *Detector) detect(ctx context.Context, q *world.Question) (*Result, error) {
	w, r := d.world, &d.result
	d.blank()
	if w.Unsettled() || d.engine == nil {
		if err := d.settle(); err != nil {
			return nil, err
		}
	}
	w.Start(ctx, d.opt.Budget.Time, d.opt.Budget.Steps)
	if q == nil && d.recaller != nil && d.recalls() {
		return r, nil
	}
	ready := w.Ready
	if q == nil && !d.interprets() {
		ready = w.ReadyForPairs
	}
	if err := ready(); err != nil {
		return nil, err
	}
	var lost error
	if q != nil {
		d.contacts = d.within.Find(w, q, d.contacts[:0])
	} else {
		d.contacts, lost = w.Find(d.engine, d.contacts[:0])
	}
	if lost != nil && !errors.Is(lost, ErrDeviceLost) {
		return nil, fmt.Errorf("method %s: %w", d.method.Name, lost)
	}
	d.assemble()
	if q == nil && lost == nil {
		d.complete.take(w)
	}
	if d.interprets() {
		start := world.Clock()
		d.interpret(q == nil)
		r.Stats.Solid = world.Clock() - start
	}
	d.doubt(q != nil)
	return r, d.conclude(d.cut(ctx, lost))
}
