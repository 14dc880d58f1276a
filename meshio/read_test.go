package meshio

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

func mustRead(tb testing.TB, name, content string) *mesh.Mesh {
	tb.Helper()
	m, err := Read(context.Background(), strings.NewReader(content), name, Options{})
	if err != nil {
		tb.Fatalf("reading %s: %v", name, err)
	}
	return m
}

// difference reports the first difference between meshes, coordinates compared by
// bits; "" when there is none.
func difference(a, b *mesh.Mesh) string {
	switch {
	case len(a.Vertices) != len(b.Vertices):
		return fmt.Sprintf("%d and %d vertices", len(a.Vertices), len(b.Vertices))
	case !slices.EqualFunc(a.Vertices, b.Vertices, sameBits):
		return fmt.Sprintf("vertices %v and %v", a.Vertices[:min(9, len(a.Vertices))], b.Vertices[:min(9, len(b.Vertices))])
	case !slices.Equal(a.Triangles, b.Triangles):
		return fmt.Sprintf("%d and %d triangles that differ", len(a.Triangles), len(b.Triangles))
	case !slices.Equal(a.Polygons, b.Polygons):
		return fmt.Sprintf("polygons %v and %v", a.Polygons, b.Polygons)
	case !reflect.DeepEqual(a.Parts, b.Parts):
		return fmt.Sprintf("parts %v and %v", a.Parts, b.Parts)
	}
	return ""
}

func sameBits(a, b geom.Vec) bool {
	for axis := range 3 {
		if math.Float64bits(a.At(axis)) != math.Float64bits(b.At(axis)) {
			return false
		}
	}
	return true
}

// valid has a pyramid with a square base, or its six triangles, in every format.
func valid() map[string]string {
	m := pyramid()
	files := map[string]string{}
	for _, f := range formats() {
		var b strings.Builder
		if err := Write(&b, m, f); err != nil {
			panic(err)
		}
		files[strings.ReplaceAll(f.String(), " ", "-")+codecOf(f).extensions[0]] = b.String()
	}
	return files
}

func pyramid() *mesh.Mesh {
	return &mesh.Mesh{
		Vertices:  []geom.Vec{{X: 0, Y: 0, Z: 0.5}, {X: 0, Y: 1, Z: 0.5}, {X: 1, Y: 1, Z: 0.5}, {X: 1, Y: 0, Z: 0.5}, {X: 0.5, Y: 0.5, Z: 2}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {3, 2, 4}, {2, 1, 4}, {1, 0, 4}},
		Polygons:  []mesh.Polygon{{First: 0, Count: 2}},
	}
}

func TestOBJ(t *testing.T) {
	m := mustRead(t, "dir/a.obj", "\xef\xbb\xbf# comment \\\r\n"+
		"mtllib a.mtl\r\n"+
		"v 0 0 0\r\n"+
		"v 1 0 0 0.5 0.5 0.5 # red\r\n"+
		"  v\t1 1 \\\r\n 0\r\n"+
		"v 0 1 0 1\r\nvn 0 0 1\r\nvt nonsense\r\n"+
		"f 1/1/1 2//2 3/3 4 # quad\r\n"+
		"o first   object\r\n"+
		"f -4 -3 -2\r\nl 1 2\r\n"+
		"g a b\r\nf 1 2 3\r\n"+
		"g\r\nf 1 2 4\r\n"+
		"g c\r\no second\r\n"+
		"g a b\r\nf 1 2 5\r\n"+
		"o second\r\nfo 5 4 3\r\nv 7e-1 -0 +.5")
	if m.Name != "a.obj" {
		t.Errorf("name is %q", m.Name)
	}
	want := &mesh.Mesh{
		Vertices:  []geom.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}, {X: 0.7, Y: math.Copysign(0, -1), Z: 0.5}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {4, 3, 2}},
		Polygons:  []mesh.Polygon{{First: 0, Count: 2}},
		Parts: []mesh.Part{
			{Kind: mesh.Object, Name: "first object", Runs: []mesh.Run{{First: 2, Count: 3}}},
			{Kind: mesh.Group, Name: "a b", Runs: []mesh.Run{{First: 3, Count: 1}, {First: 5, Count: 2}}},
			{Kind: mesh.Object, Name: "second", Runs: []mesh.Run{{First: 5, Count: 1}}},
			{Kind: mesh.Object, Name: "second", Runs: []mesh.Run{{First: 6, Count: 1}}},
		},
	}
	if d := difference(m, want); d != "" {
		t.Error(d)
	}
}

