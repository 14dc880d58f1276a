package main

import (
	"bytes"
	"fmt"
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
		fmt.Fprintf(&lines, "frame %d: body 0 is at %.17g\n", i, poseOf(&pose))
		last := fmt.Sprintf("frame %d: %d contacts, %s\n", i, len(contacts), r.Hash())
		if len(contacts) > 0 {
			fmt.Fprintf(&lines, "frame %d: bodies 0 and 1: %d contacts\n%s", i, len(contacts), last)
			continue
		}
		want := 0
		if len(r.Pairs) > 0 {
			want = map[collide.Side]int{collide.AInside: 1, collide.BInside: -1}[r.Pairs[0].Inside]
			fmt.Fprintf(&lines, "frame %d: body %d lies in body %d\n", i, (1-want)/2, (1+want)/2)
		}
		lines.WriteString(last)
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

// boxes is a file of boxes, each from a least to a most coordinate, and turned inside out where the most is the first.
func boxes(t testing.TB, name string, ends ...[2]int) string {
	t.Helper()
	var text strings.Builder
	for n, e := range ends {
		for k := range 8 {
			fmt.Fprintf(&text, "v %d %d %d\n", e[k>>2], e[k>>1&1], e[k&1])
		}
		for _, f := range [][4]int{{1, 2, 4, 3}, {5, 7, 8, 6}, {1, 5, 6, 2}, {3, 4, 8, 7}, {1, 3, 7, 5}, {2, 6, 8, 4}} {
			fmt.Fprintf(&text, "f %d %d %d %d\n", 8*n+f[0], 8*n+f[1], 8*n+f[2], 8*n+f[3])
		}
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// shells is a file of nested boxes of whole numbers: the faces of all of them are in a few planes, and so are rays from their corners.
func shells(t testing.TB, r *rand.Rand, name string, most int) string {
	t.Helper()
	var ends [][2]int
	low := r.IntN(3)
	for n := range 1 + r.IntN(min(3, (most+2)/3)) {
		e := [2]int{low + n, low + most - 2*n}
		if r.IntN(2) == 0 {
			e[0], e[1] = e[1], e[0]
		}
		ends = append(ends, e)
	}
	return boxes(t, name, ends...)
}

// TestInEachOther: of two bodies that lie in each other the first one is named.
func TestInEachOther(t *testing.T) {
	t.Parallel()
	files := []string{boxes(t, "a.obj", [2]int{0, 4}, [2]int{11, 12}), boxes(t, "b.obj", [2]int{1, 2}, [2]int{10, 14})}
	text, want := proveInside(t, read(t, files[0]), read(t, files[1]), []geom.Pose{geom.Identity})
	got, _, err := verify(t, text, files...)
	if inPython(t, text, got, files...); err != nil || !strings.Contains(got, want) || !strings.Contains(want, "body 0 lies in body 1") {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
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
