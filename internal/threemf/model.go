package threemf

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/internal/xmltree"
	"github.com/collide-go/collide/mesh"
)

// The namespaces of the format and of the extensions that are known.
const (
	core       = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
	production = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
	materials  = "http://schemas.microsoft.com/3dmanufacturing/material/2015/02"
	sets       = "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07"
)

// units are the names of units in the format.
var units = map[string]unit.Unit{"": "mm", "micron": "um", "millimeter": "mm", "centimeter": "cm", "inch": "in", "foot": "ft", "meter": "m"}

// model is a part that holds objects.
type model struct {
	part    string
	root    *xmltree.Element
	objects map[string]*object // by id
	unit    unit.Unit
}

// object is a mesh, or components.
type object struct {
	e              *xmltree.Element
	part, name, id string
	mesh           *mesh.Mesh
	components     []reference
	// How many meshes it places, and how many objects are within each other in it; 0 while that is not known.
	count, height int
	counting      bool
	placed        bool
}

// reference puts an object somewhere.
type reference struct {
	e      *xmltree.Element
	in     string // the part that it stands in
	part   string // that of the object
	object string
	pose   geom.Pose
}

// inElement is what the format has in its elements. Elements of other namespaces may stand in model and resources.
var inElement = map[string][]string{
	"model": {"metadata", "resources", "build"}, "resources": {"object", "basematerials"}, "object": {"mesh", "components", "metadatagroup"},
	"mesh": {"vertices", "triangles"}, "components": {"component"}, "build": {"item"}, "vertices": {"vertex"}, "triangles": {"triangle"},
	"item": {"metadatagroup"}, "component": {}, "vertex": {}, "triangle": {},
}

// known are the attributes of elements where a misspelt one would put a shape elsewhere.
var known = map[string][]string{"item": {"objectid", "transform", "partnumber", "printable"}, "component": {"objectid", "transform"}}

// modelReader takes the elements of a part as they come.
type modelReader struct {
	r      *reader
	meshes map[*xmltree.Element]*mesh.Mesh // by <object>
}

// model reads a part, once.
func (r *reader) model(part string) *model {
	key := strings.ToLower(part)
	if m := r.models[key]; m != nil || r.err != nil {
		return m
	}
	in := &modelReader{r: r, meshes: map[*xmltree.Element]*mesh.Mesh{}}
	m := &model{part: part, root: r.parse(part, in.element), objects: map[string]*object{}}
	r.models[key] = m
	if r.err == nil {
		r.header(m)
	}
	for _, e := range children(m.root, "resources") {
		for _, o := range children(e, "object") {
			r.object(m, o, in.meshes[o])
		}
	}
	return m
}

// header reads the attributes of the model.
func (r *reader) header(m *model) {
	e := m.root
	if e.Name.Local != "model" || e.Name.Space != core {
		r.failf(m.part, e, "<%s>; expected <model> of the core specification, 2015/02", xmltree.Short(e.Name.Local))
	}
	u, ok := units[attr(e, "unit")]
	if m.unit = u; !ok {
		r.failf(m.part, e, "unit %s; expected micron, millimeter, centimeter, inch, foot or meter", xmltree.Short(attr(e, "unit")))
	}
	for _, prefix := range strings.Fields(attr(e, "requiredextensions")) {
		space := attrIn(e, "xmlns", prefix)
		if space != production && space != materials && space != sets {
			r.failf(m.part, e, "the file requires the extension %s (%s), which is not read", xmltree.Short(prefix), xmltree.Short(space))
		}
	}
}

// element takes an element where it begins. Vertices and triangles go into the mesh, and are not kept.
func (in *modelReader) element(open []*xmltree.Element, e *xmltree.Element) (bool, error) {
	if len(open) == 0 {
		return true, nil
	}
	parent := open[len(open)-1]
	if parent.Name.Space != core {
		return false, nil // of an extension
	}
	if e.Name.Space != core {
		return false, foreign(parent, e)
	}
	list, ok := inElement[parent.Name.Local]
	if ok && !slices.Contains(list, e.Name.Local) {
		return false, fmt.Errorf("<%s> in <%s>; expected %s", xmltree.Short(e.Name.Local), parent.Name.Local, strings.Join(list, ", "))
	}
	if list, ok := known[e.Name.Local]; ok {
		for _, a := range e.Attrs {
			if a.Name.Space == "" && a.Name.Local != "xmlns" && !slices.Contains(list, a.Name.Local) {
				return false, fmt.Errorf("<%s> has the attribute %s; expected %s", e.Name.Local, xmltree.Short(a.Name.Local), strings.Join(list, ", "))
			}
		}
	}
	switch e.Name.Local {
	case "vertex", "triangle":
		return false, in.add(open, e)
	case "mesh":
		if in.meshes[parent] != nil {
			return false, errors.New("a second <mesh> in an object")
		}
		in.meshes[parent] = &mesh.Mesh{Name: filepath.Base(in.r.path)}
	}
	return true, nil
}

