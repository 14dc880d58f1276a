package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"unicode/utf8"

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
	// Moving is the number of bodies, the first ones, that have a pose in each frame.
	Moving int
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
	err      error
}

// ErrProof is the error of an answer that has no proof: then it is wrong, and so is this library. Please report it.
var ErrProof = errors.New("the answer cannot be proven")

// NewWriter begins a proof. Nothing of it counts before Close. Bodies of which no pair is tested and a reach that is
// below 0 or not finite are errors.
func NewWriter(w io.Writer, bodies []Body, opt Options) (*Writer, error) {
	if err := provable(bodies, &opt); err != nil {
		return nil, err
	}
	head := proof.Head{Reach: opt.Reach, Moving: opt.Moving}
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
		list[i] = collide.Body{Name: b.Name, Shape: b.Mesh.model, Pose: b.Pose, Immovable: b.Immovable}
	}
	d, err := collide.NewDetector(list, collide.Options{Method: opt.Method, Workers: opt.Workers, Budget: opt.Budget})
	if err != nil {
		return nil, err
	}
	return &Writer{out: proof.NewWriter(w, &head), detector: d, prover: proof.Prover{Reach: opt.Reach}, bodies: bodies, moving: opt.Moving}, nil
}

// indexOf returns the index of a mesh among those of a proof, of which each file has one.
func indexOf(head *proof.Head, m *proof.Mesh) (int, error) {
	at := slices.IndexFunc(head.Meshes, m.IsOfFile)
	switch {
	case at < 0:
		head.Meshes = append(head.Meshes, m)
		return len(head.Meshes) - 1, nil
	case !m.Equal(head.Meshes[at]):
		return 0, errors.New("its file was read in another way than another file of the same content; expected one extension")
	}
	return at, nil
}

// provable returns why there is no proof of some bodies, nil if there is.
func provable(bodies []Body, opt *Options) error {
	free := 0
	for i := range bodies {
		b := &bodies[i]
		if b.Mesh == nil {
			panic(fmt.Sprintf("proof: NewWriter: body %d has no mesh", i))
		}
		if len(b.Name) > longestName || !utf8.ValidString(b.Name) {
			return fmt.Errorf("body %d: its name is not UTF-8, or has %d bytes; expected at most %d", i, len(b.Name), longestName)
		}
		if b.Immovable && i < opt.Moving {
			return fmt.Errorf("body %d (%q) moves and is immovable; expected one of them", i, b.Name)
		}
		if !b.Immovable {
			free++
		}
	}
	switch {
	case opt.Moving < 0 || opt.Moving > len(bodies):
		panic(fmt.Sprintf("proof: NewWriter: %d of %d bodies move", opt.Moving, len(bodies)))
	case len(bodies) < 2 || free == 0:
		return errors.New("no pair of bodies is tested; expected two bodies, of which one is not immovable")
	case !(opt.Reach >= 0 && opt.Reach <= math.MaxFloat64):
		return fmt.Errorf("a reach of %v; expected a finite number of at least 0", opt.Reach)
	}
	return nil
}

// longestName is the number of bytes that the name of a body may have: docs/proof.md.
const longestName = 1 << 16

// Prove finds which pairs of triangles are at most the reach apart, and adds a frame that proves it: the poses are those of the
// bodies that move, first to last. The answer, also its error, is that of Detector.Within; it is valid until the next call. An
// error other than one of a pose ends the proof: what was written is none, and the error comes again. It wraps
// collide.ErrIncomplete where the context or the budget ended it, and ErrProof where the answer was wrong.
// The time is a few times that of the query, and linear in what is written.
func (w *Writer) Prove(ctx context.Context, poses ...geom.Pose) (*collide.Clearance, error) {
	if len(poses) != w.moving {
		panic(fmt.Sprintf("proof: Prove with %d poses; %d bodies move", len(poses), w.moving))
	}
	if w.err != nil {
		return nil, w.err
	}
	for i, p := range poses {
		if err := w.detector.SetPose(i, p); err != nil {
			return nil, err
		}
		w.bodies[i].Pose = p
	}
	found, err := w.detector.Within(ctx, w.prover.Reach)
	if err == nil {
		err = w.prove(ctx, found.Contacts)
	}
	if err == nil {
		err = w.out.Frame(poses, w.steps)
	}
	w.err = err
	return found, err
}

// prove finds the steps of all pairs of bodies.
func (w *Writer) prove(ctx context.Context, contacts []collide.Contact) error {
	w.steps = w.steps[:0]
	pairs := map[[2]uint32][]proof.Contact{}
	for _, c := range contacts {
		pair := [2]uint32{c.BodyA, c.BodyB}
		pairs[pair] = append(pairs[pair], proof.Contact{c.TriA, c.TriB})
	}
	for i := range w.bodies {
		for j := i + 1; j < len(w.bodies); j++ {
			a, b := &w.bodies[i], &w.bodies[j]
			if a.Immovable && b.Immovable {
				continue
			}
			steps, err := w.prover.Pair(ctx, a.Mesh.steps, b.Mesh.steps, &a.Pose, &b.Pose, pairs[[2]uint32{uint32(i), uint32(j)}])
			if ctx.Err() != nil {
				return collide.Interrupted(ctx)
			} else if err != nil {
				return fmt.Errorf("%w: %q and %q: %w", ErrProof, a.Name, b.Name, err)
			}
			w.steps = append(w.steps, steps...)
		}
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
