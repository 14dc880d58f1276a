package meshio

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// endless repeats a text after a head, 100 MB of it.
func endless(head, repeat string) func() io.Reader {
	return func() io.Reader {
		n := 100 << 20
		return io.LimitReader(io.MultiReader(strings.NewReader(head), &repeater{text: repeat}), int64(n))
	}
}

type repeater struct {
	text string
	at   int
}

func (r *repeater) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.text[r.at]
		r.at = (r.at + 1) % len(r.text)
	}
	return len(p), nil
}

func text(s string) func() io.Reader { return func() io.Reader { return strings.NewReader(s) } }

// stream hides the length, as a pipe does.
func stream(s string) func() io.Reader {
	return func() io.Reader { return struct{ io.Reader }{strings.NewReader(s)} }
}

// stl makes a binary STL whose header counts count and that holds the triangles
// of the corners given.
func stl(count uint32, coordinates ...float32) string {
	b := binary.LittleEndian.AppendUint32(make([]byte, 80), count)
	for i, x := range coordinates {
		if i%9 == 0 {
			b = append(b, make([]byte, 12)...)
		}
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		if i%9 == 8 {
			b = append(b, 0, 0)
		}
	}
	return string(b)
}

func plyHead(format string, lines ...string) string {
	return "ply\nformat " + format + " 1.0\n" + strings.Join(lines, "\n") + "\nend_header\n"
}

const (
	xyz     = "property float x\nproperty float y\nproperty float z"
	indices = "property list uchar int vertex_indices"
	three   = "0 0 0\n1 0 0\n0 1 0\n"
	solid   = "solid s\nfacet normal 0 0 1\nouter loop\n"
)

