package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/proof"
)

// besideStatesProof are the flags of trajectory that --proof takes: a proof is of all contacts of each state, or of all that is within a
// clearance, on which the verdict must rest alone.
var besideStatesProof = []string{"proof", "clearance", "states", "srdf", "package", "limits", "workers", "format", "out", "root", "max-bodies", "max-triangles"}

// checkStatesProof returns what a proof of states cannot be asked together with.
func checkStatesProof(c *cobra.Command, file string) error {
	if other := otherFlag(c, besideStatesProof); file != "" && other != "" {
		return fmt.Errorf("--proof with --%s; expected one of them: a proof is of all contacts of each state, or of all that is within a clearance, and nothing else", other)
	}
	return nil
}

// statesProof is a proof of a robot's states that is being written.
type statesProof struct {
	path   string
	file   *atomicfile.File
	w      *proof.Writer
	cell   *cell
	of     []int // which bodies of the cell those of the proof belong to
	reach  float64
	states int
	done   bool
}

// openStatesProof begins a proof of the states of robots among the bodies around them. It returns nil for no file.
func (a *app) openStatesProof(ctx context.Context, from *input.Files, in *cell, path string, reach float64) (*statesProof, error) {
	if path == "" {
		return nil, nil //nolint:nilnil // no file is no proof
	}
	read := func(ctx context.Context, name string) (*proof.Mesh, error) {
		f, err := from.Open(ctx, name)
		if err != nil {
			return nil, unreadable(name, err)
		}
		defer func() { _ = f.Close() }() // nothing was written
		return proof.Read(ctx, f, name)
	}
	if len(in.moved) > 0 {
		return nil, fmt.Errorf("--proof: a link holds %s; expected bodies that stand still", quote.Name(in.names[in.links()+in.moved[0]]))
	}
	var bodies []proof.Body
	var skip [][2]int
	var of []int
	for m, r := range in.robots {
		own, apart, err := proof.RobotBodies(ctx, r.Robot, r.Semantics, read)
		if err != nil {
			return nil, fmt.Errorf("--proof: %w", err)
		}
		for _, p := range apart {
			skip = append(skip, [2]int{len(bodies) + p[0], len(bodies) + p[1]})
		}
		for i, p := range r.Parts(false) {
			own[i].Name = r.LinkName(p.Link)
			of = append(of, in.bodyOf[in.Link(m, p.Link)])
		}
		bodies = append(bodies, own...)
	}
	moving := len(bodies)
	for i := range in.placed {
		b := &in.placed[i]
		m, err := proof.Solid(b.Shape)
		if b.Mesh() != nil {
			m, err = read(ctx, b.File)
		}
		if err != nil {
			return nil, fmt.Errorf("--proof: %s: %w", quote.Name(b.Name), err)
		}
		if b.Mesh() != nil && !m.Is(b.Shape) {
			return nil, fmt.Errorf("--proof: %s is not the mesh of %s as it is in the file; expected no motion of vertices", quote.Name(b.Name), quote.Name(b.File))
		}
		bodies = append(bodies, proof.Body{Name: b.Name, Mesh: m, Pose: b.Pose, Immovable: true})
		of = append(of, in.links()+i)
	}
	p := &statesProof{path: path, cell: in, reach: reach, of: of}
	var err error
	if p.file, err = atomicfile.Create(ctx, path); err != nil {
		return nil, err
	}
	if p.w, err = proof.NewWriter(p.file, bodies, proof.Options{Reach: reach, Moving: moving, Skip: skip}); err != nil {
		p.file.Discard()
		return nil, fmt.Errorf("--proof: %w", err)
	}
	return p, nil
}

// add proves a state. Its contacts must be as many as those of the answer, and with a clearance what is near must be the same bodies.
func (p *statesProof) add(ctx context.Context, s *report.State) error {
	if p == nil {
		return nil
	}
	var poses []geom.Pose
	for m, r := range p.cell.robots {
		poses = append(poses, proof.RobotPoses(r.Robot, r.Base, p.cell.Values(m, s.Values))...)
	}
	found, err := p.w.Prove(ctx, poses...)
	if err != nil {
		return err
	}
	p.states++
	if p.reach > 0 {
		return p.agree(s, found.Contacts)
	}
	n := 0
	for i := range s.Pairs {
		n += s.Pairs[i].Contacts
	}
	if n != len(found.Contacts) {
		return fmt.Errorf("--proof: state %d has %d contacts, of which %d are proven", s.Index, n, len(found.Contacts))
	}
	return nil
}

// agree returns an error unless the bodies of a state that are near are those that have triangles that are.
func (p *statesProof) agree(s *report.State, near []collide.Contact) error {
	pairs := map[[2]int]bool{}
	for _, c := range near {
		pairs[[2]int{p.of[c.BodyA], p.of[c.BodyB]}] = true
	}
	same := len(pairs) == len(s.Near)
	for i := range s.Near {
		same = same && pairs[[2]int{s.Near[i].A, s.Near[i].B}]
	}
	if !same {
		return fmt.Errorf("--proof: in state %d %d pairs of bodies are at most %v apart, and other ones, %d, have triangles that are", s.Index, len(s.Near), p.reach, len(pairs))
	}
	return nil
}

// end puts the proof in its place where the answer is complete.
func (p *statesProof) end(complete bool) error {
	if p == nil || !complete || p.states == 0 {
		return nil
	}
	if err := p.w.Close(); err != nil {
		return err
	}
	if err := p.file.Commit(); err != nil {
		return err
	}
	p.done = true
	return nil
}

// close removes a proof that was not finished, and says so.
func (p *statesProof) close(a *app) {
	if p == nil || p.done {
		return
	}
	p.file.Discard()
	why := "the answer is incomplete"
	if p.states == 0 {
		why = "nothing was checked"
	}
	a.logf("no proof is written, and %s is as it was: %s", quote.Name(p.path), why)
}
