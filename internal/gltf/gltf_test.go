package gltf

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/placed"
	"github.com/collide-go/collide/meshio"
)

// container puts JSON and bytes into a GLB.
func container(doc string, bin []byte) []byte {
	chunk := func(kind uint32, content []byte, pad byte) []byte {
		for len(content)%4 != 0 {
			content = append(content, pad)
		}
		b := binary.LittleEndian.AppendUint32(nil, uint32(len(content)))
		return append(binary.LittleEndian.AppendUint32(b, kind), content...)
	}
	body := chunk(chunkJSON, []byte(doc), ' ')
	if bin != nil {
		body = append(body, chunk(chunkBIN, bytes.Clone(bin), 0)...)
	}
	head := binary.LittleEndian.AppendUint32([]byte(Magic), 2)
	head = binary.LittleEndian.AppendUint32(head, uint32(12+len(body)))
	return append(head, body...)
}

// square has four points (0,0,0), (1,0,0), (1,1,0), (0,1,0) in 48 bytes, and the indices 0 1 2 0 2 3 as 16 bits from byte 48 on.
func square() []byte {
	var b []byte
	for _, x := range []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	for _, i := range []uint16{0, 1, 2, 0, 2, 3} {
		b = binary.LittleEndian.AppendUint16(b, i)
	}
	return b
}

const (
	asset     = `"asset":{"version":"2.0"}`
	buffers   = `"buffers":[{"byteLength":60}]`
	views     = `"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}]`
	positions = `{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}`
	indices   = `{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}`
	accessors = `"accessors":[` + positions + `,` + indices + `]`
	meshes    = `"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}]`
	scenes    = `"scenes":[{"nodes":[0]}]`
	nodes     = `"nodes":[{"mesh":0,"name":"plate"}]`
)

// document joins the parts of a document, each replaced by the one of the given that has its key.
func document(replaced ...string) string {
	parts := []string{asset, buffers, views, accessors, meshes, scenes, nodes}
	for _, r := range replaced {
		key, _, _ := strings.Cut(r, ":")
		found := false
		for i, p := range parts {
			if strings.HasPrefix(p, key+":") {
				parts[i], found = r, true
			}
		}
		if !found {
			parts = append(parts, r)
		}
	}
	return "{" + strings.Join(parts, ",\n") + "}"
}

func read(content []byte, limits placed.Limits) (*placed.File, error) {
	return Read(context.Background(), bytes.NewReader(content), int64(len(content)), nil, "a.glb", limits)
}

var most = placed.Limits{Instances: 1000, Triangles: 1000}

