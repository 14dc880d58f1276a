package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
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
		if noDefect(refusal(func() { corners = readMesh(name, bytes.Clone(text)) })) != nil {
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

// TestArguments: what is not as the usage says is refused, as is a proof of another question than that asked for.
func TestArguments(t *testing.T) {
	t.Parallel()
	f, files := honest(t)
	near := filepath.Join(t.TempDir(), "proof")
	f.question, f.reach, f.frames[0].steps = 1, 0, bounded(4, 5, tie, covered)
	distance := filepath.Join(t.TempDir(), "proof")
	if err := os.WriteFile(distance, f.text(), 0o600); err != nil {
		t.Fatal(err)
	}
	f, _ = honest(t)
	if err := os.WriteFile(near, f.text(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		proof string
		flags []string
		ok    bool
	}{
		{near, nil, true}, {near, []string{"-list"}, true}, {near, []string{"-reach", "5"}, true}, {near, []string{"-reach=5.0", "-list"}, true},
		{near, []string{"-solid"}, false},
		{near, []string{"-reach", "0"}, false}, {near, []string{"-reach", "4.9999999999999991"}, false}, {near, []string{"-reach", ""}, false},
		{near, []string{"-reach", "five"}, false}, {near, []string{"-poses", ""}, false}, {near, []string{"-poses", near}, false},
		{distance, nil, true}, {distance, []string{"-reach", "0"}, false}, {distance, []string{"-solid"}, false},
		{t.TempDir(), nil, false}, {filepath.Join(t.TempDir(), "missing"), nil, false},
	} {
		bothRefuse(t, !c.ok, append(append([]string{c.proof}, files...), c.flags...))
	}
	bothRefuse(t, true, []string{near, files[0], files[1], smallFiles(t)[0]}) // a mesh of no body
	if _, err := attempt([]string{t.TempDir()}, io.Discard); err == nil || !strings.Contains(err.Error(), "regular file") {
		t.Errorf("a directory: %v", err)
	}
	for _, args := range [][]string{nil, {near, files[0], files[1], "-list", "more"}, {near, files[0], files[1], "-no-such-flag"}} {
		if _, err := attempt(args, io.Discard); err == nil {
			t.Errorf("%q are accepted", args)
		}
	}
}

// TestTwoReadings: a file that is a triangle as OBJ and another one as STL may have either name, but not both.
func TestTwoReadings(t *testing.T) {
	t.Parallel()
	text := fmt.Sprintf("%-80s\x01\x00\x00\x00%50s", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n#", "")
	f, files := honest(t)
	f.meshes[0] = forgedMesh{sum: sha256.Sum256([]byte(text)), order: []uint32{0}}
	f.reach, f.frames[0].steps = 0, []byte{31, 27, 3, 4, 0, alongX}
	dir := t.TempDir()
	for _, name := range []string{"proof", "a.obj", "copy.obj", "b.stl"} {
		content := map[bool]string{true: string(f.text()), false: text}[name == "proof"]
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		names []string
		ok    bool
	}{{[]string{"a.obj"}, true}, {[]string{"b.stl"}, true}, {[]string{"a.obj", "copy.obj"}, true}, {[]string{"a.obj", "b.stl"}, false}, {[]string{"b.stl", "a.obj"}, false}} {
		args := []string{filepath.Join(dir, "proof"), files[1]}
		for _, name := range c.names {
			args = append(args, filepath.Join(dir, name))
		}
		bothRefuse(t, !c.ok, args)
	}
}
