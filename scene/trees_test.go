package scene

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
)

// expectedFile is what another program, trimesh, finds in a file: testdata/trees/make.py wrote it.
type expectedFile struct {
	Unit   string
	Bodies []expectedBody
}

type expectedBody struct {
	Name          string
	Triangles     int
	Min, Max, Sum [3]float64 // of the corners of all triangles in the world
}

// place is a sum of corners, rounded, to sort bodies by.
type place [3]float64

func placeOf(p *Placed) place {
	_, sum := corners(p.Mesh(), p.Pose)
	return place{sum.X, sum.Y, sum.Z}
}

func (a place) compare(b place) int {
	for i := range a {
		if c := cmp.Compare(math.Round(a[i]*1e6), math.Round(b[i]*1e6)); c != 0 {
			return c
		}
	}
	return 0
}

const trees = "testdata/trees/"

func expectedFiles(t *testing.T) map[string]expectedFile {
	t.Helper()
	content, err := os.ReadFile(trees + "expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]expectedFile
	if err := json.Unmarshal(content, &files); err != nil {
		t.Fatal(err)
	}
	return files
}

// corners are the posed corners of all triangles.
func corners(m *mesh.Mesh, pose geom.Pose) (box geom.AABB, sum geom.Vec) {
	box = geom.EmptyAABB()
	for _, tri := range m.Triangles {
		for _, c := range tri {
			v := pose.Apply(m.Vertices[c])
			box.Hold(&v)
			sum = sum.Add(v)
		}
	}
	return box, sum
}

func near(a geom.Vec, b [3]float64) bool {
	return a.Sub(geom.Vec{X: b[0], Y: b[1], Z: b[2]}).MaxAbs() <= 1e-12*(1+a.MaxAbs())
}

// TestTreesAsAnotherProgram compares triangle counts and places with those that trimesh finds.
func TestTreesAsAnotherProgram(t *testing.T) {
	units := map[string]string{"meters": "m", "millimeter": "mm", "inch": "in", "foot": "ft", "centimeter": "cm", "micron": "um"}
	files := expectedFiles(t)
	for name, want := range files {
		var l Loader
		bodies, err := l.File(t.Context(), trees+name)
		if err != nil {
			t.Error(err)
			continue
		}
		if u := units[want.Unit]; l.Unit != u || u == "" {
			t.Errorf("%s: unit %q; want %q (%q)", name, l.Unit, u, want.Unit)
		}
		byPlace := filepath.Ext(name) == ".3mf" // trimesh names instances there, which the format does not
		slices.SortFunc(bodies, func(a, b Placed) int {
			if byPlace {
				return placeOf(&a).compare(placeOf(&b))
			}
			return strings.Compare(a.Name, b.Name)
		})
		if byPlace {
			slices.SortFunc(want.Bodies, func(a, b expectedBody) int { return place(a.Sum).compare(place(b.Sum)) })
		}
		if len(bodies) != len(want.Bodies) {
			t.Errorf("%s: %d bodies; want %d", name, len(bodies), len(want.Bodies))
			continue
		}
		total, all := 0, geom.Vec{}
		for i, w := range want.Bodies {
			b := &bodies[i]
			box, sum := corners(b.Mesh(), b.Pose)
			if b.Name != w.Name && !byPlace || len(b.Mesh().Triangles) != w.Triangles || !near(box.Min, w.Min) || !near(box.Max, w.Max) || !near(sum, w.Sum) {
				t.Errorf("%s: body %s, %d triangles, %v, sum %v; want %+v", name, b.Name, len(b.Mesh().Triangles), box, sum, w)
			}
			total, all = total+w.Triangles, all.Add(sum)
		}
		whole, err := l.Body(t.Context(), trees+name)
		if err != nil {
			t.Error(err)
			continue
		}
		m := whole.Mesh()
		if _, sum := corners(m, whole.Pose); len(m.Triangles) != total || !near(sum, [3]float64{all.X, all.Y, all.Z}) || len(m.Parts) != len(bodies) {
			t.Errorf("%s as one mesh: %d triangles, sum %v, %d parts; want %d and %v", name, len(m.Triangles), sum, len(m.Parts), total, all)
		}
	}
	if len(files) < 13 {
		t.Errorf("%d files", len(files))
	}
}

// TestTreeInstances reads instances of one mesh as bodies that share a model, whose world triangles are those of the union.
func TestTreeInstances(t *testing.T) {
	var l Loader
	bodies, err := l.File(t.Context(), trees+"instanced.glb")
	if err != nil {
		t.Fatal(err)
	}
	union, err := l.Model(t.Context(), trees+"instanced.glb")
	if err != nil {
		t.Fatal(err)
	}
	parts, err := mesh.Split(union.Mesh(), mesh.Object)
	if err != nil || len(parts) != len(bodies) {
		t.Fatalf("%d parts, %v", len(parts), err)
	}
	if bodies[0].Shape != bodies[2].Shape || bodies[0].Scene != trees+"instanced.glb" {
		t.Errorf("bodies %+v", bodies)
	}
	for i, p := range parts {
		m := bodies[i].Mesh()
		if p.Name != bodies[i].Name || len(p.Triangles) != len(m.Triangles) {
			t.Errorf("part %d is %s with %d triangles", i, p.Name, len(p.Triangles))
		}
		for k, tri := range m.Triangles {
			for c, v := range tri {
				if got, want := p.Vertices[p.Triangles[k][c]], bodies[i].Pose.Apply(m.Vertices[v]); got != want {
					t.Fatalf("part %d, triangle %d: %v; want %v", i, k, got, want)
				}
			}
		}
	}
	again, err := l.File(t.Context(), trees+"instanced.glb")
	if err != nil || again[0].Shape != bodies[0].Shape {
		t.Errorf("a second reading: %v", err)
	}
}

// TestTreeLimits counts instances and triangles, those of scaled copies, too.
func TestTreeLimits(t *testing.T) {
	for file, c := range map[string]struct {
		limits Limits
		ok     bool
	}{
		"instanced.glb": {Limits{Bodies: 5, Triangles: 20}, true},
		"named.glb":     {Limits{Bodies: 4, Triangles: 20}, false},
		"nested.glb":    {Limits{Bodies: 5, Triangles: 19}, false},
	} {
		l := Loader{Limits: c.limits}
		if _, err := l.File(t.Context(), trees+file); errors.Is(err, meshio.ErrLimit) == c.ok || c.ok != (err == nil) {
			t.Errorf("%s: %v", file, err)
		}
	}
	l := Loader{Limits: Limits{Triangles: 50}} // 56 as one mesh
	if _, err := l.Model(t.Context(), trees+"instanced.glb"); !errors.Is(err, meshio.ErrLimit) {
		t.Error(err)
	}
}

// TestTreeUnits converts files to the unit of the check, and refuses two units.
func TestTreeUnits(t *testing.T) {
	l := Loader{Unit: "mm"}
	bodies, err := l.File(t.Context(), trees+"nested.glb")
	if err != nil {
		t.Fatal(err)
	}
	var metres Loader
	want, err := metres.File(t.Context(), trees+"nested.glb")
	if err != nil {
		t.Fatal(err)
	}
	for i := range bodies {
		box, _ := corners(bodies[i].Mesh(), bodies[i].Pose)
		ref, _ := corners(want[i].Mesh(), want[i].Pose)
		if box.Min.Sub(ref.Min.Scale(1000)).MaxAbs() > 1e-9 || bodies[i].Pose.R != want[i].Pose.R {
			t.Errorf("%s: %v; want 1000 times %v", bodies[i].Name, box.Min, ref.Min)
		}
	}
	s := `{"version":1,"unit":"mm","bodies":[{"mesh":"nested.glb"}]}`
	parsed, err := Parse(strings.NewReader(s), trees+"s.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := new(Loader).Build(t.Context(), parsed, trees+"s.json"); err == nil || !strings.Contains(err.Error(), "lengths are in m, those of testdata/trees/s.json in mm; expected one unit, or --unit") {
		t.Error(err)
	}
	w, err := (&Loader{Unit: "mm"}).Build(t.Context(), parsed, trees+"s.json")
	if err != nil || len(w.Bodies) != 1 || len(w.Bodies[0].Mesh().Triangles) != 20 {
		t.Errorf("%+v, %v", w, err)
	}
	huge := Loader{Unit: "um"}
	if _, err := huge.File(t.Context(), trees+"nested.glb"); err != nil {
		t.Error(err)
	}
}

// TestTreeAndNoUnit warns where a file names a unit and another one none.
func TestTreeAndNoUnit(t *testing.T) {
	dir := t.TempDir()
	bare := filepath.Join(dir, "bare.obj")
	if err := os.WriteFile(bare, []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, order := range [][2]string{{bare, trees + "nested.glb"}, {trees + "nested.glb", bare}} {
		for _, unit := range []string{"", "m"} {
			l := Loader{Unit: unit}
			for _, f := range order {
				if _, err := l.File(t.Context(), f); err != nil {
					t.Fatal(err)
				}
			}
			if warned := strings.Contains(l.Unnamed, "bare.obj names no unit and is taken to be in m, as testdata/trees/nested.glb is"); warned != (unit == "") {
				t.Errorf("%v, unit %q: warning %q", order, unit, l.Unnamed)
			}
		}
	}
}

// TestTreeAnswers asks for the contacts between the bodies of a file.
func TestTreeAnswers(t *testing.T) {
	var l Loader
	placed, err := l.File(t.Context(), trees+"instanced.glb")
	if err != nil {
		t.Fatal(err)
	}
	bodies := make([]collide.Body, len(placed))
	for i, p := range placed {
		bodies[i] = collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose}
	}
	det, err := collide.NewDetector(bodies, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = det.Close() }() // the answer does not depend on it
	res, err := det.Detect(context.Background())
	if err != nil || len(res.Pairs) != 1 || res.Pairs[0].A != 0 || res.Pairs[0].B != 2 {
		t.Errorf("pairs %+v, %v; want left and bolt 0", res.Pairs, err)
	}
	if d := math.Abs(placed[2].Pose.T.Z - 0.1); d > 1e-15 {
		t.Errorf("bolt 0 is %v off", d)
	}
}

// TestTreeErrors names the file where one cannot be opened or is wrong.
func TestTreeErrors(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.glb")
	if err := os.WriteFile(bad, []byte("glTF"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{bad: "ends within the header", filepath.Join(dir, "none.gltf"): "cannot be read", dir + "/x.GLB": "cannot be read"} {
		for _, read := range []func(*Loader) error{
			func(l *Loader) error { _, err := l.File(t.Context(), path); return err },
			func(l *Loader) error { _, err := l.Body(t.Context(), path); return err },
		} {
			if err := read(&Loader{}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}
