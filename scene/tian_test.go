package scene

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
)

const text = `# two bodies

s 0.5 -1 2e0  1 0 -0.25  75 0.8 0.25
c 0 0 0	0 0 0 1 1 1 2 3
`

func TestTextScene(t *testing.T) {
	s, err := Parse(strings.NewReader(text), "c.txt")
	if err != nil {
		t.Fatal(err)
	}
	c, one := 0.8, 1.0
	at := geom.Identity
	at.T = geom.Vec{X: 0.5, Y: -1, Z: 2}
	want := []Body{
		{
			Name: "sphere 0", Sphere: &Sphere{Radius: 0.25}, Pose: at, Restitution: &c, line: 3, poseLine: 3,
			Dynamics: &Dynamics{Mass: 75, Velocity: geom.Vec{X: 1, Z: -0.25}},
		},
		{
			Name: "box 1", Box: &Box{Size: geom.Vec{X: 1, Y: 2, Z: 3}}, Pose: geom.Identity, Restitution: &one, line: 4, poseLine: 4,
			Dynamics: &Dynamics{Mass: 1},
		},
	}
	if !reflect.DeepEqual(s.Bodies, want) {
		t.Errorf("got %+v\nwant %+v", s.Bodies, want)
	}
	// The bodies span −0.5 … 0.75, −1.25 … 1, −1.5 … 2.25; the largest extent is 3.75.
	d := 3.75 * 1e-3
	walls := geom.AABB{Min: geom.Vec{X: -0.5 - d, Y: -1.25 - d, Z: -1.5 - d}, Max: geom.Vec{X: 0.75 + d, Y: 1 + d, Z: 2.25 + d}}
	if *s.Walls != walls || s.WallThickness != 3.75 || s.Physics != (Physics{G: newtonG}) {
		t.Errorf("walls %v, %v thick, %+v", *s.Walls, s.WallThickness, s.Physics)
	}
	asJSON(t, s)
	var b bytes.Buffer
	if err := WriteTian(&b, s); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "s 0.5 -1 2 1 0 -0.25 75 0.8 0.25\nc 0 0 0 0 0 0 1 1 1 2 3\n"; got != want {
		t.Errorf("written as\n%swant\n%s", got, want)
	}
}

// asJSON makes sure that a text scene loses nothing as JSON.
func asJSON(t *testing.T, s *Scene) {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	again, err := Parse(&b, "c.json")
	if err != nil {
		t.Fatal(err)
	}
	if again.WallThickness != s.WallThickness || *again.Walls != *s.Walls || again.Physics != s.Physics {
		t.Errorf("walls %v, %v thick, %+v", *again.Walls, again.WallThickness, again.Physics)
	}
}

// TestTextSceneErrors gives, for each faulty line after a good one, how its error
// must begin.
func TestTextSceneErrors(t *testing.T) {
	for line, want := range map[string]string{
		"q 1 2 3 4 5 6 7 1 9":         `c.txt:2:1: "q"; expected s (sphere) or c (box)`,
		"  s 1 2 3 4 5 6 7 1":         `c.txt:2:20: the line ends before r; expected s px py pz vx vy vz m c r`,
		"c 1 2 3 4 5 6 7 1 1 1":       `c.txt:2:22: the line ends before h`,
		"s 1 2 x 4 5 6 7 1 9":         `c.txt:2:7: pz is "x"; expected a finite number`,
		"s 1 2 inf 4 5 6 7 1 9":       `c.txt:2:7: pz is "inf"; expected a finite number`,
		"s 1 2 3 4 5 6 0 1 9":         `c.txt:2:15: m is 0; expected a mass above 0`,
		"s 1 2 3 4 5 6 7 1.5 9":       `c.txt:2:17: c is 1.5; expected a coefficient from 0 to 1`,
		"c 1 2 3 4 5 6 7 1 1 -1 1":    `c.txt:2:21: w is -1; expected a length of at least 0`,
		"s 1 2 3 4 5 6 7 1 9 10":      `c.txt:2:21: "10" after the last number; expected the end of the line`,
		"s 1e308 0 0 0 0 0 1 1 1e308": `c.txt:2: bodies reach beyond the range of a double`,
	} {
		_, err := Parse(strings.NewReader("s 0 0 0 0 0 0 1 1 1\n"+line+"\n"), "c.txt")
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v\nwant %s", line, err, want)
		}
	}
}

