package meshio

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
)

// shared is where larger data lies next to the repository, if it does.
var shared = require.Shared("")

// countTriangles counts without the readers: corners on f lines of OBJ, the size
// of binary STL.
func countTriangles(content, name string) int {
	if strings.HasSuffix(name, ".stl") {
		return (len(content) - 84) / 50
	}
	n := 0
	for line := range strings.Lines(content) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == "f" {
			n += len(words) - 3
		}
	}
	return n
}

// TestRealMeshes reads research and robot meshes, counts their triangles another
// way, and takes each through every format.
func TestRealMeshes(t *testing.T) {
	require.File(t, shared)
	for _, name := range []string{
		"meshes/alligator.obj", "meshes/cow.obj", "meshes/fandisk.obj", "meshes/spot.obj", "meshes/suzanne.obj", "meshes/teapot.obj",
		"meshes/stanford-bunny.obj", "pairs/bunny.obj", "pairs/env.obj", "pairs/gridcube.obj", "pairs/rob.obj",
		"ur5/base.stl", "ur5/forearm.stl", "ur5/wrist3.stl",
	} {
		path := filepath.Join(shared, filepath.FromSlash(name))
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := ReadFile(context.Background(), path, Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		if want := countTriangles(string(content), name); len(m.Triangles) != want {
			t.Errorf("%s has %d triangles, want %d", name, len(m.Triangles), want)
		}
		for _, f := range formats() {
			if f == STLBinary && !fitsFloat32(m) {
				continue
			}
			if d := cornerDifference(m, through(t, m, f)); d != "" {
				t.Errorf("%s through %v: %s", name, f, d)
			}
		}
		d := mesh.Analyze(m)
		t.Logf("%-26s %6d triangles, closed %-5v %d degenerate, %d duplicate, %d open, %d non-manifold, %d inconsistent, %d isolated, %d non-planar, %d concave",
			name, len(m.Triangles), d.Closed, d.DegenerateTriangles.Count, d.DuplicateTriangles.Count, d.OpenEdges.Count, d.NonManifoldEdges.Count,
			d.InconsistentEdges.Count, d.IsolatedVertices.Count, d.NonPlanarPolygons.Count, d.ConcavePolygons.Count)
	}
}
