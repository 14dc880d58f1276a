package meshio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// plyType is a scalar type of PLY.
type plyType uint8

const (
	plyNone plyType = iota
	plyInt8
	plyUint8
	plyInt16
	plyUint16
	plyInt32
	plyUint32
	plyFloat32
	plyFloat64
)

func plyTypeOf(word []byte) plyType {
	switch string(word) {
	case "char", "int8":
		return plyInt8
	case "uchar", "uint8":
		return plyUint8
	case "short", "int16":
		return plyInt16
	case "ushort", "uint16":
		return plyUint16
	case "int", "int32":
		return plyInt32
	case "uint", "uint32":
		return plyUint32
	case "float", "float32":
		return plyFloat32
	case "double", "float64":
		return plyFloat64
	}
	return plyNone
}

// size returns the bytes a value takes in binary files.
func (t plyType) size() int { return [...]int{0, 1, 1, 2, 2, 4, 4, 4, 8}[t] }

func (t plyType) isFloat() bool { return t >= plyFloat32 }

// plyProperty is one column of an element.
type plyProperty struct {
	name  string
	value plyType
	count plyType // of a list, plyNone for a scalar
	role  plyRole
}

// plyRole states which part of the mesh a property is.
type plyRole uint8

const (
	plySkipped plyRole = iota
	plyX
	plyY
	plyZ
	plyCorners
)

// plyElement is one table of the file.
type plyElement struct {
	name       string
	what       string // for messages: "element face"
	count      uint64
	properties []plyProperty
}

// least returns the bytes a row takes at least in binary files: lists may be
// empty. fixed reports that no row takes more.
func (e *plyElement) least() (n int64, fixed bool) {
	fixed = true
	for _, p := range e.properties {
		if p.count != plyNone {
			fixed = false
			n += int64(p.count.size())
		} else {
			n += int64(p.value.size())
		}
	}
	return n, fixed
}

// plyElements is more than any file has; headers are searched linearly.
const plyElements = 256

// plyHeader is what precedes the data.
type plyHeader struct {
	format   Format
	elements []plyElement
}

func (h *plyHeader) element(name string) *plyElement {
	for i := range h.elements {
		if h.elements[i].name == name {
			return &h.elements[i]
		}
	}
	return nil
}

// sniffPLY reports whether the file begins with PLY's first line.
func sniffPLY(head []byte, _ int64) bool {
	rest, ok := bytes.CutPrefix(trimBOM(head), []byte("ply"))
	return ok && len(rest) > 0 && isSpace(rest[0])
}

// readPLYHeader reads up to and including the line end_header.
func readPLYHeader(lines *lineReader) (*plyHeader, error) {
	h := &plyHeader{}
	for {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil, lines.errorf("file ends within the header, expected end_header")
		}
		if err != nil {
			return nil, err
		}
		f := fields{line}
		if lines.line == 1 {
			if word := f.next(); string(word) != "ply" {
				return nil, lines.errorf("found %s, expected ply", show(word))
			}
			continue
		}
		done, err := h.statement(&f)
		if err != nil {
			return nil, lines.fail(err)
		}
		if done {
			if err := h.finish(&lines.s.opt); err != nil {
				return nil, lines.fail(err)
			}
			return h, nil
		}
	}
}

// statement takes one line of the header; done reports that it was the last.
func (h *plyHeader) statement(f *fields) (done bool, err error) {
	switch word := f.next(); string(word) {
	case "", "comment", "obj_info":
	case "format":
		return false, h.readFormat(f)
	case "element":
		return false, h.readElement(f)
	case "property":
		return false, h.readProperty(f)
	case "end_header":
		return true, nil
	default:
		return false, fmt.Errorf("found %s, expected format, element, property, comment or end_header", show(word))
	}
	return false, nil
}

func (h *plyHeader) readFormat(f *fields) error {
	name, version := f.next(), f.next()
	switch string(name) {
	case "ascii":
		h.format = PLYASCII
	case "binary_little_endian":
		h.format = PLYBinary
	case "binary_big_endian":
		h.format = PLYBigEndian
	default:
		return fmt.Errorf("format is %s, expected ascii, binary_little_endian or binary_big_endian", show(name))
	}
	if string(version) != "1.0" {
		return fmt.Errorf("format version is %s, expected 1.0", show(version))
	}
	return nil
}

func (h *plyHeader) readElement(f *fields) error {
	name := string(f.next())
	count, err := parseCount(f.next())
	if err != nil {
		return fmt.Errorf("element %s: %w", show([]byte(name)), err)
	}
	if count > 1<<40 { // keeps products of counts and sizes within int64
		return fmt.Errorf("%w: element %s counts %d rows", ErrLimit, show([]byte(name)), count)
	}
	if len(h.elements) == plyElements {
		return fmt.Errorf("%w: more than %d elements", ErrLimit, plyElements)
	}
	if h.element(name) != nil {
		return fmt.Errorf("element %s occurs twice", show([]byte(name)))
	}
	h.elements = append(h.elements, plyElement{name: name, what: "element " + name, count: count})
	return nil
}

func (h *plyHeader) readProperty(f *fields) error {
	if len(h.elements) == 0 {
		return errors.New("property before the first element")
	}
	e := &h.elements[len(h.elements)-1]
	var p plyProperty
	word := f.next()
	if string(word) == "list" {
		word = f.next()
		if p.count = plyTypeOf(word); p.count == plyNone || p.count.isFloat() {
			return fmt.Errorf("list count has type %s, expected an integer type", show(word))
		}
		word = f.next()
	}
	if p.value = plyTypeOf(word); p.value == plyNone {
		return fmt.Errorf("property has type %s, expected char, uchar, short, ushort, int, uint, float or double", show(word))
	}
	if p.name = string(f.next()); p.name == "" {
		return errors.New("property has no name")
	}
	e.properties = append(e.properties, p)
	return nil
}

// finish gives properties their roles and checks that a mesh can be read.
func (h *plyHeader) finish(opt *Options) error {
	vertices, faces := h.element("vertex"), h.element("face")
	switch {
	case h.format == Unknown:
		return errors.New("header has no format line")
	case h.element("tristrips") != nil:
		return errors.New("triangle strips (element tristrips) are not read; expected element face")
	case vertices == nil:
		return errors.New("header has no element vertex")
	case faces == nil || faces.count == 0:
		return errors.New("header counts no faces; expected at least one")
	}
	for i, name := range []string{"x", "y", "z"} {
		if err := vertices.assign(plyX+plyRole(i), false, name); err != nil {
			return err
		}
	}
	if err := faces.assign(plyCorners, true, "vertex_indices", "vertex_index"); err != nil {
		return err
	}
	return opt.checkCounts(vertices.count, faces.count)
}

// assign gives a role to the one property with one of the names.
func (e *plyElement) assign(role plyRole, list bool, names ...string) error {
	var found *plyProperty
	for i := range e.properties {
		p := &e.properties[i]
		if p.name != names[0] && p.name != names[len(names)-1] {
			continue
		}
		if found != nil {
			return fmt.Errorf("element %s has two properties %s", e.name, p.name)
		}
		found = p
	}
	switch {
	case found == nil:
		return fmt.Errorf("element %s has no property %s", e.name, names[0])
	case list != (found.count != plyNone):
		return fmt.Errorf("property %s of element %s must%s be a list", found.name, e.name, map[bool]string{false: " not"}[list])
	case list && found.value.isFloat():
		return fmt.Errorf("property %s has a floating-point type, expected an integer type", found.name)
	}
	found.role = role
	return nil
}
