package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/require"
)

// smallDistances is a proof of the distances of smallProof.
func smallDistances(t testing.TB) (text []byte, files []string) {
	t.Helper()
	files = smallFiles(t)
	text, _ = proveDistances(t, read(t, files[0]), read(t, files[1]), smallPoses())
	return text, files
}

// proveDistances writes the proof of the distances in a sweep, and returns what verify -list prints of it.
func proveDistances(t testing.TB, a, b *subject, poses []geom.Pose) (text []byte, want string) {
	t.Helper()
	var out bytes.Buffer
	var lines strings.Builder
	meshes := []*proof.Mesh{a.proof, b.proof}
	if a.file == b.file {
		meshes = meshes[:1]
	}
	w := proof.NewWriter(&out, &proof.Head{
		Distances: true, Meshes: meshes, Moving: 1,
		Bodies: []proof.Body{{Name: "a"}, {Name: "b", Mesh: len(meshes) - 1, Pose: geom.Identity}},
	})
	d, err := collide.NewDetector([]collide.Body{{Name: "a", Shape: a.model, Pose: geom.Identity}, {Name: "b", Shape: b.model, Pose: geom.Identity}}, collide.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var p proof.Prover
	for i, pose := range poses {
		if err := d.SetPose(0, pose); err != nil {
			t.Fatal(err)
		}
		r, _, err := d.Distance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		bounds := proof.Around(r.Value)
		bounds.Witness = proof.Contact{uint32(r.TriA), uint32(r.TriB)}
		s, err := p.Distance(context.Background(), a.proof, b.proof, &pose, &geom.Identity, bounds)
		if err != nil {
			t.Fatalf("pose %d: %v", i, err)
		}
		if err := w.Frame([]geom.Pose{pose}, s); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, "frame %d: body 0 is at %.17g\nframe %d: bodies 0 and 1: distance above %.17g, at most %.17g\n", i, poseOf(&pose), i, bounds.Lo, bounds.Hi)
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), lines.String()
}

// TestDistances: the intervals of the shared pairs are those between the numbers next to the reported distance, and both verifiers accept them.
func TestDistances(t *testing.T) {
	for _, pair := range [][2]string{{"bunny", "bunny"}, {"cow", "homer"}, {"rob", "env"}, {"gridcube", "gridcube"}} {
		t.Run(pair[0]+"-"+pair[1], func(t *testing.T) {
			if pair[0] == "bunny" && !require.CI() && !require.Long() {
				t.Skip("70,000 triangles twice, which TestClearances has: COLLIDE_REQUIRE=ci runs all pairs")
			}
			fileA, fileB := filepath.Join(pairs, pair[0]+".obj"), filepath.Join(pairs, pair[1]+".obj")
			require.File(t, fileA)
			poses := posesOf(t, filepath.Join(pairs, pair[0]+"-"+pair[1]+".poses.txt"))
			if !require.Long() {
				poses = poses[:require.Cases(min(len(poses), 12), 1)]
			}
			a, b := read(t, fileA), read(t, fileB)
			text, want := proveDistances(t, a, b, poses)
			got, code, err := verify(t, text, fileA, fileB)
			if err != nil || code > 1 || !strings.Contains(got, want) {
				t.Errorf("exit %d, %v\n%s\nwant\n%s", code, err, got, want)
			}
			once := 4 * len(a.mesh.Triangles) // of the orders
			if fileA != fileB {
				once += 4 * len(b.mesh.Triangles)
			}
			each := (len(text) - once) / len(poses)
			if t.Logf("%d poses, %d bytes a pose", len(poses), each); each > 100_000 {
				t.Errorf("%d bytes a pose, want at most 100,000", each)
			}
			if len(poses) > 12 { // Python takes seconds a pose
				text, _ = proveDistances(t, a, b, poses[:12])
			}
			if pair[0] != "bunny" || require.Full() { // as in TestPairs
				inPython(t, text, printed(t, text, []string{fileA, fileB}), fileA, fileB)
			}
		})
	}
}

// TestTightBounds: a distance that is a number is proven by the numbers next to it, and no narrower.
func TestTightBounds(t *testing.T) {
	t.Parallel()
	p := geom.Triangle{{}, {X: -1}, {Y: -1}}
	q := geom.Triangle{{X: 3, Y: 4}, {X: 9, Y: 4}, {X: 3, Y: 9}}
	for _, c := range []struct {
		lo, hi float64
		ok     bool
	}{
		{math.Nextafter(5, 0), 5, true},
		{5, 6, false},
		{4, math.Nextafter(5, 0), false},
		{proof.Unbounded, 5, true},
		{0, math.Inf(1), true},
		{4, math.MaxFloat64, true},
	} {
		var x proof.Prover
		_, err := x.Distance(t.Context(), lone(t, &p), lone(t, &q), &geom.Identity, &geom.Identity, proof.Bounds{Lo: c.lo, Hi: c.hi})
		if (err == nil) != c.ok {
			t.Errorf("above %v, at most %v: %v", c.lo, c.hi, err)
		}
	}
}
