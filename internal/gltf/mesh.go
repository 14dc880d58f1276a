package gltf

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// The modes of primitives that have surface. Points and lines, 0 to 3, have none.
const (
	triangles = 4
	strip     = 5
	fan       = 6
)

// points are the positions of an accessor, with their numbers in the mesh at hand. Meshes may share an accessor that holds the
// vertices of all of them, so a mesh takes those that it uses.
type points struct {
	at     []geom.Vec
	number []uint32 // from 1; 0 is not in the mesh
	used   []uint32
}

// positionsKey is what makes two accessors the same positions: some exporters write an accessor for each primitive.
type positionsKey struct {
	buffer                                 int
	offset, count, stride, size, component int64
	normalized                             bool
}

// hasTriangles reports whether a mesh that a node names has a primitive with surface. A mesh without primitives is an error: the
// format demands one, and a part of the scene would be missing.
func (r *reader) hasTriangles(i int, node string) bool {
	if r.looked[i] {
		return r.surface[i]
	}
	v := &r.meshes[i]
	if v.kind != object {
		r.failf(v, "mesh %d is %v; expected an object", i, v.kind)
	}
	has, list := false, r.list(v, "primitives")
	if r.err == nil && len(list) == 0 {
		r.failf(v, "%s of %s has no primitives; expected at least one", r.nameOf(v, "mesh", i), node)
	}
	for _, p := range list {
		if p.kind != object {
			r.failf(&p, "a primitive of mesh %d is %v; expected an object", i, p.kind)
		}
		if r.integer(&p, "mode", triangles, fan) >= triangles {
			has = true
		} else {
			r.flat++
		}
	}
	r.looked[i], r.surface[i] = true, has && r.err == nil
	return r.surface[i]
}

// mesh reads the triangles of a mesh, primitives in the order of the file. Its vertices are numbered by first use.
func (r *reader) mesh(v *value, i int) *mesh.Mesh {
	m := &mesh.Mesh{}
	for k, p := range r.list(v, "primitives") {
		if r.integer(&p, "mode", triangles, fan) >= triangles {
			r.primitive(m, &p, fmt.Sprintf("primitive %d of %s", k, r.nameOf(v, "mesh", i)))
		}
		if r.err != nil {
			return nil
		}
	}
	for _, p := range r.touched {
		for _, k := range p.used {
			p.number[k] = 0
		}
		p.used = p.used[:0]
	}
	r.touched = r.touched[:0]
	return r.check(m, v)
}

// primitive adds the triangles of a primitive.
func (r *reader) primitive(m *mesh.Mesh, v *value, what string) {
	r.refuse(v, what, "KHR_draco_mesh_compression")
	if len(r.list(v, "targets")) > 0 {
		r.failf(v, "%s has morph targets, which are not read: its shape at rest is not what moves", what)
	}
	attributes := v.field("attributes")
	accessors := int64(len(r.accessors))
	k := r.integer(attributes, "POSITION", -1, accessors-1)
	if r.err == nil && k < 0 {
		r.failf(v, "%s has no positions (attribute POSITION)", what)
	}
	if r.err != nil {
		return
	}
	var indices *accessor
	count := int64(0)
	if i := r.integer(v, "indices", -1, accessors-1); i >= 0 {
		indices = r.accessor(i, 1)
		count = indices.count
	} else if r.err == nil {
		count = r.accessor(k, 3).count
	}
	mode := r.integer(v, "mode", triangles, fan)
	if !r.room(v, what, mode, count) {
		return
	}
	p := r.positions(int(k))
	corners := r.corners(indices, int64(len(p.at)), count)
	if r.err == nil {
		if len(p.used) == 0 {
			r.touched = append(r.touched, p)
		}
		p.add(m, mode, corners)
	}
}

// room counts the triangles of a primitive before they are made.
func (r *reader) room(v *value, what string, mode, count int64) bool {
	n := count - 2
	if mode == triangles {
		n = count / 3
		if r.err == nil && count%3 != 0 {
			r.failf(v, "%s has %d corners of triangles; expected a multiple of 3", what, count)
		}
	}
	switch {
	case r.err != nil:
	case n < 1:
		r.failf(v, "%s has %d corners; expected at least 3", what, count)
	case n > int64(r.limits.Triangles-r.made):
		r.limit(v, "more than %d triangles in the meshes up to here", r.limits.Triangles)
	}
	if r.err != nil {
		return false
	}
	r.made += int(n)
	return true
}