func TestTextScenesAreKnownByContent(t *testing.T) {
	dir := t.TempDir()
	for content, want := range map[string]bool{
		text: true, "s 1 2 3": true, "\n\n#x\nc 0 0 0 0": true,
		"": false, "s 1 2": false, "solid s\n": false, "v 1 2 3\n": false, "s off 1 2 3\n": false, "c x y z\n": false, "# only\n": false,
	} {
		path := filepath.Join(dir, "file")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := IsScene(t.Context(), nil, path); got != want {
			t.Errorf("%q: %v", content, got)
		}
	}
}

// TestGenerateTian finds the ranges of the original, bodies apart, and the same
// bytes for the same seed.
func TestGenerateTian(t *testing.T) {
	write := func(n int, seed uint64) (*Scene, string) {
		s, err := GenerateTian(t.Context(), TianOptions{Bodies: n, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := WriteTian(&b, s); err != nil {
			t.Fatal(err)
		}
		return s, b.String()
	}
	s, first := write(64, 1)
	if _, again := write(64, 1); again != first {
		t.Error("equal options, other bytes")
	}
	if _, other := write(64, 2); other == first {
		t.Error("another seed, equal bytes")
	}
	if !strings.HasPrefix(first, "c ") && !strings.HasPrefix(first, "s ") || strings.Count(first, "\n") != 64 {
		t.Errorf("written as\n%s", first)
	}
	for i := range s.Bodies {
		a := &s.Bodies[i]
		p, d := a.Pose.T, a.Dynamics
		if p.Min(geom.Vec{}) != (geom.Vec{}) || p.MaxAbs() > 1 || d.Mass < 1 || d.Mass > 100 || d.Velocity.MaxAbs() > 1 || !(*a.Restitution >= 0.8 && *a.Restitution <= 1) {
			t.Errorf("body %+v, %+v", a, d)
		}
		for j := range i {
			if v := p.Sub(s.Bodies[j].Pose.T); v.Norm() < 0.04 {
				t.Errorf("bodies %d and %d are %v apart", j, i, v.Norm())
			}
		}
	}
	back, err := Parse(strings.NewReader(first), "c.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(back.Bodies) != 64 || *back.Walls != *s.Walls {
		t.Errorf("%d bodies within %v came back, want %v", len(back.Bodies), back.Walls, s.Walls)
	}
	for _, n := range []int{0, -1, 1_000_001} {
		if _, err := GenerateTian(t.Context(), TianOptions{Bodies: n}); err == nil {
			t.Errorf("%d bodies were accepted", n)
		}
	}
}

func TestWriteTianRefuses(t *testing.T) {
	for name, change := range map[string]func(*Body){
		"no mass": func(b *Body) { b.Dynamics = nil }, "no restitution": func(b *Body) { b.Restitution = nil },
		"turned": func(b *Body) { b.Pose.R = geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1} },
		"spin":   func(b *Body) { b.Dynamics.Spin.X = 1 }, "off centre": func(b *Body) { b.Sphere.Center.X = 1 },
	} {
		s, err := Parse(strings.NewReader("s 0 0 0 0 0 0 1 1 1\n"), "c.txt")
		if err != nil {
			t.Fatal(err)
		}
		change(&s.Bodies[0])
		if err := WriteTian(&bytes.Buffer{}, s); err == nil || !strings.Contains(err.Error(), `"sphere 0" has no place in a text scene`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

const physical = `{
  "version": 1,
  "walls": {"min": [-2, -2, 0], "max": [2, 2, 4]},
  "gravity": [0, 0, -9.81], "G": 1e-3, "theta": 0.5, "substeps": 4,
  "cameras": [{"name": "front", "eye": [0, -6, 2], "target": [0, 0, 1], "up": [0, 0, 1], "angle": 40},
              {"eye": [5, 0, 2], "target": [0, 0, 1]}],
  "bodies": [
    {"name": "die", "box": {"center": [0, 0, 0], "size": [0.4, 0.4, 0.4]}, "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2],
     "mass": 2, "restitution": 0.5, "velocity": [1, 0, 0], "spin": [0, 3, 1]},
    {"name": "ball", "sphere": {"center": [1, 0, 0.3], "radius": 0.3}, "mass": 1},
    {"name": "post", "box": {"center": [0, 1, 1], "size": [0.2, 0.2, 2]}, "immovable": true, "restitution": 0}
  ]
}
`

func TestPhysicsInJSON(t *testing.T) {
	s, err := Parse(strings.NewReader(physical), "p.json")
	if err != nil {
		t.Fatal(err)
	}
	if want := (Physics{Gravity: geom.Vec{Z: -9.81}, G: 1e-3, Theta: 0.5, Substeps: 4}); s.Physics != want {
		t.Errorf("laws %+v", s.Physics)
	}
	want := []Camera{
		{Name: "front", Eye: geom.Vec{Y: -6, Z: 2}, Target: geom.Vec{Z: 1}, Up: geom.Vec{Z: 1}, Angle: 40},
		{Eye: geom.Vec{X: 5, Z: 2}, Target: geom.Vec{Z: 1}, Up: geom.Vec{Z: 1}, Angle: 50},
	}
	if !reflect.DeepEqual(s.Cameras, want) {
		t.Errorf("cameras %+v", s.Cameras)
	}
	if d := s.Bodies[0].Dynamics; *d != (Dynamics{2, geom.Vec{X: 1}, geom.Vec{Y: 3, Z: 1}}) || *s.Bodies[0].Restitution != 0.5 {
		t.Errorf("die %+v", d)
	}
	var l Loader
	w, err := l.Build(context.Background(), s, "p.json")
	if err != nil {
		t.Fatal(err)
	}
	if w.Bodies[1].Restitution != 1 || w.Bodies[2].Restitution != 0 || w.Bodies[2].Dynamics != nil || w.Physics != s.Physics || len(w.Cameras) != 2 {
		t.Errorf("world %+v", w)
	}
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	again, err := Parse(&b, "again.json")
	if err != nil {
		t.Fatal(err)
	}
	for i := range again.Bodies {
		again.Bodies[i].line, again.Bodies[i].poseLine = s.Bodies[i].line, s.Bodies[i].poseLine
	}
	if !reflect.DeepEqual(again, s) {
		t.Errorf("came back as %+v, want %+v", again, s)
	}
}

func TestPhysicsErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"G": 1e-3`, `"G": -1`, "p.json:4:34: constant G of gravitation -1; expected a finite number of at least 0"},
		{`"theta": 0.5`, `"theta": 2`, "p.json:4:49: theta 2; expected a number from 0 to 1"},
		{`"substeps": 4`, `"substeps": 20000`, "p.json:4:66: substeps 20000; expected 0 to 10000"},
		{`"angle": 40`, `"angle": 180`, "p.json:5:15: angle 180 of a camera; expected degrees between 0 and 180"},
		{`"target": [0, 0, 1], "up"`, `"target": [0, -6, 3], "up"`, "p.json:5:15: a camera needs to look at something, up being elsewhere"},
		{`"mass": 2`, `"mass": 0`, "p.json:9:14: mass 0; expected a finite number above 0"},
		{`"restitution": 0.5`, `"restitution": 2`, "p.json:9:32: restitution 2; expected a number from 0 to 1"},
		{`"mass": 2, `, ``, "p.json:9:38: velocity of a body without a mass; a body that is driven has it in its motion"},
		{`"immovable": true`, `"immovable": true, "mass": 1`, "p.json:11:102: mass of an immovable body; expected one or the other"},
		{`"mass": 1`, `"mass": 1, "motion": {"velocity": [1, 0, 0]}`, "p.json:10:80: mass of a body with a motion; expected one or the other"},
	} {
		_, err := Parse(strings.NewReader(strings.Replace(physical, c.old, c.new, 1)), "p.json")
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", c.new, err, c.want)
		}
	}
}
