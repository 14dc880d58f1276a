package collada

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide/internal/xmltree"
	"github.com/collide-go/collide/mesh"
)

// faces collects the faces of a primitive.
type faces struct {
	r        *reader
	e        *xmltree.Element
	part     *part
	from     uint32 // the first vertex of the primitive
	vertices int
	corners  []uint32
	faces    int
}

// triangles takes corners by threes.
func (f *faces) triangles() {
	if len(f.corners)%3 != 0 {
		f.r.failf(f.e, "<triangles> has %d corners; expected a multiple of 3", len(f.corners))
		return
	}
	for i := 0; i < len(f.corners); i += 3 {
		f.polygon(f.corners[i : i+3])
	}
}

// polylist takes as many corners for each polygon as <vcount> says.
func (f *faces) polylist() {
	at := 0
	for _, v := range children(f.e, "vcount") {
		for _, n := range f.r.integers(v, math.MaxInt32) {
			if n > len(f.corners)-at {
				f.r.failf(v, "<vcount> has more corners than <p>")
				return
			}
			f.polygon(f.corners[at : at+n])
			at += n
		}
	}
	if at != len(f.corners) {
		f.r.failf(f.e, "<p> has %d corners; <vcount> has %d", len(f.corners), at)
	}
}

// polygon adds the fan of a polygon.
func (f *faces) polygon(corners []uint32) {
	f.faces++
	if f.r.err != nil {
		return
	}
	if len(corners) < 3 {
		f.r.failf(f.e, "a face of <%s> has %d corners; expected at least 3", f.e.Name.Local, len(corners))
		return
	}
	if n := len(corners) - 2; n > 1 && f.e.Name.Local != "trifans" {
		f.part.polygons = append(f.part.polygons, mesh.Polygon{First: uint32(len(f.part.triangles)), Count: uint32(n)})
	}
	for i := 2; i < len(corners); i++ {
		f.add(corners[0], corners[i-1], corners[i])
	}
}

// strip adds the triangles of a strip, every second one turned.
func (f *faces) strip() {
	f.faces++
	c := f.corners
	if len(c) < 3 {
		f.r.failf(f.e, "a strip has %d corners; expected at least 3", len(c))
		return
	}
	for i := 2; i < len(c); i++ {
		if i%2 == 0 {
			f.add(c[i-2], c[i-1], c[i])
		} else {
			f.add(c[i-1], c[i-2], c[i])
		}
	}
}

func (f *faces) add(a, b, c uint32) {
	if len(f.part.triangles) >= f.r.most {
		f.r.limit(f.e, "more than %d triangles", f.r.most)
		return
	}
	f.part.triangles = append(f.part.triangles, [3]uint32{a + f.from, b + f.from, c + f.from})
}

// count compares the number of faces with the attribute count.
func (f *faces) count() {
	if n := f.r.integer(f.e, "count", f.faces); n != f.faces {
		f.r.failf(f.e, "<%s> has %d faces; its count is %d", f.e.Name.Local, f.faces, n)
	}
}

// corners reads the indices of positions.
func (r *reader) corners(e *xmltree.Element, offset, stride, vertices int) []uint32 {
	list := r.integers(e, math.MaxInt32)
	if r.err == nil && len(list)%stride != 0 {
		r.failf(e, "<p> has %d indices; expected a multiple of %d", len(list), stride)
	}
	if r.err != nil {
		return nil
	}
	corners := make([]uint32, 0, len(list)/stride)
	for i := offset; i < len(list); i += stride {
		if list[i] >= vertices {
			r.failf(e, "<p> has the index %d; there are %d vertices", list[i], vertices)
			return nil
		}
		corners = append(corners, uint32(list[i]))
	}
	return corners
}

// integer reads an attribute that is an integer of at least 0.
func (r *reader) integer(e *xmltree.Element, key string, none int) int {
	s, ok := attr(e, key)
	if !ok {
		return none
	}
	n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 31)
	if err != nil {
		r.failf(e, "%s of <%s> is %s; expected an integer from 0 to 2147483647", key, e.Name.Local, xmltree.Short(s))
		return none
	}
	return int(n)
}

// integers reads the integers of an element's text, from 0 to most.
func (r *reader) integers(e *xmltree.Element, most int) []int {
	var list []int
	for word := range bytes.FieldsSeq(e.Text) {
		n, err := strconv.ParseUint(string(word), 10, 31)
		if err != nil || int(n) > most {
			r.failf(e, "<%s> has %s; expected integers from 0 to %d", e.Name.Local, xmltree.Short(string(word)), most)
			return nil
		}
		list = append(list, int(n))
	}
	return list
}

// numbers reads finite decimal numbers.
func (r *reader) numbers(e *xmltree.Element, text []byte) []float64 {
	var list []float64
	for word := range bytes.FieldsSeq(text) {
		x, err := strconv.ParseFloat(string(word), 64)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) || bytes.ContainsAny(word, "xX_") {
			r.failf(e, "<%s> has %s; expected finite numbers", e.Name.Local, xmltree.Short(string(word)))
			return nil
		}
		list = append(list, x)
	}
	return list
}

func trim(text []byte) []byte { return bytes.TrimSpace(text) }
