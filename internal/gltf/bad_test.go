package gltf

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide/meshio"
)

// view is a document whose first view and positions are replaced.
func view(view, position string) string {
	return document(`"bufferViews":[`+view+`,{"buffer":0,"byteOffset":48,"byteLength":12}]`, `"accessors":[`+position+`,`+indices+`]`)
}

func node(fields string) string { return document(`"nodes":[{` + fields + `}]`) }

func primitive(fields string) string {
	return document(`"meshes":[{"name":"m","primitives":[{` + fields + `}]}]`)
}

const (
	all    = `{"buffer":0,"byteLength":48}`
	sparse = `{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","sparse":`
)

// refused are documents in a GLB with the square's bytes, and words of their errors.
var refused = map[string]string{
	"":                            "unexpected end",
	"[]":                          "the document is an array",
	"{":                           "unexpected end",
	`{"a":1,"a":2}`:               `field "a" is there twice`,
	`{} {}`:                       "text after the object",
	"{\"a\":\"\xff\"}":            "not UTF-8",
	`{"a":1e999}`:                 "not JSON",
	strings.Repeat("[", 100):      "more than 64 values within each other",
	`{}`:                          `no "asset"`,
	`{"asset":{"version":"1.0"}}`: `glTF version "1.0"`,
	`{"asset":{"version":2}}`:     "version is a number",
	`{"Asset":{"version":"2.0"}}`: `no "asset"`,
	document(`"asset":{"version":"2.1","minVersion":"2.1"}`): "needs a reader of glTF",
	// Accessors and views: without or beyond a view, too many, overlapping.
	document(`"accessors":[{"componentType":5126,"count":4294967296,"type":"VEC3"},` + indices + `]`):                                                       "has no bufferView: 4294967296 elements",
	view(all, `{"bufferView":7,"componentType":5126,"count":4,"type":"VEC3"}`):                                                                              "bufferView is 7; expected an integer from 0 to 1",
	view(all, `{"bufferView":0,"componentType":5126,"count":4294967296,"type":"VEC3"}`):                                                                     "accessor of 4294967296 elements of 12 bytes",
	view(all, `{"bufferView":0,"componentType":5126,"count":1e300,"type":"VEC3"}`):                                                                          "count is 1e+300",
	view(all, `{"bufferView":0,"componentType":5126,"count":5,"type":"VEC3"}`):                                                                              "accessor of 5 elements of 12 bytes from byte 0 on, 12 apart; its bufferView has 48 bytes",
	view(all, `{"bufferView":0,"byteOffset":1,"componentType":5126,"count":4,"type":"VEC3"}`):                                                               "from byte 1 on",
	view(all, `{"bufferView":0,"byteOffset":-12,"componentType":5126,"count":4,"type":"VEC3"}`):                                                             "byteOffset is -12",
	view(all, `{"bufferView":0,"componentType":5126,"count":0,"type":"VEC3"}`):                                                                              "counts no elements",
	view(all, `{"bufferView":0,"componentType":5126,"count":1.5,"type":"VEC3"}`):                                                                            "count is 1.5",
	view(all, `{"bufferView":0,"componentType":5126,"count":4,"type":"VEC2"}`):                                                                              `of type "VEC2"; expected VEC3`,
	view(all, `{"bufferView":0,"componentType":5124,"count":4,"type":"VEC3"}`):                                                                              "componentType 5124",
	view(all, `{"bufferView":0,"componentType":5123,"count":4,"type":"VEC3"}`):                                                                              "without the extension KHR_mesh_quantization",
	view(all, `{"bufferView":0,"componentType":5126,"normalized":true,"count":4,"type":"VEC3"}`):                                                            "normalized: true",
	view(all, `{"bufferView":0,"componentType":5126,"normalized":1,"count":4,"type":"VEC3"}`):                                                               "normalized is a number",
	view(`{"buffer":0,"byteLength":48,"byteStride":4}`, positions):                                                                                          "byteStride of 4 for elements of 12 bytes: they overlap",
	view(`{"buffer":0,"byteLength":48,"byteStride":0}`, positions):                                                                                          "they overlap",
	view(`{"buffer":0,"byteLength":48,"byteStride":16}`, positions):                                                                                         "16 apart; its bufferView has 48 bytes",
	view(`{"buffer":0,"byteLength":48,"byteStride":1000}`, positions):                                                                                       "byteStride is 1000",
	view(`{"buffer":0,"byteLength":61}`, positions):                                                                                                         "bytes 0 to 61 of a buffer of 60",
	view(`{"buffer":0,"byteOffset":13,"byteLength":48}`, positions):                                                                                         "bytes 13 to 61 of a buffer of 60",
	view(`{"buffer":0,"byteOffset":9007199254740992,"byteLength":48}`, positions):                                                                           "byteOffset is 9.007",
	view(`{"buffer":1,"byteLength":48}`, positions):                                                                                                         "buffer is 1",
	view(`{"byteLength":48}`, positions):                                                                                                                    "has no buffer",
	view(`{"buffer":0,"byteLength":48,"extensions":{"EXT_meshopt_compression":{}}}`, positions):                                                             "EXT_meshopt_compression, which is not read; export without compression",
	document(`"bufferViews":[` + all + `,{"buffer":0,"byteOffset":48,"byteLength":12,"byteStride":4}]`):                                                     "only the attributes of vertices",
	document(`"buffers":[{"byteLength":65}]`):                                                                                                               "buffer 0 has 65 bytes, the binary chunk 60",
	document(`"buffers":[{"byteLength":1},{"byteLength":60}]`, `"bufferViews":[{"buffer":1,"byteLength":48},{"buffer":1,"byteOffset":48,"byteLength":12}]`): "only the first one of a GLB",
	document(`"buffers":{}`): "buffers is an object; expected an array",
	document(`"accessors":[{"bufferView":1,"componentType":5123,"count":2,"type":"VEC3"},`+indices+`]`, `"extensionsUsed":["KHR_mesh_quantization"]`): "index 2 is 2; the primitive has 2 vertices",
	document(`"accessors":[` + positions + `,{"bufferView":1,"componentType":5126,"count":3,"type":"SCALAR"}]`):                                       "indices have componentType 5126",
	document(`"accessors":[` + positions + `,{"bufferView":1,"componentType":5121,"count":4,"type":"SCALAR"}]`):                                       "4 corners of triangles; expected a multiple of 3",
	view(all, sparse+`{}}`):                                   "sparse without indices or values",
	view(all, sparse+`{"count":0,"indices":{},"values":{}}}`): "sparse counts no elements",
	view(all, sparse+`{"count":5,"indices":{},"values":{}}}`): "count is 5",
	view(all, sparse+`{"count":1,"indices":{"bufferView":1,"componentType":5122},"values":{"bufferView":0}}}`):                "sparse indices have componentType 5122",
	view(all, sparse+`{"count":1,"indices":{"componentType":5121},"values":{"bufferView":0}}}`):                               "sparse indices has no bufferView",
	view(all, sparse+`{"count":2,"indices":{"bufferView":1,"componentType":5125},"values":{"bufferView":0}}}`):                "sparse index 65536 after -1, of 4 elements",
	view(all, sparse+`{"count":4,"indices":{"bufferView":1,"byteOffset":0,"componentType":5123},"values":{"bufferView":0}}}`): "sparse index 0 after 2",
	// Meshes.
	primitive(`"attributes":{"NORMAL":0},"indices":1`):                                                  "primitive 0 of mesh m has no positions",
	primitive(`"indices":1`):                                                                            "has no positions",
	primitive(`"attributes":{"POSITION":2},"indices":1`):                                                "POSITION is 2",
	primitive(`"attributes":{"POSITION":0},"indices":1,"mode":7`):                                       "mode is 7",
	primitive(`"attributes":{"POSITION":0},"indices":1,"mode":"4"`):                                     "mode is a string",
	primitive(`"attributes":{"POSITION":0},"indices":1,"targets":[{}]`):                                 "morph targets",
	primitive(`"attributes":{"POSITION":0},"indices":1,"extensions":{"KHR_draco_mesh_compression":{}}`): "KHR_draco_mesh_compression, which is not read; export without compression",
	primitive(`"attributes":{"POSITION":0},"mode":0`):                                                   "no triangle in the scene",
	document(`"meshes":[1]`):                                                                            "mesh 0 is a number",
	document(`"meshes":[{"primitives":[1]}]`):                                                           "a primitive of mesh 0 is a number",
	document(`"meshes":[{"name":"gripper"}]`):                                                           "mesh gripper of node plate has no primitives; expected at least one",
	document(`"meshes":[{"primitives":[]}]`):                                                            "mesh 0 of node plate has no primitives",
	// Names that are misspelt: what they hold would be left out.
	document(`"meshes":[{"name":"m","Primitives":[]}]`):                                                        `/meshes/0 has the property "Primitives"; expected primitives`,
	document(`"scenes":[{"nodes":[0],"Nodes":[1]}]`):                                                           `/scenes/0 has the property "Nodes"; expected nodes`,
	document(`"nodes":[{"mesh":0},{"Mesh":0}]`):                                                                `/nodes/1 has the property "Mesh"; expected mesh`,
	node(`"mesh":0,"childern":[1]`):                                                                            `"childern"; expected children`,
	node(`"mesh":0,"child-ren":[1]`):                                                                           `"child-ren"; expected children`,
	node(`"mesh":0,"tranlation":[1,2,3]`):                                                                      `"tranlation"; expected translation`,
	node(`"mesh":0,"Skin":0`):                                                                                  `"Skin"; expected skin`,
	node(`"meshes":[0]`):                                                                                       `"meshes"; expected those of glTF 2.0`,
	node(`"mesh":0,"Extensions":{"EXT_mesh_gpu_instancing":{}}`):                                               `"Extensions"; expected extensions`,
	primitive(`"attributes":{"POSITION":0},"Indices":1`):                                                       `/meshes/0/primitives/0 has the property "Indices"; expected indices`,
	primitive(`"attributes":{"POSITION":0},"indices":1,"MODE":5`):                                              `"MODE"; expected mode`,
	primitive(`"attributes":{"POSITION":0},"indices":1,"target":[{}]`):                                         `"target"; expected targets`,
	view(`{"buffer":0,"byteLength":48,"bytestride":12}`, positions):                                            `/bufferViews/0 has the property "bytestride"; expected byteStride`,
	view(all, `{"bufferView":0,"byteoffset":12,"componentType":5126,"count":3,"type":"VEC3"}`):                 `/accessors/0 has the property "byteoffset"; expected byteOffset`,
	view(all, `{"bufferView":0,"byteStride":12,"componentType":5126,"count":3,"type":"VEC3"}`):                 `"byteStride"; expected those of glTF 2.0`,
	view(all, `{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","Sparse":{}}`):                     `"Sparse"; expected sparse`,
	view(all, sparse+`{"count":1,"indices":{"bufferView":1,"componentType":5121,"byteOfset":1},"values":{}}}`): `/accessors/0/sparse/indices has the property "byteOfset"; expected byteOffset`,
	document(`"Scene":0`):                                                                                      `the document has the property "Scene"; expected scene`,
	document(`"ExtensionsRequired":["KHR_draco_mesh_compression"]`):                                            `"ExtensionsRequired"; expected extensionsRequired`,
	document(`"animation":[{}]`):                                                                               `"animation"; expected animations`,
	document(`"animations":[{"channels":[{"Target":{"node":0,"path":"rotation"}}]}]`):                          `/animations/0/channels/0 has the property "Target"; expected target`,
	document(`"animations":[{"channels":[{"target":{"Node":0,"path":"rotation"}}]}]`):                          `/animations/0/channels/0/target has the property "Node"; expected node`,
	document(`"buffers":[{"byteLength":60,"URI":"a.bin"}]`):                                                    `/buffers/0 has the property "URI"; expected uri`,
	// Extensions that a file needs.
	document(`"extensionsRequired":["KHR_draco_mesh_compression"]`): "requires the extension KHR_draco_mesh_compression",
	document(`"extensionsRequired":["KHR_meshopt_compression"]`):    "export without compression",
	document(`"extensionsRequired":["EXT_mesh_gpu_instancing"]`):    "export each instance as a node",
	document(`"extensionsRequired":["ACME_geometry"]`):              "requires the extension ACME_geometry",
	document(`"extensionsRequired":[7]`):                            "extensionsRequired has a number",
	// Scenes and nodes.
	document(`"scenes":[]`):                         "no scene: nothing is placed",
	document(`"scenes":[{},{}]`):                    "2 scenes, and \"scene\" names none",
	document(`"scene":1`):                           "scene is 1",
	document(`"scenes":[{"nodes":[1]}]`):            "a node of the scene is 1",
	document(`"scenes":[{"nodes":[0,0]}]`):          "node 0 has two parents, or is within itself",
	document(`"scenes":[{"nodes":[]}]`):             "no triangle in the scene",
	document(`"nodes":[{"mesh":0,"children":[0]}]`): "is within itself",
	document(`"nodes":[{"children":[1]},{"children":[2]},{"children":[1],"mesh":0}]`):     "node 1 has two parents",
	document(`"nodes":[{"children":[1,2]},{"children":[3]},{"children":[3]},{"mesh":0}]`): "node 3 has two parents",
	document(`"nodes":[1]`):                                                     "node 0 is a number",
	node(`"mesh":1`):                                                            "mesh is 1",
	node(`"mesh":0,"skin":0`):                                                   "node 0 has a skin",
	node(`"mesh":0,"name":"arm","skin":0`):                                      "node arm has a skin",
	node(`"mesh":0,"name":7`):                                                   "name is a number",
	node(`"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{}}`):                "EXT_mesh_gpu_instancing, which is not read",
	node(`"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0]`):                   "matrix has 15 numbers",
	node(`"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]`):                 "the last row of the matrix of node 0 is 0 0 0 2",
	node(`"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"scale":[1,1,1]`): "a matrix and a translation, rotation or scale",
	node(`"mesh":0,"translation":[0,"1",0]`):                                    "translation has a string",
	node(`"mesh":0,"translation":[]`):                                           "translation has 0 numbers; expected 3",
	node(`"mesh":0,"rotation":[]`):                                              "rotation has 0 numbers; expected 4",
	node(`"mesh":0,"scale":[]`):                                                 "scale has 0 numbers; expected 3",
	node(`"mesh":0,"matrix":[]`):                                                "matrix has 0 numbers; expected 16",
	node(`"mesh":0,"translation":null`):                                         "translation is null",
	node(`"mesh":0,"rotation":[0,0,0,0]`):                                       "expected a quaternion of length 1",
	node(`"mesh":0,"rotation":[1e300,0,0,1]`):                                   "expected a quaternion of length 1",
	document(`"nodes":[{"scale":[1e300,1e300,1e300],"children":[1]},{"mesh":0,"translation":[1e300,0,0]}]`):                 "beyond the range of float64",
	document(`"animations":[{"name":"wave","channels":[{"target":{"node":0,"path":"rotation"}}]}]`):                         "animation wave moves node plate, which bears a mesh",
	document(`"nodes":[{"children":[1]},{"mesh":0}]`, `"animations":[{"channels":[{"target":{"node":0,"path":"scale"}}]}]`): "animation 0 moves node 0",
	document(`"animations":[{"channels":[{"target":{"path":"pointer"}}]}]`):                                                 "KHR_animation_pointer",
}

