package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/proof"
)

// Body is a body of a proof.
type Body struct {
	Name string // UTF-8, at most 65,536 bytes; verifiers print it
	Mesh *Mesh
	// Pose is where a body stays that does not move. The zero value stands for geom.Identity.
	Pose geom.Pose
	// Immovable bodies are not tested with each other. A body that moves cannot be one.
	Immovable bool
}

// Options are what is proven and how it is found.
type Options struct {
	// Reach is the distance up to which pairs of triangles are listed, in the unit of the coordinates, finite and at least 0. With 0
	// they are the pairs that share a point.
	Reach float64
	// Distances asks for bounds of the least distance instead, which Distance proves. The reach is 0.
	Distances bool
	// Moving is the number of bodies, the first ones, that have a pose in each frame.
	Moving int
	// Skip are pairs of bodies that are not looked at. Verifiers name them.
	Skip [][2]int
	// Method, Workers and Budget are those of collide.Options. The proof is the same for all of them.
	Method  collide.Method
	Workers int
	Budget  collide.Budget
}

// Writer writes a proof, frame by frame. It belongs to one goroutine at a time.
type Writer struct {
	out      *proof.Writer
	detector *collide.Detector
	prover   proof.Prover
	bodies   []Body
	moving   int
	steps    []byte
	skip     [][2]int // ascending
	// distances says that frames are of Distance, not of Prove.
	distances bool
	err       error
}

// ErrProof is the error of an answer that has no proof: then it is wrong, and so is this library. Please report it.
var ErrProof = errors.New("the answer cannot be proven")

// NewWriter begins a proof. Nothing of it counts before Close. Bodies of which no pair is tested and a reach that is
// below 0 or not finite are errors.
func NewWriter(w io.Writer, bodies []Body, opt Options) (*Writer, error) {
	if err := provable(bodies, &opt); err != nil {
		return nil, err
	}
	head := proof.Head{Distances: opt.Distances, Reach: opt.Reach, Moving: opt.Moving, Skipped: skipped(bodies, opt.Skip)}
	if !hasPair(bodies, head.Skipped) {
		return nil, errors.New("no pair of bodies is tested; expected two bodies, of which one is not immovable")
	}
	bodies = slices.Clone(bodies)
	list := make([]collide.Body, len(bodies))
	for i := range bodies {
		b := &bodies[i]
		if b.Pose == (geom.Pose{}) {
			b.Pose = geom.Identity
		}
		mesh, err := indexOf(&head, b.Mesh.steps)
		if err != nil {
			return nil, fmt.Errorf("body %d (%q): %w", i, b.Name, err)
		}
		head.Bodies = append(head.Bodies, proof.Body{Name: b.Name, Mesh: mesh, Fixed: b.Immovable, Pose: b.Pose})
		list[i] = collide.Body{Name: b.Name, Shape: b.Mesh.shape, Pose: b.Pose, Immovable: b.Immovable}
	}
	d, err := collide.NewDetector(list, collide.Options{Method: opt.Method, Skip: head.Skipped, Workers: opt.Workers, Budget: opt.Budget})
	if err != nil {
		return nil, err
	}
	return &Writer{out: proof.NewWriter(w, &head), detector: d, prover: proof.Prover{Reach: opt.Reach}, bodies: bodies, moving: opt.Moving, distances: opt.Distances, skip: head.Skipped}, nil
}

// Prove finds which pairs of triangles are at most the reach apart, and adds a frame that proves it: the poses are those of the
// bodies that move, first to last. The answer, also its error, is that of Detector.Within; it is valid until the next call. An
// error other than one of a pose ends the proof: what was written is none, and the error comes again. It wraps
// collide.ErrIncomplete where the context or the budget ended it, and ErrProof where the answer was wrong.
// The time is a few times that of the query, and linear in what is written.
func (w *Writer) Prove(ctx context.Context, poses ...geom.Pose) (*collide.Result, error) {
	if err := w.place(poses, false); err != nil {
		return nil, err
	}
	found, err := w.detector.Within(ctx, w.prover.Reach)
	if err == nil {
		err = w.prove(ctx, found.Contacts)
	}
	return found, w.frame(poses, err)
}

