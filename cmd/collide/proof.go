package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

func proofFlag(c *cobra.Command, file *string) {
	c.Flags().StringVar(file, "proof", "", "write a proof of the contacts, or of what is within --clearance, which a program that is not ours can verify, to this file")
}

// besideProof are the flags of check and sweep that --proof takes: a proof is of the whole set of contacts, or of that of the pairs within
// a clearance, on which the verdict must rest alone.
var besideProof = []string{
	"proof", "poses", "method", "option", "backend", "workers", "budget", "format", "out", "out-dir", "image", "root", "unit", "split",
	"max-bodies", "max-triangles", "clearance", "allow", "solid",
}

// checkProof returns what a proof cannot be asked together with.
func checkProof(c *cobra.Command, file string) error {
	if file != "" && c.Flags().Changed("solid") && c.Flags().Changed("clearance") {
		return errors.New("--proof with --solid and --clearance; expected one of these two: a body in another one is proven beside contacts")
	}
	if other := otherFlag(c, besideProof); file != "" && other != "" {
		return fmt.Errorf("--proof with --%s; expected one of them: a proof is of all contacts, or of all that is within a clearance, and nothing else", other)
	}
	return nil
}

// proofFile is a proof that is being written.
type proofFile struct {
	path    string
	file    *atomicfile.File
	w       *proof.Writer
	meshes  []*proof.Mesh // of the bodies
	bodies  []proof.Body
	skipped [][2]int // pairs of bodies that are not looked at, ascending
	provers map[*collide.Detector]*proof.Prover
	frame   []byte
	// reach is the clearance, in the unit of the coordinates, which are those of the files; 0 for contacts. near are the pairs of
	// triangles of a check that are within it.
	reach float64
	near  []collide.Contact
	solid bool // bodies in others are proven, too
	done  bool
	empty bool // without a pose
}

// openProof orders the meshes of the bodies and begins a proof of what the head asks. It returns nil for no file.
func (a *app) openProof(ctx context.Context, from *input.Files, in *inputs, path string, head proof.Head) (*proofFile, error) {
	if path == "" {
		return nil, nil //nolint:nilnil // no file is no proof
	}
	if len(in.robots()) > 0 {
		return nil, errors.New("--proof with a robot; expected files of meshes, or a scene of them")
	}
	p := &proofFile{path: path, reach: head.Reach, solid: head.Solid, skipped: head.Skipped, provers: map[*collide.Detector]*proof.Prover{}}
	known, sums := map[*mesh.Mesh]int{}, map[[32]byte]int{}
	for i := range in.placed {
		b := &in.placed[i]
		if solid := proof.OfShape(b.Shape); solid != nil {
			head.Meshes, p.meshes = append(head.Meshes, solid), append(p.meshes, solid)
			p.bodies = append(p.bodies, proof.Body{Name: b.Name, Mesh: len(head.Meshes) - 1, Fixed: b.Immovable, Pose: b.Pose})
			continue
		}
		k, ok := known[b.Mesh()]
		if !ok {
			sum, err := provable(ctx, from, b)
			if err != nil {
				return nil, err
			}
			if k, ok = sums[sum]; ok && !sameMesh(b.Mesh(), head.Meshes[k].Mesh()) {
				return nil, fmt.Errorf("--proof: %s is read in another way than another file of the same content", quote.Name(b.File))
			} else if !ok {
				m, err := proof.NewMesh(ctx, b.Mesh(), sum)
				if err != nil {
					return nil, err
				}
				k = len(head.Meshes)
				sums[sum], head.Meshes = k, append(head.Meshes, m)
			}
			known[b.Mesh()] = k
		}
		p.meshes = append(p.meshes, head.Meshes[k])
		p.bodies = append(p.bodies, proof.Body{Name: b.Name, Mesh: k, Fixed: b.Immovable, Pose: b.Pose})
	}
	if !p.hasPair() {
		return nil, errors.New("--proof: no pair of bodies is tested; expected two bodies, of which one is not immovable")
	}
	var err error
	if p.file, err = atomicfile.Create(ctx, path); err != nil {
		return nil, err
	}
	head.Bodies = p.bodies
	p.w = proof.NewWriter(p.file, &head)
	return p, nil
}

// eachPair yields the pairs of bodies that are looked at.
func (p *proofFile) eachPair(yield func(i, j int) bool) {
	skipped := p.skipped
	for i := range p.bodies {
		for j := i + 1; j < len(p.bodies); j++ {
			if len(skipped) > 0 && skipped[0] == [2]int{i, j} {
				skipped = skipped[1:]
			} else if (!p.bodies[i].Fixed || !p.bodies[j].Fixed) && !yield(i, j) {
				return
			}
		}
	}
}

func (p *proofFile) hasPair() bool {
	for range p.eachPair {
		return true
	}
	return false
}