func TestRefused(t *testing.T) {
	for doc, want := range refused {
		_, err := read(container(doc, square()), most)
		var located *meshio.Error
		if !errors.As(err, &located) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\nerror %v; want %q", doc, err, want)
		}
	}
}

// TestRefusedContainers changes the bytes of a GLB.
func TestRefusedContainers(t *testing.T) {
	good := container(document(), square())
	set := func(at int, b ...byte) []byte {
		c := bytes.Clone(good)
		copy(c[at:], b)
		return c
	}
	for want, content := range map[string][]byte{
		"ends within the header of 12 bytes":      good[:11],
		"GLB version 1":                           set(4, 1),
		"the header counts":                       good[:len(good)-1],
		"data after the":                          append(bytes.Clone(good), 0),
		"the first chunk is of type":              set(16, 'X'),
		"a chunk of 16777":                        set(15, 1),
		"no JSON chunk":                           append([]byte("glTF\x02\x00\x00\x00\x0c\x00\x00\x00"), []byte{}...),
		"ends within the header of a chunk":       append([]byte("glTF\x02\x00\x00\x00\x10\x00\x00\x00"), 0, 0, 0, 0),
		"buffer 0 has no uri":                     container(document(), nil),
		"buffer 0 has 60 bytes, the binary chunk": container(document(), square()[:40]),
		"not JSON":                                []byte("solid"),
		"a second chunk of type": func() []byte {
			c := append(bytes.Clone(good), 0, 0, 0, 0, 'B', 'I', 'N', 0)
			c[8] += 8
			return c
		}(),
	} {
		if _, err := read(content, most); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; want %q", err, want)
		}
	}
	if _, err := read(set(len(good)-60, 0, 0, 0xc0, 0x7f), most); err == nil || !strings.Contains(err.Error(), "position 0 of accessor 0 is {NaN") {
		t.Errorf("a coordinate that is no number: %v", err)
	}
	if _, err := read(set(len(good)-12, 255, 255), most); err == nil || !strings.Contains(err.Error(), "index 0 is 65535") {
		t.Errorf("an index that restarts: %v", err)
	}
}