// Distance finds the least distance of two bodies, and adds a frame that proves that it is between the float64 numbers below and above
// the one that is returned, or that it is 0. The answer is that of Detector.Distance; the rest is as with Prove.
func (w *Writer) Distance(ctx context.Context, poses ...geom.Pose) (collide.Distance, error) {
	if err := w.place(poses, true); err != nil {
		return collide.Distance{}, err
	}
	found, _, err := w.detector.Distance(ctx)
	if err == nil {
		err = w.proveDistance(ctx, &found)
	}
	return found, w.frame(poses, err)
}

// place moves the bodies to the poses of a frame. An error of a pose ends nothing.
func (w *Writer) place(poses []geom.Pose, distances bool) error {
	switch {
	case len(poses) != w.moving:
		panic(fmt.Sprintf("proof: a frame with %d poses; %d bodies move", len(poses), w.moving))
	case distances != w.distances:
		panic("proof: Prove is for Options without Distances, Distance for those with them")
	case w.err != nil:
		return w.err
	}
	for i, p := range poses {
		if err := w.detector.SetPose(i, p); err != nil {
			return err
		}
		w.bodies[i].Pose = p
	}
	return nil
}

// frame writes a frame that is proven. Any error ends the proof.
func (w *Writer) frame(poses []geom.Pose, err error) error {
	if err == nil {
		err = w.out.Frame(poses, w.steps)
	}
	w.err = err
	return err
}

// prove finds the steps of all pairs of bodies.
func (w *Writer) prove(ctx context.Context, contacts []collide.Contact) error {
	pairs := map[[2]uint32][]proof.Contact{}
	for _, c := range contacts {
		pair := [2]uint32{c.BodyA, c.BodyB}
		pairs[pair] = append(pairs[pair], proof.Contact{c.TriA, c.TriB})
	}
	return w.join(ctx, func(i, j int, a, b *Body) ([]byte, error) {
		return w.prover.Pair(ctx, a.Mesh.steps, b.Mesh.steps, &a.Pose, &b.Pose, pairs[[2]uint32{uint32(i), uint32(j)}])
	})
}

// proveDistance finds the steps of all pairs of bodies: bounds of the nearest one, and of the others that they are not nearer.
func (w *Writer) proveDistance(ctx context.Context, found *collide.Distance) error {
	return w.join(ctx, func(i, j int, a, b *Body) ([]byte, error) {
		bounds := proof.Around(found.Value)
		if bounds.Witness = (proof.Contact{uint32(max(found.TriA, 0)), uint32(max(found.TriB, 0))}); i != found.A || j != found.B {
			bounds.Hi = math.Inf(1)
		}
		return w.prover.Distance(ctx, a.Mesh.steps, b.Mesh.steps, &a.Pose, &b.Pose, bounds)
	})
}

// join joins the steps of the pairs of bodies that are looked at.
func (w *Writer) join(ctx context.Context, prove func(i, j int, a, b *Body) ([]byte, error)) error {
	w.steps = w.steps[:0]
	for i, j := range eachPair(w.bodies, w.skip) {
		a, b := &w.bodies[i], &w.bodies[j]
		steps, err := prove(i, j, a, b)
		if ctx.Err() != nil {
			return collide.Interrupted(ctx)
		} else if err != nil {
			return fmt.Errorf("%w: %q and %q: %w", ErrProof, a.Name, b.Name, err)
		}
		w.steps = append(w.steps, steps...)
	}
	return nil
}

// Close ends the proof. Without frames, and after an error of Prove, it returns an error, and verifiers refuse what was written.
// The writer must not be used after it.
func (w *Writer) Close() error {
	err := w.detector.Close()
	switch {
	case w.err != nil:
		return w.err
	case w.out.Frames() == 0:
		return errors.New("a proof without a frame")
	}
	return errors.Join(w.out.End(), err)
}
