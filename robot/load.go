package robot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
)

// Loader reads robots with their meshes. The zero value reads the shapes for collisions, from any regular
// file. A mesh that several shapes name with one scale is read once and its model shared; robots that
// one loader reads share models, too. A loader is used by one goroutine at a time.
type Loader struct {
	// Files opens everything; nil opens any regular file.
	Files *input.Files
	// Packages are the directories that package://NAME stands for.
	Packages map[string]string
	// Path are directories that hold packages, or are packages, as in ROS_PACKAGE_PATH.
	Path []string
	// Visual reads the visual shapes in place of those for collisions.
	Visual bool
	// Model reads a mesh file, nil for meshio.ReadFile. It lets robots share models and limits with what
	// reads other files.
	Model func(ctx context.Context, path string) (*collide.Model, error)
	// MaxTriangles bounds the triangles of COLLADA files and of scaled copies of meshes together, 0 for 2²⁵.
	MaxTriangles int

	models    map[modelKey]*collide.Model
	triangles int
}

// modelKey is a mesh file with a scale.
type modelKey struct {
	path  string
	scale geom.Vec
}

// File reads a URDF and the meshes that its links name. Errors name file, line and link.
func (l *Loader) File(ctx context.Context, path string) (*Robot, error) {
	f, err := l.Files.Open(ctx, path)
	if err != nil {
		return nil, unopened(path, err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	r, err := Read(ctx, f, path)
	if err != nil {
		return nil, err
	}
	for i := range r.Links {
		shapes := r.Links[i].Shapes(l.Visual)
		for k := range shapes {
			if err := l.shape(ctx, r, &r.Links[i], &shapes[k]); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// Semantics reads the SRDF of a robot.
func (l *Loader) Semantics(ctx context.Context, r *Robot, path string) (*Semantics, error) {
	f, err := l.Files.Open(ctx, path)
	if err != nil {
		return nil, unopened(path, err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	return r.ReadSemantics(ctx, f, path)
}

// unopened turns "open a.urdf: no such file" into the form that all errors have.
func unopened(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return &Error{File: path, Msg: "cannot be read", Err: p.Err}
	}
	return err
}

// shape reads the mesh of a shape.
func (l *Loader) shape(ctx context.Context, r *Robot, link *Link, g *Geometry) error {
	fault := func(msg string, err error) error {
		return &Error{File: r.File, Line: g.Line, Msg: "link " + name(link.Name) + ": " + msg, Err: err}
	}
	if g.Mesh == "" {
		return nil
	}
	path, err := l.resolve(ctx, r.File, g.Mesh)
	if err != nil {
		return fault("mesh "+name(g.Mesh), err)
	}
	g.File = path
	m, err := l.model(ctx, path, g.Scale)
	var opening *fs.PathError
	switch {
	case err == nil:
		g.Shape = m
		return nil
	case errors.As(err, &opening):
		return fault("mesh "+name(g.Mesh)+": "+name(path)+" cannot be read", opening.Err)
	case ctx.Err() != nil:
		return err
	}
	return fault("mesh "+name(g.Mesh), err)
}

// model returns the model of a mesh file with a scale.
func (l *Loader) model(ctx context.Context, path string, scale geom.Vec) (*collide.Model, error) {
	key := modelKey{filepath.Clean(path), scale}
	if m, ok := l.models[key]; ok {
		return m, nil
	}
	m, err := l.readModel(ctx, path)
	if err == nil && scale != (geom.Vec{X: 1, Y: 1, Z: 1}) {
		m, err = l.scaled(m, scale)
	}
	if err != nil {
		return nil, err
	}
	if l.models == nil {
		l.models = map[modelKey]*collide.Model{}
	}
	l.models[key] = m
	return m, nil
}

func (l *Loader) readModel(ctx context.Context, path string) (*collide.Model, error) {
	if strings.EqualFold(filepath.Ext(path), ".dae") {
		return l.readCOLLADA(ctx, path)
	}
	if l.Model != nil {
		return l.Model(ctx, path)
	}
	m, err := meshio.ReadFile(ctx, path, meshio.Options{Files: l.Files})
	if err != nil {
		return nil, err
	}
	return collide.NewModel(m), nil
}

// scaled returns a copy of a mesh, each coordinate multiplied by its scale and rounded once. Triangles keep the
// order of their corners under a mirrored scale, too: what is inside goes by winding numbers other than 0.
func (l *Loader) scaled(m *collide.Model, scale geom.Vec) (*collide.Model, error) {
	from := m.Mesh()
	if err := l.count(len(from.Triangles)); err != nil {
		return nil, err
	}
	to := *from
	to.Vertices = make([]geom.Vec, len(from.Vertices))
	for i, v := range from.Vertices {
		to.Vertices[i] = geom.Vec{X: float64(v.X * scale.X), Y: float64(v.Y * scale.Y), Z: float64(v.Z * scale.Z)}
	}
	return newModel(&to)
}

// count adds triangles to those that the loader has made.
func (l *Loader) count(n int) error {
	if l.triangles += n; l.triangles > l.most() {
		return fmt.Errorf("%d triangles in COLLADA files and scaled copies of meshes up to here; expected at most %d: %w", l.triangles, l.most(), meshio.ErrLimit)
	}
	return nil
}

func (l *Loader) most() int { return cmp.Or(l.MaxTriangles, maxScaled) }

// maxScaled is the default of Loader.MaxTriangles: 33,554,432 triangles.
const maxScaled = 1 << 25

func newModel(m *mesh.Mesh) (*collide.Model, error) {
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("scaled: %w", err)
	}
	return collide.NewModel(m), nil
}

// resolve returns the path of a mesh that a URDF names.
func (l *Loader) resolve(ctx context.Context, from, mesh string) (string, error) {
	rest, ok := cutPackage(mesh)
	if !ok {
		return l.Files.Resolve(from, mesh)
	}
	pkg, rest, _ := strings.Cut(rest, "/")
	rest = filepath.FromSlash(rest)
	if pkg == "" || rest == "" {
		return "", errors.New("expected package://NAME/FILE")
	}
	if dir, ok := l.Packages[pkg]; ok {
		return filepath.Join(dir, rest), nil
	}
	for _, dir := range l.Path {
		if path := filepath.Join(dir, pkg, rest); l.exists(ctx, path) {
			return path, nil
		}
		if path := filepath.Join(dir, rest); filepath.Base(filepath.Clean(dir)) == pkg && l.exists(ctx, path) {
			return path, nil
		}
	}
	return l.above(ctx, from, pkg, rest)
}

// cutPackage returns what follows package://, in any case, and whether that is there.
func cutPackage(mesh string) (string, bool) {
	const scheme = "package://"
	if len(mesh) < len(scheme) || !strings.EqualFold(mesh[:len(scheme)], scheme) {
		return "", false
	}
	return mesh[len(scheme):], true
}

// above looks for a file in the folder of another one and in the folders above it, whatever they are called.
func (l *Loader) above(ctx context.Context, from, pkg, rest string) (string, error) {
	dir := filepath.Dir(from)
	whole, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		if path := filepath.Join(dir, rest); l.exists(ctx, path) {
			return path, nil
		}
		next := filepath.Dir(whole)
		if next == whole || ctx.Err() != nil {
			break
		}
		dir, whole = filepath.Join(dir, ".."), next
	}
	return "", fmt.Errorf("not found in ROS_PACKAGE_PATH, in %s or in a folder above it; name the package's folder with --package %s=DIR", name(filepath.Dir(from)), name(pkg))
}

// exists reports whether a regular file can be opened.
func (l *Loader) exists(ctx context.Context, path string) bool {
	f, err := l.Files.Open(ctx, path)
	if err != nil {
		return false
	}
	_ = f.Close() // nothing was written
	return true
}
