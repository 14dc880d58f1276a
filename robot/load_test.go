package robot

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/shape"
)

// tetra is a mesh in OBJ.
const tetra = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"

// folder writes files below a new directory and makes it the working directory.
func folder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for path, content := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPackages finds a mesh by each of the ways that package:// is resolved, in their order.
func TestPackages(t *testing.T) {
	folder(t, map[string]string{
		"robots/arm/urdf/arm.urdf":  shapeIn("<mesh filename='package://maker/meshes/part.obj'/>"),
		"robots/meshes/part.obj":    tetra,
		"given/meshes/part.obj":     tetra,
		"ros/maker/meshes/part.obj": tetra,
		"src/maker/meshes/part.obj": tetra,
	})
	urdf := filepath.Join("robots", "arm", "urdf", "arm.urdf")
	for _, c := range []struct {
		loader Loader
		want   string
	}{
		{Loader{}, "robots/meshes/part.obj"},
		{Loader{Path: []string{"ros"}}, "ros/maker/meshes/part.obj"},
		{Loader{Path: []string{"nowhere", "src/maker"}}, "src/maker/meshes/part.obj"},
		{Loader{Path: []string{"ros"}, Packages: map[string]string{"maker": "given"}}, "given/meshes/part.obj"},
	} {
		r, err := c.loader.File(t.Context(), urdf)
		if err != nil {
			t.Fatal(err)
		}
		if got := filepath.ToSlash(r.Links[1].Collision[0].File); got != c.want {
			t.Errorf("found %s, want %s", got, c.want)
		}
	}
	bound, err := input.OpenRoot(filepath.Join("robots", "arm"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bound.Close() }() // only read
	_, err = (&Loader{Files: bound}).File(t.Context(), urdf)
	expect(t, "out of the root directory", err, urdf, 3, "link arm: mesh package://maker/meshes/part.obj: not found")
	_, err = (&Loader{Files: bound, Packages: map[string]string{"maker": "given"}}).File(t.Context(), urdf)
	expect(t, "a package out of the root directory", err, urdf, 3, "leads out of the root directory")
}

// TestBadMeshes refuses what a URDF may name.
func TestBadMeshes(t *testing.T) {
	for mesh, want := range map[string]string{
		"<mesh filename='part.obj'/>":                            "link arm: mesh part.obj: part.obj cannot be read",
		"<mesh filename='file:///etc/passwd'/>":                  "is a URI; expected a path",
		"<mesh filename='http://host/part.obj'/>":                "is a URI; expected a path",
		"<mesh filename='package://maker'/>":                     "expected package://NAME/FILE",
		"<mesh filename='package:///part.obj'/>":                 "expected package://NAME/FILE",
		"<mesh filename='package://maker/absent.obj'/>":          "name the package's folder with --package maker=DIR",
		"<mesh filename='bad.obj'/>":                             "link arm: mesh bad.obj: bad.obj:1: ",
		"<mesh filename='tetra.obj' scale='1e308 1e308 1e308'/>": "scaled: ",
		"<cylinder radius='1' length='0'/>":                      "link arm: length 0; expected a number above 0",
		"<capsule radius='1' length='0'/>":                       "link arm: length 0; expected a number above 0",
	} {
		folder(t, map[string]string{"a.urdf": shapeIn(mesh), "bad.obj": "f 1 2 3\n", "tetra.obj": strings.ReplaceAll(tetra, "1 0 0", "100 0 0")})
		_, err := (&Loader{}).File(t.Context(), "a.urdf")
		expect(t, mesh, err, "a.urdf", 3, want)
	}
	_, err := (&Loader{}).File(t.Context(), "absent.urdf")
	expect(t, "no file", err, "absent.urdf", 0, "absent.urdf: cannot be read: ")
}

// TestAxialShapes reads cylinders and capsules: around the z axis, length that of the axis.
func TestAxialShapes(t *testing.T) {
	end := geom.Vec{Z: 1.25}
	for text, want := range map[string]collide.Shape{
		"<cylinder radius='0.5' length='2.5'/>": shape.Cylinder{A: geom.Vec{Z: -1.25}, B: end, Radius: 0.5},
		"<capsule radius='0' length='2.5'/>":    shape.Capsule{A: geom.Vec{Z: -1.25}, B: end},
	} {
		folder(t, map[string]string{"a.urdf": shapeIn(text)})
		r, err := (&Loader{}).File(t.Context(), "a.urdf")
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range r.Links {
			for _, g := range l.Collision {
				if g.Shape != want {
					t.Errorf("%s is %+v", text, g.Shape)
				}
				want = nil
			}
		}
		if want != nil {
			t.Errorf("%s is no shape", text)
		}
	}
}

// TestScale shares models by scale, and multiplies each coordinate, mirrored scales too.
func TestScale(t *testing.T) {
	mesh := func(scale string) string {
		return "<collision><geometry><mesh filename='t.obj'" + scale + "/></geometry></collision>"
	}
	folder(t, map[string]string{"t.obj": tetra, "a.urdf": arm("", mesh("")+mesh(" scale='1 1 1'")+mesh(" scale='0.1 -2 3'")+mesh(" scale='0.1 -2 3'"), "")})
	r, err := (&Loader{}).File(t.Context(), "a.urdf")
	if err != nil {
		t.Fatal(err)
	}
	g := r.Links[1].Collision
	if g[0].Shape != g[1].Shape || g[2].Shape != g[3].Shape || g[0].Shape == g[2].Shape {
		t.Error("models are not shared by scale")
	}
	m := g[2].Shape.(*collide.Model).Mesh()
	if got, want := m.Bounds(), (geom.AABB{Min: geom.Vec{Y: -2}, Max: geom.Vec{X: 0.1, Z: 3}}); got != want {
		t.Errorf("scaled to %v, want %v", got, want)
	}
	if parts := r.Parts(false); len(parts) != 4 || parts[3].Link != 1 || parts[3].Shape != 3 {
		t.Errorf("parts %v", parts)
	}
	_, err = (&Loader{MaxTriangles: 3}).File(t.Context(), "a.urdf")
	expect(t, "limit", err, "a.urdf", 3, "4 triangles in COLLADA files and scaled copies of meshes up to here; expected at most 3")
}

func TestPartsNotLoaded(t *testing.T) {
	r := read(t, shapeIn("<mesh filename='t.obj'/>"))
	defer func() {
		if recover() == nil {
			t.Error("Parts of a robot without its meshes does not panic")
		}
	}()
	r.Parts(false)
}

// TestSolids has boxes and spheres at their origins.
func TestSolids(t *testing.T) {
	r := read(t, shapeIn("<box size='1 2 3'/>"))
	if got := r.Links[1].Collision[0].Shape; got != (shape.Box{Size: geom.Vec{X: 1, Y: 2, Z: 3}}) {
		t.Errorf("box %v", got)
	}
	var e *Error
	if _, err := (&Loader{}).Semantics(t.Context(), r, "absent.srdf"); !errors.As(err, &e) || e.File != "absent.srdf" {
		t.Errorf("absent SRDF: %v", err)
	}
}
