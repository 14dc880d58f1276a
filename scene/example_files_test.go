package scene

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
)

// exampleMeshes are the bodies of the README's example, testdata/example.
func exampleMeshes() map[string]*mesh.Mesh {
	knot := Knot("knot", 2, 3, 1, 0.22, 180, 16)
	ring := Torus("ring", 0.55, 0.12, 72, 16)
	for i, v := range ring.Vertices { // upright, through the knot's right lobe
		ring.Vertices[i] = geom.Vec{X: v.X + 1.25, Y: -v.Z, Z: v.Y + 0.05}
	}
	return map[string]*mesh.Mesh{"knot.obj": knot, "ring.obj": ring}
}

func TestExampleMeshes(t *testing.T) {
	for name, m := range exampleMeshes() {
		var want bytes.Buffer
		if err := meshio.Write(&want, m, meshio.OBJ); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("../testdata/example", name)
		if *update {
			if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is not what the generator makes; run go test ./scene -update", path)
		}
		if d := mesh.Analyze(m); !d.Closed || d.Total() > 0 {
			t.Errorf("%s: closed %v, %d defects; want a closed mesh without defects", name, d.Closed, d.Total())
		}
	}
}
