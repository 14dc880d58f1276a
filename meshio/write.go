package meshio

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/mesh"
)

// Write writes m, which must pass Check, in a format. Coordinates come back from
// Read bit for bit. Binary STL holds float32 only: a coordinate it cannot hold
// exactly is an error that names the vertex, and nothing is written.
//
// What else comes back depends on the format: vertex numbers and polygons of OBJ,
// PLY and OFF; objects and groups of OBJ; solids of ASCII STL. OBJ writes solids
// as objects where there are no objects, ASCII STL writes objects (otherwise
// groups) as solids where there are no solids; the other formats have no parts.
// STL has no vertex numbers, only corners: vertices are numbered by first use when
// it is read. Names lose line ends and control characters.
func Write(w io.Writer, m *mesh.Mesh, format Format) error {
	c := codecOf(format)
	if c == nil {
		panic(fmt.Sprintf("meshio: Write to format %d, which is no format", format))
	}
	if err := m.Check(); err != nil {
		return err
	}
	if err := checkPolygons(m); err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(w, bufferSize)
	if err := c.write(buffered, m); err != nil {
		return fmt.Errorf("writing mesh %q as %s: %w", m.Name, c.name, err)
	}
	if err := buffered.Flush(); err != nil {
		return fmt.Errorf("writing mesh %q as %s: %w", m.Name, c.name, err)
	}
	return nil
}

// WriteFile writes m in the format path's extension stands for. STL is binary if
// every coordinate is a float32 and ASCII otherwise; PLY is binary, little endian.
//
// A regular file appears whole or not at all: after an error, that of a full disk
// included, the file that was there before is still there.
func WriteFile(path string, m *mesh.Mesh) error {
	format := FormatByExtension(path)
	if format == Unknown {
		return fmt.Errorf("%s: %w: extension %q; expected one of %s", quote.Name(path), ErrUnknownFormat, filepath.Ext(path), strings.Join(Extensions(), " "))
	}
	if format == STLBinary && !fitsFloat32(m) {
		format = STLASCII
	}
	return writeFileAs(path, m, format)
}

// writeFileAs writes m to path in a format whatever its extension; see [WriteFile].
func writeFileAs(path string, m *mesh.Mesh, format Format) error {
	err := atomicfile.Write(context.Background(), path, func(w io.Writer) error { return Write(w, m, format) })
	var failed *atomicfile.Error // names the file itself
	switch {
	case err == nil:
		return nil
	case errors.As(err, &failed):
		return failed
	}
	return fmt.Errorf("%s: %w", quote.Name(path), err)
}

func fitsFloat32(m *mesh.Mesh) bool {
	for _, v := range m.Vertices {
		if !isFloat32(v) {
			return false
		}
	}
	return true
}

// checkPolygons returns an error when a polygon is not the fan it should be.
func checkPolygons(m *mesh.Mesh) error {
	end := uint64(0)
	for i, p := range m.Polygons {
		first, last := uint64(p.First), uint64(p.First)+uint64(p.Count)
		if first < end || last > uint64(len(m.Triangles)) || p.Count == 0 {
			return fmt.Errorf("mesh %q: polygon %d has triangles %d to %d of %d", m.Name, i, first, last, len(m.Triangles))
		}
		end = last
		for t := first + 1; t < last; t++ {
			if m.Triangles[t][0] != m.Triangles[first][0] || m.Triangles[t][1] != m.Triangles[t-1][2] {
				return fmt.Errorf("mesh %q: triangle %d does not continue the fan of polygon %d", m.Name, t, i)
			}
		}
	}
	return nil
}

// faces calls yield with the corners of every face, polygons as one, and its
// first triangle. The corners are overwritten by the next call.
func faces(m *mesh.Mesh, yield func(first int, corners []uint32) error) error {
	var corners []uint32
	next := 0
	for t := 0; t < len(m.Triangles); {
		corners = append(corners[:0], m.Triangles[t][:]...)
		n := 1
		if next < len(m.Polygons) && int(m.Polygons[next].First) == t {
			n = int(m.Polygons[next].Count)
			for _, tri := range m.Triangles[t+1 : t+n] {
				corners = append(corners, tri[2])
			}
			next++
		}
		if err := yield(t, corners); err != nil {
			return err
		}
		t += n
	}
	return nil
}

// faceCount returns how many faces there are, polygons counted as one.
func faceCount(m *mesh.Mesh) int {
	n := len(m.Triangles)
	for _, p := range m.Polygons {
		n -= int(p.Count) - 1
	}
	return n
}

// appendVec appends three coordinates, each as the shortest decimal that reads
// back as the same float of the given bits.
func appendVec(b []byte, v geom.Vec, bits int) []byte {
	b = strconv.AppendFloat(b, v.X, 'g', -1, bits)
	b = append(b, ' ')
	b = strconv.AppendFloat(b, v.Y, 'g', -1, bits)
	b = append(b, ' ')
	return strconv.AppendFloat(b, v.Z, 'g', -1, bits)
}

// partAt walks the parts of one kind along the triangles.
type partAt struct {
	runs []partRun
}

type partRun struct {
	mesh.Run
	part int
}

// newPartAt sorts the runs of a kind of part by first triangle.
func newPartAt(m *mesh.Mesh, kind mesh.PartKind) *partAt {
	p := &partAt{}
	for i := range m.Parts {
		if m.Parts[i].Kind != kind {
			continue
		}
		for _, r := range m.Parts[i].Runs {
			p.runs = append(p.runs, partRun{r, i})
		}
	}
	slices.SortStableFunc(p.runs, func(a, b partRun) int { return cmp.Compare(a.First, b.First) })
	return p
}

// of returns the part triangle t belongs to, -1 for none; t must not decrease.
func (p *partAt) of(t int) int {
	for len(p.runs) > 0 && uint64(t) >= uint64(p.runs[0].First)+uint64(p.runs[0].Count) {
		p.runs = p.runs[1:]
	}
	if len(p.runs) > 0 && t >= int(p.runs[0].First) {
		return p.runs[0].part
	}
	return -1
}

// hasParts reports whether m has a part of the kind.
func hasParts(m *mesh.Mesh, kind mesh.PartKind) bool {
	return slices.ContainsFunc(m.Parts, func(p mesh.Part) bool { return p.Kind == kind })
}
