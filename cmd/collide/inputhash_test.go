package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/scene"
)

// The hash of a summary is that of what sha256sum prints about all files that were read: the named ones, those of the scene, buffers of glTF
// files and the rules.
func TestInputHashes(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
	write("b.obj", "v 0 0 9\nv 1 0 9\nv 0 1 9\nf 1 2 3\n")
	write("s.json", `{"version": 1, "bodies": [{"name": "b", "mesh": "b.obj"}]}`)
	write("all.rules", "* * ignore\n")
	write("x y.bin", strings.Repeat("\x00", 4+9*4)) // a triangle without a size
	write("c.gltf", `{"asset": {"version": "2.0"}, "buffers": [{"uri": "x%20y.bin", "byteLength": 40}], "bufferViews": [{"buffer": 0, "byteOffset": 4, "byteLength": 36}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0, "name": "c"}], "scenes": [{"nodes": [0]}], "scene": 0}`)
	names := []string{"a.obj", "all.rules", "b.obj", "c.gltf", "s.json", "x y.bin"}
	listed := func() string {
		var list strings.Builder
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(data), name)
		}
		return fmt.Sprintf(", 6 input files, SHA-256 of their list %x`", sha256.Sum256([]byte(list.String())))
	}
	args := []string{"check", "a.obj", "s.json", "c.gltf", "--rules", "all.rules", "--format", "markdown"}
	for range 2 {
		code, stdout, stderr := runHere(t.Context(), nil, args...)
		if want := listed(); code > exitCollision || !strings.Contains(stdout, want) {
			t.Fatalf("exit code %d, %s%s; want %s", code, stderr, stdout, want)
		}
		write("x y.bin", strings.Repeat("\x00", 3)+"\x01"+strings.Repeat("\x00", 9*4)) // a byte that no vertex has
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if list, err := hashAll(ctx, []hashedFile{{}}, 1); list != nil || err != nil {
		t.Errorf("cancelled: %v, %v", list, err)
	}
	if _, err := buffersOf(t.Context(), nil, "none.gltf"); err == nil {
		t.Error("a file that is not there has buffers")
	}
}

// Sizes are not compared once a check has been interrupted: the boxes of all bodies take as long as some tenths of a second.
func TestSizesEndWithTheContext(t *testing.T) {
	t.Parallel()
	in := inputs{placed: make([]scene.Placed, 2)}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if lines := in.sizes(ctx, nil); lines != nil { // without a detector: it must not be asked
		t.Errorf("%q", lines)
	}
}

// Buffers are found by what a file holds, whichever extension it has, as the reader does, in a container too. What no buffer that is used names need not be there.
func TestBuffersOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	doc := `{"asset": {"version": "2.0"}, "buffers": [{"uri": "there.bin", "byteLength": 36}, {"uri": "not.bin", "byteLength": 4}, {"uri": "../out.bin?", "byteLength": 4}],
"bufferViews": [{"buffer": 0, "byteLength": 36}], "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0, "name": "c"}], "scenes": [{"nodes": [0]}], "scene": 0}`
	doc += strings.Repeat(" ", -len(doc)&3)
	container := binary.LittleEndian.AppendUint32([]byte("glTF\x02\x00\x00\x00"), uint32(20+len(doc)))
	container = append(binary.LittleEndian.AppendUint32(container, uint32(len(doc))), "JSON"+doc...)
	for name, text := range map[string]string{"text.gltf": doc, "text.glb": doc, "bin.glb": string(container), "BIN.GLTF": string(container), "there.bin": strings.Repeat("\x00", 36)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"text.gltf", "text.glb", "bin.glb", "BIN.GLTF"} {
		code, stdout, stderr := runHere(t.Context(), nil, "check", name, "text.gltf", "--format", "markdown")
		want := fmt.Sprintf(", %d input files, ", map[bool]int{false: 3, true: 2}[name == "text.gltf"])
		if code > exitCollision || !strings.Contains(stdout, want) {
			t.Errorf("%s: exit code %d, %s%s; want %q", name, code, stderr, stdout, want)
		}
	}
}
