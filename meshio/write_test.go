package meshio

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// binaryOrder appends values in one of the byte orders.
type binaryOrder struct{ binary.ByteOrder }

var (
	littleEndian = binaryOrder{binary.LittleEndian}
	bigEndian    = binaryOrder{binary.BigEndian}
)

func (o binaryOrder) put(b []byte, values ...any) []byte {
	for _, v := range values {
		var err error
		if b, err = binary.Append(b, o.ByteOrder, v); err != nil {
			panic(err)
		}
	}
	return b
}

// write returns the file as text.
func write(tb testing.TB, m *mesh.Mesh, f Format) string {
	tb.Helper()
	var b strings.Builder
	if err := Write(&b, m, f); err != nil {
		tb.Fatalf("writing as %v: %v", f, err)
	}
	return b.String()
}

// odd has coordinates that need every digit, polygons, an isolated vertex,
// degenerate triangles and parts.
func odd() *mesh.Mesh {
	m := pyramid()
	m.Vertices = append(m.Vertices, geom.Vec{X: 0.1, Y: 1e300, Z: -5e-324}, geom.Vec{X: 1.0 / 3, Y: math.MaxFloat64, Z: -math.Pi}, geom.Vec{X: 9})
	m.Triangles = append(m.Triangles, [3]uint32{5, 6, 5}, [3]uint32{5, 5, 5}, [3]uint32{6, 5, 4})
	m.Parts = []mesh.Part{
		{Kind: mesh.Object, Name: "first", Runs: []mesh.Run{{First: 2, Count: 3}}},
		{Kind: mesh.Group, Name: "g 1", Runs: []mesh.Run{{First: 2, Count: 1}, {First: 6, Count: 1}}},
		{Kind: mesh.Group, Name: "g 2", Runs: []mesh.Run{{First: 4, Count: 2}}},
		{Kind: mesh.Object, Name: "first", Runs: []mesh.Run{{First: 5, Count: 2}}},
	}
	return m
}

// TestRoundTripsBetweenAllFormats goes through every ordered pair of formats that
// hold float64, and through binary STL with float32 coordinates.
func TestRoundTripsBetweenAllFormats(t *testing.T) {
	for name, m := range map[string]*mesh.Mesh{"odd": odd(), "pyramid": pyramid()} {
		for _, a := range formats() {
			for _, b := range formats() {
				if name == "odd" && (a == STLBinary || b == STLBinary) {
					continue
				}
				if d := cornerDifference(m, through(t, through(t, m, a), b)); d != "" {
					t.Errorf("%s by %v and %v: %s", name, a, b, d)
				}
			}
		}
	}
}

// through writes and reads a mesh.
func through(tb testing.TB, m *mesh.Mesh, f Format) *mesh.Mesh {
	tb.Helper()
	out, err := Read(context.Background(), strings.NewReader(write(tb, m, f)), "mesh"+codecOf(f).extensions[0], Options{})
	if err != nil {
		tb.Fatalf("reading what was written as %v: %v", f, err)
	}
	return out
}

// cornerDifference compares triangles by the coordinates of their corners, −0
// being 0: formats without vertex numbers keep the signs of the first of equal
// vertices only.
func cornerDifference(a, b *mesh.Mesh) string {
	if len(a.Triangles) != len(b.Triangles) {
		return "numbers of triangles differ"
	}
	for i := range a.Triangles {
		s, t := a.Triangle(i), b.Triangle(i)
		if s != t {
			return fmt.Sprintf("triangle %d is %v and %v", i, s, t)
		}
	}
	return ""
}

// TestRoundTripKeepsEverything: what a format has a place for comes back.
func TestRoundTripKeepsEverything(t *testing.T) {
	if d := difference(through(t, odd(), OBJ), odd()); d != "" {
		t.Errorf("OBJ: %s", d)
	}
	noParts := odd()
	noParts.Parts = nil
	for _, f := range []Format{PLYBinary, PLYBigEndian, PLYASCII, OFF} {
		if d := difference(through(t, odd(), f), noParts); d != "" {
			t.Errorf("%v: %s", f, d)
		}
	}
	solids := through(t, pyramid(), STLASCII)
	solids.Parts = []mesh.Part{solidPart("one", 0, 2), solidPart("one", 2, 3), solidPart("", 5, 1)}
	if d := difference(through(t, solids, STLASCII), solids); d != "" {
		t.Errorf("ASCII STL: %s", d)
	}
}

// TestPartsChangeKind: OBJ's objects are STL's solids and back.
func TestPartsChangeKind(t *testing.T) {
	m := through(t, odd(), STLASCII)
	want := []mesh.Part{solidPart("", 0, 2), solidPart("first", 2, 3), solidPart("first", 5, 2), solidPart("", 7, 2)}
	if !reflect.DeepEqual(m.Parts, want) {
		t.Errorf("solids are %v, want %v", m.Parts, want)
	}
	back := through(t, m, OBJ)
	if len(back.Parts) != 2 || back.Parts[1].Kind != mesh.Object || back.Parts[1].Name != "first" {
		t.Errorf("objects are %v", back.Parts)
	}
	groups := pyramid()
	groups.Parts = []mesh.Part{{Kind: mesh.Group, Name: "g", Runs: []mesh.Run{{First: 0, Count: 6}}}}
	if got := through(t, groups, STLASCII).Parts; !reflect.DeepEqual(got, []mesh.Part{solidPart("g", 0, 6)}) {
		t.Errorf("solids of groups are %v", got)
	}
}

