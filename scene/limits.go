package scene

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
)

// Limits bound what a loader makes of its files together, so that a small scene cannot
// ask for more memory than a machine has. They are counted before anything is made.
// Errors name the limit and wrap meshio.ErrLimit. Zero fields stand for the defaults.
type Limits struct {
	// Bodies is the most bodies, 0 for DefaultBodies.
	Bodies int
	// Triangles is the most triangles of all meshes, 0 for DefaultTriangles. A mesh that
	// several bodies share counts once, and once more for each body that deforms it.
	Triangles int
}

const (
	// DefaultBodies is the default of Limits.Bodies: 4,194,304 bodies, which take about
	// 4 GB.
	DefaultBodies = 1 << 22
	// DefaultTriangles is the default of Limits.Triangles: 33,554,432 triangles, whose
	// meshes take about 1 GB and whose hierarchies several times that.
	DefaultTriangles = 1 << 25
)

// tally is what a loader has made, or is about to make.
type tally struct{ bodies, triangles int }

// countBodies adds bodies.
func (l *Loader) countBodies(file string, line, n int) error {
	most := cmp.Or(l.Limits.Bodies, DefaultBodies)
	if l.made.bodies += n; l.made.bodies > most {
		return &Error{File: file, Line: line, Err: meshio.ErrLimit,
			Msg: fmt.Sprintf("%d bodies together; expected at most %d (Limits.Bodies, --max-bodies)", l.made.bodies, most)}
	}
	return nil
}

// countTriangles adds the triangles of a mesh.
func (l *Loader) countTriangles(file string, line, n int) error {
	most := cmp.Or(l.Limits.Triangles, DefaultTriangles)
	if l.made.triangles += n; l.made.triangles > most {
		return &Error{File: file, Line: line, Err: meshio.ErrLimit,
			Msg: fmt.Sprintf("%d triangles in all meshes up to here; expected at most %d (Limits.Triangles, --max-triangles)", l.made.triangles, most)}
	}
	return nil
}

// count adds what a scene asks for: its bodies, and the triangles of shapes made from
// parameters.
func (l *Loader) count(s *Scene, file string) error {
	if n := len(s.Bodies); n > 0 {
		if err := l.countBodies(file, s.Bodies[n-1].line, n); err != nil {
			return err
		}
	}
	counted := map[proceduralKey]bool{}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.HeightField != nil {
			if err := l.countTriangles(file, b.line, b.HeightField.triangles()); err != nil {
				return err
			}
		}
		if b.Procedural == nil {
			continue
		}
		n := 0
		if key := (proceduralKey{*b.Procedural, s.Unit}); l.procedural[key] == nil && !counted[key] {
			counted[key] = true
			n = b.Procedural.Facets()
		}
		if b.Deform != nil {
			n += b.Procedural.Facets()
		}
		if err := l.countTriangles(file, b.line, n); err != nil {
			return err
		}
	}
	return nil
}

// meshOptions returns the options for reading one more mesh file.
func (l *Loader) meshOptions() (opt meshio.Options, left int) {
	opt, left = l.Mesh, cmp.Or(l.Limits.Triangles, DefaultTriangles)-l.made.triangles
	opt.Files = l.Files
	if left = max(left, 1); opt.MaxTriangles == 0 || opt.MaxTriangles > left {
		opt.MaxTriangles = left
	}
	return opt, left
}

// countRead adds a mesh that was read with at most left triangles, or explains why it was not.
func (l *Loader) countRead(path string, m *mesh.Mesh, err error, left int) error {
	switch {
	case err == nil:
		return l.countTriangles(path, 0, len(m.Triangles))
	case errors.Is(err, meshio.ErrLimit) && (l.Mesh.MaxTriangles == 0 || l.Mesh.MaxTriangles > left):
		return &Error{File: path, Err: err, Msg: fmt.Sprintf("expected at most %d triangles in all meshes (Limits.Triangles, --max-triangles)",
			cmp.Or(l.Limits.Triangles, DefaultTriangles))}
	}
	return err
}

// Count adds bodies that something else makes to those of the loader.
func (l *Loader) Count(file string, bodies int) error { return l.countBodies(file, 0, bodies) }
