// Package collada reads the triangles of COLLADA files (.dae): the meshes that the nodes of a scene place, in the order of the
// nodes in the file. Materials, normals, lines and animations do not count; skins, splines and polygons with holes are errors,
// since leaving them out would leave out surface.
package collada

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/xmltree"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
)

// Document is what a file holds.
type Document struct {
	// Mesh is in the file's coordinates and unit.
	Mesh *mesh.Mesh
	// Meter is the file's unit of length in metres, and Up its axis that is up: "X_UP", "Y_UP" or "Z_UP".
	Meter float64
	Up    string
}

// The limits of a file: meshes of robots have up to 100 MB.
var limits = xmltree.Limits{Bytes: 1 << 28, Token: 1 << 28, Elements: 1 << 20, Depth: 256, Attrs: 64, Attr: 1 << 12}

// maxVisits bounds the nodes that a scene has when its instances are expanded, and maxVertices the vertices of all instances.
const (
	maxVisits   = 1 << 17
	maxVertices = 1 << 26
)

// Read reads a file with at most maxTriangles triangles. Errors are of type *meshio.Error and name the line.
func Read(ctx context.Context, in io.Reader, file string, maxTriangles int) (*Document, error) {
	root, err := xmltree.Parse(ctx, in, limits, "float_array", "p", "vcount", "matrix", "translate", "rotate", "scale", "up_axis")
	if err != nil {
		var e *xmltree.Error
		if errors.As(err, &e) {
			return nil, &meshio.Error{File: file, Line: max(e.Line, 1), Msg: e.Error(), Err: e.Err}
		}
		return nil, err
	}
	r := reader{ctx: ctx, file: file, ids: map[string]*xmltree.Element{}, twice: map[string]bool{}, most: maxTriangles, parts: map[*xmltree.Element]*part{}}
	r.mesh.Name = filepath.Base(file)
	d := Document{Mesh: &r.mesh, Meter: 1, Up: "Y_UP"}
	r.document(root, &d)
	if r.err == nil && len(r.mesh.Triangles) == 0 {
		r.failf(root, "no triangle in the scene")
	}
	if r.err != nil {
		return nil, r.err
	}
	if err := r.mesh.Check(); err != nil {
		return nil, &meshio.Error{File: file, Line: root.Line, Msg: err.Error(), Err: err}
	}
	return &d, nil
}

// reader takes a document apart. It keeps its first error.
type reader struct {
	ctx    context.Context
	file   string
	err    error
	ids    map[string]*xmltree.Element // by kind and id
	twice  map[string]bool             // ids that several elements have
	parts  map[*xmltree.Element]*part  // meshes that have been read
	mesh   mesh.Mesh
	most   int
	visits int
	space  string // namespace of the document
}

func (r *reader) failf(e *xmltree.Element, format string, args ...any) {
	if r.err == nil {
		r.err = &meshio.Error{File: r.file, Line: e.Line, Msg: fmt.Sprintf(format, args...)}
	}
}

// limit is failf for an error that wraps meshio.ErrLimit.
func (r *reader) limit(e *xmltree.Element, format string, args ...any) {
	if r.err == nil {
		r.err = &meshio.Error{File: r.file, Line: e.Line, Msg: fmt.Sprintf(format, args...), Err: meshio.ErrLimit}
	}
}

func (r *reader) document(root *xmltree.Element, d *Document) {
	if root.Name.Local != "COLLADA" {
		r.failf(root, "<%s>; expected <COLLADA>", xmltree.Short(root.Name.Local))
		return
	}
	r.space = root.Name.Space
	r.asset(root, d)
	r.index(root)
	scene := r.scene(root)
	if scene == nil {
		return
	}
	r.known(scene)
	for _, node := range children(scene, "node") {
		r.node(node, geom.Identity, 0)
	}
}

// asset reads the unit and the axis.
func (r *reader) asset(root *xmltree.Element, d *Document) {
	for _, a := range children(root, "asset") {
		r.known(a)
		for _, u := range children(a, "unit") {
			for _, a := range u.Attrs {
				if a.Name.Space == "" && a.Name.Local != "meter" && a.Name.Local != "name" && a.Name.Local != "xmlns" {
					r.failf(u, "<unit> has the attribute %s; expected meter, name", xmltree.Short(a.Name.Local))
				}
			}
			if s, ok := attr(u, "meter"); ok {
				v := r.numbers(u, []byte(s))
				if len(v) != 1 || !(v[0] > 0) {
					r.failf(u, "unit of %s metres; expected a number above 0", xmltree.Short(s))
					return
				}
				d.Meter = v[0]
			}
		}
		for _, u := range children(a, "up_axis") {
			switch up := string(trim(u.Text)); up {
			case "X_UP", "Y_UP", "Z_UP":
				d.Up = up
			default:
				r.failf(u, "up_axis is %s; expected X_UP, Y_UP or Z_UP", xmltree.Short(up))
			}
		}
	}
}

// index notes the elements that others refer to.
func (r *reader) index(e *xmltree.Element) {
	switch kind := e.Name.Local; kind {
	case "geometry", "node", "visual_scene", "source", "float_array", "vertices":
		if id, ok := attr(e, "id"); ok {
			key := kind + "#" + id
			r.twice[key] = r.ids[key] != nil
			r.ids[key] = e
		}
	}
	for _, k := range e.Kids {
		r.index(k)
	}
}

// target returns the element of a kind that an attribute of another one refers to.
func (r *reader) target(e *xmltree.Element, key, kind string) *xmltree.Element {
	url, _ := attr(e, key)
	if len(url) < 2 || url[0] != '#' {
		r.failf(e, "%s of <%s> is %s; expected # and an id of this file", key, e.Name.Local, xmltree.Short(url))
		return nil
	}
	id := kind + url
	if r.twice[id] {
		r.failf(e, "<%s> refers to %s, the id of two elements <%s>", e.Name.Local, xmltree.Short(url), kind)
		return nil
	}
	if r.ids[id] == nil {
		r.failf(e, "<%s> refers to %s, the id of no <%s>", e.Name.Local, xmltree.Short(url), kind)
	}
	return r.ids[id]
}

// scene returns the scene that counts.
func (r *reader) scene(root *xmltree.Element) *xmltree.Element {
	var list []*xmltree.Element
	for _, s := range children(root, "scene") {
		r.known(s)
		list = append(list, children(s, "instance_visual_scene")...)
	}
	switch len(list) {
	case 0:
		r.failf(root, "no <instance_visual_scene> in <scene>: nothing is placed")
		return nil
	case 1:
		return r.target(list[0], "url", "visual_scene")
	}
	r.failf(list[1], "a second <instance_visual_scene>; the first is in line %d", list[0].Line)
	return nil
}

// children returns the children of a name.
func children(e *xmltree.Element, name string) []*xmltree.Element {
	var list []*xmltree.Element
	for _, k := range e.Kids {
		if k.Name.Local == name {
			list = append(list, k)
		}
	}
	return list
}

func attr(e *xmltree.Element, key string) (string, bool) {
	for _, a := range e.Attrs {
		if a.Name.Space == "" && a.Name.Local == key {
			return a.Value, true
		}
	}
	return "", false
}