func readDocument(t *testing.T, replaced ...string) *placed.File {
	t.Helper()
	f, err := read(container(document(replaced...), square()), most)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// triangleList writes triangles by the coordinates of their corners.
func triangleList(f *placed.File, k int) string {
	var s []string
	m := f.Meshes[k]
	for _, t := range m.Triangles {
		var c []string
		for _, v := range t {
			x := m.Vertices[v]
			c = append(c, fmt.Sprintf("%v%v%v", x.X, x.Y, x.Z))
		}
		s = append(s, strings.Join(c, " "))
	}
	return strings.Join(s, ", ")
}

func TestPlate(t *testing.T) {
	f := readDocument(t)
	if len(f.Instances) != 1 || f.Instances[0].Name != "plate" || f.Instances[0].Place != placed.Origin || f.Unit != "m" {
		t.Errorf("instances %+v, unit %q", f.Instances, f.Unit)
	}
	if got := triangleList(f, 0); got != "000 100 110, 000 110 010" {
		t.Errorf("triangles %s", got)
	}
	if len(f.Meshes[0].Vertices) != 4 {
		t.Errorf("%d vertices", len(f.Meshes[0].Vertices))
	}
}

// TestModes reads each kind of primitive; lines beside triangles do not count.
func TestModes(t *testing.T) {
	for primitives, want := range map[string]string{
		`{"attributes":{"POSITION":0},"indices":1,"mode":4}`:                                               "000 100 110, 000 110 010",
		`{"attributes":{"POSITION":0},"mode":5}`:                                                           "000 100 110, 100 010 110",
		`{"attributes":{"POSITION":0},"mode":6}`:                                                           "100 110 000, 110 010 000",
		`{"attributes":{"POSITION":0},"mode":1},{"attributes":{"POSITION":0},"indices":1}`:                 "000 100 110, 000 110 010",
		`{"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":0},"mode":6}`:                 "000 100 110, 000 110 010, 100 110 000, 110 010 000",
		`{"attributes":{"POSITION":0,"NORMAL":77},"indices":1,"material":3,"extras":{"a":{},"targets":1}}`: "000 100 110, 000 110 010",
	} {
		f := readDocument(t, `"meshes":[{"primitives":[`+primitives+`]}]`)
		if got := triangleList(f, 0); got != want || len(f.Meshes[0].Vertices) != 4 {
			t.Errorf("%s: %s, %d vertices; want %s", primitives, got, len(f.Meshes[0].Vertices), want)
		}
	}
}

// TestNoIndices reads three vertices as a triangle.
func TestNoIndices(t *testing.T) {
	f := readDocument(t, `"accessors":[{"bufferView":0,"byteOffset":12,"componentType":5126,"count":3,"type":"VEC3"}]`, `"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]`)
	if got := triangleList(f, 0); got != "100 110 010" {
		t.Error(got)
	}
}

// TestIntegers reads positions that are integers, with a stride, normalized and not.
func TestIntegers(t *testing.T) {
	bin := []byte{0, 0, 0, 9, 127, 0, 0, 9, 127, 128, 0} // the last element is shorter than the stride
	for normalized, want := range map[string]string{"true": "000 100 1-10", "false": "000 12700 127-1280"} {
		doc := document(`"buffers":[{"byteLength":11}]`, `"bufferViews":[{"buffer":0,"byteLength":11,"byteStride":4}]`, `"extensionsUsed":["KHR_mesh_quantization"]`, `"extensionsRequired":["KHR_mesh_quantization"]`,
			`"accessors":[{"bufferView":0,"componentType":5120,"count":3,"type":"VEC3","normalized":`+normalized+`}]`, `"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]`)
		f, err := read(container(doc, bin), most)
		if err != nil {
			t.Fatal(err)
		}
		if got := triangleList(f, 0); got != want {
			t.Errorf("normalized %s: %s; want %s", normalized, got, want)
		}
	}
	// Every type, the largest value of each.
	for component, c := range map[int]struct{ value, normalized float64 }{5120: {-1, -1.0 / 127}, 5121: {255, 1}, 5122: {-1, -1.0 / 32767}, 5123: {65535, 1}} {
		for _, normalized := range []bool{false, true} {
			a := accessor{component: int64(component), normalized: normalized}
			want := c.value
			if normalized {
				want = c.normalized
			}
			if got := a.coordinate([]byte{255, 255}); got != want {
				t.Errorf("component %d, normalized %v: %v; want %v", component, normalized, got, want)
			}
		}
	}
}

// TestSparse replaces a vertex and an index.
func TestSparse(t *testing.T) {
	bin := append(square(), 2, 0, 0, 0) // byte 60: index 2
	for _, x := range []float32{5, 6, 7} {
		bin = binary.LittleEndian.AppendUint32(bin, math.Float32bits(x)) // byte 64
	}
	bin = append(bin, 3, 0) // byte 76: the index 3
	f, err := read(container(document(`"buffers":[{"byteLength":78}]`,
		`"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12},{"buffer":0,"byteOffset":60,"byteLength":1},{"buffer":0,"byteOffset":64,"byteLength":12},{"buffer":0,"byteOffset":76,"byteLength":2}]`,
		`"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":2,"componentType":5121},"values":{"bufferView":3}}},
		{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR","sparse":{"count":1,"indices":{"bufferView":2,"componentType":5121},"values":{"bufferView":4}}}]`), bin), most)
	if err != nil {
		t.Fatal(err)
	}
	if got := triangleList(f, 0); got != "000 100 010, 000 567 010" {
		t.Error(got)
	}
}

// TestBuffers reads the same square from a chunk, data URIs and files, within a root directory.
func TestBuffers(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string][]byte{"in/sub/a b%.bin": square(), "in/short.bin": square()[:59], "out.bin": square()} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, err := input.OpenRoot(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = files.Close() }() // only read
	b64 := base64.StdEncoding.EncodeToString(square())
	for uri, want := range map[string]string{
		"data:application/octet-stream;base64," + b64:                       "",
		"data:;base64," + url.PathEscape(b64):                               "",
		"DATA:application/octet-stream," + url.PathEscape(string(square())): "",
		"sub/a%20b%25.bin":                         "",
		"sub/../sub/a%20b%25.bin":                  "",
		"sub/a b%.bin":                             "invalid URL escape",
		"data:application/octet-stream;base64,AAA": "illegal base64",
		"data:;base64,AAAA":                        "a buffer of 60 bytes; its data: URI has 3",
		"data:AAAA":                                "no comma",
		"data:,%zz":                                "invalid URL escape",
		"short.bin":                                "buffer 0 has 60 bytes, its file 59",
		"missing.bin":                              "buffer missing.bin cannot be read",
		"../out.bin":                               "leads out of the root directory",
		"%2e%2e/out.bin":                           "leads out of the root directory",
		"sub/%2E%2E%2F..%2Fout.bin":                "leads out of the root directory",
		"http://host/a.bin":                        "is a URI",
		"file:///etc/passwd":                       "is a URI",
		"file%3A///etc/passwd":                     "is a URI",
		"%2Fetc%2Fpasswd":                          "is an absolute path",
		"a%00.bin":                                 "NUL",
		"sub/a.bin?x=1":                            "a query or a fragment",
		"":                                         "the uri of buffer 0 is empty",
	} {
		doc := document(fmt.Sprintf(`"buffers":[{"byteLength":60,"uri":%q}]`, uri))
		path := filepath.Join(dir, "in", "a.gltf")
		f, err := Read(t.Context(), strings.NewReader(doc), int64(len(doc)), files, path, most)
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", uri, err)
			} else if got := triangleList(f, 0); got != "000 100 110, 000 110 010" {
				t.Errorf("%s: %s", uri, got)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "a.gltf:2: ") {
			t.Errorf("%s: error %v; want %q in line 2", uri, err, want)
		}
	}
	if _, err := ReadFile(t.Context(), files, filepath.Join(dir, "in", "none.glb"), most); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