// TestBombs reads small files that ask for much: each ends at once, with little memory.
func TestBombs(t *testing.T) {
	many := func(n int, item string) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	numbered := func(n int, item string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, item+",", i)
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	distinct := func(n int) string { // views of the same bytes, each from another byte on or of another length
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `{"bufferView":0,"byteOffset":%d,"componentType":5126,"count":%d,"type":"VEC3"},`, 4*(i%100), 9960-i/100)
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	const n = 20000
	big := make([]byte, 120000) // 10,000 vertices
	for name, c := range map[string]struct {
		doc, want string
		bin       []byte
	}{
		"one mesh at many nodes":        {document(`"scenes":[{"nodes":[`+numbered(n, "%d")+`]}]`, `"nodes":[`+many(n, `{"mesh":0}`)+`]`), "more than 1000 meshes placed", square()},
		"one primitive again and again": {document(`"meshes":[{"primitives":[` + many(n, `{"attributes":{"POSITION":0},"indices":1}`) + `]}]`), "more than 1000 triangles", square()},
		"a deep chain":                  {document(`"nodes":[`+numbered(n, `{"children":[%d]}`)+`]`, `"scenes":[{"nodes":[1]}]`), "", square()},
		"accessors that share their bytes": {document(`"buffers":[{"byteLength":120000}]`, `"bufferViews":[{"buffer":0,"byteLength":120000}]`,
			`"accessors":[`+distinct(n)+`,{"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"}]`,
			`"meshes":[{"primitives":[`+numbered(300, `{"attributes":{"POSITION":%d},"indices":20000}`)+`]}]`), "accessors read and decode more than 16 times", big},
		"a buffer that is not there": {document(`"buffers":[{"byteLength":120000},{"byteLength":1099511627776,"uri":"none.bin"}]`, `"bufferViews":[{"buffer":0,"byteLength":120000}]`,
			`"accessors":[`+distinct(n)+`,{"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"}]`,
			`"meshes":[{"primitives":[`+numbered(300, `{"attributes":{"POSITION":%d},"indices":20000}`)+`]}]`), "accessors read and decode more than 16 times", big},
		"a large view": {view(`{"buffer":0,"byteLength":1099511627776}`, positions), "of a buffer of 60", square()},
	} {
		content := container(c.doc, c.bin)
		if name == "a deep chain" {
			c.want = "within"
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		_, err := read(content, most)
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want %q", name, err, c.want)
		}
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > uint64(64+100*len(content)>>20) || took > time.Minute {
			t.Errorf("%s: %d MB allocated in %v for a file of %d bytes", name, mb, took, len(content))
		}
	}
}

