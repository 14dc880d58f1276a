package meshio

import (
	"fmt"
	"io"
	"strconv"

	"github.com/collide-go/collide/mesh"
)

func writeOBJ(w io.Writer, m *mesh.Mesh) error {
	var line []byte
	for _, v := range m.Vertices {
		line = append(appendVec(append(line[:0], "v "...), v, 64), '\n')
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	objects := mesh.Object
	if !hasParts(m, mesh.Object) {
		objects = mesh.Solid
	}
	names := [2]*objNames{newOBJNames(m, "o", objects), newOBJNames(m, "g", mesh.Group)}
	return faces(m, func(first int, corners []uint32) error {
		line = line[:0]
		for _, n := range names {
			line = n.statement(line, first)
		}
		line = append(line, 'f')
		for _, c := range corners {
			line = strconv.AppendUint(append(line, ' '), uint64(c)+1, 10)
		}
		_, err := w.Write(append(line, '\n'))
		return err
	})
}

// objNames writes the o or g statements.
type objNames struct {
	*partAt
	m    *mesh.Mesh
	word string
	last int
}

func newOBJNames(m *mesh.Mesh, word string, kind mesh.PartKind) *objNames {
	return &objNames{newPartAt(m, kind), m, word, -1}
}

// statement appends what must precede the face at triangle t: nothing while the
// part stays the same, the bare word where triangles belong to none.
func (n *objNames) statement(line []byte, t int) []byte {
	part := n.of(t)
	if part == n.last {
		return line
	}
	n.last = part
	line = append(line, n.word...)
	if part >= 0 {
		line = append(append(line, ' '), cleanName(n.m.Parts[part].Name)...)
	}
	return append(line, '\n')
}

// writeSTLASCII writes one solid per run of triangles of the same part, so that
// triangles keep their order.
func writeSTLASCII(w io.Writer, m *mesh.Mesh) error {
	kind := mesh.Solid
	for _, k := range []mesh.PartKind{mesh.Object, mesh.Group} {
		if !hasParts(m, kind) {
			kind = k
		}
	}
	parts, last, name := newPartAt(m, kind), -1, ""
	for i := range m.Triangles {
		part := parts.of(i)
		if i == 0 || part != last {
			if i > 0 {
				if _, err := fmt.Fprintf(w, "endsolid %s\n", name); err != nil {
					return err
				}
			}
			last, name = part, ""
			if part >= 0 {
				name = cleanName(m.Parts[part].Name)
			}
			if _, err := fmt.Fprintf(w, "solid %s\n", name); err != nil {
				return err
			}
		}
		if _, err := w.Write(appendFacet(nil, m, i)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "endsolid %s\n", name)
	return err
}

func appendFacet(b []byte, m *mesh.Mesh, i int) []byte {
	t := m.Triangle(i)
	b = appendVec(append(b, "facet normal "...), unitNormal(&t), 32)
	b = append(b, "\n outer loop\n"...)
	for _, v := range t {
		b = append(appendVec(append(b, "  vertex "...), v, 64), '\n')
	}
	return append(b, " endloop\nendfacet\n"...)
}

func writeOFF(w io.Writer, m *mesh.Mesh) error {
	if _, err := fmt.Fprintf(w, "OFF\n%d %d 0\n", len(m.Vertices), faceCount(m)); err != nil {
		return err
	}
	return writeRows(w, m, 64)
}

// writeRows writes a line per vertex and per face, as OFF and ASCII PLY have them.
func writeRows(w io.Writer, m *mesh.Mesh, bits int) error {
	var line []byte
	for _, v := range m.Vertices {
		line = append(appendVec(line[:0], v, bits), '\n')
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return faces(m, func(_ int, corners []uint32) error {
		line = strconv.AppendUint(line[:0], uint64(len(corners)), 10)
		for _, c := range corners {
			line = strconv.AppendUint(append(line, ' '), uint64(c), 10)
		}
		_, err := w.Write(append(line, '\n'))
		return err
	})
}
