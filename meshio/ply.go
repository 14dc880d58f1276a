package meshio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/mesh"
)

// plyReader reads the body of a PLY file: the rows of every element in the
// header's order. Rows of ASCII files are lines. Values are those of the declared
// type: "0.1" in a float column is the float32 nearest to 0.1.
type plyReader struct {
	*builder
	s       *source
	lines   *lineReader // ASCII bodies
	header  *plyHeader
	corners []uint32
	// vertices is the header's count, which the rows read must reach.
	vertices int
}

func readPLY(s *source) (*mesh.Mesh, error) {
	lines := newLineReader(s)
	h, err := readPLYHeader(lines)
	if err != nil {
		return nil, err
	}
	r := &plyReader{builder: newBuilder(s), s: s, lines: lines, header: h, vertices: int(h.element("vertex").count)}
	if h.format == PLYASCII {
		err = r.readText()
	} else {
		err = r.readBinary()
	}
	if err != nil {
		return nil, err
	}
	return &r.mesh, nil
}

// set puts a coordinate in its place.
func set(v *geom.Vec, role plyRole, x float64) {
	switch role {
	case plyX:
		v.X = x
	case plyY:
		v.Y = x
	case plyZ:
		v.Z = x
	}
}

// addCorner appends a corner of the current face.
func (r *plyReader) addCorner(v int64) error {
	if v < 0 || v >= int64(r.vertices) {
		return outOfRange(int64(len(r.corners)), v, r.vertices)
	}
	if len(r.corners) > r.opt.MaxTriangles+2 {
		return r.opt.tooManyTriangles()
	}
	r.corners = append(r.corners, uint32(v))
	return nil
}

// readText reads an ASCII body.
func (r *plyReader) readText() error {
	for i := range r.header.elements {
		e := &r.header.elements[i]
		if len(e.properties) == 0 {
			continue // its rows are empty lines
		}
		for row := range e.count {
			if err := r.textRow(e, row); err != nil {
				return err
			}
		}
	}
	_, err := r.lines.nextContent(false)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.lines.errorf("data after the rows the header counts; expected the end of the file")
}

// textRow reads a row from the next line that is not blank.
func (r *plyReader) textRow(e *plyElement, row uint64) error {
	f, err := r.lines.nextContent(false)
	if errors.Is(err, io.EOF) {
		return r.lines.errorf("file ends, expected %s %d of %d", e.name, row+1, e.count)
	}
	if err != nil {
		return err
	}
	var v geom.Vec
	r.corners = r.corners[:0]
	for i := range e.properties {
		if err := r.textValue(&f, &e.properties[i], &v); err != nil {
			return r.lines.fail(fmt.Errorf("%s: %w", quote.Name(e.properties[i].name), err))
		}
	}
	if !f.empty() {
		return r.lines.errorf("found %s after the %d properties of a %s, expected the end of the line", show(f.next()), len(e.properties), e.name)
	}
	if err := r.endRow(e, v); err != nil {
		return r.lines.fail(err)
	}
	return nil
}

// endRow adds what a row of vertex or face holds.
func (r *plyReader) endRow(e *plyElement, v geom.Vec) error {
	switch e.name {
	case "vertex":
		r.mesh.Vertices = append(r.mesh.Vertices, v)
	case "face":
		return r.face(r.corners)
	}
	return nil
}

// textValue reads one property, which may be a list.
func (r *plyReader) textValue(f *fields, p *plyProperty, v *geom.Vec) error {
	if p.count != plyNone {
		return r.textList(f, p)
	}
	word := f.next()
	if len(word) == 0 {
		return errors.New("missing, expected a number")
	}
	if p.role == plySkipped {
		return nil
	}
	x, err := parsePLY(word, p.value)
	set(v, p.role, x)
	return err
}

func (r *plyReader) textList(f *fields, p *plyProperty) error {
	word := f.next()
	n, err := parseCount(word)
	if err != nil {
		return fmt.Errorf("number of entries: %w", err)
	}
	for i := range n {
		word := f.next()
		if len(word) == 0 {
			return fmt.Errorf("list has %d entries, its count says %d", i, n)
		}
		if p.role != plyCorners {
			continue
		}
		c, ok := parseInt(word)
		if !ok {
			return fmt.Errorf("face corner %d is %s, expected a vertex number", i+1, show(word))
		}
		if err := r.addCorner(c); err != nil {
			return err
		}
	}
	return nil
}

// parsePLY reads a number of a declared type.
func parsePLY(word []byte, t plyType) (float64, error) {
	switch t {
	case plyFloat64:
		return parseFloat(word)
	case plyFloat32:
		return parseAny(word, 32)
	}
	n, ok := parseInt(word)
	if !ok {
		return 0, fmt.Errorf("%s is not an integer", show(word))
	}
	if !t.holds(n) {
		return 0, fmt.Errorf("%d does not fit the declared type", n)
	}
	return float64(n), nil
}

// holds reports whether an integer type has the value n.
func (t plyType) holds(n int64) bool {
	bits := 8 * t.size()
	if t == plyInt8 || t == plyInt16 || t == plyInt32 {
		return -1<<(bits-1) <= n && n < 1<<(bits-1)
	}
	return 0 <= n && n < 1<<bits
}

// number decodes a scalar of a binary file, and is exact: every integer type fits
// a float64.
func (t plyType) number(b []byte, big bool) float64 {
	switch t {
	case plyFloat32:
		return float64(math.Float32frombits(uint32(t.bits(b, big))))
	case plyFloat64:
		return math.Float64frombits(t.bits(b, big))
	}
	return float64(t.integer(b, big))
}

// integer decodes a scalar of an integer type.
func (t plyType) integer(b []byte, big bool) int64 {
	u := t.bits(b, big)
	switch t {
	case plyInt8:
		return int64(int8(u))
	case plyInt16:
		return int64(int16(u))
	case plyInt32:
		return int64(int32(u))
	}
	return int64(u)
}

func (t plyType) bits(b []byte, big bool) uint64 {
	order := binary.ByteOrder(binary.LittleEndian)
	if big {
		order = binary.BigEndian
	}
	switch t.size() {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(order.Uint16(b))
	case 4:
		return uint64(order.Uint32(b))
	}
	return order.Uint64(b)
}
