package meshio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/collide-go/collide/mesh"
)

// offKeyword splits a first word such as "STCNOFF" into what precedes OFF, and
// reports whether it is one.
func offKeyword(word []byte) (prefix string, ok bool) {
	prefix, ok = strings.CutSuffix(string(word), "OFF")
	if !ok {
		return "", false
	}
	for _, part := range []string{"ST", "C", "N", "4", "n"} {
		prefix = strings.TrimPrefix(prefix, part)
		if prefix == "" {
			return strings.TrimSuffix(string(word), "OFF"), true
		}
	}
	return "", false
}

// sniffOFF reports whether the first word is OFF or one of its variants.
func sniffOFF(head []byte, _ int64) bool {
	head = trimBOM(head)
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		f := fields{beforeHash(line)}
		if word := f.next(); len(word) > 0 {
			_, ok := offKeyword(beforeDigits(word))
			return ok
		}
		head = rest
	}
	return false
}

// beforeDigits removes the digits at the end of a word: files such as ModelNet's have the first count right after OFF.
func beforeDigits(word []byte) []byte { return bytes.TrimRight(word, "0123456789") }

// offReader reads OFF, COFF, NOFF, STOFF and their combinations in ASCII, one
// element per line: what follows a vertex's first three numbers (normal, colour,
// texture) and a face's corners (colour) is passed over. A first line with the
// counts alone is accepted, as Geomview does, and so is one without a blank between
// the word and the counts.
type offReader struct {
	*builder
	lines   *lineReader
	corners []uint32
}

func readOFF(s *source) (*mesh.Mesh, error) {
	r := &offReader{builder: newBuilder(s), lines: newLineReader(s)}
	vertices, faces, err := r.header()
	if err != nil {
		return nil, err
	}
	for i := range vertices {
		if err := r.vertex(i, vertices); err != nil {
			return nil, err
		}
	}
	for i := range faces {
		if err := r.readFace(i, faces); err != nil {
			return nil, err
		}
	}
	if _, err := r.lines.nextContent(true); !errors.Is(err, io.EOF) {
		if err != nil {
			return nil, err
		}
		return nil, r.lines.errorf("data after the %d faces the header counts; expected the end of the file", faces)
	}
	return &r.mesh, nil
}

// line returns the next line with content, which the file must not end before.
func (r *offReader) line(format string, args ...any) (fields, error) {
	f, err := r.lines.nextContent(true)
	if errors.Is(err, io.EOF) {
		return f, r.lines.errorf("file ends, expected "+format, args...)
	}
	return f, err
}

func (r *offReader) header() (vertices, faces uint64, err error) {
	f, err := r.line("the word OFF")
	if err != nil {
		return 0, 0, err
	}
	start := f
	word := f.next()
	keyword := beforeDigits(word)
	if word[0]-'0' < 10 && !bytes.HasSuffix(keyword, []byte("OFF")) {
		f = start
	} else if err := checkOFFKeyword(keyword); err != nil {
		return 0, 0, r.lines.fail(err)
	} else {
		f.rest = start.rest[len(start.rest)-len(f.rest)-len(word)+len(keyword):]
	}
	if f.empty() {
		if f, err = r.line("the numbers of vertices and faces"); err != nil {
			return 0, 0, err
		}
	}
	if vertices, faces, err = r.counts(&f); err != nil {
		return 0, 0, r.lines.fail(err)
	}
	return vertices, faces, nil
}

func checkOFFKeyword(word []byte) error {
	prefix, ok := offKeyword(word)
	if !ok {
		return fmt.Errorf("found %s, expected OFF, COFF, NOFF or STOFF", show(word))
	}
	if strings.ContainsAny(prefix, "4n") {
		return fmt.Errorf("%s has vertices that are not three-dimensional; expected OFF, COFF, NOFF or STOFF", show(word))
	}
	return nil
}

func (r *offReader) counts(f *fields) (vertices, faces uint64, err error) {
	word := f.next()
	if strings.EqualFold(string(word), "BINARY") {
		return 0, 0, errors.New("binary OFF is not read; expected ASCII")
	}
	if vertices, err = parseCount(word); err != nil {
		return 0, 0, fmt.Errorf("number of vertices: %w", err)
	}
	if faces, err = parseCount(f.next()); err != nil {
		return 0, 0, fmt.Errorf("number of faces: %w", err)
	}
	if edges := f.next(); len(edges) > 0 { // often 0, never needed
		if _, err := parseCount(edges); err != nil {
			return 0, 0, fmt.Errorf("number of edges: %w", err)
		}
	}
	if !f.empty() {
		return 0, 0, fmt.Errorf("found %s after the three counts, expected the end of the line", show(f.next()))
	}
	if faces == 0 {
		return 0, 0, errors.New("header counts no faces; expected at least one")
	}
	return vertices, faces, r.opt.checkCounts(vertices, faces)
}

func (r *offReader) vertex(i, n uint64) error {
	f, err := r.line("vertex %d of %d", i+1, n)
	if err != nil {
		return err
	}
	v, err := f.vec()
	if err != nil {
		return r.lines.fail(err)
	}
	r.mesh.Vertices = append(r.mesh.Vertices, v)
	return nil
}

func (r *offReader) readFace(i, n uint64) error {
	f, err := r.line("face %d of %d", i+1, n)
	if err != nil {
		return err
	}
	word := f.next()
	count, err := parseCount(word)
	if err != nil {
		return r.lines.errorf("number of corners: %v", err)
	}
	r.corners = r.corners[:0]
	for c := range count {
		word := f.next()
		if len(word) == 0 {
			return r.lines.errorf("face has %d corners, its count says %d", c, count)
		}
		v, err := corner(word, c, len(r.mesh.Vertices))
		if err != nil {
			return r.lines.fail(err)
		}
		r.corners = append(r.corners, v)
	}
	if err := r.face(r.corners); err != nil {
		return r.lines.fail(err)
	}
	return nil
}

// corner reads a vertex number that counts from 0.
func corner(word []byte, c uint64, vertices int) (uint32, error) {
	v, ok := parseInt(word)
	if !ok {
		return 0, fmt.Errorf("face corner %d is %s, expected a vertex number", c+1, show(word))
	}
	if v < 0 || v >= int64(vertices) {
		return 0, outOfRange(int64(c), v, vertices)
	}
	return uint32(v), nil
}

// outOfRange is the error for corner c (from 0) of a format that counts from 0.
func outOfRange(c, v int64, vertices int) error {
	return fmt.Errorf("face corner %d names vertex %d of %d (counted from 0)", c+1, v, vertices)
}