// positions reads the positions of an accessor, once.
func (r *reader) positions(i int) *points {
	if p := r.points[i]; p != nil {
		return p
	}
	a := r.accessor(int64(i), 3)
	if r.err == nil && a.component != floats && !r.quantized {
		r.failf(a.v, "positions have componentType %d without the extension %s; expected 5126 (float)", a.component, quantization)
	}
	if r.err == nil && (a.component == uint32s || a.component == floats && a.normalized) {
		r.failf(a.v, "positions have componentType %d, normalized: %v; expected floats, or 8 or 16 bits", a.component, a.normalized)
	}
	if r.err != nil {
		return &points{}
	}
	key := positionsKey{a.buffer, a.offset, a.count, a.stride, a.size, a.component, a.normalized}
	if p := r.decoded[key]; p != nil && !a.sparse {
		r.points[i] = p
		return p
	}
	p := &points{}
	if r.bytesOf(a.buffer); r.err == nil {
		r.spend(&a.elements, decoded)
	}
	if r.err == nil {
		p.at = make([]geom.Vec, 0, a.count)
	}
	r.read(a, func(k int64, b []byte) error {
		size := len(b) / 3
		x := geom.Vec{X: a.coordinate(b), Y: a.coordinate(b[size:]), Z: a.coordinate(b[2*size:])}
		if !x.IsFinite() {
			return fmt.Errorf("position %d of accessor %d is %v; expected finite numbers", k, i, x)
		}
		if k == int64(len(p.at)) {
			p.at = append(p.at, x)
		}
		p.at[k] = x
		return nil
	})
	p.number = make([]uint32, len(p.at))
	r.points[i] = p
	if !a.sparse && r.err == nil {
		if r.decoded == nil {
			r.decoded = map[positionsKey]*points{}
		}
		r.decoded[key] = p
	}
	return p
}

// corners reads indices below n; without indices they are 0, 1, 2 and so on.
func (r *reader) corners(a *accessor, n, count int64) []uint32 {
	if r.err != nil {
		return nil
	}
	if a == nil {
		list := make([]uint32, count)
		for i := range list {
			list[i] = uint32(i)
		}
		return list
	}
	restart := int64(math.MaxUint32)
	switch a.component {
	case uint8s:
		restart = math.MaxUint8
	case uint16s:
		restart = math.MaxUint16
	case uint32s:
	default:
		r.failf(a.v, "indices have componentType %d; expected 5121, 5123 or 5125", a.component)
		return nil
	}
	list := make([]uint32, 0, min(count, window))
	r.read(a, func(k int64, b []byte) error {
		i := unsigned(a.component, b)
		if i == restart || i >= n {
			return fmt.Errorf("index %d is %d; the primitive has %d vertices (counted from 0), and the largest number of the type stands for none", k, i, n)
		}
		if k == int64(len(list)) {
			list = append(list, 0)
		}
		list[k] = uint32(i)
		return nil
	})
	return list
}

// add appends triangles to a mesh, corners in the order that the format gives them.
func (p *points) add(m *mesh.Mesh, mode int64, c []uint32) {
	switch mode {
	case triangles:
		for i := 0; i+2 < len(c); i += 3 {
			p.triangle(m, c[i], c[i+1], c[i+2])
		}
	case strip:
		for i := 0; i+2 < len(c); i++ {
			p.triangle(m, c[i], c[i+1+i%2], c[i+2-i%2])
		}
	case fan:
		for i := 0; i+2 < len(c); i++ {
			p.triangle(m, c[i+1], c[i+2], c[0])
		}
	}
}

func (p *points) triangle(m *mesh.Mesh, a, b, c uint32) {
	m.Triangles = append(m.Triangles, [3]uint32{p.vertex(m, a), p.vertex(m, b), p.vertex(m, c)})
}

// vertex returns the number of a position in a mesh, which it is added to if it is new.
func (p *points) vertex(m *mesh.Mesh, k uint32) uint32 {
	if p.number[k] == 0 {
		m.Vertices = append(m.Vertices, p.at[k])
		p.number[k] = uint32(len(m.Vertices))
		p.used = append(p.used, k)
	}
	return p.number[k] - 1
}