// TestBytesDecoded bounds what small elements are decoded to: 16 lists of positions, which differ in length, over the same bytes.
func TestBytesDecoded(t *testing.T) {
	const size = 3 << 20
	var accessors, primitives []string
	for i := range 16 {
		accessors = append(accessors, fmt.Sprintf(`{"bufferView":0,"componentType":5121,"count":%d,"type":"VEC3"}`, size/3-i))
		primitives = append(primitives, fmt.Sprintf(`{"attributes":{"POSITION":%d},"indices":16}`, i))
	}
	doc := document(fmt.Sprintf(`"buffers":[{"byteLength":%d}]`, size), fmt.Sprintf(`"bufferViews":[{"buffer":0,"byteLength":%d}]`, size), `"extensionsUsed":["KHR_mesh_quantization"]`,
		`"accessors":[`+strings.Join(accessors, ",")+`,{"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"}]`, `"meshes":[{"primitives":[`+strings.Join(primitives, ",")+`]}]`)
	content := container(doc, make([]byte, size))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := read(content, most)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "accessors read and decode more than 16 times") {
		t.Error(err)
	}
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(16*len(content)+readsMore); got > most {
		t.Errorf("%d bytes allocated for a file of %d; want at most %d", got, len(content), most)
	}
}

// TestSharedAccessors reads many primitives of one accessor, and of accessors that are the same: each is decoded once.
func TestSharedAccessors(t *testing.T) {
	const size, n = 3 << 18, 300
	var same, primitives []string
	for i := range n {
		same = append(same, fmt.Sprintf(`{"bufferView":0,"componentType":5121,"count":%d,"type":"VEC3"}`, size/3))
		primitives = append(primitives, fmt.Sprintf(`{"attributes":{"POSITION":0},"indices":%d},{"attributes":{"POSITION":%d},"indices":%[1]d}`, n, i))
	}
	doc := document(fmt.Sprintf(`"buffers":[{"byteLength":%d}]`, size), fmt.Sprintf(`"bufferViews":[{"buffer":0,"byteLength":%d}]`, size), `"extensionsUsed":["KHR_mesh_quantization"]`,
		`"accessors":[`+strings.Join(same, ",")+`,{"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"}]`, `"meshes":[{"primitives":[`+strings.Join(primitives, ",")+`]}]`)
	f, err := read(container(doc, make([]byte, size)), most)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(f.Meshes[0].Triangles); got != 2*n {
		t.Errorf("%d triangles; want %d", got, 2*n)
	}
}

