package meshio

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// readBinary reads a binary body.
func (r *plyReader) readBinary() error {
	if err := r.checkSize(); err != nil {
		return err
	}
	for i := range r.header.elements {
		e := &r.header.elements[i]
		var err error
		size, fixed := e.least()
		switch {
		case e.name == "vertex" && fixed && size <= bufferSize:
			err = r.fixedVertices(e, int(size))
		case e.name == "vertex" || e.name == "face" || !fixed:
			err = r.binaryRows(e)
		default:
			err = r.s.skip(size*int64(e.count), e.what)
		}
		if err != nil {
			return err
		}
	}
	return r.s.end("the rows the header counts")
}

// checkSize compares the counts with the file's size where that is known, so that
// a wrong header is found before anything is read.
func (r *plyReader) checkSize() error {
	if r.s.size < 0 {
		return nil
	}
	left := r.s.size - r.s.offset()
	for i := range r.header.elements {
		e := &r.header.elements[i]
		size, _ := e.least()
		if size > 0 && int64(e.count) > left/size {
			return r.s.here().errorf("header counts %d rows of at least %d bytes for element %s, but only %d bytes are left", e.count, size, e.name, left)
		}
		left -= size * int64(e.count)
	}
	return nil
}

// fixedVertices reads vertices whose rows are all of one size.
func (r *plyReader) fixedVertices(e *plyElement, size int) error {
	var at [4]int        // offset in the row, by role
	var types [4]plyType // likewise
	offset := 0
	for _, p := range e.properties {
		at[p.role], types[p.role] = offset, p.value
		offset += p.value.size()
	}
	big := r.header.format == PLYBigEndian
	for range e.count {
		start := r.s.here()
		b, err := r.s.take(size, e.what)
		if err != nil {
			return err
		}
		var v geom.Vec
		for role := plyX; role <= plyZ; role++ {
			x := types[role].number(b[at[role]:], big)
			if math.IsNaN(x) || math.IsInf(x, 0) {
				start.byte += int64(at[role])
				return start.errorf("vertex coordinate is %v; expected a finite number", x)
			}
			set(&v, role, x)
		}
		r.mesh.Vertices = append(r.mesh.Vertices, v)
	}
	return nil
}

// binaryRows reads rows property by property.
func (r *plyReader) binaryRows(e *plyElement) error {
	for range e.count {
		start := r.s.here()
		var v geom.Vec
		r.corners = r.corners[:0]
		for i := range e.properties {
			if err := r.binaryValue(e, &e.properties[i], &v); err != nil {
				return err
			}
		}
		if err := r.endRow(e, v); err != nil {
			return start.fail(err)
		}
	}
	return nil
}

// binaryValue reads one property, which may be a list.
func (r *plyReader) binaryValue(e *plyElement, p *plyProperty, v *geom.Vec) error {
	if p.count != plyNone {
		return r.binaryList(e, p)
	}
	start := r.s.here()
	b, err := r.s.take(p.value.size(), e.what)
	if err != nil || p.role == plySkipped {
		return err
	}
	x := p.value.number(b, r.header.format == PLYBigEndian)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return start.errorf("vertex coordinate is %v; expected a finite number", x)
	}
	set(v, p.role, x)
	return nil
}

func (r *plyReader) binaryList(e *plyElement, p *plyProperty) error {
	big := r.header.format == PLYBigEndian
	start := r.s.here()
	b, err := r.s.take(p.count.size(), e.what)
	if err != nil {
		return err
	}
	n := p.count.integer(b, big)
	if n < 0 {
		return start.errorf("list of element %s has %d entries", e.name, n)
	}
	if p.role != plyCorners {
		return r.s.skip(n*int64(p.value.size()), e.what)
	}
	for range n {
		start := r.s.here()
		b, err := r.s.take(p.value.size(), e.what)
		if err != nil {
			return err
		}
		if err := r.addCorner(p.value.integer(b, big)); err != nil {
			return start.fail(err)
		}
	}
	return nil
}