// le returns little-endian bytes of float32 and int32 values and of single bytes.
func le(values ...any) string {
	var b []byte
	for _, v := range values {
		var err error
		if b, err = binary.Append(b, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
	return string(b)
}

var (
	inf32     = float32(math.Inf(1))
	nan32     = float32(math.NaN())
	triangle9 = []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}
	plyTwo    = plyHead("binary_little_endian", "element vertex 3", xyz, "element face 1", indices)
	plyThree  = le([9]float32{0, 0, 0, 1, 0, 0, 0, 1, 0})
)

// badInputs are files that must be refused: name, content, the position that the
// error must give, and words it must contain.
var badInputs = []struct {
	file        string
	content     func() io.Reader
	where, want string
}{
	// OBJ
	{"empty.obj", text(""), " byte 0:", "empty"},
	{"nothing.obj", text("# only a comment\n\n"), ":2:", "no faces"},
	{"points.obj", text("v 0 0 0\nv 1 0 0\n"), ":2:", "no faces"},
	{"index.obj", text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99\n"), ":4:", "vertex 99 of 3"},
	{"index2.obj", text("v 0 0 0\nf 1 2 3\nv 1 0 0\nf 1 2 2\n"), ":2:", "vertex 3 of 2"},
	{"back.obj", text("v 0 0 0\nf -1 -2 -1\n"), ":2:", "face corner 2 names vertex -2 of 1"},
	{"zero.obj", text("v 0 0 0\nf 0 1 1\n"), ":2:", "vertex 0"},
	{"huge.obj", text("v 0 0 0\nf 1 1 99999999999\n"), ":2:", "vertex 99999999999 of 1"},
	{"wrap.obj", text("v 0 0 0\nf 1 1 4294967297\n"), ":2:", "vertex 4294967297 of 1"},
	{"long-index.obj", text("v 0 0 0\nf 1 1 18446744073709551617\n"), ":2:", "expected a vertex number"},
	{"two.obj", text("v 0 0 0\nv 1 0 0\nf 1 2\n"), ":3:", "2 corners"},
	{"none.obj", text("v 0 0 0\nf\n"), ":2:", "0 corners"},
	{"word.obj", text("v 0 0 0\nf 1 1 a\n"), ":2:", `"a"`},
	{"slashes.obj", text("v 0 0 0\nf 1/2/3/4 1 1\n"), ":2:", "1/2/3/4"},
	{"nan.obj", text("v 0 nan 0\n"), ":1:", "vertex y: \"nan\" is not finite"},
	{"inf.obj", text("v 0 0 -Inf\n"), ":1:", "not finite"},
	{"overflow.obj", text("\n\nv 0 0 1e999\n"), ":3:", "does not fit"},
	{"hex.obj", text("v 0x1p3 0 0\n"), ":1:", "not a decimal number"},
	{"ind.obj", text("v 0 -1.#IND 0\n"), ":1:", "not a decimal number"},
	{"short.obj", text("v 0 0\n"), ":1:", "vertex z: missing"},
	{"statement.obj", text("v 0 0 0\nwhat 1 2 3\n"), ":2:", `unknown statement "what"`},
	{"surface.obj", text("v 0 0 0\nsurf 0 1 0 1 1\n"), ":2:", "free-form"},
	{"continued.obj", text("v 0 0 0\nv 1 \\\n"), ":2:", "continued line"},
	{"binary.obj", text("\x00\x01\x02\x03\n"), ":1:", "unknown statement"},
	{"line.obj", endless("v 0 0 0\n", "0 "), ":2:", "longer than 1048576 bytes"},
	{"joined.obj", endless("f ", "1 \\\n"), ":1:", "longer than 1048576 bytes"},
	{"number.obj", endless("v ", "7"), ":1:", "longer than"},
	// STL
	{"short.stl", text("solid"), ":1:", "expected facet or endsolid"},
	{"stub.stl", text("abc"), " byte 3:", "file ends within the header"},
	{"none.stl", text(stl(0)), " byte 80:", "no triangles"},
	{"cut.stl", text(stl(2, triangle9...)), " byte 80:", "counts 2 triangles (184 bytes), but the file has 134"},
	{"piped.stl", stream(stl(2, triangle9...)), " byte 134:", "file ends within a triangle"},
	{"lying.stl", text(stl(math.MaxUint32, triangle9...)), " byte 80:", "counts 4294967295 triangles"},
	{"lying-pipe.stl", stream(stl(1<<30, triangle9...)), " byte 134:", "file ends within a triangle"},
	{"limit-pipe.stl", stream(stl(math.MaxUint32, triangle9...)), " byte 80:", "limit exceeded"},
	{"more.stl", text(stl(1, append(triangle9, triangle9...)...)), " byte 134:", "data after the 1 triangles"},
	{"nan.stl", text(stl(1, 0, 0, 0, 1, nan32, 0, 0, 1, 0)), " byte 112:", "NaN"},
	{"inf.stl", text(stl(1, 0, 0, 0, 1, 0, 0, 0, 1, inf32)), " byte 128:", "+Inf"},
	{"solidname.stl", text("solid" + stl(9, triangle9...)[5:]), " byte 80:", "counts 9 triangles"},
	{"nofacet.stl", text("solid a\nendsolid a\n"), ":2:", "no facet"},
	{"cutascii.stl", text(solid + "vertex 0 0 0\nvertex 1 0 0\n"), ":5:", "file ends, expected vertex"},
	{"unended.stl", text(solid + "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"), ":8:", "expected facet or endsolid"},
	{"two.stl", text(solid + "vertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid\n"), ":6:", `found "endloop", expected vertex`},
	{"four.stl", text(solid + "vertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\n"), ":7:", "expected endloop"},
	{"nanascii.stl", text(solid + "vertex 0 0 nan\n"), ":4:", "not finite"},
	{"keyword.stl", text("solid a\nfacett\n"), ":2:", "expected facet or endsolid"},
	{"normal.stl", text("solid a\nfacet normal 0 0"), ":2:", "file ends, expected a facet's normal"},
	{"normal2.stl", text("solid a\nfacet 0 0 1"), ":2:", "expected normal"},
	{"after.stl", text("solid a\nendsolid a\nrest\n"), ":3:", "expected solid"},
	{"line.stl", endless("solid a\nfacet normal ", "0"), ":2:", "longer than"},
	// PLY
	{"magic.ply", text("plx\n"), ":1:", "expected ply"},
	{"header.ply", text("ply\nformat ascii 1.0\n"), ":2:", "expected end_header"},
	{"format.ply", text("ply\nformat utf8 1.0\n"), ":2:", "expected ascii"},
	{"version.ply", text("ply\nformat ascii 2.0\n"), ":2:", "expected 1.0"},
	{"noformat.ply", text("ply\nelement vertex 3\nelement face 1\nend_header\n"), ":4:", "no format"},
	{"keyword.ply", text("ply\nelemental\n"), ":2:", "expected format"},
	{"orphan.ply", text("ply\nproperty float x\n"), ":2:", "before the first element"},
	{"count.ply", text("ply\nelement vertex -3\n"), ":2:", "not a count"},
	{"rows.ply", text("ply\nelement vertex 99999999999999\n"), ":2:", "limit exceeded"},
	{"twice.ply", text("ply\nelement face 3\nelement face 3\n"), ":3:", "occurs twice"},
	{"type.ply", text("ply\nelement vertex 3\nproperty quad x\n"), ":3:", `"quad"`},
	{"floatcount.ply", text("ply\nelement face 3\nproperty list float int vertex_indices\n"), ":3:", "expected an integer type"},
	{"unnamed.ply", text("ply\nelement face 3\nproperty list uchar int\n"), ":3:", "no name"},
	{"novertex.ply", text(plyHead("ascii", "element face 1", indices)), ":5:", "no element vertex"},
	{"noface.ply", text(plyHead("ascii", "element vertex 3", xyz) + three), ":7:", "no faces"},
	{"noz.ply", text(plyHead("ascii", "element vertex 3", "property float x\nproperty float y", "element face 1", indices)), ":8:", "no property z"},
	{"twox.ply", text(plyHead("ascii", "element vertex 3", xyz, "property int x", "element face 1", indices)), ":10:", "two properties x"},
	{"listx.ply", text(plyHead("ascii", "element vertex 3", "property list int float x", "element face 1", indices)), ":7:", "must not be a list"},
	{"scalar.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", "property int vertex_index")), ":9:", "must be a list"},
	{"floatindex.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", "property list uchar float vertex_index")), ":9:", "expected an integer type"},
	{"strips.ply", text(plyHead("ascii", "element vertex 3", xyz, "element tristrips 1", indices)), ":9:", "tristrips"},
	{"elements.ply", endless("ply\n", "element a 0\n"), ":3:", "occurs twice"},
	{"lying.ply", stream(plyHead("ascii", "element vertex 4000000000", xyz, "element face 1", indices)), ":9:", "limit exceeded"},
	{"lying2.ply", stream(plyHead("ascii", "element vertex 1000000000", xyz, "element face 1", indices) + three), ":12:", "file ends, expected vertex 4 of 1000000000"},
	{"lyinglist.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", "property list uint int vertex_index") + three + "4294967295 0 1 2\n"), ":13:", "its count says 4294967295"},
	{"lyingskip.ply", text(plyHead("ascii", "element vertex 3", xyz, "element other 1", "property list uint int a", "element face 1", indices) + three + "4294967295 0 1 2\n"), ":15:", "its count says 4294967295"},
	{"cut.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", indices) + three), ":12:", "expected face 1 of 1"},
	{"index.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", indices) + three + "3 0 1 3\n"), ":13:", "face corner 3 names vertex 3 of 3"},
	{"negative.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", indices) + three + "3 0 -1 2\n"), ":13:", "names vertex -1 of 3"},
	{"words.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", indices) + three + "3 0 one 2\n"), ":13:", `face corner 2 is "one"`},
	{"twocorners.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", indices) + three + "2 0 1\n"), ":13:", "2 corners"},
	{"extra.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", indices) + three + "3 0 1 2 7\n"), ":13:", `found "7"`},
	{"missing.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", indices) + "0 0\n"), ":10:", "z: missing"},
	{"after.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", indices) + three + "3 0 1 2\n3 0 1 2\n"), ":14:", "data after"},
	{"float32.ply", text(plyHead("ascii", "element vertex 3", xyz, "element face 1", indices) + "1e39 0 0\n"), ":10:", "does not fit a float32"},
	{"int8.ply", text(plyHead("ascii", "element vertex 3", strings.ReplaceAll(xyz, "float", "char"), "element face 1", indices) + "128 0 0\n"), ":10:", "does not fit"},
	{"int.ply", text(plyHead("ascii", "element vertex 3", strings.ReplaceAll(xyz, "float", "int"), "element face 1", indices) + "1.5 0 0\n"), ":10:", "not an integer"},
	{"cutbin.ply", stream(plyTwo + plyThree[:20]), " byte 189:", "file ends within element vertex"},
	{"cutbin2.ply", text(plyTwo + plyThree + le(uint8(3))), " byte 206:", "file ends within element face"},
	{"sizebin.ply", text(strings.Replace(plyTwo, "vertex 3", "vertex 900000000", 1) + plyThree), " byte 177:", "only 36 bytes are left"},
	{"nanbin.ply", text(plyTwo + le([4]float32{0, 0, 0, nan32}) + plyThree), " byte 181:", "NaN"},
	{"indexbin.ply", text(plyTwo + plyThree + le(uint8(3), [3]int32{0, 1, -2})), " byte 214:", "names vertex -2 of 3"},
	{"twobin.ply", text(plyTwo + plyThree + le(uint8(2), [2]int32{0, 1})), " byte 205:", "2 corners"},
	{"afterbin.ply", text(plyTwo + plyThree + le(uint8(3), [3]int32{0, 1, 2}) + "x"), " byte 218:", "data after"},
	{"minusbin.ply", text(plyHead("binary_little_endian", "element vertex 3", xyz, "element face 1", "property list char int vertex_indices") + plyThree + "\xff"), " byte 204:", "has -1 entries"},
	{"skipbin.ply", stream(plyHead("binary_little_endian", "element vertex 3", xyz, "element face 1", indices, "element far 1000000000000", "property double a") + plyThree + le(uint8(3), [3]int32{0, 1, 2})), " byte 262:", "file ends within element far"},
	{"line.ply", endless("ply\ncomment ", "x"), ":2:", "longer than"},
	// OFF
	{"word.off", text("OFX\n"), ":1:", "expected OFF"},
	{"four.off", text("4OFF\n3 1 0\n"), ":1:", "three-dimensional"},
	{"binary.off", text("OFF BINARY\n"), ":1:", "binary OFF"},
	{"nocounts.off", text("OFF\n# nothing\n"), ":2:", "expected the numbers"},
	{"comment.off", text("# nothing\n"), ":1:", "expected the word OFF"},
	{"count.off", text("OFF\n3\n"), ":2:", "number of faces"},
	{"count2.off", text("OFF three 1 0\n"), ":1:", "number of vertices"},
	{"count3.off", text("OFF 3 1 0 0\n"), ":1:", "after the three counts"},
	{"count4.off", text("OFF 3 1 x\n"), ":1:", "number of edges"},
	{"noface.off", text("OFF 3 0 0\n" + three), ":1:", "no faces"},
	{"lying.off", text("OFF 4000000000 1 0\n" + three), ":1:", "limit exceeded"},
	{"lying2.off", text("OFF 3 4000000000 0\n" + three), ":1:", "limit exceeded"},
	{"lying3.off", text("OFF 1000000000 1000000000 0\n" + three), ":4:", "expected vertex 4 of 1000000000"},
	{"cut.off", text("OFF 3 2 0\n" + three + "3 0 1 2\n"), ":5:", "expected face 2 of 2"},
	{"index.off", text("OFF 3 1 0\n" + three + "3 0 1 3\n"), ":5:", "names vertex 3 of 3"},
	{"index2.off", text("OFF 3 1 0\n" + three + "3 0 1 b\n"), ":5:", "expected a vertex number"},
	{"corners.off", text("OFF 3 1 0\n" + three + "3 0 1\n"), ":5:", "its count says 3"},
	{"corners2.off", text("OFF 3 1 0\n" + three + "4000000000 0 1 2\n"), ":5:", "its count says 4000000000"},
	{"corners3.off", text("OFF 3 1 0\n" + three + "x 0 1\n"), ":5:", "number of corners"},
	{"two.off", text("OFF 3 1 0\n" + three + "2 0 1\n"), ":5:", "2 corners"},
	{"nan.off", text("OFF 3 1 0\n0 0 NaN\n"), ":2:", "not finite"},
	{"after.off", text("OFF 3 1 0\n" + three + "3 0 1 2\n3 0 1 2\n"), ":6:", "data after"},
	{"line.off", endless("OFF\n", "1"), ":2:", "longer than"},
	{"longtail.off", endless("OFF 3 1 0\n"+three+"3 0 1 2\n", "0"), ":6:", "longer than"},
	// no format
	{"mesh.xyz", text("1 2 3\n"), " byte 0:", "expected one of .obj .stl .ply .off"},
	{"mesh", text("v 1 2 3\n"), " byte 0:", "unknown mesh format"},
}

