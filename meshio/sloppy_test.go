package meshio

import (
	"context"
	"strings"
	"testing"
)

// TestOFFWithoutBlank reads headers whose first count follows the word at once, as in ModelNet.
func TestOFFWithoutBlank(t *testing.T) {
	for _, head := range []string{"OFF3 1 0", "OFF3 1", "COFF3 1 0", "STCNOFF3 1 0", "OFF3\t1 0", "\ufeff# note\nOFF3 1 0"} {
		for _, name := range []string{"a.off", "unknown"} {
			m, err := Read(context.Background(), strings.NewReader(head+"\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"), name, Options{})
			if err != nil || len(m.Vertices) != 3 || len(m.Triangles) != 1 {
				t.Errorf("%q as %s: %v", head, name, err)
			}
		}
	}
	for head, want := range map[string]string{"4OFF3 1 0": "not three-dimensional", "XOFF3 1 0": "expected OFF", "OFF3x 1 0": "expected OFF", "OFF-3 1 0": "expected OFF", "OFF3": "number of faces"} {
		if _, err := Read(context.Background(), strings.NewReader(head+"\n0 0 0\n"), "a.off", Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", head, err, want)
		}
	}
}

// TestPLYExtraLists reads files with lists beside the corners, in vertices, faces and other elements.
func TestPLYExtraLists(t *testing.T) {
	lines := []string{
		"element vertex 3", "property list uchar float weights", xyz, "property list uchar ushort bones",
		"element face 1", "property list uchar float texcoord", "property list uchar int vertex_indices", "property uchar red", "property list ushort double more",
		"element edge 1", "property list int uchar ends", "property int vertex1",
	}
	ascii := plyHead("ascii", lines...) + "1 0.5 0 0 0 0\n0 1 0 0 2 7 8\n2 1 1 0 1 0 0\n6 0 0 1 0 0 1 3 0 1 2 255 1 3.5\n2 0 1 9\n"
	binary := plyHead("binary_little_endian", lines...) +
		le(uint8(1), float32(0.5), [3]float32{0, 0, 0}, uint8(0)) + le(uint8(0), [3]float32{1, 0, 0}, uint8(2), [2]uint16{7, 8}) + le(uint8(2), [2]float32{1, 1}, [3]float32{0, 1, 0}, uint8(0)) +
		le(uint8(6), [6]float32{}, uint8(3), [3]int32{0, 1, 2}, uint8(255), uint16(1), 3.5) + le(int32(2), [2]uint8{0, 1}, int32(9))
	for name, content := range map[string]string{"ascii": ascii, "binary": binary} {
		m, err := Read(context.Background(), strings.NewReader(content), "a.ply", Options{})
		if err != nil || len(m.Vertices) != 3 || m.Vertices[1].X != 1 || m.Vertices[2].Y != 1 || len(m.Triangles) != 1 || m.Triangles[0] != [3]uint32{0, 1, 2} {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
}

// TestTooFewCorners names faces that are no polygons as what they are.
func TestTooFewCorners(t *testing.T) {
	for content, want := range map[string]string{
		"v 0 0 0\nv 1 0 0\nf 1 2\n": "a.obj:3: face has 2 corners: it is a line, expected a polygon of at least 3",
		"v 0 0 0\nf 1\n":            "face has 1 corners: it is a point",
		"v 0 0 0\nf\n":              "face has 0 corners: it is empty",
	} {
		if _, err := Read(context.Background(), strings.NewReader(content), "a.obj", Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", content, err, want)
		}
	}
}
