package meshio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// Layout of binary STL: 80 bytes of anything, the number of triangles as uint32,
// and per triangle twelve float32 (normal, three corners) and two attribute bytes.
const (
	stlHeader = 84
	stlRecord = 50
	// stlPresize bounds what is allocated before data has been seen.
	stlPresize = 1 << 20
)

// sniffSTLBinary reports whether the file's size is the one its triangle count
// asks for. No text passes: four printable bytes would count 500 million
// triangles.
func sniffSTLBinary(head []byte, size int64) bool {
	return len(head) >= stlHeader && size == stlHeader+stlRecord*int64(binary.LittleEndian.Uint32(head[80:]))
}

// readSTLBinary reads binary STL. Corners with equal coordinates become one
// vertex (−0 = 0, the first one's bits are kept); vertices come in the order of
// their first use. Normals and attribute bytes are passed over. The file is one
// solid without a name.
func readSTLBinary(s *source) (*mesh.Mesh, error) {
	head, err := s.take(stlHeader, "the header of a binary STL (84 bytes)")
	if err != nil {
		return nil, err
	}
	count := binary.LittleEndian.Uint32(head[80:])
	if err := checkSTLCount(s, count); err != nil {
		return nil, place{file: s.name, byte: 80}.fail(err)
	}
	presize := stlPresize
	if s.size < 0 {
		presize = bufferSize / stlRecord
	}
	w := newSTLWelder(min(int(count), presize))
	for left := int(count); left > 0; {
		n, err := readSTLWindow(s, w, left)
		if err != nil {
			return nil, err
		}
		left -= n
	}
	if err := s.end(fmt.Sprintf("the %d triangles the header counts", count)); err != nil {
		return nil, err
	}
	return &mesh.Mesh{Name: baseName(s.name), Vertices: w.vertices, Triangles: w.triangles,
		Parts: []mesh.Part{solidPart("", 0, len(w.triangles))}}, nil
}

// readSTLWindow takes as many triangles as are buffered, left at most.
func readSTLWindow(s *source, w *stlWelder, left int) (n int, err error) {
	b, err := s.window(stlRecord, "a triangle")
	if err != nil {
		return 0, err
	}
	n = min(len(b)/stlRecord, left)
	if bad := w.add(b[:n*stlRecord]); bad >= 0 {
		at := place{file: s.name, byte: s.offset() + int64(bad)}
		return 0, at.errorf("corner coordinate is %v; expected a finite number", float32At(b[bad:]))
	}
	if len(w.vertices) > s.opt.MaxVertices {
		return 0, s.here().fail(s.opt.tooManyVertices())
	}
	if _, err := s.Discard(n * stlRecord); err != nil {
		return 0, s.here().fail(err)
	}
	return n, nil
}

// checkSTLCount compares the header's count with the limits and the file's size.
func checkSTLCount(s *source, count uint32) error {
	if count == 0 {
		return errors.New("header counts no triangles; expected at least one")
	}
	if need := stlHeader + stlRecord*int64(count); s.size >= 0 && s.size < need {
		return fmt.Errorf("header counts %d triangles (%d bytes), but the file has %d bytes and is no ASCII STL (solid …) either",
			count, need, s.size)
	}
	return s.opt.checkCounts(0, uint64(count))
}

func float32At(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// writeSTLBinary refuses coordinates that are no float32, since rounding them
// would change which triangles touch.
func writeSTLBinary(w io.Writer, m *mesh.Mesh) error {
	for i, v := range m.Vertices {
		if !isFloat32(v) {
			return fmt.Errorf("vertex %d %v does not fit the float32 coordinates of binary STL exactly; ASCII STL, PLY, OBJ and OFF keep it", i, v)
		}
	}
	var record [stlRecord]byte
	header := make([]byte, stlHeader)
	copy(header, "binary STL")
	binary.LittleEndian.PutUint32(header[80:], uint32(len(m.Triangles)))
	if _, err := w.Write(header); err != nil {
		return err
	}
	for i := range m.Triangles {
		t := m.Triangle(i)
		put := record[:0]
		for _, v := range [4]geom.Vec{unitNormal(&t), t[0], t[1], t[2]} {
			for axis := range 3 {
				put = binary.LittleEndian.AppendUint32(put, math.Float32bits(float32(v.At(axis))))
			}
		}
		if _, err := w.Write(record[:]); err != nil {
			return err
		}
	}
	return nil
}

func isFloat32(v geom.Vec) bool {
	return float64(float32(v.X)) == v.X && float64(float32(v.Y)) == v.Y && float64(float32(v.Z)) == v.Z
}

// unitNormal is what STL files carry next to the corners: for display only, zero
// where it cannot be computed.
func unitNormal(t *geom.Triangle) geom.Vec {
	n := t.Normal()
	n = n.Scale(1 / n.Norm())
	if !n.IsFinite() {
		return geom.Vec{}
	}
	return n
}
