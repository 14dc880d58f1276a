package scene

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/shape"
)

// fieldScene is a scene with one height field of the fields after the colon.
func fieldScene(field string) string {
	return "{\"version\": 1, \"unit\": \"mm\", \"bodies\": [\n{\"name\": \"land\", \"height_field\": {" + field + "}}]}"
}

// fieldDir is a folder with the scene and a file of heights.
func fieldDir(t *testing.T, field, heights string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"a.json": fieldScene(field), "land.txt": heights} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "a.json")
}

// TestHeightFieldOfScene: heights in the scene and in a file make the mesh that the library makes, in the scene's unit and in another.
func TestHeightFieldOfScene(t *testing.T) {
	t.Parallel()
	const place = `"origin": [1, 2, 3], "spacing": [0.5, 0.25], `
	heights := []float64{0, 1, 2, 3, 4, 5}
	for name, path := range map[string]string{
		"in the scene": fieldDir(t, place+`"heights": [[0, 1, 2], [3, 4, 5]]`, ""),
		"in a file":    fieldDir(t, place+`"heights": "land.txt"`, "# metres\n\n 0 1\t2 \r\n3 4 5"),
	} {
		for unit, scale := range map[string]float64{"": 1, "mm": 1, "um": 1000} {
			l := Loader{Unit: unit, Files: &input.Files{}}
			placed, err := l.File(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			f := shape.HeightField{Origin: geom.Vec{X: 1, Y: 2, Z: 3}.Scale(scale), DX: 0.5 * scale, DY: 0.25 * scale, Columns: 3}
			for _, h := range heights {
				f.Heights = append(f.Heights, h*scale)
			}
			want, _ := f.Mesh()
			if m := placed[0].Mesh(); !slices.Equal(m.Vertices, want.Vertices) || !slices.Equal(m.Triangles, want.Triangles) {
				t.Errorf("%s, unit %q: %v, want %v", name, unit, m.Vertices, want.Vertices)
			}
		}
	}
}

func TestHeightFieldBad(t *testing.T) {
	t.Parallel()
	const place = `"spacing": [1, 1], "heights": `
	wide := strings.Repeat("1 ", 3000) + "\n"
	for _, c := range []struct{ field, heights, want string }{
		{`"spacing": [1, 1]`, "", `a.json:2:34: height_field has no "heights"`},
		{`"heights": [[0, 1], [2, 3]]`, "", `a.json:2:34: height_field has no "spacing"`},
		{place + `[[0, 1], [2, 3]], "size": 1`, "", `unknown field "size" in height_field; expected origin, spacing, heights`},
		{place + `[[0, 1], [2]]`, "", "row 1 of heights has 1 entries; expected 2 numbers as in row 0"},
		{place + `[[0, 1], 2]`, "", "a row of heights is a number; expected an array"},
		{place + `[[0, 1], [2, "3"]]`, "", "an entry of row 1 of heights is a string; expected a number"},
		{place + `[[0, 1], [2, 1e999]]`, "", "row 1 of heights is 1e999; expected a number within the range of a double"},
		{place + `[[0, 1]]`, "", "at least 2 complete rows"},
		{place + `[]`, "", "at least 2 complete rows"},
		{place + `[[], []]`, "", "at least 2 complete rows"},
		{place + `7`, "", "heights is a number; expected an array"},
		{place + `""`, "", "heights is empty"},
		{`"spacing": [1, 0], "heights": [[0, 1], [2, 3]]`, "", "spacings above 0"},
		{`"spacing": [1, 0], "heights": "land.txt"`, "0 1\n2 3\n", "spacings above 0"},
		{`"spacing": [1], "heights": [[0, 1], [2, 3]]`, "", "spacing has 1 entries; expected 2 numbers"},
		{`"origin": [1e300, 0, 0], "spacing": [1, 1], "heights": "land.txt"`, "0 1\n2 3\n", "equal after rounding"},
		{place + `"none.txt"`, "", "a.json:2: heights of body"},
		{place + `"http://a/b"`, "", "a.json:2: heights of body"},
		{place + `"land.txt"`, "", "land.txt: 0 rows of heights; expected at least 2"},
		{place + `"land.txt"`, "1 2\n", "land.txt: 1 rows of heights; expected at least 2"},
		{place + `"land.txt"`, "1\n2\n", "land.txt:1: 1 heights; expected 2, as in the first row, and at least 2"},
		{place + `"land.txt"`, "1 2\n# here\n1 2 3\n", "land.txt:3: 3 heights; expected 2"},
		{place + `"land.txt"`, "1 2\n1 nan\n", `land.txt:2: height 2 is "nan"; expected a finite number`},
		{place + `"land.txt"`, "1 2\n1 1e999\n", `land.txt:2: height 2 is "1e999"; expected a finite number`},
		{place + `"land.txt"`, "1 2\n1 -inf\n", `land.txt:2: height 2 is "-inf"; expected a finite number`},
		{place + `"land.txt"`, "1 2\n1 " + strings.Repeat("x", 100), `land.txt:2: height 2 is "` + strings.Repeat("x", 40) + `…"`},
		{place + `"land.txt"`, strings.Repeat("1 ", maxRow), "land.txt:1: line of more than 1048576 bytes"},
		{place + `"land.txt"`, wide + wide + wide, "land.txt:3: 11996 triangles with this row; expected at most 6000 (Limits.Triangles, --max-triangles)"},
	} {
		l := Loader{Limits: Limits{Triangles: 6000}, Files: &input.Files{}}
		_, err := l.File(t.Context(), fieldDir(t, c.field, c.heights))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %s", c.field, err, c.want)
		}
		if strings.Contains(c.want, "--max-triangles") && !errors.Is(err, meshio.ErrLimit) {
			t.Errorf("%v does not wrap ErrLimit", err)
		}
	}
}

