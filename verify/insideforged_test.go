package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/require"
)

// TestForgedInside: what is not closed holds nothing and leaves nothing out, and other questions are not about what lies in bodies.
func TestForgedInside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{}
	for name, text := range map[string]string{
		"wedge": wedge, "other": wedge + "# other\n", "open": strings.Replace(wedge, "f 2 3 4\n", "", 1), "turned": strings.Replace(wedge, "f 2 3 4\n", "f 4 3 2\n", 1),
		"shut": wedge + "f 2 3 4\nf 2 4 3\n", "twice": wedge + "f 2 3 4\n",
		"most": manyParts(1024), "many": manyParts(1025),
	} {
		files[name] = filepath.Join(dir, name+".obj")
		if err := os.WriteFile(files[name], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	within := pose{1. / 16, 0, 0, 0.125, 0, 1. / 16, 0, 0.125, 0, 0, 1. / 16, 0.125}
	beside := pose{1. / 16, 0, 0, 0.75, 0, 1. / 16, 0, 0.75, 0, 0, 1. / 16, 0.75} // in the box
	away := pose{1, 0, 0, 5, 0, 1, 0, 5, 0, 0, 1, 5}
	flat := pose{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0.75}
	row := pose{1. / (1 << 13), 0, 0, 0.125, 0, 1. / (1 << 13), 0, 0.125, 0, 0, 1. / (1 << 13), 0.125} // all parts in the wedge
	for _, c := range []struct {
		name     string
		around   string
		at, of   pose
		question byte
		reach    float64
		want     string // "" if it is refused
	}{
		{"in a wedge", "wedge", within, identity, 2, 0, "body 0 lies in body 1"},
		{"beside it", "wedge", beside, identity, 2, 0, "free, and no body lies in another"},
		{"beside it, twice over", "shut", beside, identity, 2, 0, "free, and no body lies in another"},
		{"away from an open one", "open", away, identity, 2, 0, "free, and no body lies in another"},
		{"in an open one", "open", within, identity, 2, 0, ""},
		{"beside an open one", "open", beside, identity, 2, 0, ""},
		{"in one with a face turned around", "turned", within, identity, 2, 0, ""},
		{"in one with a face twice", "twice", within, identity, 2, 0, ""},
		{"beside a flat one", "wedge", beside, flat, 2, 0, ""},
		{"beside 1,024 parts", "most", beside, identity, 2, 0, "free, and no body lies in another"},
		{"in one of 1,024 parts", "most", within, identity, 2, 0, "body 0 lies in body 1"},
		{"beside 1,025 parts", "many", beside, identity, 2, 0, "free, and no body lies in another"},
		{"1,024 parts in a wedge", "most", identity, row, 2, 0, "body 1 lies in body 0"},
		{"1,025 parts in a wedge", "many", identity, row, 2, 0, ""},
		{"away from 1,025 parts", "many", away, identity, 2, 0, "free, and no body lies in another"},
		{"in a wedge, as contacts", "wedge", within, identity, 0, 0, "verified: free (frames"},
		{"with a reach", "wedge", within, identity, 2, 0.01, ""},
		{"of no question", "wedge", within, identity, 3, 0, ""},
	} {
		list := []string{files["other"], files[c.around]}
		text := forgedPair(t, read(t, list[0]).proof, read(t, list[1]).proof, c.question, c.reach, c.at, c.of)
		got, _, err := verify(t, text, list...)
		if err != nil {
			got = ""
		}
		if inPython(t, text, got, list...); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %v %s; want %q", c.name, err, got, c.want)
		}
		if (c.around == "most" || c.around == "many") && !require.CI() {
			continue // a thousand parts, whose proof is read a second time alike
		}
		file := filepath.Join(t.TempDir(), "proof")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		args := append(append([]string{file}, list...), "-solid")
		_, err = attempt(args, io.Discard)
		if _, complaint := python(t, args); (err != nil) != (c.want == "" || c.question != 2) || (complaint != "") != (err != nil) {
			t.Errorf("%s, -solid: %v; the second verifier: %q", c.name, err, complaint)
		}
	}
}

