package collada

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/xmltree"
	"github.com/collide-go/collide/mesh"
)

// part is a mesh of a geometry in its own coordinates.
type part struct {
	vertices  []geom.Vec
	triangles [][3]uint32
	polygons  []mesh.Polygon
}

// geometry adds an instance of a geometry.
func (r *reader) geometry(e *xmltree.Element, at *geom.Pose) {
	p := r.parts[e]
	if p == nil {
		p = r.readPart(e)
		r.parts[e] = p
	}
	if r.err != nil {
		return
	}
	m := &r.mesh
	if len(m.Triangles)+len(p.triangles) > r.most {
		r.limit(e, "more than %d triangles in the instances up to here", r.most)
		return
	}
	if len(m.Vertices)+len(p.vertices) > maxVertices {
		r.limit(e, "more than %d vertices in the instances up to here", maxVertices)
		return
	}
	from, first := uint32(len(m.Vertices)), uint32(len(m.Triangles))
	for _, v := range p.vertices {
		w := at.Apply(v)
		if !w.IsFinite() {
			r.failf(e, "an instance has coordinates beyond the range of float64")
			return
		}
		m.Vertices = append(m.Vertices, w)
	}
	for _, t := range p.triangles {
		m.Triangles = append(m.Triangles, [3]uint32{t[0] + from, t[1] + from, t[2] + from})
	}
	for _, g := range p.polygons {
		m.Polygons = append(m.Polygons, mesh.Polygon{First: g.First + first, Count: g.Count})
	}
}

// readPart reads the triangles of a geometry.
func (r *reader) readPart(e *xmltree.Element) *part {
	p := &part{}
	r.known(e)
	for _, k := range e.Kids {
		switch k.Name.Local {
		case "mesh":
			r.primitives(k, p)
		case "spline", "convex_mesh", "brep":
			r.failf(k, "<%s> is not read; expected <mesh>", k.Name.Local)
		}
	}
	return p
}

// primitives reads the triangles of a mesh, primitives in the order of the file.
func (r *reader) primitives(e *xmltree.Element, p *part) {
	r.known(e)
	for _, k := range e.Kids {
		switch k.Name.Local {
		case "triangles", "polylist", "polygons", "trifans", "tristrips":
			r.primitive(k, p)
		}
		if r.err != nil {
			return
		}
	}
}

// primitive reads an element of faces.
func (r *reader) primitive(e *xmltree.Element, p *part) {
	r.known(e)
	positions, offset, stride := r.inputs(e)
	if r.err != nil {
		return
	}
	from := uint32(len(p.vertices))
	p.vertices = append(p.vertices, positions...)
	f := faces{r: r, e: e, part: p, from: from, vertices: len(positions)}
	lists := children(e, "p")
	if len(children(e, "ph")) > 0 {
		r.failf(e, "<ph>: polygons with holes are not read")
	}
	if len(lists) > 1 && (e.Name.Local == "triangles" || e.Name.Local == "polylist") {
		r.failf(lists[1], "a second <p> in <%s>", e.Name.Local)
	}
	for _, l := range lists {
		f.corners = r.corners(l, offset, stride, len(positions))
		switch e.Name.Local {
		case "triangles":
			f.triangles()
		case "polylist":
			f.polylist()
		case "polygons":
			f.polygon(f.corners)
		case "trifans":
			f.polygon(f.corners)
		case "tristrips":
			f.strip()
		}
	}
	f.count()
}

// inputs returns the positions that a primitive refers to, and where in each group of indices theirs is.
func (r *reader) inputs(e *xmltree.Element) (positions []geom.Vec, offset, stride int) {
	var vertices *xmltree.Element
	for _, in := range children(e, "input") {
		at := r.integer(in, "offset", 0)
		stride = max(stride, at+1)
		if semantic, _ := attr(in, "semantic"); semantic == "VERTEX" {
			vertices, offset = r.target(in, "source", "vertices"), at
		}
	}
	if vertices == nil || r.err != nil {
		r.failf(e, "<%s> has no <input> with the semantic VERTEX", e.Name.Local)
		return nil, 0, 1
	}
	for _, in := range children(vertices, "input") {
		if semantic, _ := attr(in, "semantic"); semantic == "POSITION" {
			return r.positions(in), offset, stride
		}
	}
	r.failf(vertices, "<vertices> has no <input> with the semantic POSITION")
	return nil, 0, 1
}

// positions reads the points of a source.
func (r *reader) positions(in *xmltree.Element) []geom.Vec {
	source := r.target(in, "source", "source")
	if source == nil {
		return nil
	}
	var accessor *xmltree.Element
	for _, t := range children(source, "technique_common") {
		for _, a := range children(t, "accessor") {
			accessor = a
		}
	}
	if accessor == nil {
		r.failf(source, "<source> has no <accessor> in <technique_common>")
		return nil
	}
	array := r.target(accessor, "source", "float_array")
	if array == nil {
		return nil
	}
	values := r.numbers(array, array.Text)
	if n := r.integer(array, "count", len(values)); n != len(values) {
		r.failf(array, "<float_array> has %d numbers; its count is %d", len(values), n)
	}
	return r.access(accessor, values)
}

// access returns the points that an accessor picks out of an array.
func (r *reader) access(a *xmltree.Element, values []float64) []geom.Vec {
	count, stride, offset := r.integer(a, "count", 0), r.integer(a, "stride", 1), r.integer(a, "offset", 0)
	axes := [3]int{-1, -1, -1}
	for i, p := range children(a, "param") {
		name, _ := attr(p, "name")
		for k, axis := range [3]string{"X", "Y", "Z"} {
			if name == axis {
				axes[k] = i
			}
		}
	}
	if axes == [3]int{-1, -1, -1} {
		axes = [3]int{0, 1, 2}
	}
	last := max(axes[0], axes[1], axes[2])
	switch {
	case r.err != nil:
		return nil
	case min(axes[0], axes[1], axes[2]) < 0 || last >= stride:
		r.failf(a, "<accessor> with stride %d; expected params X, Y and Z within it", stride)
		return nil
	case count > len(values) || offset > len(values) || count > 0 && offset+(count-1)*stride+last >= len(values):
		r.failf(a, "<accessor> of %d points with stride %d and offset %d; the array has %d numbers", count, stride, offset, len(values))
		return nil
	}
	points := make([]geom.Vec, count)
	for i := range points {
		v := values[offset+i*stride:]
		points[i] = geom.Vec{X: v[axes[0]], Y: v[axes[1]], Z: v[axes[2]]}
	}
	return points
}
