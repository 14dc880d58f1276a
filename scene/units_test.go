package scene

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

const inMillimetres = `{"version": 1, "unit": "mm", "walls": {"min": [0, 0, 0], "max": [300, 600, 900], "thickness": 30},
 "cameras": [{"name": "front", "eye": [300, 0, 0], "target": [0, 0, 0], "up": [0, 0, 1], "angle": 30}],
 "bodies": [
  {"name": "ball", "sphere": {"center": [0.3, 0, 0], "radius": 12}, "pose": [1, 0, 0, 0.1, 0, 1, 0, 0, 0, 0, 1, 0]},
  {"name": "block", "box": {"center": [0, 0.3, 0], "size": [25.4, 1, 2]}},
  {"name": "made", "mesh": {"shape": "box", "size": [3, 3, 3], "detail": 1}},
  {"name": "read", "mesh": "part.off", "pose": [1, 0, 0, 0.7, 0, 1, 0, 0, 0, 0, 1, 0]}
]}`

const part = "OFF\n3 1 0\n0 0 0\n0.3 0 0\n0 0.3 0\n3 0 1 2\n"

// unitFolder writes files into a folder and returns their paths.
func unitFolder(t *testing.T, files ...string) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	for i, text := range append(files, part) {
		name := filepath.Join(dir, fmt.Sprintf("scene%d.json", i))
		if i == len(files) {
			name = filepath.Join(dir, "part.off")
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, name)
	}
	return paths
}

// TestSceneInAnotherUnit converts lengths, each rounded once, and leaves meshes of files alone.
func TestSceneInAnotherUnit(t *testing.T) {
	t.Parallel()
	l := Loader{Unit: "m"}
	w, err := l.World(context.Background(), unitFolder(t, inMillimetres)[0])
	if err != nil {
		t.Fatal(err)
	}
	ball, block := w.Bodies[0].Shape.(shape.Sphere), w.Bodies[1].Shape.(shape.Box)
	if ball.Radius != 0.012 || ball.Center.X != 0.3/1000 || w.Bodies[0].Pose.T.X != 0.1/1000 || w.Bodies[0].Pose.R != geom.Identity.R {
		t.Errorf("the ball is %v at %v", ball, w.Bodies[0].Pose)
	}
	if block.Size != (geom.Vec{X: 0.0254, Y: 0.001, Z: 0.002}) || block.Center.Y != 0.3/1000 {
		t.Errorf("the block is %v", block)
	}
	if v := w.Bodies[2].Mesh().Vertices[0]; max(v.X, -v.X) != 0.0015 {
		t.Errorf("the made mesh has the corner %v", v)
	}
	if v := w.Bodies[3].Mesh().Vertices[1]; v.X != 0.3 || w.Bodies[3].Pose.T.X != 0.7/1000 {
		t.Errorf("the mesh of a file has the corner %v at %v", v, w.Bodies[3].Pose.T)
	}
	if w.Walls.Max != (geom.Vec{X: 0.3, Y: 0.6, Z: 0.9}) || w.WallThickness != 0.03 || w.Cameras[0].Eye.X != 0.3 || w.Cameras[0].Angle != 30 {
		t.Errorf("walls %v, %v thick, camera %v", w.Walls, w.WallThickness, w.Cameras[0])
	}
	if want := "scene0.json is in mm: its poses and lengths are converted to m, meshes that name no unit, such as part.off, are taken to be in m"; !strings.HasSuffix(l.Unnamed, want) {
		t.Errorf("warning %q", l.Unnamed)
	}
}

// TestSceneNamesTheUnit takes the unit of the first scene that has one.
func TestSceneNamesTheUnit(t *testing.T) {
	t.Parallel()
	plain := strings.Replace(inMillimetres, `"unit": "mm", `, "", 1)
	paths := unitFolder(t, plain, inMillimetres, inMillimetres, strings.Replace(inMillimetres, `"mm"`, `"in"`, 1))
	var l Loader
	for i, want := range []string{"", "mm", "mm"} {
		placed, err := l.File(context.Background(), paths[i])
		if warned := strings.Contains(l.Unnamed, "scene0.json names no unit and is taken to be in mm, as "+paths[1]+" is"); err != nil || l.Unit != want || warned != (i > 0) || placed[0].Shape.(shape.Sphere).Radius != 12 {
			t.Fatalf("scene %d: unit %q, expected %q; %q, %v", i, l.Unit, want, l.Unnamed, err)
		}
	}
	_, err := l.File(context.Background(), paths[3])
	if err == nil || !strings.Contains(err.Error(), "scene3.json") || !strings.Contains(err.Error(), "scene1.json in mm; expected one unit, or --unit") {
		t.Errorf("two units: %v", err)
	}
	l = Loader{Unit: "mm"} // each has its own model of the shape made from parameters
	a, err := l.File(context.Background(), paths[1])
	if err != nil {
		t.Fatal(err)
	}
	b, err := l.File(context.Background(), paths[3])
	if err != nil || max(a[2].Mesh().Vertices[0].X, -a[2].Mesh().Vertices[0].X) != 1.5 || max(b[2].Mesh().Vertices[0].X, -b[2].Mesh().Vertices[0].X) != 38.1 {
		t.Errorf("corners %v and %v, %v", a[2].Mesh().Vertices[0], b[2].Mesh().Vertices[0], err)
	}
}