// TestBadInputs asks of every one of them: an error that names file and place,
// within a second and 100 MB of allocations.
func TestBadInputs(t *testing.T) {
	if len(badInputs) < 40 {
		t.Errorf("only %d bad inputs", len(badInputs))
	}
	for _, c := range badInputs {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		m, err := Read(context.Background(), c.content(), filepath.Join("some", c.file), Options{})
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: read without error: %d triangles", c.file, len(m.Triangles))
			continue
		}
		var located *Error
		if !errors.As(err, &located) || (located.Line > 0) != (c.where[0] == ':') {
			t.Errorf("%s: error is %#v, want an *Error at%s", c.file, err, c.where)
		}
		if head := filepath.Join("some", c.file) + c.where; !strings.HasPrefix(strings.Replace(err.Error(), ": byte", " byte", 1), head) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error is\n  %v\nwant it to begin with %q and to contain %q", err, head, c.want)
		}
		if strings.ContainsAny(err.Error(), "\n\r\x00") {
			t.Errorf("%s: the error is more than one line: %q", c.file, err)
		}
		if took > time.Second && !raceEnabled {
			t.Errorf("%s: took %v", c.file, took)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 100<<20 {
			t.Errorf("%s: allocated %d MB", c.file, used>>20)
		}
	}
}

