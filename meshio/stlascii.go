package meshio

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/collide-go/collide/mesh"
)

// sniffSTLASCII reports whether head begins with the word "solid" and is text.
// The word alone proves nothing: binary headers begin with it too, but a zero byte
// or other control character then follows within the first normals.
func sniffSTLASCII(head []byte, _ int64) bool {
	f := fields{trimBOM(head)}
	if !strings.EqualFold(string(f.next()), "solid") {
		return false
	}
	for _, c := range head {
		if c < ' ' && !isSpace(c) {
			return bytes.Contains(bytes.ToLower(head), []byte("\nfacet normal "))
		}
	}
	return true
}

// stlText reads ASCII STL: words separated by any white space, keywords in
// either case. Normals are passed over. Every solid with a facet is a part.
type stlText struct {
	*builder
	lines *lineReader
	line  fields
	weld  mesh.Welder
}

func readSTLASCII(s *source) (*mesh.Mesh, error) {
	r := &stlText{builder: newBuilder(s), lines: newLineReader(s)}
	for {
		word, err := r.word()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if !isWord(word, "solid") {
			return nil, r.lines.errorf("found %s, expected solid or the end of the file", show(word))
		}
		if err := r.solid(); err != nil {
			return nil, err
		}
	}
	if len(r.mesh.Triangles) == 0 {
		return nil, r.lines.errorf("no facet up to the end of the file; expected at least one")
	}
	r.mesh.Vertices = r.weld.Vertices()
	return &r.mesh, nil
}

// word returns the next word of the file, io.EOF after the last.
func (r *stlText) word() ([]byte, error) {
	for {
		if word := r.line.next(); len(word) > 0 {
			return word, nil
		}
		b, err := r.lines.next()
		if err != nil {
			return nil, err
		}
		r.line = fields{b}
	}
}

// isWord compares a word with a keyword in lower case; ASCII letters fold.
func isWord(word []byte, keyword string) bool {
	if len(word) != len(keyword) {
		return false
	}
	for i, c := range word {
		if c != keyword[i] && (c|0x20 != keyword[i] || c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}

// needed returns the next word, which the file must not end before.
func (r *stlText) needed(what string) ([]byte, error) {
	word, err := r.word()
	if errors.Is(err, io.EOF) {
		return nil, r.lines.errorf("file ends, expected %s", what)
	}
	return word, err
}

func (r *stlText) expect(keywords ...string) error {
	for _, k := range keywords {
		word, err := r.needed(k)
		if err != nil {
			return err
		}
		if !isWord(word, k) {
			return r.lines.errorf("found %s, expected %s", show(word), k)
		}
	}
	return nil
}

// solid reads from behind the word solid to the end of the endsolid line.
func (r *stlText) solid() error {
	name := r.restOfLine()
	first := len(r.mesh.Triangles)
	for {
		word, err := r.needed("facet or endsolid")
		switch {
		case err != nil:
			return err
		case isWord(word, "endsolid"):
			r.restOfLine()
			if n := len(r.mesh.Triangles) - first; n > 0 {
				r.mesh.Parts = append(r.mesh.Parts, solidPart(name, first, n))
			}
			return nil
		case !isWord(word, "facet"):
			return r.lines.errorf("found %s, expected facet or endsolid", show(word))
		}
		if err := r.facet(); err != nil {
			return err
		}
	}
}

func solidPart(name string, first, n int) mesh.Part {
	return mesh.Part{Kind: mesh.Solid, Name: name, Runs: []mesh.Run{{First: uint32(first), Count: uint32(n)}}}
}

func (r *stlText) restOfLine() string {
	name := cleanName(r.line.rest)
	r.line = fields{}
	return name
}

// facet reads from behind the word facet to endfacet.
func (r *stlText) facet() error {
	if err := r.expect("normal"); err != nil {
		return err
	}
	for range 3 { // often wrong, sometimes NaN, never needed
		if _, err := r.needed("a facet's normal"); err != nil {
			return err
		}
	}
	if err := r.expect("outer", "loop"); err != nil {
		return err
	}
	var corners [3]uint32
	for i := range corners {
		v, err := r.vertex()
		if err != nil {
			return err
		}
		corners[i] = v
	}
	if err := r.expect("endloop", "endfacet"); err != nil {
		return err
	}
	if err := r.face(corners[:]); err != nil {
		return r.lines.fail(err)
	}
	return nil
}

func (r *stlText) vertex() (uint32, error) {
	if err := r.expect("vertex"); err != nil {
		return 0, err
	}
	v, err := r.line.vec()
	if err != nil {
		return 0, r.lines.fail(err)
	}
	index := r.weld.Add(v)
	if err := r.checkVertices(r.weld.Len()); err != nil {
		return 0, r.lines.fail(err)
	}
	return index, nil
}
