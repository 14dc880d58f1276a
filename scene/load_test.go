package scene

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

func TestLoadSharesModels(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "meshes", "tri.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
	path := filepath.Join(dir, "scene.json")
	write(t, path, `{"version": 1, "bodies": [
  {"mesh": "meshes/tri.obj"},
  {"name": "again", "mesh": "./meshes/../meshes/tri.obj", "pose": [0,0,0,0, 0,0,0,0, 0,0,0,0]},
  {"name": "ball", "sphere": {"center": [0,0,0], "radius": 1}}]}`)
	var l Loader
	got, err := l.File(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0].Shape != got[1].Shape {
		t.Errorf("got %+v; want two bodies of one model and a ball", got)
	}
	if got[1].Pose != (geom.Pose{}) || got[1].Line != 3 {
		t.Errorf("pose %v of line %d; want zeros of line 3", got[1].Pose, got[1].Line)
	}
	if _, ok := got[2].Shape.(shape.Sphere); !ok || got[2].Mesh() != nil || got[2].File != path {
		t.Errorf("ball is %+v", got[2])
	}
	alone, err := l.File(context.Background(), filepath.Join(dir, "meshes", "tri.obj"))
	if err != nil || alone[0].Shape != got[0].Shape || alone[0].Name != "tri" {
		t.Errorf("the mesh alone: %+v, %v; want the same model", alone, err)
	}
}

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "scene.json")
	write(t, path, "{\"version\": 1, \"bodies\": [\n{\"mesh\": \"none.stl\"}]}")
	var l Loader
	_, err := l.File(context.Background(), path)
	if err == nil || !strings.HasPrefix(err.Error(), path+":2: mesh of body none: ") || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	_, err = l.File(context.Background(), filepath.Join(dir, "none.json"))
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = l.File(ctx, "../testdata/example/ring.obj"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

func TestSplit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "asm.obj")
	write(t, path, "v 0 0 0\nv 1 0 0\nv 0 1 0\no pin\nf 1 2 3\no pin\nf 1 2 3\nf 3 2 1\n")
	var l Loader
	got, err := l.File(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := Split(&got[0], mesh.Object)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, p := range parts {
		total += len(p.Mesh().Triangles)
		if !strings.HasPrefix(p.Name, "asm/pin") {
			t.Errorf("part is named %q", p.Name)
		}
	}
	if total != 3 {
		t.Errorf("%d triangles in the parts, want 3", total)
	}
	if _, err := Split(&got[0], mesh.Solid); err == nil || !strings.HasPrefix(err.Error(), path+": cannot be split: ") {
		t.Errorf("split into solids: %v", err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestParsingCanBeInterrupted: what comes later in a large file is not looked at.
func TestParsingCanBeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, text := range map[string]string{
		"json": `{"version": 1, "bodies": [` + strings.Repeat(`{"mesh": "a.stl"}, `, restValues) + "?",
		"text": strings.Repeat("s 0 0 0 0 0 0 1 1 1\n", restValues) + "?",
	} {
		if _, err := parse(ctx, strings.NewReader(text), name); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := &Scene{Bodies: make([]Body, restValues)}
	for i := range s.Bodies {
		s.Bodies[i] = Body{Name: "ball", Sphere: &Sphere{Radius: 1}, Pose: geom.Identity}
	}
	var l Loader
	if _, err := l.Build(ctx, s, "made.json"); !errors.Is(err, context.Canceled) {
		t.Errorf("placing: %v", err)
	}
}