func TestReadFileErrors(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	if _, err := ReadFile(ctx, filepath.Join(dir, "none.obj"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := ReadFile(ctx, dir, Options{}); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a directory: %v", err)
	}
}

// failing gives some content and then an error of its own.
type failing struct {
	head io.Reader
	err  error
}

func (f *failing) Read(p []byte) (int, error) {
	if n, err := f.head.Read(p); n > 0 || !errors.Is(err, io.EOF) {
		return n, err
	}
	return 0, f.err
}

// TestReadErrorsPassThrough breaks valid files at every window border and in the
// first window.
func TestReadErrorsPassThrough(t *testing.T) {
	broken := errors.New("disk on fire")
	for name, content := range valid() {
		for _, n := range []int{0, 3, len(content) / 2, len(content) - 1} {
			_, err := Read(context.Background(), &failing{strings.NewReader(content[:n]), broken}, name, Options{})
			var located *Error
			if !errors.Is(err, broken) || !errors.As(err, &located) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s broken at byte %d: error is %v", name, n, err)
			}
		}
	}
}

func TestReadHonoursContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r := struct{ io.Reader }{io.MultiReader(strings.NewReader("v 0 0 0\n"), &repeater{text: "# no end\n"})}
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err := Read(ctx, r, "endless.obj", Options{})
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), "endless.obj:") {
		t.Errorf("error is %v, want context.Canceled with a place", err)
	}
}

