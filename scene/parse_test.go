package scene

import (
	"bytes"
	"errors"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

const good = `{
  "version": 1,
  "bodies": [
    {"mesh": "parts/arm.stl"},
    {"name": "ball", "sphere": {"center": [1, 2, 3], "radius": 0.5}, "immovable": true},
    {"name": "crate", "box": {"center": [0, 0, -1e-3], "size": [1, 2, 0]},
     "pose": [0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30]}
  ]
}
`

func TestParse(t *testing.T) {
	s, err := Parse(strings.NewReader(good), "good.json")
	if err != nil {
		t.Fatal(err)
	}
	want := []Body{
		{Name: "arm", Mesh: "parts/arm.stl", Pose: geom.Identity, line: 4, poseLine: 4},
		{
			Name: "ball", Sphere: &Sphere{Center: geom.Vec{X: 1, Y: 2, Z: 3}, Radius: 0.5}, Pose: geom.Identity,
			Immovable: true, line: 5, poseLine: 5,
		},
		{
			Name: "crate", Box: &Box{Center: geom.Vec{Z: -1e-3}, Size: geom.Vec{X: 1, Y: 2}},
			Pose: geom.Pose{R: geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}, T: geom.Vec{X: 10, Y: 20, Z: 30}},
			line: 6, poseLine: 7,
		},
	}
	if !reflect.DeepEqual(s.Bodies, want) {
		t.Errorf("got %+v\nwant %+v", s.Bodies, want)
	}
}

func TestWriteThenParse(t *testing.T) {
	s, err := Parse(strings.NewReader(good), "good.json")
	if err != nil {
		t.Fatal(err)
	}
	s.Bodies[0].Name = `an "arm" <1>`
	s.Bodies[0].Pose.T.X = 0.1 + 0.2 // needs all 17 digits
	s.Bodies = append(s.Bodies,
		Body{Name: "tube", Pose: geom.Identity, Capsule: &shape.Capsule{A: geom.Vec{X: 0.1}, B: geom.Vec{Y: 0.1 + 0.2}, Radius: 0.3}},
		Body{Name: "hull", Pose: geom.Identity, Convex: &shape.Convex{Points: []geom.Vec{{X: 0.1}, {Y: 1}, {Z: 0.1 + 0.2}}}},
		Body{Name: "pin", Pose: geom.Identity, Cylinder: &shape.Cylinder{B: geom.Vec{Z: 1}, Radius: 0}},
		Body{Name: "spike", Pose: geom.Identity, Cone: &shape.Cone{Base: geom.Vec{X: 0.1}, Apex: geom.Vec{Y: 0.1 + 0.2}, Radius: 0.3}})
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	got, err := Parse(&b, "written.json")
	if err != nil {
		t.Fatal(err)
	}
	for i := range got.Bodies {
		got.Bodies[i].line, got.Bodies[i].poseLine = s.Bodies[i].line, s.Bodies[i].poseLine
	}
	if !reflect.DeepEqual(got, s) {
		t.Errorf("got %+v\nwant %+v", got.Bodies, s.Bodies)
	}
}

func TestWriteRefusesWhatParseWould(t *testing.T) {
	for _, b := range []Body{
		{Name: "both", Mesh: "a.stl", Procedural: &Procedural{Shape: ShapeIcosphere, Radius: 1, Detail: 1}},
		{Name: "flat", Procedural: &Procedural{Shape: ShapeBox, Detail: 1}},
		{Name: "still", Mesh: "a.stl", Immovable: true, Motion: &Motion{}},
		{Name: "fast", Mesh: "a.stl", Motion: &Motion{Velocity: geom.Vec{X: math.Inf(1)}}},
		{Name: "soft", Sphere: &Sphere{}, Deform: &motion.Twist{Period: 1}},
		{Name: "stiff", Mesh: "a.stl", Deform: &motion.Wave{}},
		{Name: "none"}, {Mesh: "a.stl"}, {Name: "two", Mesh: "a.stl", Sphere: &Sphere{}},
	} {
		if err := Write(&bytes.Buffer{}, &Scene{Bodies: []Body{b}}); err == nil {
			t.Errorf("Write of %+v: no error", b)
		}
	}
}