// provable returns the SHA-256 of a body's file. The mesh must be that of a file that verifiers read, unchanged.
func provable(ctx context.Context, from *input.Files, b *scene.Placed) (sum [32]byte, err error) {
	m := b.Mesh()
	if m == nil {
		return sum, fmt.Errorf("--proof: %s is neither a mesh nor a sphere, box, capsule or hull, of which there are proofs", quote.Name(b.Name))
	}
	format := meshio.Unknown // STL of both kinds
	switch strings.ToLower(filepath.Ext(b.File)) {
	case ".obj":
		format = meshio.OBJ
	case ".stl":
	default:
		return sum, fmt.Errorf("--proof: %s of %s; expected files .obj or .stl, which verifiers read", quote.Name(b.Name), quote.Name(b.File))
	}
	f, err := from.Open(ctx, b.File)
	if err != nil {
		return sum, unreadable(b.File, err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	hash := sha256.New()
	text := io.TeeReader(f, hash)
	same, err := meshio.Read(ctx, text, b.File, meshio.Options{Format: format})
	if err == nil {
		_, err = io.Copy(io.Discard, text)
	}
	if err != nil {
		return sum, err
	}
	if !sameMesh(m, same) {
		return sum, fmt.Errorf("--proof: %s is not the mesh of %s as it is in the file; expected no --split, no other unit, and no motion of vertices", quote.Name(b.Name), quote.Name(b.File))
	}
	return [32]byte(hash.Sum(nil)), nil
}

// sameMesh reports whether two meshes are equal, vertex by vertex.
func sameMesh(a, b *mesh.Mesh) bool {
	return slices.Equal(a.Triangles, b.Triangles) && slices.Equal(a.Vertices, b.Vertices)
}

// byPair are contacts by the two bodies.
func byPair(contacts []collide.Contact) map[[2]int][]proof.Contact {
	m := map[[2]int][]proof.Contact{}
	for _, c := range contacts {
		pair := [2]int{int(c.BodyA), int(c.BodyB)}
		m[pair] = append(m[pair], proof.Contact{c.TriA, c.TriB})
	}
	return m
}

// pair appends the proof of what two bodies do to steps.
func (p *proofFile) pair(ctx context.Context, with *proof.Prover, steps []byte, i, j int, pose *geom.Pose, contacts []proof.Contact, inside collide.Side) ([]byte, error) {
	s, err := with.Pair(ctx, p.meshes[i], p.meshes[j], pose, &p.bodies[j].Pose, contacts)
	if err == nil && p.solid && len(contacts) == 0 {
		err = p.inside(with, i, j, pose, inside)
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s and %s cannot be proven: %w", quote.Name(p.bodies[i].Name), quote.Name(p.bodies[j].Name), err)
	}
	return append(steps, s...), err
}

// check proves what a check has found, and puts the proof in its place.
func (p *proofFile) check(ctx context.Context, r *collide.Result) error {
	contacts := r.Contacts
	if p.reach > 0 {
		contacts = p.near
	}
	prover := proof.Prover{Reach: p.reach}
	found := byPair(contacts)
	for i, j := range p.eachPair {
		var err error
		if p.frame, err = p.pair(ctx, &prover, p.frame, i, j, &p.bodies[i].Pose, found[[2]int{i, j}], insideOf(r.Pairs, i, j)); err != nil {
			return err
		}
	}
	if err := p.w.Frame(nil, p.frame); err != nil {
		return err
	}
	return p.commit()
}

// answers reports whether a proof is of what a query with the reach finds.
func (p *proofFile) answers(reach float64) bool { return p != nil && p.reach == reach }

// pose returns the steps for a pose of a sweep, nil where its answer is not complete.
func (p *proofFile) pose(ctx context.Context, d *collide.Detector, pose *geom.Pose, r *collide.Result, err error) ([]byte, error) {
	if r.Verdict == collide.Unknown || err != nil {
		return nil, err
	}
	steps, err := p.pair(ctx, p.provers[d], nil, 0, 1, pose, byPair(r.Contacts)[[2]int{0, 1}], insideOf(r.Pairs, 0, 1))
	return steps, provingError(ctx, err)
}

// start gives each detector of a sweep a prover.
func (p *proofFile) start(detectors []*collide.Detector) {
	if p == nil {
		return
	}
	for _, d := range detectors {
		p.provers[d] = &proof.Prover{Reach: p.reach}
	}
}

// add writes the proof of a pose; false means that writing failed.
func (p *proofFile) add(out *sweepWriter, pose *geom.Pose, steps []byte) bool {
	if p != nil {
		out.err = p.w.Frame([]geom.Pose{*pose}, steps)
	}
	return out.err == nil
}

// provingError is an error of a proof: where the context ended, the answer is incomplete.
func provingError(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	return collide.Interrupted(ctx)
}

func (p *proofFile) commit() error {
	if p.w.Frames() == 0 {
		p.empty = true // close reports it
		return nil
	}
	if err := p.w.End(); err != nil {
		return err
	}
	if err := p.file.Commit(); err != nil {
		return err
	}
	p.done = true
	return nil
}

// close removes a proof that was not finished, and says so.
func (p *proofFile) close(a *app) {
	if p == nil || p.done {
		return
	}
	p.file.Discard()
	if p.empty {
		a.logf("no proof is written, and %s is as it was: nothing was checked", quote.Name(p.path))
		return
	}
	a.logf("no proof is written, and %s is as it was: the answer is incomplete", quote.Name(p.path))
}