// foreign refuses elements of extensions where they may hold surface.
func foreign(parent, e *xmltree.Element) error {
	switch name := parent.Name.Local; {
	case name == "mesh" && e.Name.Space == sets, name != "object" && name != "mesh" && name != "components" && name != "build" && name != "triangles" && name != "vertices":
		return nil
	}
	return fmt.Errorf("<%s> of the extension %s in <%s>, which is not read", xmltree.Short(e.Name.Local), xmltree.Short(e.Name.Space), parent.Name.Local)
}

// add appends a vertex or a triangle to the mesh that it is in.
func (in *modelReader) add(open []*xmltree.Element, e *xmltree.Element) error {
	var m *mesh.Mesh
	if len(open) > 2 {
		m = in.meshes[open[len(open)-3]]
	}
	if m == nil {
		return fmt.Errorf("<%s> that is not in the <mesh> of an <object>", e.Name.Local)
	}
	if e.Name.Local == "triangle" {
		return in.triangle(m, e)
	}
	var v [3]float64
	for i, key := range [3]string{"x", "y", "z"} {
		var err error
		if v[i], err = number(attr(e, key)); err != nil {
			return fmt.Errorf("%s of <vertex>: %w", key, err)
		}
	}
	if len(m.Vertices) == math.MaxUint32 {
		return errors.New("more than 4294967295 vertices")
	}
	m.Vertices = append(m.Vertices, geom.Vec{X: v[0], Y: v[1], Z: v[2]})
	return nil
}

func (in *modelReader) triangle(m *mesh.Mesh, e *xmltree.Element) error {
	var t [3]uint32
	for i, key := range [3]string{"v1", "v2", "v3"} {
		n, err := strconv.ParseUint(attr(e, key), 10, 32)
		if err != nil || n >= uint64(len(m.Vertices)) {
			return fmt.Errorf("%s of <triangle> is %s; the mesh has %d vertices (counted from 0)", key, xmltree.Short(attr(e, key)), len(m.Vertices))
		}
		t[i] = uint32(n)
	}
	if in.r.made++; in.r.made > in.r.limits.Triangles {
		in.r.limit("a model", e, "more than %d triangles in the meshes up to here", in.r.limits.Triangles)
		return errors.New("too many triangles")
	}
	m.Triangles = append(m.Triangles, t)
	return nil
}

// number reads a finite decimal number.
func number(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) || strings.ContainsAny(s, "xX_") {
		return 0, fmt.Errorf("%s; expected a finite number", xmltree.Short(s))
	}
	return x, nil
}

// object reads what is in an object beyond its mesh.
func (r *reader) object(m *model, e *xmltree.Element, mesh *mesh.Mesh) {
	o := &object{e: e, part: m.part, id: attr(e, "id"), name: attr(e, "name"), mesh: mesh}
	if o.id == "" || m.objects[o.id] != nil {
		r.failf(m.part, e, "an object with the id %s, which is missing or taken", xmltree.Short(o.id))
	}
	m.objects[o.id] = o
	for _, a := range e.Attrs {
		if a.Name.Local == "meshresolution" && a.Value != "fullres" {
			r.failf(m.part, e, "object %s is of resolution %s: slices have its shape, which are not read", xmltree.Short(o.id), xmltree.Short(a.Value))
		}
	}
	for _, list := range children(e, "components") {
		for _, c := range children(list, "component") {
			o.components = append(o.components, r.reference(m, c))
		}
	}
	if r.err == nil && (mesh != nil) == (len(o.components) > 0) {
		r.failf(m.part, e, "object %s; expected either a mesh or components", xmltree.Short(o.id))
	}
}

// reference reads an item or a component.
func (r *reader) reference(m *model, e *xmltree.Element) reference {
	ref := reference{e: e, in: m.part, part: m.part, object: attr(e, "objectid"), pose: geom.Identity}
	if p := attrIn(e, production, "path"); p != "" {
		ref.part = r.target(m.part, e, p)
	}
	if s := attr(e, "transform"); s != "" {
		ref.pose = r.transform(m, e, s)
	}
	return ref
}

// transform reads twelve numbers: a matrix that rows of coordinates are multiplied with, row by row.
func (r *reader) transform(m *model, e *xmltree.Element, s string) geom.Pose {
	words := strings.Fields(s)
	var v [12]float64
	if len(words) != len(v) {
		r.failf(m.part, e, "a transform of %d numbers; expected 12", len(words))
		return geom.Identity
	}
	for i, w := range words {
		var err error
		if v[i], err = number(w); err != nil {
			r.failf(m.part, e, "transform: %v", err)
		}
	}
	return geom.Pose{
		R: geom.Mat{v[0], v[3], v[6], v[1], v[4], v[7], v[2], v[5], v[8]},
		T: geom.Vec{X: v[9], Y: v[10], Z: v[11]},
	}
}

// children returns the children of a name in the core namespace.
func children(e *xmltree.Element, name string) []*xmltree.Element {
	var list []*xmltree.Element
	if e == nil {
		return nil
	}
	for _, k := range e.Kids {
		if k.Name.Space == core && k.Name.Local == name {
			list = append(list, k)
		}
	}
	return list
}
