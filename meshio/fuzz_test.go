package meshio

import (
	"context"
	"strings"
	"testing"
)

// fuzz asks of any input: no panic, and what is read passes Check and comes back
// the same after Write and Read.
func fuzz(f *testing.F, name string, formats ...Format) {
	for file, content := range valid() {
		if strings.HasSuffix(file, name[len("mesh"):]) {
			f.Add([]byte(content))
		}
	}
	for _, bad := range badInputs {
		if !strings.HasSuffix(bad.file, name[len("mesh"):]) {
			continue
		}
		if r, ok := bad.content().(*strings.Reader); ok {
			content := make([]byte, r.Len())
			if _, err := r.Read(content); err == nil {
				f.Add(content)
			}
		}
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		opt := Options{MaxVertices: 1 << 16, MaxTriangles: 1 << 16, MaxLine: 1 << 12}
		m, err := Read(context.Background(), strings.NewReader(string(content)), name, opt)
		streamed, streamErr := Read(context.Background(), stream(string(content))(), name, opt)
		if err == nil && streamErr == nil {
			if d := difference(m, streamed); d != "" {
				t.Errorf("with and without a known size: %s", d)
			}
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), name+":") {
				t.Errorf("the error %q names no place", err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		for _, format := range formats {
			if format == STLBinary && !fitsFloat32(m) {
				continue
			}
			back := through(t, m, format)
			if format == STLBinary {
				back.Parts = m.Parts
			}
			if d := difference(m, back); d != "" {
				t.Errorf("through %v: %s", format, d)
			}
		}
	})
}

func FuzzOBJ(f *testing.F) { fuzz(f, "mesh.obj", OBJ) }

func FuzzSTL(f *testing.F) { fuzz(f, "mesh.stl", STLASCII, STLBinary) }

func FuzzPLY(f *testing.F) { fuzz(f, "mesh.ply", PLYBinary, PLYBigEndian, PLYASCII, OFF) }

func FuzzOFF(f *testing.F) { fuzz(f, "mesh.off", OFF, PLYBinary, PLYASCII) }