// TestHeightFieldLimits: fields count like meshes, before they are made, and files that are read count together.
func TestHeightFieldLimits(t *testing.T) {
	t.Parallel()
	for _, heights := range []string{`[[0, 1], [2, 3]]`, `"land.txt"`} {
		body := `"height_field": {"spacing": [1, 1], "heights": ` + heights + `}}`
		path := fieldDir(t, "", "0 1\n2 3\n")
		text := "{\"version\": 1, \"bodies\": [\n{\"name\": \"a\", " + body + ",\n{\"name\": \"b\", " + body + "]}"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for most, want := range map[int]bool{1: false, 3: false, 4: true} {
			l := Loader{Limits: Limits{Triangles: most}}
			_, err := l.File(t.Context(), path)
			if want != (err == nil) || !want && !errors.Is(err, meshio.ErrLimit) {
				t.Errorf("%s, at most %d triangles: %v", heights, most, err)
			}
		}
	}
}

// TestHeightFieldOutside: a file of heights beyond the root is refused.
func TestHeightFieldOutside(t *testing.T) {
	t.Parallel()
	path := fieldDir(t, `"spacing": [1, 1], "heights": "../land.txt"`, "")
	root, err := input.OpenRoot(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	l := Loader{Files: root}
	if _, err := l.File(t.Context(), path); err == nil || !strings.Contains(err.Error(), "heights of body") {
		t.Errorf("heights beyond the root: %v", err)
	}
}

func TestHeightFieldStops(t *testing.T) {
	t.Parallel()
	path := fieldDir(t, `"spacing": [1, 1], "heights": "land.txt"`, "0 1\n2 3\n")
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Parse(strings.NewReader(fieldScene(`"spacing": [1, 1], "heights": "land.txt"`)), path)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := new(Loader).Build(ctx, s, path); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
}

// TestHeightFieldWrite: what is written reads back the same; what Parse would refuse is not written.
func TestHeightFieldWrite(t *testing.T) {
	t.Parallel()
	good := shape.HeightField{Origin: geom.Vec{X: 0.1}, DX: 1.0 / 3, DY: 2, Columns: 3, Heights: []float64{0, 1, 1e-300, -3, 0.1, 5}}
	for _, f := range []HeightField{{HeightField: good}, {HeightField: shape.HeightField{DX: 1, DY: 1}, File: "a \"b\".txt"}} {
		var out bytes.Buffer
		if err := Write(&out, &Scene{Bodies: []Body{{Name: "a", Pose: geom.Identity, HeightField: &f}}}); err != nil {
			t.Fatal(err)
		}
		s, err := Parse(bytes.NewReader(out.Bytes()), "a.json")
		if err != nil {
			t.Fatalf("%v in %s", err, out.String())
		}
		g := s.Bodies[0].HeightField
		if g.File != f.File || g.Origin != f.Origin || g.DX != f.DX || g.DY != f.DY || g.Columns != f.Columns || !slices.Equal(g.Heights, f.Heights) {
			t.Errorf("%+v reads back as %+v", f, g)
		}
	}
	both, bad := HeightField{HeightField: good, File: "a"}, HeightField{HeightField: good}
	bad.DX = 0
	for _, f := range []*HeightField{&both, &bad, {}} {
		var out bytes.Buffer
		if err := Write(&out, &Scene{Bodies: []Body{{Name: "a", Pose: geom.Identity, HeightField: f}}}); err == nil || out.Len() > 0 {
			t.Errorf("%+v is written: %v", f, err)
		}
	}
}

// FuzzHeights: a field that is read makes a mesh within the limit, and anything else is an *Error.
func FuzzHeights(f *testing.F) {
	for _, s := range []string{"0 1\n2 3\n", "# a\n\n1e300 -1e300 0\n0 0 0", "1\n", "1 2\n3\n", "nan 1\n2 3", "1 2\r\n3 4\r\n5 6"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		const most = 100
		field, err := readHeights(strings.NewReader(text), "f.txt", most)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		field.DX, field.DY = 1, 1
		m, err := field.Mesh()
		if err != nil || len(m.Triangles) > most {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
