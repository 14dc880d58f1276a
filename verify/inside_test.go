package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/require"
)

// proveInside writes the proof of the contacts and of what lies in what while a moves past b, and returns what verify -list prints of it.
func proveInside(t testing.TB, a, b *subject, poses []geom.Pose) (text []byte, want string) {
	t.Helper()
	var out bytes.Buffer
	var lines strings.Builder
	w := proof.NewWriter(&out, &proof.Head{
		Solid: true, Meshes: []*proof.Mesh{a.proof, b.proof}, Moving: 1,
		Bodies: []proof.Body{{Name: "a"}, {Name: "b", Mesh: 1, Pose: geom.Identity}},
	})
	d, err := collide.NewDetector([]collide.Body{{Name: "a", Shape: a.model, Pose: geom.Identity}, {Name: "b", Shape: b.model, Pose: geom.Identity}}, collide.Options{Workers: 1, Solid: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var p proof.Prover
	for i, pose := range poses {
		if err := d.SetPose(0, pose); err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var contacts []proof.Contact
		for _, c := range r.Contacts {
			contacts = append(contacts, proof.Contact{c.TriA, c.TriB})
		}
		steps, err := p.Pair(t.Context(), a.proof, b.proof, &pose, &geom.Identity, contacts)
		if err != nil {
			t.Fatalf("pose %d: %v", i, err)
		}
		if err := w.Frame([]geom.Pose{pose}, steps); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, "frame %d: body 0 is at %s\nframe %d: %d contacts, %s\n", i, poseOf(&pose), i, len(contacts), r.Hash())
		if len(contacts) > 0 {
			fmt.Fprintf(&lines, "frame %d: bodies 0 and 1: %d contacts\n", i, len(contacts))
			continue
		}
		want := 0
		if len(r.Pairs) > 0 {
			want = map[collide.Side]int{collide.AInside: 1, collide.BInside: -1}[r.Pairs[0].Inside]
			fmt.Fprintf(&lines, "frame %d: body %d lies in body %d\n", i, (1-want)/2, (1+want)/2)
		}
		if got, err := p.Inside(a.proof, b.proof, &pose, &geom.Identity); got != want || err != nil {
			t.Fatalf("pose %d: the prover finds %d, %v; the engine %d", i, got, err, want)
		}
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), lines.String()
}

// smallSolids is a proof in which the wedge is outside of the slab, touches it, lies in it, and has it inside.
func smallSolids(t testing.TB) (text []byte, files []string) {
	t.Helper()
	files = smallFiles(t)
	poses := []geom.Pose{{R: geom.Identity.R, T: geom.Vec{Z: 0.5}}, {R: geom.Identity.R, T: geom.Vec{Z: 0.0625}}}
	for _, scale := range []float64{1. / 16, -1. / 16, 100, 0.3} {
		p := geom.Identity
		for k := range p.R {
			p.R[k] *= scale
		}
		p.T = geom.Vec{X: -0.25 * scale, Y: -0.25 * scale, Z: -0.25*scale - 0.125}
		poses = append(poses, p)
	}
	text, want := proveInside(t, read(t, files[0]), read(t, files[1]), poses)
	for _, line := range []string{"body 0 lies in body 1", "body 1 lies in body 0", "bodies 0 and 1"} {
		if !strings.Contains(want, line) {
			t.Fatalf("no %q in %s", line, want)
		}
	}
	return text, files
}

// shells is a file of boxes, each oriented either way, of whole numbers: the faces of all of them are in a few planes, and so are rays from their
// corners.
func shells(t testing.TB, r *rand.Rand, name string, most int) string {
	t.Helper()
	var text strings.Builder
	low := r.IntN(3)
	for n := range 1 + r.IntN(min(3, (most+2)/3)) {
		size := most - 3*n
		for k := range 8 {
			fmt.Fprintf(&text, "v %d %d %d\n", low+n+size*(k>>2), low+n+size*(k>>1&1), low+n+size*(k&1))
		}
		turned := r.IntN(2) == 0
		for _, f := range [][4]int{{1, 2, 4, 3}, {5, 7, 8, 6}, {1, 5, 6, 2}, {3, 4, 8, 7}, {1, 3, 7, 5}, {2, 6, 8, 4}} {
			if turned {
				slices.Reverse(f[:])
			}
			fmt.Fprintf(&text, "f %d %d %d %d\n", 8*n+f[0], 8*n+f[1], 8*n+f[2], 8*n+f[3])
		}
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestInside: of nested boxes, some of them cavities, in plain and mirrored poses, both verifiers find what the engine finds.
func TestInside(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 50))
	var counts [3]int
	for range require.Cases(300, 25) {
		files := []string{shells(t, r, "a.obj", 4), shells(t, r, "b.obj", 12)}
		sign := 1.
		if r.IntN(2) == 0 {
			slices.Reverse(files)
			sign = -1
		}
		var poses []geom.Pose
		for range 4 {
			p := geom.Identity
			p.T = geom.Vec{X: sign * float64(1+r.IntN(6)), Y: sign * float64(2+r.IntN(11)) / 2, Z: sign * float64(1+r.IntN(6))}
			if r.IntN(2) == 0 { // as far as the sum of the two would be
				p.R[4], p.T.Y = -1, p.T.Y+sign*6+4
			}
			poses = append(poses, p)
		}
		a, b := read(t, files[0]), read(t, files[1])
		text, want := proveInside(t, a, b, poses)
		got, _, err := verify(t, text, files...)
		if inPython(t, text, got, files...); err != nil || !strings.Contains(got, want) {
			t.Fatalf("%v\n%s\nwant\n%s", err, got, want)
		}
		counts[0] += strings.Count(got, " 0 contacts") - strings.Count(got, "lies in")
		counts[1] += strings.Count(got, "body 0 lies in body 1")
		counts[2] += strings.Count(got, "body 1 lies in body 0")
	}
	if t.Logf("outside, inside, around: %v", counts); slices.Min(counts[:]) == 0 {
		t.Error("some of them never")
	}
}

// TestForgedInside: what is not closed holds nothing and leaves nothing out, and other questions are not about what lies in bodies.
func TestForgedInside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{}
	for name, text := range map[string]string{
		"wedge": wedge, "other": wedge + "# other\n", "open": strings.Replace(wedge, "f 2 3 4\n", "", 1), "turned": strings.Replace(wedge, "f 2 3 4\n", "f 4 3 2\n", 1),
		"shut": wedge + "f 2 3 4\nf 2 4 3\n", "twice": wedge + "f 2 3 4\n",
		"most": manyParts(mostParts), "many": manyParts(mostParts + 1),
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
		{"beside 1,025 parts", "many", beside, identity, 2, 0, ""},
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
		file := filepath.Join(t.TempDir(), "proof")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		args := append(append([]string{file}, list...), "-solid")
		_, err = run(args, io.Discard)
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
	for _, x := range level {
		for _, y := range level {
			for _, z := range level {
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
