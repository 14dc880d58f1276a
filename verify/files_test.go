package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/collide-go/collide/meshio"
)

// FuzzReaders: the verifier reads a file as the engine does, or refuses it.
func FuzzReaders(f *testing.F) {
	for _, text := range []string{
		wedge, slab, "\ufeff" + wedge, "v 0 0 0 \\\nf 1 1 1\n", "v 1 2 3 4\nv .5 5. 1e2\nf -1 -2/3/4 1//2 2#x\n", "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
		"solid a\nfacet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  VERTEX 1 0 0\n  vertex 0 1 0\n endloop\nendfacet\nendsolid vertex 1 2 3\n",
		"vertex 0 0 0                                                                    \x01\x00\x00\x00" + string(make([]byte, 50)),
	} {
		f.Add([]byte(text), false)
		f.Add([]byte(text), true)
	}
	f.Fuzz(func(t *testing.T, text []byte, stl bool) {
		name := map[bool]string{false: "x.obj", true: "x.stl"}[stl]
		var corners []vec
		if refusal(func() { corners = readMesh(name, bytes.Clone(text)) }) != nil {
			return
		}
		m, err := meshio.Read(context.Background(), bytes.NewReader(text), name, meshio.Options{})
		if err != nil {
			return // the engine has no answer about it
		}
		if 3*len(m.Triangles) != len(corners) {
			t.Fatalf("%d triangles, the engine reads %d", len(corners)/3, len(m.Triangles))
		}
		for i := range m.Triangles {
			for k, v := range m.Triangle(i) {
				if got := corners[3*i+k]; got != (vec{v.X, v.Y, v.Z}) {
					t.Fatalf("triangle %d: %v, the engine reads %v", i, got, v)
				}
			}
		}
	})
}
