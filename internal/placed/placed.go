// Package placed holds what files with a tree of nodes are read into: meshes in their own coordinates, and the places that the
// tree puts them at.
package placed

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
)

// File is what a file holds.
type File struct {
	// Path is the file's name in errors.
	Path string
	// Unit is that of the coordinates.
	Unit unit.Unit
	// Meshes have no parts. Each is placed at least once.
	Meshes []*mesh.Mesh
	// Instances are in the order of the tree: a node before its children.
	Instances []Instance
	// Unread counts what the file has beside them that could be geometry, "" for nothing.
	Unread string
}

// Unread is a kind of thing that a file has and that is not read, with their number.
type Unread struct {
	N         int
	One, Many string
}

// Leave writes what is not read into File.Unread.
func (f *File) Leave(kinds ...Unread) {
	var list []string
	total := 0
	for _, k := range kinds {
		switch total += k.N; k.N {
		case 0:
		case 1:
			list = append(list, "1 "+k.One)
		default:
			list = append(list, fmt.Sprintf("%d %s", k.N, k.Many))
		}
	}
	verb := " are not read"
	if total == 1 {
		verb = " is not read"
	}
	if last := len(list) - 1; last > 0 {
		list = []string{strings.Join(list[:last], ", ") + " and " + list[last]}
	}
	if total > 0 {
		f.Unread = list[0] + verb
	}
}

// Instance is a mesh at a place.
type Instance struct {
	// Name is what the file calls it. Several may have one name.
	Name string
	// Mesh is an index into File.Meshes.
	Mesh  int
	Place Place
}

// Limits bound what is read of a file. Each is counted before anything is made.
type Limits struct {
	// Instances is the most instances.
	Instances int
	// Triangles is the most triangles of all meshes together.
	Triangles int
}

// limit returns an error that wraps meshio.ErrLimit.
func (f *File) limit(format string, args ...any) error {
	return &meshio.Error{File: f.Path, Msg: fmt.Sprintf(format, args...), Err: meshio.ErrLimit}
}

// Convert multiplies all coordinates with a ratio, each rounded once, those of the meshes before their scales.
func (f *File) Convert(r unit.Ratio) error {
	for _, m := range f.Meshes {
		for i, v := range m.Vertices {
			m.Vertices[i] = times(r, v)
		}
		if err := m.Check(); err != nil {
			return &meshio.Error{File: f.Path, Msg: "converted to another unit: " + err.Error(), Err: err}
		}
	}
	for i := range f.Instances {
		t := &f.Instances[i].Place.Pose.T
		if *t = times(r, *t); !t.IsFinite() {
			return &meshio.Error{File: f.Path, Msg: "converted to another unit: a place is beyond the range of float64"}
		}
	}
	return nil
}

func times(r unit.Ratio, v geom.Vec) geom.Vec {
	return geom.Vec{X: r.Times(v.X), Y: r.Times(v.Y), Z: r.Times(v.Z)}
}

// Scaled returns a mesh with its coordinates multiplied by a scale, each rounded once: the mesh itself where the scale
// is 1. Triangles keep the order of their corners under a mirrored scale, too.
func (f *File) Scaled(k int, scale geom.Vec) (*mesh.Mesh, error) {
	m := f.Meshes[k]
	if scale == one {
		return m, nil
	}
	to := *m
	to.Vertices = make([]geom.Vec, len(m.Vertices))
	for i, v := range m.Vertices {
		to.Vertices[i] = product(scale, v)
	}
	if err := to.Check(); err != nil {
		return nil, &meshio.Error{File: f.Path, Msg: "scaled by a node: " + err.Error(), Err: err}
	}
	return &to, nil
}

// Union returns the instances as one mesh of at most the given number of triangles, in their order: each vertex as its
// place puts it, and the corners of mirrored triangles in the other order, so that all shells keep their orientation.
// Each instance is a part of the kind mesh.Object.
func (f *File) Union(name string, most int) (*mesh.Mesh, error) {
	triangles, vertices := 0, 0
	for _, in := range f.Instances {
		m := f.Meshes[in.Mesh]
		if len(m.Triangles) > most-triangles || len(m.Vertices) > maxVertices-vertices {
			return nil, f.limit("more than %d triangles or %d vertices in %d instances as one mesh", most, maxVertices, len(f.Instances))
		}
		triangles, vertices = triangles+len(m.Triangles), vertices+len(m.Vertices)
	}
	u := &mesh.Mesh{Name: name, Vertices: make([]geom.Vec, 0, vertices), Triangles: make([][3]uint32, 0, triangles)}
	for i := range f.Instances {
		f.add(u, &f.Instances[i])
	}
	if err := u.Check(); err != nil {
		return nil, &meshio.Error{File: f.Path, Msg: "placed: " + err.Error(), Err: err}
	}
	return u, nil
}

// maxVertices is the most vertices of a union: 1,073,741,824, as meshio reads.
const maxVertices = 1 << 30

// add appends an instance to a mesh.
func (f *File) add(u *mesh.Mesh, in *Instance) {
	m, p := f.Meshes[in.Mesh], &in.Place
	from, first := uint32(len(u.Vertices)), uint32(len(u.Triangles))
	for _, v := range m.Vertices {
		u.Vertices = append(u.Vertices, p.Pose.Apply(product(p.Scale, v)))
	}
	second, third := 1, 2
	if p.mirrors() {
		second, third = third, second
	}
	for _, t := range m.Triangles {
		u.Triangles = append(u.Triangles, [3]uint32{t[0] + from, t[second] + from, t[third] + from})
	}
	run := mesh.Run{First: first, Count: uint32(len(m.Triangles))}
	u.Parts = append(u.Parts, mesh.Part{Kind: mesh.Object, Name: in.Name, Runs: []mesh.Run{run}})
}

// Name returns the first of the names of an instance that is not blank, as one line: control characters become underscores.
func Name(names ...string) string {
	for i, n := range names {
		names[i] = strings.TrimSpace(strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f {
				return '_'
			}
			return r
		}, n))
	}
	return cmp.Or(names...)
}