// TestParseErrors gives, for each faulty scene, how its error must begin.
func TestParseErrors(t *testing.T) {
	body := func(s string) string { return `{"version": 1, "bodies": [` + s + `]}` }
	for _, c := range []struct{ text, want string }{
		{``, `s.json:1:1: not JSON: unexpected end of JSON input`},
		{"{\n  \"version\": 1,\n}", `s.json:3:1: not JSON: invalid character '}'`},
		{`{"version": 1, "bodies": [`, `s.json:1:27: not JSON: unexpected end`},
		{"\xff{}", `s.json:1:1: not UTF-8 text`},
		{`[]`, `s.json:1:1: the scene is an array; expected an object`},
		{`{}`, `s.json:1:1: the scene has no "version"`},
		{`{"version": 2, "bodies": []}`, `s.json:1:13: version 2 of the scene format; expected 1`},
		{`{"version": "1", "bodies": []}`, `s.json:1:13: version is a string; expected a number`},
		{`{"version": 1}`, `s.json:1:1: the scene has no "bodies"`},
		{`{"version": 1, "bodies": {}}`, `s.json:1:26: bodies is an object; expected an array`},
		{`{"version": 1, "bodies": []}`, `s.json:1:26: bodies is empty; expected at least one body`},
		{`{"version": 1, "Bodies": []}`, `s.json:1:16: unknown field "Bodies" in the scene; expected version, bodies`},
		{`{"version": 1, "version": 1}`, `s.json:1:16: key "version" stands twice in one object`},
		{body(`{"mesh": "a.stl"}`) + "\n{}", `s.json:2:1: not JSON: invalid character '{' after top-level value`},
		{body(`7`), `s.json:1:27: a body is a number; expected an object`},
		{body(`null`), `s.json:1:27: a body is null; expected an object`},
		{body(`{}`), `s.json:1:27: a body needs exactly one of "mesh", "sphere", "box", "capsule", "cylinder", "cone", "convex", "half_space" and "height_field", this has 0`},
		{body(`{"mesh": "a.stl", "box": {}}`), `s.json:1:27: a body needs exactly one of "mesh", "sphere", "box", "capsule", "cylinder", "cone", "convex", "half_space" and "height_field", this has 2`},
		{body(`{"mesh": 7}`), `s.json:1:36: mesh is a number; expected a string or an object`},
		{body(`{"mesh": ""}`), `s.json:1:36: mesh is empty`},
		{body(`{"mesh": "a.stl", "mass": 7}`), `s.json:1:53: mass of a body that is neither a sphere nor a box; only those may have one`},
		{body(`{"mesh": "a.stl", "mesh": "b.stl"}`), `s.json:1:45: key "mesh" stands twice`},
		{body(`{"mesh": "a.stl", "name": ""}`), `s.json:1:53: name ""`},
		{body(`{"mesh": "a.stl", "name": "a\tb"}`), `s.json:1:53: name "a\tb"`},
		{body(`{"mesh": "x/a.stl"}, {"mesh": "y/a.obj"}`), `s.json:1:48: second body named "a"; expected a unique "name"`},
		{body(`{"sphere": {"center": [0,0,0], "radius": 1}}`), `s.json:1:27: a body without a mesh file needs a "name"`},
		{body(`{"name": "s", "sphere": {"radius": 1}}`), `s.json:1:51: sphere has no "center"`},
		{body(`{"name": "s", "sphere": {"center": [0,0], "radius": 1}}`), `s.json:1:62: center has 2 entries; expected 3 numbers`},
		{body(`{"name": "s", "sphere": {"center": [0,0,"0"], "radius": 1}}`), `s.json:1:67: an entry of center is a string; expected a number`},
		{body(`{"name": "s", "sphere": {"center": [0,0,0], "radius": -1}}`), `s.json:1:81: radius -1; expected a number of at least 0`},
		{body(`{"name": "s", "sphere": {"center": [0,0,0], "radius": 1e999}}`), `s.json:1:81: radius is 1e999; expected a number within the range of a double`},
		{body(`{"name": "c", "cone": {"base": [0,0,0], "apex": [0,0,0], "radius": 1}}`), `s.json:1:49: the ends of the cone are equal; expected a length above 0`},
		{body(`{"name": "c", "cone": {"base": [0,0,0], "apex": [0,0,1], "radius": -1}}`), `s.json:1:94: radius -1; expected a number of at least 0`},
		{body(`{"name": "c", "cone": {"from": [0,0,0], "to": [0,0,1], "radius": 1}}`), `s.json:1:50: unknown field "from" in cone; expected base, apex, radius`},
		{body(`{"name": "b", "box": {"center": [0,0,0], "size": [1,-1,1]}}`), `s.json:1:76: size has a negative extent`},
		{body(`{"name": "b", "box": {"center": [0,0,0]}}`), `s.json:1:48: box has no "size"`},
		{body(`{"mesh": "a.stl", "pose": [1,0,0]}`), `s.json:1:53: pose has 3 entries; expected 12 numbers`},
		{body(`{"mesh": "a.stl", "pose": [NaN]}`), `s.json:1:54: not JSON: invalid character 'N'`},
		{`{"version": 1, "seed": -1, "bodies": []}`, `s.json:1:24: seed is -1; expected an integer from 0`},
		{`{"version": 1, "walls": {"min": [0,0,0]}}`, `s.json:1:25: walls has no "max"`},
		{`{"version": 1, "walls": {"min": [0,0,1], "max": [1,1,0]}, "bodies": []}`, `s.json:1:25: walls: min exceeds max`},
		{`{"version": 1, "walls": {"min": [0,0,0], "max": [1,1,1], "thickness": 0}}`, `s.json:1:71: thickness 0; expected a number above 0`},
		{`{"version": 1, "walls": 1}`, `s.json:1:25: walls is a number; expected an object`},
		{body(`{"name": "a", "mesh": {}}`), `s.json:1:49: mesh has no "shape"`},
		{body(`{"name": "a", "mesh": {"shape": "cone"}}`), `s.json:1:59: shape "cone"; expected icosphere, box, torus, knot, ellipsoid or bowl`},
		{body(`{"name": "a", "mesh": {"shape": "icosphere", "radius": 1}}`), `s.json:1:49: the icosphere has no "detail"`},
		{body(`{"name": "a", "mesh": {"shape": "icosphere", "radius": 1, "detail": 1, "tube": 1}}`), `s.json:1:98: unknown field "tube" in the icosphere; expected shape, radius, detail`},
		{body(`{"name": "a", "mesh": {"shape": "icosphere", "radius": 0, "detail": 1}}`), `s.json:1:49: radius of the icosphere is 0; expected a number above 0`},
		{body(`{"name": "a", "mesh": {"shape": "icosphere", "radius": 1, "detail": 1.5}}`), `s.json:1:95: detail is 1.5; expected an integer`},
		{body(`{"name": "a", "mesh": {"shape": "box", "size": [1, 1, 1], "detail": 2000}}`), `s.json:1:49: box of 48000000 triangles; expected at most 4194304`},
		{body(`{"name": "a", "mesh": {"shape": "torus", "ring": 1, "tube": 1, "around": 2, "section": 9}}`), `s.json:1:49: around of the torus is 2; expected 3 to`},
		{body(`{"mesh": {"shape": "icosphere", "radius": 1, "detail": 1}}`), `s.json:1:27: a body without a mesh file needs a "name"`},
		{body(`{"mesh": "a.stl", "motion": {"speed": 1}}`), `s.json:1:56: unknown field "speed" in motion; expected velocity, spin, center, bounds`},
		{body(`{"mesh": "a.stl", "motion": {"velocity": 1}}`), `s.json:1:68: velocity is a number; expected an array`},
		{body(`{"mesh": "a.stl", "motion": {}, "immovable": true}`), `s.json:1:55: motion of an immovable body`},
		{body(`{"mesh": "a.stl", "deform": {}}`), `s.json:1:55: deform has 0 fields; expected exactly one of "twist" and "wave"`},
		{body(`{"mesh": "a.stl", "deform": {"twist": {"axis": "w", "rate": 1, "period": 1}}}`), `s.json:1:74: axis is "w"; expected "x", "y" or "z"`},
		{body(`{"mesh": "a.stl", "deform": {"twist": {"axis": "x", "rate": 1, "period": 0}}}`), `s.json:1:65: period 0; expected a finite number above 0`},
		{body(`{"mesh": "a.stl", "deform": {"wave": {"along": "x", "across": "y", "length": 1, "period": 1}}}`), `s.json:1:64: wave has no "amplitude"`},
		{body(`{"name": "s", "sphere": {"center": [0,0,0], "radius": 1}, "deform": {"twist": {"axis": "x", "rate": 1, "period": 1}}}`), `s.json:1:95: deform of a solid`},
		{body(`{"name": "f", "half_space": {"point": [0,0,0], "normal": [0,0,0]}}`), `s.json:1:55: the normal of the half_space is 0`},
		{body(`{"name": "f", "half_space": {"point": [0,0,0]}}`), `s.json:1:55: half_space has no "normal"`},
		{body(`{"name": "f", "half_space": {"point": [0,0,0], "normal": [0,0,1]}, "motion": {}}`), `s.json:1:104: motion of a half_space`},
		{body(`{"mesh": "a.stl", "immovable": 1}`), `s.json:1:58: immovable is a number; expected a boolean`},
	} {
		_, err := Parse(strings.NewReader(c.text), "s.json")
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestDocumentedScenes reads every scene that docs/scene.md shows.
func TestDocumentedScenes(t *testing.T) {
	text, err := os.ReadFile("../docs/scene.md")
	if err != nil {
		t.Fatal(err)
	}
	scenes := 0
	for _, block := range strings.Split(string(text), "```json\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		if !strings.Contains(block, `"version"`) {
			block = `{"version": 1, "bodies": [` + block + `]}`
		}
		if _, err := Parse(strings.NewReader(block), "docs/scene.md"); err != nil {
			t.Errorf("%v in\n%s", err, block)
		}
		scenes++
	}
	if scenes < 3 {
		t.Errorf("%d scenes in docs/scene.md, want at least 3", scenes)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Add(`{"version": 1, "bodies": [{"mesh": "a.stl", "pose": [1,0,0,0,0,1,0,0,0,0,1,1e-320]}]}`)
	f.Add(`{"version":1,"bodies":[{"name":"\ud800","sphere":{"center":[0,-0,0],"radius":0}}]}`)
	f.Add(`[{"a":[[[]]]},{}]`)
	f.Add(deforming)
	f.Add(withRobots)
	f.Add(`{"version":1,"robots":[{"urdf":"a.urdf","joints":{"":0,"\u0000":-0}}]}`)
	f.Add(inMillimetres)
	f.Add(text)
	f.Add(physical)
	f.Add("c 0 0 0 1e308 0 0 1 1 1e308 0 0 \n#\ns 1 2 3 4 5 6 7 1 x")
	f.Add(`{"version":1,"seed":18446744073709551615,"bodies":[{"name":"k","mesh":{"shape":"knot","p":2,"q":3,"ring":1,"tube":0.1,"around":9,"section":3}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(strings.NewReader(text), "f.json")
		if err != nil {
			var e *Error
			ofLine := strings.Contains(err.Error(), "line of more than") || strings.Contains(err.Error(), "beyond the range")
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 && !ofLine {
				t.Fatalf("error %v does not tell line and column", err)
			}
			return
		}
		var b bytes.Buffer
		if err := Write(&b, s); err != nil {
			t.Fatalf("parsed but not written: %v", err)
		}
		again, err := Parse(&b, "again.json")
		if err != nil {
			t.Fatalf("written but not parsed: %v", err)
		}
		for i := range again.Bodies {
			again.Bodies[i].line, again.Bodies[i].poseLine = s.Bodies[i].line, s.Bodies[i].poseLine
		}
		forgetLines(again.Robots)
		forgetLines(s.Robots)
		if !reflect.DeepEqual(again, s) {
			t.Fatalf("%+v became %+v", s, again)
		}
	})
}
