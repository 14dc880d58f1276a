package pipe

import (
	"encoding/binary"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// decodeMesh parses the payload of msgMesh. The error is a fault of the message, or of the mesh: a
// coordinate that is not finite, an index out of range, no triangle.
func decodeMesh(payload []byte) (*mesh.Mesh, error) {
	if len(payload) < 8 {
		return nil, faulty("mesh of %d bytes; expected two counts", len(payload))
	}
	vertices, triangles := uint64(binary.LittleEndian.Uint32(payload)), uint64(binary.LittleEndian.Uint32(payload[4:]))
	rest, corners := payload[8:], 24*vertices
	if want := corners + 12*triangles; want > uint64(len(rest)) {
		return nil, faulty("mesh of %d vertices and %d triangles in %d bytes; expected %d or more", vertices, triangles, len(rest), want)
	}
	m := &mesh.Mesh{Vertices: make([]geom.Vec, vertices), Triangles: make([][3]uint32, triangles)}
	for i := range m.Vertices {
		m.Vertices[i] = vecAt(rest[24*i:])
	}
	rest = rest[corners:]
	for i := range m.Triangles {
		for k := range 3 {
			m.Triangles[i][k] = binary.LittleEndian.Uint32(rest[12*i+4*k:])
		}
	}
	m.Name = string(rest[12*triangles:])
	return m, m.Check()
}

func floatAt(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

func vecAt(b []byte) geom.Vec {
	return geom.Vec{X: floatAt(b), Y: floatAt(b[8:]), Z: floatAt(b[16:])}
}
