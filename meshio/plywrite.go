package meshio

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/collide-go/collide/mesh"
)

// writePLY returns the writer of one variant. Coordinates are declared float when
// every one of them is a float32, double otherwise.
func writePLY(format Format) func(io.Writer, *mesh.Mesh) error {
	return func(w io.Writer, m *mesh.Mesh) error {
		bits := 64
		if fitsFloat32(m) {
			bits = 32
		}
		wide := mostCorners(m) > math.MaxUint8
		if err := writePLYHeader(w, m, format, bits, wide); err != nil {
			return err
		}
		switch format {
		case PLYBinary:
			return writePLYBinary(w, m, binary.LittleEndian, bits, wide)
		case PLYBigEndian:
			return writePLYBinary(w, m, binary.BigEndian, bits, wide)
		}
		return writeRows(w, m, bits)
	}
}

func mostCorners(m *mesh.Mesh) int {
	most := 3
	for _, p := range m.Polygons {
		most = max(most, int(p.Count)+2)
	}
	return most
}

func writePLYHeader(w io.Writer, m *mesh.Mesh, format Format, bits int, wide bool) error {
	encoding := map[Format]string{PLYBinary: "binary_little_endian", PLYBigEndian: "binary_big_endian", PLYASCII: "ascii"}[format]
	coordinate := map[int]string{32: "float", 64: "double"}[bits]
	count := map[bool]string{false: "uchar", true: "int"}[wide]
	_, err := fmt.Fprintf(w, "ply\nformat %s 1.0\nelement vertex %d\nproperty %[3]s x\nproperty %[3]s y\nproperty %[3]s z\n"+
		"element face %[4]d\nproperty list %[5]s int vertex_indices\nend_header\n",
		encoding, len(m.Vertices), coordinate, faceCount(m), count)
	return err
}

func writePLYBinary(w io.Writer, m *mesh.Mesh, order binary.AppendByteOrder, bits int, wide bool) error {
	var row []byte
	for _, v := range m.Vertices {
		row = row[:0]
		for axis := range 3 {
			if x := v.At(axis); bits == 32 {
				row = order.AppendUint32(row, math.Float32bits(float32(x)))
			} else {
				row = order.AppendUint64(row, math.Float64bits(x))
			}
		}
		if _, err := w.Write(row); err != nil {
			return err
		}
	}
	return faces(m, func(_ int, corners []uint32) error {
		if wide {
			row = order.AppendUint32(row[:0], uint32(len(corners)))
		} else {
			row = append(row[:0], uint8(len(corners)))
		}
		for _, c := range corners {
			row = order.AppendUint32(row, c)
		}
		_, err := w.Write(row)
		return err
	})
}