// TestUnnamed warns of a file without a unit where another one has one, in any order, and of none whose unit is known.
func TestUnnamed(t *testing.T) {
	t.Parallel()
	const ball = `"bodies": [{"name": "b", "sphere": {"center": [0, 0, 0], "radius": 1}}]}`
	mesh, err := filepath.Abs(trees + "named.glb")
	if err != nil {
		t.Fatal(err)
	}
	of := func(unit, path string) string {
		return fmt.Sprintf(`{"version": 1, %s "bodies": [{"name": "b", "mesh": %q}]}`, unit, filepath.ToSlash(path))
	}
	f := unitFolder(t, `{"version": 1, `+ball, `{"version": 1, "unit": "m", `+ball, of(`"unit": "m",`, "part.off"), of(`"unit": "m",`, mesh), of("", mesh))
	plain, metres, withPart, withTree, plainTree, part := f[0], f[1], f[2], f[3], f[4], f[5]
	for _, c := range []struct {
		files      []string
		unit, want string
	}{
		{[]string{mesh, plain}, "", plain + " names no unit and is taken to be in m, as " + mesh},
		{[]string{plain, mesh}, "", plain + " names no unit and is taken to be in m, as " + mesh},
		{[]string{metres, mesh, part}, "", part + " names no unit and is taken to be in m, as " + metres},
		{[]string{part, metres}, "", part + " names no unit and is taken to be in m, as " + metres},
		{[]string{plainTree}, "", plainTree + " names no unit and is taken to be in m, as " + mesh},
		{[]string{withPart, mesh}, "", ""},
		{[]string{withTree, mesh}, "", ""},
		{[]string{withTree, mesh}, "mm", ""},
		{[]string{mesh, plain, part}, "m", ""},
		{[]string{withPart}, "mm", "such as part.off, are taken to be in mm"},
		{[]string{plain, part}, "", ""},
	} {
		l := Loader{Unit: c.unit}
		for _, path := range c.files {
			if _, err := l.File(context.Background(), path); err != nil {
				t.Fatal(err)
			}
		}
		if !strings.Contains(l.Unnamed, c.want) || (c.want == "") != (l.Unnamed == "") {
			t.Errorf("%v, unit %q: %q; want %q", c.files, c.unit, l.Unnamed, c.want)
		}
	}
	l := Loader{}
	if _, err := l.File(context.Background(), part); err != nil {
		t.Fatal(err)
	}
	if err := l.Declare("m", "arm.urdf"); err != nil || !strings.HasSuffix(l.Unnamed, "part.off names no unit and is taken to be in m, as arm.urdf is") {
		t.Errorf("%v, %q", err, l.Unnamed)
	}
}

func TestScenesThatAreNotConverted(t *testing.T) {
	t.Parallel()
	const head, foot = `{"version": 1, "unit": "m", "bodies": [{"name": "b", "sphere": {"center": [0, 0, 0], "radius": 1}`, `}]}`
	for _, c := range []struct{ text, unit, want string }{
		{head + `, "motion": {"velocity": [1, 0, 0]}` + foot, "mm", "body b moves, and the lengths are in m; expected mm"},
		{head + `, "mass": 1` + foot, "mm", "body b moves"},
		{head + `, "pose": [1, 0, 0, 1e308, 0, 1, 0, 0, 0, 0, 1, 0]` + foot, "mm", "body b is beyond the range of numbers in mm"},
		{strings.Replace(head, `"radius": 1`, `"radius": 1e306`, 1) + foot, "um", "body b is beyond the range of numbers in um"},
		{head + foot, "furlong", `unit "furlong"; expected one of um, mm, cm, m, in, ft`},
		{strings.Replace(head, `"m"`, `"parsec"`, 1) + foot, "", `unit "parsec"; expected one of`},
		{strings.Replace(head, `"m"`, `7`, 1) + foot, "", `unit`},
	} {
		l := Loader{Unit: c.unit}
		if _, err := l.File(context.Background(), unitFolder(t, c.text)[0]); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.text, err, c.want)
		}
	}
	if err := Write(&strings.Builder{}, &Scene{Unit: "parsec"}); err == nil {
		t.Error("a scene in parsecs is written")
	}
}
