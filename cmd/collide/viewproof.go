//go:build !wasm

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/viewer"
	"github.com/collide-go/collide/meshio"
)

// isProof reports whether a file begins as a proof.
func isProof(ctx context.Context, from *input.Files, name string) bool {
	f, err := from.Open(ctx, name)
	if err != nil {
		return false // what it is instead will be told
	}
	defer func() { _ = f.Close() }() // nothing was written
	head := make([]byte, len(proofMark))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == proofMark
}

// proofMark begins proofs of all versions.
const proofMark = "collide proof "

// mostProof is the number of bytes of a proof that is viewed: it is kept in memory.
const mostProof = 1 << 30

// notForProofs are flags of view that a proof leaves nothing to.
var notForProofs = []string{"dt", "split", "allow", "self", "solid", "clearance", "srdf", "state", "joints"}

// showProof shows a proof with the files of its meshes.
func (a *app) showProof(ctx context.Context, from *input.Files, files []string, opt collide.Options, f *viewFlags) (*viewer.Show, error) {
	for _, flag := range notForProofs {
		if f.given(flag) {
			return nil, fmt.Errorf("--%s: %s is a proof, which has its own", flag, quote.Name(files[0]))
		}
	}
	text, err := readAll(ctx, from, files[0], mostProof)
	if err != nil {
		return nil, err
	}
	p, err := proof.Open(text)
	if err != nil {
		return nil, fmt.Errorf("%s: no proof: %w", quote.Name(files[0]), err)
	}
	if len(files) == 1 && slices.ContainsFunc(p.Meshes, func(m *proof.Mesh) bool { return !m.IsSolid() }) {
		return nil, fmt.Errorf("%s: a proof is viewed with the files of its meshes; expected collide view PROOF FILE, or more files", quote.Name(files[0]))
	}
	opt.Solid = p.Solid
	shapes, names, err := meshesOf(ctx, from, p, files)
	if err != nil {
		return nil, err
	}
	show, err := viewer.ShowProof(ctx, title(files[:1]), p, shapes, names, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote.Name(files[0]), err)
	}
	return show, nil
}

func readAll(ctx context.Context, from *input.Files, name string, most int64) ([]byte, error) {
	f, err := from.Open(ctx, name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("more than %d MiB", most>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote.Name(name), err)
	}
	return text, nil
}

// meshesOf reads the files of a proof's meshes: each mesh has one, and each file is that of a mesh.
func meshesOf(ctx context.Context, from *input.Files, p *proof.File, files []string) ([]collide.Shape, []string, error) {
	shapes, names := make([]collide.Shape, len(p.Meshes)), make([]string, len(p.Meshes))
	for k, m := range p.Meshes {
		if solid, ok := m.Shape().(collide.Shape); m.IsSolid() && ok {
			shapes[k] = solid
		} else if m.IsSolid() {
			return nil, nil, fmt.Errorf("%s: a solid that is neither a sphere nor a capsule nor a hull", quote.Name(files[0]))
		}
	}
	var others []string
	for _, name := range files[1:] {
		text, err := readAll(ctx, from, name, mostProof)
		if err != nil {
			return nil, nil, err
		}
		sum := sha256.Sum256(text)
		k := slices.IndexFunc(p.Meshes, func(m *proof.Mesh) bool { return m.Sum() == sum })
		if k < 0 {
			others = append(others, fmt.Sprintf("%s has %x", quote.Name(name), sum))
			continue
		}
		if shapes[k], err = provenMesh(ctx, p, k, text, name); err != nil {
			return nil, nil, err
		}
		names[k] = name
	}
	for i := range p.Bodies {
		if k := p.Bodies[i].Mesh; shapes[k] == nil {
			others = append([]string{fmt.Sprintf("no file given is that of body %s, with SHA-256 %x", quote.Name(p.Bodies[i].Name), p.Meshes[k].Sum())}, others...)
			break
		}
	}
	if others != nil {
		return nil, nil, fmt.Errorf("%s is about other files: %s", quote.Name(files[0]), strings.Join(others, "; "))
	}
	return shapes, names, nil
}

// provenMesh reads a mesh of a proof.
func provenMesh(ctx context.Context, p *proof.File, k int, text []byte, name string) (*collide.Model, error) {
	format := meshio.Unknown // STL of both kinds
	switch strings.ToLower(filepath.Ext(name)) {
	case ".obj":
		format = meshio.OBJ
	case ".stl":
	default:
		return nil, fmt.Errorf("%s: expected a file .obj or .stl, which proofs are about", quote.Name(name))
	}
	m, err := meshio.Read(ctx, bytes.NewReader(text), name, meshio.Options{Format: format})
	if err != nil {
		return nil, err
	}
	if err := p.Use(k, m); err != nil {
		return nil, fmt.Errorf("%s: %w", quote.Name(name), err)
	}
	return collide.NewModel(m), nil
}
