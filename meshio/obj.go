package meshio

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/collide-go/collide/mesh"
)

// objStatement states what a statement's first word means to the reader.
type objStatement uint8

const (
	objUnknown objStatement = iota
	objVertex
	objFace
	objObject
	objGroup
	objSurface // geometry that is not read, an error
	objIgnored // no surface: attributes, materials, points, lines, curves
)

// objStatementOf is the table of the statements of Wavefront's format 3.0
// ("Advanced Visualizer" appendix B1) and of the older names it lists.
func objStatementOf(word []byte) objStatement {
	switch string(word) {
	case "v":
		return objVertex
	case "f", "fo":
		return objFace
	case "o":
		return objObject
	case "g":
		return objGroup
	case "surf", "bsp", "bzp", "cdc", "cdp", "call":
		return objSurface
	case "vt", "vn", "vp", "l", "p", "s", "usemtl", "mtllib", "usemap", "maplib", "mg", "lod",
		"bevel", "c_interp", "d_interp", "shadow_obj", "trace_obj", "cstype", "deg", "bmat", "step",
		"curv", "curv2", "parm", "trim", "hole", "scrv", "sp", "end", "con", "ctech", "stech", "res", "csh":
		return objIgnored
	}
	return objUnknown
}

// objReader reads Wavefront OBJ. An o statement starts a new object whatever its
// name; a g statement with a name seen before continues that group. Objects and
// groups without a face make no part, and o or g without a name leave them.
type objReader struct {
	*builder
	lines   *lineReader
	joined  []byte // a statement continued over lines
	corners []uint32
	parts   partTracker
	// far is the largest vertex number a face named before its vertex was read.
	far      int64
	farPlace place
}

func readOBJ(s *source) (*mesh.Mesh, error) {
	r := &objReader{builder: newBuilder(s), lines: newLineReader(s)}
	r.parts.init(&r.mesh)
	for {
		line, at, err := r.statement()
		if errors.Is(err, io.EOF) {
			return r.finish()
		}
		if err != nil {
			return nil, err
		}
		if err := r.take(line, at); err != nil {
			return nil, at.fail(err)
		}
	}
}

// statement returns the next logical line and the place of its first physical
// one. A backslash at the end continues any line but a comment, whose text may
// end in a path.
func (r *objReader) statement() ([]byte, place, error) {
	line, err := r.lines.next()
	at := r.lines.here()
	if err != nil || !continued(line) {
		return line, at, err
	}
	r.joined = r.joined[:0]
	for err == nil && continued(line) {
		r.joined = append(append(r.joined, line[:len(line)-1]...), ' ')
		if len(r.joined) > r.opt.MaxLine {
			return nil, at, at.fail(r.lines.tooLong())
		}
		line, err = r.lines.next()
	}
	if errors.Is(err, io.EOF) {
		return nil, at, at.errorf("file ends within a continued line")
	}
	return append(r.joined, line...), at, err
}

func continued(line []byte) bool {
	n := len(line)
	return n > 0 && line[n-1] == '\\' && !bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("#"))
}

// take handles one statement.
func (r *objReader) take(line []byte, at place) error {
	f := fields{line}
	word := f.next()
	if len(word) == 0 || word[0] == '#' {
		return nil
	}
	switch objStatementOf(word) {
	case objVertex:
		return r.vertex(&f)
	case objFace:
		return r.readFace(&f, at)
	case objObject:
		r.parts.object(cleanName(f.rest))
	case objGroup:
		r.parts.group(cleanName(f.rest))
	case objSurface:
		return fmt.Errorf("statement %s makes a free-form surface or reads another file; expected faces (f)", show(word))
	case objUnknown:
		return fmt.Errorf("unknown statement %s", show(word))
	}
	return nil
}

// vertex reads "v x y z"; a weight or colour may follow and is passed over.
func (r *objReader) vertex(f *fields) error {
	v, err := f.vec()
	if err != nil {
		return err
	}
	if err := r.roomForVertex(); err != nil {
		return err
	}
	r.mesh.Vertices = append(r.mesh.Vertices, v)
	return nil
}

func (r *objReader) readFace(f *fields, at place) error {
	r.corners = r.corners[:0]
	for {
		token := f.next()
		if len(token) == 0 || token[0] == '#' {
			break
		}
		v, err := r.corner(token, at)
		if err != nil {
			return fmt.Errorf("face corner %d %w", len(r.corners)+1, err)
		}
		r.corners = append(r.corners, v)
	}
	return r.face(r.corners)
}

// corner reads "a", "a/b", "a//c" or "a/b/c" and returns the vertex a counted
// from 0. Negative numbers count back from the last vertex read; positive ones may
// name vertices still to come. b and c are not looked up.
func (r *objReader) corner(token []byte, at place) (uint32, error) {
	name, rest, _ := bytes.Cut(token, []byte("/"))
	n, ok := parseInt(name)
	if !ok || !isAttributes(rest) {
		return 0, fmt.Errorf("is %s; expected a vertex number as in 7, 7/1, 7//3 or 7/1/3", show(token))
	}
	have := int64(len(r.mesh.Vertices))
	switch {
	case n == 0:
		return 0, errors.New("names vertex 0; numbers count from 1")
	case n < -have || n > int64(r.opt.MaxVertices):
		return 0, fmt.Errorf("names vertex %d of %d", n, have)
	case n < 0:
		return uint32(have + n), nil
	case n > have && n > r.far:
		r.far, r.farPlace = n, at
	}
	return uint32(n - 1), nil
}

// isAttributes reports whether rest is what may follow the first slash.
func isAttributes(rest []byte) bool {
	for _, c := range rest {
		if c-'0' >= 10 && c != '/' && c != '-' && c != '+' {
			return false
		}
	}
	return bytes.Count(rest, []byte("/")) <= 1
}

func (r *objReader) finish() (*mesh.Mesh, error) {
	if have := int64(len(r.mesh.Vertices)); r.far > have {
		return nil, r.farPlace.errorf("face names vertex %d of %d", r.far, have)
	}
	if len(r.mesh.Triangles) == 0 {
		return nil, r.lines.errorf("no faces (f) up to the end of the file; expected at least one")
	}
	r.parts.flush()
	return &r.mesh, nil
}
