package scene

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/collide-go/collide/meshio"
)

// TestLimits asserts that what a scene asks for as a whole is counted before anything is
// made, with the line of the body that goes beyond.
func TestLimits(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	mesh := write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n")
	balls := func(n int, format string) string {
		var b []string
		for i := range n {
			b = append(b, fmt.Sprintf(`{"name": "b%d", "mesh": `+format+`}`, i, 1+i%2))
		}
		return `{"version": 1, "bodies": [` + strings.Join(b, ",\n") + "]}"
	}
	huge := `{"shape": "icosphere", "radius": 0.%d5, "detail": 40}`
	var many []string
	for i := range 200 {
		many = append(many, fmt.Sprintf(`{"name": "b%d", "mesh": {"shape": "icosphere", "radius": %d, "detail": 457}}`, i, i+1))
	}
	deformed := `{"shape": "icosphere", "radius": %d, "detail": 2}, "deform": {"twist": {"axis": "x", "rate": 1, "period": 1}}`
	for _, c := range []struct {
		name, text string
		limits     Limits
		want       string // of the error, "" for none
	}{
		{"many.json", `{"version": 1, "bodies": [` + strings.Join(many, ",\n") + "]}", Limits{}, "many.json:9: 37592820 triangles in all meshes up to here; expected at most 33554432 (Limits.Triangles, --max-triangles)"},
		{"shared.json", balls(100, huge), Limits{Triangles: 64_000}, ""},
		{"two.json", balls(100, huge), Limits{Triangles: 63_999}, "two.json:2: 64000 triangles"},
		{"deformed.json", balls(3, deformed), Limits{Triangles: 400}, ""},
		{"once more.json", balls(3, deformed), Limits{Triangles: 399}, "once more.json:3: 400 triangles"},
		{"file.json", `{"version": 1, "bodies": [{"mesh": "a.obj"}]}`, Limits{Triangles: 1}, "a.obj: expected at most 1 triangles in all meshes"},
		{"own.json", "{\"version\": 1, \"bodies\": [{\"mesh\": \"a.obj\"},\n{\"name\": \"b\", \"mesh\": \"a.obj\", \"deform\": {\"twist\": {\"axis\": \"x\", \"rate\": 1, \"period\": 1}}}]}", Limits{Triangles: 3}, "own.json:2: 4 triangles"},
		{"number.json", balls(3, `"a.obj", "restitution": 0.%d`), Limits{Bodies: 2}, "number.json:3: 3 bodies together; expected at most 2 (Limits.Bodies, --max-bodies)"},
	} {
		before := allocated()
		l := Loader{Limits: c.limits}
		_, err := l.File(t.Context(), write(c.name, c.text))
		switch {
		case c.want == "":
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		case !errors.Is(err, meshio.ErrLimit):
			t.Errorf("%s: %v does not wrap ErrLimit", c.name, err)
		case allocated()-before > 4<<20:
			t.Errorf("%s: %d bytes were allocated before it was refused", c.name, allocated()-before)
		}
	}
	l := Loader{Limits: Limits{Bodies: 1}}
	if _, err := l.File(t.Context(), mesh); err != nil {
		t.Fatal(err)
	}
	if _, err := l.File(t.Context(), mesh); !errors.Is(err, meshio.ErrLimit) {
		t.Errorf("a second file: %v", err)
	}
}

// allocated is how many bytes the program has allocated so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func TestGeneratorsRefuseTooMuch(t *testing.T) {
	if _, err := GenerateMotion(t.Context(), MotionOptions{Bodies: 100, Facets: 400_000_000}); err == nil || !strings.Contains(err.Error(), "expected at most 33554432") {
		t.Errorf("facets: %v", err)
	}
	for _, detail := range []float64{1e6, 1e20, 1e300} {
		if _, err := Streams("000-1", detail); err == nil {
			t.Errorf("detail %v is accepted", detail)
		}
	}
}
