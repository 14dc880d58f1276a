package proof

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/meshio"
)

// Mesh is the mesh of a file and an order of its triangles, or a solid. Writers and goroutines may share it.
type Mesh struct {
	shape collide.Shape
	steps *proof.Mesh
}

// Solid returns a shape.Sphere, shape.Capsule, shape.Box or shape.Convex for proofs. They have its points and its radius; it has no file. Other
// shapes are an error.
func Solid(s collide.Shape) (*Mesh, error) {
	steps := proof.OfShape(s)
	if steps == nil {
		return nil, errors.New("neither a mesh nor a sphere, box, capsule or hull, of which there are proofs")
	}
	return &Mesh{s, steps}, nil
}

// ReadFile reads a regular file .obj or .stl. O(n log n) for n triangles.
func ReadFile(ctx context.Context, name string) (*Mesh, error) {
	f, err := (*input.Files)(nil).Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	return Read(ctx, f, name)
}

// Read reads the content of a file to its end. The name says by .obj or .stl, in upper or lower case, what it is; other formats
// are an error, since verifiers do not read them. Errors name the file.
func Read(ctx context.Context, r io.Reader, name string) (*Mesh, error) {
	format := meshio.Unknown // STL of both kinds
	switch strings.ToLower(filepath.Ext(name)) {
	case ".obj":
		format = meshio.OBJ
	case ".stl":
	default:
		return nil, fmt.Errorf("%s: expected a file .obj or .stl, which verifiers read", quote.Name(name))
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote.Name(name), err)
	}
	m, err := meshio.Read(ctx, bytes.NewReader(text), name, meshio.Options{Format: format})
	if err != nil {
		return nil, err
	}
	if len(m.Triangles) == 0 {
		return nil, fmt.Errorf("%s: expected a triangle", quote.Name(name))
	}
	steps, err := proof.NewMesh(ctx, m, sha256.Sum256(text))
	if err != nil {
		return nil, err
	}
	return &Mesh{collide.NewModel(m), steps}, nil
}

// Is reports whether a shape is the mesh as it is in the file, vertex by vertex. O(n).
func (m *Mesh) Is(s collide.Shape) bool {
	model, ok := s.(*collide.Model)
	return ok && m.steps.Is(model.Mesh())
}

// Model returns the mesh for detectors, nil for a solid.
func (m *Mesh) Model() *collide.Model {
	model, _ := m.shape.(*collide.Model)
	return model
}