// TestManyValues ends where a document has more values than are read.
func TestManyValues(t *testing.T) {
	const doc = `{"a":[0,1,{}]}` // {, key, [, 0, 1, {, }, ], }
	if _, err := parse(t.Context(), []byte(doc), 9); err != nil {
		t.Error(err)
	}
	if _, err := parse(t.Context(), []byte(doc), 8); err == nil || !strings.Contains(err.Error(), "more values") {
		t.Error(err)
	}
}

// FuzzGLTF asks of any input: no panic, an error that names the file, or meshes that pass Check at finite places.
func FuzzGLTF(f *testing.F) {
	f.Add(container(document(), square()))
	f.Add([]byte(document(`"buffers":[{"byteLength":60,"uri":"data:;base64,AAAA"}]`)))
	for doc := range refused {
		f.Add(container(doc, square()))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := read(content, most)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a.glb:") {
				t.Errorf("the error %q names no place", err)
			}
			return
		}
		for _, m := range file.Meshes {
			if err := m.Check(); err != nil {
				t.Error(err)
			}
		}
		for _, in := range file.Instances {
			if !in.Place.IsFinite() || in.Name == "" || math.IsNaN(in.Place.Scale.X) {
				t.Errorf("instance %+v", in)
			}
		}
	})
}