func TestPolygonOf300Corners(t *testing.T) {
	m := &mesh.Mesh{Polygons: []mesh.Polygon{{First: 0, Count: 298}}}
	for i := range uint32(300) {
		m.Vertices = append(m.Vertices, geom.Vec{X: float64(i), Y: float64(i * i)})
		if i >= 2 {
			m.Triangles = append(m.Triangles, [3]uint32{0, i - 1, i})
		}
	}
	for _, f := range []Format{OBJ, PLYBinary, PLYBigEndian, PLYASCII, OFF} {
		if d := difference(through(t, m, f), m); d != "" {
			t.Errorf("%v: %s", f, d)
		}
	}
}

func TestBinarySTLRefusesToRound(t *testing.T) {
	m := pyramid()
	m.Vertices[3].Y = 0.1
	var b strings.Builder
	err := Write(&b, m, STLBinary)
	if err == nil || !strings.Contains(err.Error(), "vertex 3") || !strings.Contains(err.Error(), "ASCII STL") {
		t.Errorf("error is %v", err)
	}
	if b.Len() > 0 {
		t.Errorf("%d bytes were written", b.Len())
	}
}

func TestWriteFile(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	tenth := pyramid()
	tenth.Vertices[3].Y = 0.1
	for _, m := range []*mesh.Mesh{pyramid(), tenth} {
		for _, ext := range Extensions() {
			path := filepath.Join(dir, "mesh"+ext)
			if err := WriteFile(path, m); err != nil {
				t.Fatal(err)
			}
			got, err := ReadFile(ctx, path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cornerDifference(m, got); d != "" || got.Name != "mesh"+ext {
				t.Errorf("%s, named %s: %s", path, got.Name, d)
			}
		}
	}
	if err := WriteFile(filepath.Join(dir, "mesh.txt"), tenth); !errors.Is(err, ErrUnknownFormat) {
		t.Errorf("unknown extension: %v", err)
	}
	if err := WriteFile(filepath.Join(dir, "no", "mesh.obj"), tenth); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such folder: %v", err)
	}
	bad := filepath.Join(dir, "bad.stl")
	if err := writeFileAs(bad, tenth, STLBinary); err == nil || !strings.HasPrefix(err.Error(), bad) {
		t.Errorf("rounding: %v", err)
	}
	if _, err := os.Stat(bad); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file that could not be written is still there: %v", err)
	}
}

// TestWriteFileKeepsTheOld writes meshes that cannot be written over a good part.
func TestWriteFileKeepsTheOld(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fraction, broken := pyramid(), pyramid()
	fraction.Vertices[0].X = 0.1
	broken.Triangles[0][0] = 77
	for name, bad := range map[string]func(path string) error{
		"fraction.stl": func(path string) error { return writeFileAs(path, fraction, STLBinary) },
		"broken.obj":   func(path string) error { return WriteFile(path, broken) },
		"broken.ply":   func(path string) error { return WriteFile(path, broken) },
	} {
		path := filepath.Join(dir, name)
		if err := WriteFile(path, pyramid()); err != nil {
			t.Fatal(err)
		}
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := bad(path); err == nil {
			t.Errorf("%s: written", name)
		}
		if left, err := os.ReadFile(path); !bytes.Equal(left, good) {
			t.Errorf("%s: %d bytes are left of %d (%v)", name, len(left), len(good), err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

func TestWriteRefusesBrokenMeshes(t *testing.T) {
	for want, spoil := range map[string]func(*mesh.Mesh){
		"names vertex 77":      func(m *mesh.Mesh) { m.Triangles[0][0] = 77 },
		"does not continue":    func(m *mesh.Mesh) { m.Polygons[0].Count = 5 },
		"has triangles 4 to 9": func(m *mesh.Mesh) { m.Polygons[0] = mesh.Polygon{First: 4, Count: 5} },
	} {
		m := pyramid()
		spoil(m)
		if err := Write(io.Discard, m, OBJ); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want it to contain %q", err, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("writing no format did not panic")
		}
	}()
	_ = Write(io.Discard, pyramid(), Unknown)
}

// full accepts n bytes.
type full struct{ n int }

func (f *full) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// TestWriteErrorsPassThrough fills the disk at several points of a file larger
// than the buffer.
func TestWriteErrorsPassThrough(t *testing.T) {
	m := &mesh.Mesh{}
	for i := range uint32(30000) {
		m.Vertices = append(m.Vertices, geom.Vec{X: float64(i), Y: 0.5})
		m.Triangles = append(m.Triangles, [3]uint32{i, 0, i / 2})
	}
	for _, f := range formats() {
		size := len(write(t, m, f))
		for n := range 8 {
			if err := Write(&full{n * size / 8}, m, f); !errors.Is(err, io.ErrShortWrite) {
				t.Errorf("%v with room for %d of %d bytes: %v", f, n*size/8, size, err)
			}
		}
		if err := Write(&full{size}, m, f); err != nil {
			t.Errorf("%v with room enough: %v", f, err)
		}
	}
}

func TestCleanName(t *testing.T) {
	for raw, want := range map[string]string{
		" a \t b ": "a b", "two\nlines": "two lines", "nul\x00": "nul_", `dir\`: "dir_", "käse 木": "käse 木", "\r\n": "", `a\b`: `a\b`,
	} {
		if got := cleanName(raw); got != want {
			t.Errorf("%q becomes %q, want %q", raw, got, want)
		}
	}
}

// formats returns every format that is read and written.
func formats() []Format {
	var all []Format
	for _, c := range codecs() {
		all = append(all, c.format)
	}
	return all
}