// manyParts is a file of wedges, one beside the other.
func manyParts(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "v %d 0 0\nv %d 0 0\nv %d 1 0\nv %d 0 1\nf -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n", 2*i, 2*i+1, 2*i, 2*i)
	}
	return text.String()
}

// TestSolidInside: balls within an octahedron lie in it, and others do not. Their middles are level with its corners and edges, so that which
// triangles a ray along x crosses is decided by where it is moved to.
func TestSolidInside(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "octahedron.obj")
	text := "v 1 0 0\nv 0 1 0\nv 0 0 1\nv -1 0 0\nv 0 -1 0\nv 0 0 -1\nf 1 2 3\nf 2 4 3\nf 4 5 3\nf 5 1 3\nf 2 1 6\nf 4 2 6\nf 5 4 6\nf 1 5 6\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	around := read(t, file).proof
	level := []float64{-0.75, -0.5, 0, 0.25, 0.75}
	for i, x := range level {
		for j, y := range level {
			for k, z := range level {
				if (i+j+k)%2 > 0 && !require.CI() {
					continue // every level is met with every other one
				}
				size := math.Abs(x) + math.Abs(y) + math.Abs(z)
				if size == 1 {
					continue // on the surface
				}
				want := "free, and no body lies in another"
				if size < 1 {
					want = "body 0 lies in body 1"
				}
				text := forgedPair(t, proof.NewSolid([]geom.Vec{{X: x, Y: y, Z: z}}, 0.03125), around, 2, 0, identity, identity)
				got, _, err := verify(t, text, file)
				if inPython(t, text, got, file); err != nil || !strings.Contains(got, want) {
					t.Errorf("%v %v %v: %v %s", x, y, z, err, got)
				}
			}
		}
	}
	corner := proof.NewSolid([]geom.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, 0)
	small := pose{1. / 16, 0, 0, 0.75, 0, 1. / 16, 0, 0.75, 0, 0, 1. / 16, 0.75}
	beside := forgedPair(t, corner, around, 2, 0, identity, small) // in the box of a hull
	got, _, err := verify(t, beside, file)
	if inPython(t, beside, got, file); err != nil || !strings.Contains(got, "free, and no body lies in another") {
		t.Errorf("beside a hull: %v %s", err, got)
	}
	// A hull whose first three points are a triangle before the octahedron: the points of a solid are no surface.
	hull := proof.NewSolid([]geom.Vec{{X: 2, Y: -9, Z: -9}, {X: 2, Y: 9, Z: -9}, {X: 2, Z: 9}, {X: -2, Y: -9, Z: -9}}, 0)
	before := forgedPair(t, hull, around, 2, 0, identity, pose{1. / 16, 0, 0, 0, 0, 1. / 16, 0, 2, 0, 0, 1. / 16, 2})
	got, _, err = verify(t, before, file)
	if inPython(t, before, got, file); err != nil || !strings.Contains(got, "free, and no body lies in another") {
		t.Errorf("behind a side of a hull: %v %s", err, got)
	}
}

// forgedPair is a proof with true steps for two bodies at their poses, whatever it says of what is in what.
func forgedPair(t testing.TB, a, b *proof.Mesh, question byte, reach float64, at, of pose) []byte {
	t.Helper()
	var out bytes.Buffer
	poses := [2]geom.Pose{poseFrom(at), poseFrom(of)}
	w := proof.NewWriter(&out, &proof.Head{Meshes: []*proof.Mesh{a, b}, Bodies: []proof.Body{{Name: "small", Pose: poses[0]}, {Name: "around", Mesh: 1, Pose: poses[1]}}})
	steps, err := (&proof.Prover{}).Pair(t.Context(), a, b, &poses[0], &poses[1], nil)
	if err == nil {
		err = cmp.Or(w.Frame(nil, steps), w.End())
	}
	if err != nil {
		t.Fatal(err)
	}
	text := out.Bytes()
	text[len(magic)] = question
	binary.LittleEndian.PutUint64(text[len(magic)+1:], math.Float64bits(reach))
	return text
}

func poseFrom(p pose) geom.Pose {
	return geom.Pose{R: [9]float64{p[0], p[1], p[2], p[4], p[5], p[6], p[8], p[9], p[10]}, T: geom.Vec{X: p[3], Y: p[7], Z: p[11]}}
}