// TestNodes multiplies the transforms of nodes from the root outward.
func TestNodes(t *testing.T) {
	f := readDocument(t, `"scenes":[{"nodes":[9]},{"nodes":[0,3,4]}]`, `"scene":1`, `"meshes":[{"name":"square","primitives":[{"attributes":{"POSITION":0},"indices":1}]},{"primitives":[{"mode":1,"attributes":{}}]}]`,
		`"nodes":[{"translation":[1,2,3],"rotation":[0,0,0.70710678,0.70710678],"scale":[2,2,2],"children":[1,2]},
		{"name":"leaf","mesh":0,"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 1,0,0,1],"extras":{"x":1}},
		{"mesh":1},
		{"mesh":0,"scale":[-1,1,0.5]},
		{"name":"two\nlines ","mesh":0}]`)
	want := []string{"leaf", "square", "two_lines"}
	for i, in := range f.Instances {
		if in.Name != want[i] || in.Mesh != 0 {
			t.Errorf("instance %d is %+v", i, in)
		}
	}
	u, err := f.Union("all", 1000)
	if err != nil {
		t.Fatal(err)
	}
	// (1, 0, 0) of the leaf: plus 1 along x, doubled, turned to y, moved.
	if got, want := u.Vertices[1], (geom.Vec{X: 1, Y: 6, Z: 3}); got.Sub(want).MaxAbs() > 1e-15 {
		t.Errorf("corner of the leaf at %v; want %v", got, want)
	}
	// The second instance is mirrored: its triangles turn over.
	if got := u.Triangles[2]; got != [3]uint32{4, 6, 5} || u.Vertices[5] != (geom.Vec{X: -1}) {
		t.Errorf("mirrored triangle %v, corner %v", got, u.Vertices[5])
	}
	if len(u.Parts) != 3 || u.Parts[2].Name != "two_lines" || u.Parts[2].Runs[0].First != 4 {
		t.Errorf("parts %+v", u.Parts)
	}
}