func TestSTLASCII(t *testing.T) {
	facet := func(a, b, c string) string {
		return " FACET Normal -nan(ind) 0 1e999 outer loop vertex " + a + "\nvertex " + b + "\n VERTEX " + c + "\nendloop endfacet\n"
	}
	m := mustRead(t, "a.stl", "solid one  body\n"+facet("0 0 0", "1 0 0", "0 1 0")+facet("-0 0 0", "1 0 0", "1 0 0.1")+
		"endsolid other name\nSolid\nendsolid\nsolid\n"+facet("0 1 0", "1 0 0", "0 0 0")+"endsolid")
	want := &mesh.Mesh{
		Vertices:  []geom.Vec{{}, {X: 1}, {Y: 1}, {X: 1, Z: 0.1}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 1, 3}, {2, 1, 0}},
		Parts:     []mesh.Part{solidPart("one body", 0, 2), solidPart("", 2, 1)},
	}
	if d := difference(m, want); d != "" {
		t.Error(d)
	}
}

func TestSTLBinaryWelds(t *testing.T) {
	zero := float32(math.Copysign(0, -1))
	content := stl(2, zero, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, zero, 1, 0, 5e-45)
	for what, r := range map[string]func() io.Reader{"of known size": text(content), "piped": stream(content)} {
		m, err := Read(context.Background(), r(), "a.stl", Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := &mesh.Mesh{
			Vertices:  []geom.Vec{{X: math.Copysign(0, -1)}, {X: 1}, {Y: 1}, {X: 1, Z: float64(float32(5e-45))}},
			Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
			Parts:     []mesh.Part{solidPart("", 0, 2)},
		}
		if d := difference(m, want); d != "" {
			t.Errorf("%s: %s", what, d)
		}
	}
}

// TestSTLBinaryWeldsMany compares the fast table with mesh.Welder, over several
// windows and growths of the table.
func TestSTLBinaryWeldsMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var coordinates []float32
	var want mesh.Welder
	var triangles [][3]uint32
	for range 20000 {
		var tri [3]uint32
		for c := range tri {
			p := [3]float32{float32(rng.IntN(30)-15) / 8, float32(rng.IntN(30)), -float32(rng.IntN(30))}
			coordinates = append(coordinates, p[:]...)
			tri[c] = want.Add(geom.Vec{X: float64(p[0]), Y: float64(p[1]), Z: float64(p[2])})
		}
		triangles = append(triangles, tri)
	}
	content := stl(20000, coordinates...)
	for what, r := range map[string]func() io.Reader{"of known size": text(content), "piped": stream(content)} {
		m, err := Read(context.Background(), r(), "a.stl", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(m.Vertices, want.Vertices(), sameBits) || !slices.Equal(m.Triangles, triangles) {
			t.Errorf("%s: the mesh differs from one welded plainly", what)
		}
	}
}

// TestPLYPropertiesAnywhere has lists before coordinates, faces before vertices,
// unknown elements and all types, in the three encodings.
func TestPLYPropertiesAnywhere(t *testing.T) {
	header := plyHead("%s", "comment x", "obj_info y",
		"element junk 2", "property list ushort double a", "property uint8 b",
		"element face 2", "property float quality", "property list int8 uint16 vertex_index", "property list uchar float32 texcoord",
		"element void 4000000000",
		"element vertex 4", "property list uint short tags", "property int z", "property double y", "property char c", "property ushort x")
	ascii := fmt.Sprintf(header, "ascii") + "2 1.5 nan 7\n\n0 7\n" +
		"0.5 3 0 1 2 2 0 0\n0.5 4 3 2 1 0 0\n" +
		"1 5 -3 0.1 -1 1\n0 -3 0.1 -1 2\n0 3 1e-3 -1 60000\n2 5 5 0 -0 -1 4\n\n"
	body := func(order binaryOrder) string {
		var b []byte
		put := func(values ...any) { b = order.put(b, values...) }
		put(uint16(2), 1.5, math.NaN(), uint8(7), uint16(0), uint8(7))
		put(float32(0.5), int8(3), [3]uint16{0, 1, 2}, uint8(2), [2]float32{}, float32(0.5), int8(4), [4]uint16{3, 2, 1, 0}, uint8(0))
		put(uint32(1), int16(5), int32(-3), 0.1, int8(-1), uint16(1), uint32(0), int32(-3), 0.1, int8(-1), uint16(2))
		put(uint32(0), int32(3), 1e-3, int8(-1), uint16(60000), uint32(2), [2]int16{5, 5}, int32(0), math.Copysign(0, -1), int8(-1), uint16(4))
		return string(b)
	}
	want := &mesh.Mesh{
		Vertices:  []geom.Vec{{X: 1, Y: 0.1, Z: -3}, {X: 2, Y: 0.1, Z: -3}, {X: 60000, Y: 1e-3, Z: 3}, {X: 4, Y: math.Copysign(0, -1)}},
		Triangles: [][3]uint32{{0, 1, 2}, {3, 2, 1}, {3, 1, 0}},
		Polygons:  []mesh.Polygon{{First: 1, Count: 2}},
	}
	for name, content := range map[string]string{
		"ascii":         ascii,
		"little endian": fmt.Sprintf(header, "binary_little_endian") + body(littleEndian),
		"big endian":    fmt.Sprintf(header, "binary_big_endian") + body(bigEndian) + "\n",
	} {
		if d := difference(mustRead(t, "a.ply", content), want); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestPLYFloatIsFloat32(t *testing.T) {
	m := mustRead(t, "a.ply", plyHead("ascii", "element vertex 3", xyz, "element face 1", indices)+"0.1 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
	if got, want := m.Vertices[0].X, float64(float32(0.1)); got != want {
		t.Errorf("0.1 as float is %v, want %v", got, want)
	}
}

func TestOFFVariants(t *testing.T) {
	want := &mesh.Mesh{
		Vertices:  []geom.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}, {3, 1, 0}},
		Polygons:  []mesh.Polygon{{First: 0, Count: 2}},
	}
	for name, content := range map[string]string{
		"a.off":    "OFF\n# comment\n\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n3 3 1 0\n",
		"b.off":    "OFF 4 2\r\n0 0 0\r\n1 0 0 # c\r\n1 1 0\r\n0 1 0\r\n4  0 1 2 3 0.1 0.2 0.3\r\n3 3 1 0 255 0 0",
		"c.coff":   "COFF\n4 2 5\n0 0 0 255 0 0 255\n1 0 0 1 1 1 1\n1 1 0 1 1 1 1\n0 1 0 1 1 1 1\n4 0 1 2 3\n3 3 1 0\n",
		"d":        "# first\nSTCNOFF\n4 2 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0\n0 1 0\n4 0 1 2 3\n3 3 1 0\n\n# end\n",
		"bare.OFF": "4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n3 3 1 0\n",
	} {
		if d := difference(mustRead(t, name, content), want); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestFormatByContent reads every format under a misleading name and without one.
func TestFormatByContent(t *testing.T) {
	for name, content := range valid() {
		if strings.HasSuffix(name, ".obj") {
			continue // recognised by its name alone
		}
		for _, other := range []string{"mesh.obj", "mesh", "mesh.ply", "-"} {
			m, err := Read(context.Background(), strings.NewReader(content), other, Options{})
			if err != nil || len(m.Triangles) != 6 {
				t.Errorf("%s read as %s: %v", name, other, err)
			}
		}
	}
	m, err := Read(context.Background(), strings.NewReader(valid()["OBJ.obj"]), "-", Options{Format: OBJ})
	if err != nil || len(m.Triangles) != 6 {
		t.Errorf("OBJ from a pipe: %v", err)
	}
}

// TestBinarySTLThatBeginsWithSolid has both a known and an unknown size.
func TestBinarySTLThatBeginsWithSolid(t *testing.T) {
	content := "solid facet normal 0 0 1" + stl(1, triangle9...)[24:]
	for what, r := range map[string]func() io.Reader{"of known size": text(content), "piped": stream(content)} {
		m, err := Read(context.Background(), r(), "a.stl", Options{})
		if err != nil || len(m.Triangles) != 1 {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestASCIISTLWithControlCharacterInItsName(t *testing.T) {
	m := mustRead(t, "a.stl", "solid a\x01b\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n")
	if got := m.Parts[0].Name; got != "a_b" {
		t.Errorf("name is %q", got)
	}
}

func TestFormatNames(t *testing.T) {
	if got := Unknown.String() + ", " + PLYBigEndian.String(); got != "unknown format, big-endian PLY" {
		t.Errorf("names are %q", got)
	}
	for name, want := range map[string]Format{"a.OBJ": OBJ, "a.b.stl": STLBinary, "a.coff": OFF, "ply": Unknown} {
		if got := FormatByExtension(name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("an Options.Format that is none did not panic")
		}
	}()
	_, _ = Read(context.Background(), strings.NewReader("x"), "a.obj", Options{Format: 99})
}

// TestLongLines crosses windows within a line and between lines.
func TestLongLines(t *testing.T) {
	const n = 40000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "v %d %d 0\n", i, i%7)
	}
	b.WriteString("f")
	for i := range n {
		b.WriteString(" " + strconv.Itoa(i+1))
	}
	m := mustRead(t, "a.obj", b.String())
	if len(m.Triangles) != n-2 || m.Triangles[n-3] != [3]uint32{0, n - 2, n - 1} || m.Vertices[n-1].X != n-1 {
		t.Errorf("a face of %d corners was read as %d triangles", n, len(m.Triangles))
	}
}

// TestParseFloatIsCorrectlyRounded compares with strconv bit for bit.
func TestParseFloatIsCorrectlyRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	texts := []string{"0", "-0", "+0", ".5", "5.", "-.5e1", "1e22", "1e23", "9007199254740993", "9007199254740991e22",
		"123456789012345678901234567890", "0.000000000000000000000000000001", "1e-400", "4.9e-324", "1.7976931348623157e308", "00000000000000000000001.5",
		"0.3", "1E5", "1e+05", "1e-05", "1e0000000005"}
	for range 20000 {
		x := math.Float64frombits(rng.Uint64())
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		texts = append(texts, strconv.FormatFloat(x, 'g', rng.IntN(18)+1, 64),
			strconv.FormatFloat(rng.NormFloat64()*100, 'f', rng.IntN(18), 64),
			strconv.FormatFloat(rng.Float64(), 'e', rng.IntN(18), 64))
	}
	for _, s := range texts {
		want, wantErr := strconv.ParseFloat(s, 64)
		got, err := parseFloat([]byte(s))
		if (err == nil) != (wantErr == nil) || err == nil && math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q is %v (%v), want %v (%v)", s, got, err, want, wantErr)
		}
	}
	for _, s := range []string{"", "-", ".", "e5", "1e", "1e+", "1.2.3", "1e5e5", "--1", "1_000", "0x10", "1,5", "1e999", "inf", "NaN", "1e5x"} {
		if x, err := parseFloat([]byte(s)); err == nil {
			t.Errorf("%q was read as %v", s, x)
		}
	}
}

func TestParseInt(t *testing.T) {
	for s, want := range map[string]int64{"0": 0, "+7": 7, "-12": -12, "999999999999999999": 999999999999999999} {
		if got, ok := parseInt([]byte(s)); !ok || got != want {
			t.Errorf("%q is %d, %v", s, got, ok)
		}
	}
	for _, s := range []string{"", "-", "1.0", "1234567890123456789", "1e3", "a"} {
		if got, ok := parseInt([]byte(s)); ok {
			t.Errorf("%q was read as %d", s, got)
		}
	}
}