// TestTruncations cuts valid files at every byte: an error or, where only a line
// end or trailing white space is gone, the same mesh.
func TestTruncations(t *testing.T) {
	for name, content := range valid() {
		whole := mustRead(t, name, content)
		for n := range len(content) {
			m, err := Read(context.Background(), strings.NewReader(content[:n]), name, Options{})
			if err == nil && strings.HasSuffix(name, ".obj") {
				continue // OBJ has no end: every whole statement may be the last
			}
			if err == nil && difference(m, whole) != "" && strings.TrimSpace(content[n:]) != "" {
				t.Errorf("%s cut to %d of %d bytes was read: %s", name, n, len(content), difference(m, whole))
			}
		}
	}
}

func TestLimits(t *testing.T) {
	for name, content := range valid() {
		for what, opt := range map[string]Options{
			"bytes": {MaxBytes: 50}, "vertices": {MaxVertices: 2}, "triangles": {MaxTriangles: 1},
		} {
			_, err := Read(context.Background(), struct{ io.Reader }{strings.NewReader(content)}, name, opt)
			if !errors.Is(err, ErrLimit) {
				t.Errorf("%s with a limit of %s: error is %v", name, what, err)
			}
		}
	}
	if _, err := Read(context.Background(), strings.NewReader("v 1 2 3 4 5 6\n"), "a.obj", Options{MaxLine: 9}); !errors.Is(err, ErrLimit) {
		t.Errorf("a line longer than the limit within a window: %v", err)
	}
}