// TestSharedVertices reads two meshes that use different vertices of one accessor: each has its own alone.
func TestSharedVertices(t *testing.T) {
	f := readDocument(t, `"accessors":[`+positions+`,{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"},{"bufferView":1,"byteOffset":6,"componentType":5123,"count":3,"type":"SCALAR"}]`,
		`"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]},{"primitives":[{"attributes":{"POSITION":0},"indices":2}]}]`,
		`"scenes":[{"nodes":[0,1,2]}]`, `"nodes":[{"mesh":1},{"mesh":0},{"mesh":1}]`)
	if len(f.Meshes) != 2 || len(f.Meshes[0].Vertices) != 3 || len(f.Meshes[1].Vertices) != 3 || f.Instances[2].Mesh != 0 {
		t.Fatalf("%d meshes, instances %+v", len(f.Meshes), f.Instances)
	}
	if a, b := triangleList(f, 0), triangleList(f, 1); a != "000 110 010" || b != "000 100 110" {
		t.Errorf("%s and %s", a, b)
	}
}

// TestHarmless reads what a file may have beyond what counts.
func TestHarmless(t *testing.T) {
	readDocument(t, `"extensionsUsed":["KHR_materials_unlit","EXT_mesh_gpu_instancing"]`, `"extensionsRequired":["KHR_materials_unlit","KHR_texture_transform"]`,
		`"skins":[{"joints":[0]}]`, `"scenes":[{"nodes":[0,1]}]`, `"nodes":[{"mesh":0},{"camera":0}]`, `"animations":[{"channels":[{"target":{"node":1,"path":"translation"}}]}]`, `"extras":[[[null,true,"x"]]]`)
}

// TestOtherNames reads a file with properties that are far from those of the format, as real exporters and later versions of it write.
func TestOtherNames(t *testing.T) {
	readDocument(t, `"nodes":[{"mesh":0,"skeletons":[1],"jointName":"a","mass":3,"extras":{"Mesh":1},"extensions":{"ACME":{"Mesh":1}}}]`,
		`"buffers":[{"byteLength":60,"type":"arraybuffer"}]`, `"meshes":[{"title":"x","primitives":[{"name":"p","attributes":{"POSITION":0,"_Custom":1},"indices":1}]}]`, `"properties":{"Nodes":[]}`)
}

// TestUnread counts what a file has beside what is read.
func TestUnread(t *testing.T) {
	const lines = `"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":0},"mode":1}]},{"primitives":[{"attributes":{},"mode":0},{"attributes":{},"mode":3}]}]`
	for want, replaced := range map[string][]string{
		"": {`"nodes":[{"mesh":0,"extras":{"a":1}},{"camera":0}]`},
		"1 primitive of points or lines is not read":          {lines},
		"3 primitives of points or lines are not read":        {lines, `"nodes":[{"mesh":0,"children":[1,2]},{"mesh":1},{"mesh":1}]`},
		"1 node with a mesh outside scene 0 is not read":      {`"nodes":[{"mesh":0},{"mesh":0},{"camera":0}]`},
		"2 nodes with meshes outside scene cell are not read": {`"scene":1`, `"scenes":[{"nodes":[1]},{"nodes":[0],"name":"cell"}]`, `"nodes":[{"mesh":0},{"mesh":0,"children":[2]},{"mesh":0}]`},
		"1 property unknown to glTF 2.0, mass is not read":    {`"nodes":[{"mesh":0,"mass":1}]`},
		"1 primitive of points or lines, 1 node with a mesh outside scene 0 and 2 properties unknown to glTF 2.0, the first of them mass are not read": {lines, `"nodes":[{"mesh":0,"mass":1,"owner":{}},{"mesh":1}]`},
	} {
		if f := readDocument(t, replaced...); f.Unread != want {
			t.Errorf("%v: %q; want %q", replaced, f.Unread, want)
		}
	}
}

// TestCancelled ends with the context.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	content := container(document(), square())
	if _, err := Read(ctx, bytes.NewReader(content), int64(len(content)), nil, "a.glb", most); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestLimits counts before anything is made.
func TestLimits(t *testing.T) {
	content := container(document(`"scenes":[{"nodes":[0,1]}]`, `"nodes":[{"mesh":0},{"mesh":0}]`), square())
	if _, err := read(content, placed.Limits{Instances: 2, Triangles: 2}); err != nil {
		t.Error(err)
	}
	for _, l := range []placed.Limits{{Instances: 1, Triangles: 2}, {Instances: 2, Triangles: 1}} {
		if _, err := read(content, l); !errors.Is(err, meshio.ErrLimit) {
			t.Errorf("%+v: %v", l, err)
		}
	}
}
