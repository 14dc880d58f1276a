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
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

var pairs = require.Shared("pairs")

// subject is a mesh to prove something about.
type subject struct {
	file  string
	mesh  *mesh.Mesh
	model *collide.Model
	proof *proof.Mesh
}

func read(t testing.TB, file string) *subject {
	t.Helper()
	m, err := meshio.ReadFile(context.Background(), file, meshio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := proof.NewMesh(context.Background(), m, sha256.Sum256(text))
	if err != nil {
		t.Fatal(err)
	}
	return &subject{file, m, collide.NewModel(m), p}
}

func posesOf(t testing.TB, file string) (list []geom.Pose) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for r := scene.NewPoseReader(f, file); ; {
		p, err := r.Next()
		if err != nil {
			return list
		}
		list = append(list, p)
	}
}

// prove writes the proof of what is within a reach in a sweep of a past b, and returns what verify -list prints of it.
func prove(t testing.TB, a, b *subject, reach float64, poses []geom.Pose) (text []byte, want string) {
	t.Helper()
	var out bytes.Buffer
	var lines strings.Builder
	meshes := []*proof.Mesh{a.proof, b.proof}
	if a.file == b.file {
		meshes = meshes[:1]
	}
	w := proof.NewWriter(&out, &proof.Head{
		Reach: reach, Meshes: meshes, Moving: 1,
		Bodies: []proof.Body{{Name: "a", Mesh: 0}, {Name: "b", Mesh: len(meshes) - 1, Pose: geom.Identity}},
	})
	d, err := collide.NewDetector([]collide.Body{{Name: "a", Shape: a.model, Pose: geom.Identity}, {Name: "b", Shape: b.model, Pose: geom.Identity}}, collide.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p := proof.Prover{Reach: reach}
	var query, proving time.Duration
	steps := 0
	for i, pose := range poses {
		if err := d.SetPose(0, pose); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		r, err := d.Within(context.Background(), reach)
		query += time.Since(start)
		if err != nil {
			t.Fatal(err)
		}
		var contacts []proof.Contact
		for _, c := range r.Contacts {
			contacts = append(contacts, proof.Contact{c.TriA, c.TriB})
		}
		start = time.Now()
		s, err := p.Pair(context.Background(), a.proof, b.proof, &pose, &geom.Identity, contacts)
		proving += time.Since(start)
		if err != nil {
			t.Fatalf("pose %d: %v", i, err)
		}
		steps += len(s)
		if err := w.Frame([]geom.Pose{pose}, s); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, "frame %d: body 0 is at %.17g\n", i, poseOf(&pose))
		if n := len(r.Contacts); n > 0 {
			fmt.Fprintf(&lines, "frame %d: bodies 0 and 1: %d %s\n", i, n, listed(reach))
		}
		fmt.Fprintf(&lines, "frame %d: %d %s, %s\n", i, len(r.Contacts), listed(reach), r.Hash())
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d poses: query %v, proving %v, %d bytes a pose", len(poses), query/time.Duration(len(poses)), proving/time.Duration(len(poses)), steps/len(poses))
	return out.Bytes(), lines.String()
}

// listed is what a proof with a reach lists.
func listed(reach float64) string {
	if reach == 0 {
		return "contacts"
	}
	return fmt.Sprintf("pairs of triangles at most %.17g apart", reach)
}

// poseOf is a pose as verifiers have it.
func poseOf(p *geom.Pose) (q pose) {
	for k := range q {
		if q[k] = p.T.At(k / 4); k%4 < 3 {
			q[k] = p.R[3*(k/4)+k%4]
		}
	}
	return q
}

// attempt runs the program, which exits with 2 if it does not accept a proof.
func attempt(args []string, out io.Writer) (code int, err error) {
	code = 2
	err = refusal(func() { code = run(args, out) })
	return code, noDefect(err)
}

// verify returns what the program prints of a proof.
func verify(t testing.TB, text []byte, files ...string) (string, int, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "proof")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	start := time.Now()
	code, err := attempt(append(append([]string{file}, files...), "-list"), &out)
	t.Logf("verifying %v", time.Since(start))
	return out.String(), code, err
}

func TestPairs(t *testing.T) {
	for _, pair := range [][2]string{{"bunny", "bunny"}, {"cow", "homer"}, {"rob", "env"}, {"gridcube", "gridcube"}} {
		t.Run(pair[0]+"-"+pair[1], func(t *testing.T) {
			if pair[0] == "bunny" && !require.CI() && !require.Long() {
				t.Skip("70,000 triangles twice, which TestClearances has: COLLIDE_REQUIRE=ci runs all pairs")
			}
			fileA, fileB := filepath.Join(pairs, pair[0]+".obj"), filepath.Join(pairs, pair[1]+".obj")
			require.File(t, fileA)
			list := filepath.Join(pairs, pair[0]+"-"+pair[1]+".poses.txt")
			poses := posesOf(t, list)
			poses = poses[:min(len(poses), require.Samples(12, 2, 1))]
			if require.Long() {
				poses = posesOf(t, list)
			}
			text, want := prove(t, read(t, fileA), read(t, fileB), 0, poses)
			got, code, err := verify(t, text, fileA, fileB)
			if pair[0] != "bunny" || require.Full() { // 70,000 triangles twice: two seconds
				inPython(t, text, got, fileA, fileB)
			}
			if err != nil || code > 1 || !strings.Contains(got, want) {
				t.Errorf("exit %d, %v\n%s\nwant\n%s", code, err, got, want)
			}
		})
	}
}

// TestOneReading: what the engine and a verifier could read in two ways is refused by both verifiers.
func TestOneReading(t *testing.T) {
	t.Parallel()
	_, files := smallProof(t, 0)
	other := files[1]
	for name, text := range map[string]string{
		"continued.obj":        "v 0 0 0 \\\n\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
		"continued, blank.obj": "v 0 0 0 \\ \n\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
		"continued name.obj":   "o a\\\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\n",
		"order mark.obj":       "\ufeffv 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\n",
		"off.obj":              "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
		"off.stl":              "OFF 3 1 0 # vertex 0 0 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
		"return.obj":           "v 0 0 0\rv 9 9 9\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
		"blank.obj":            "v 0\u00a00 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
		"number.obj":           "v 0 1_0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
		"hexadecimal.obj":      "v 0 0x1p4 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
		"infinite.obj":         "v 0 1e400 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
		"upper.obj":            "V 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 1 2\n",
		"long.stl":             "vertex 0 0 0 vertex 1 0 0 vertex 0 1 0" + strings.Repeat(" ", 200),
		"loose.stl":            "solid\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendsolid\n",
		"dotted.stl":           "sol\u0130d\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
		"long s.stl":           "\u017folid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
		"normal.stl":           "solid\nfacet normal\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
		"cut.stl":              "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n",
		"facet.ply":            "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
		"edge.obj":             "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\nf 1 2 3\n",
		"zero.obj":             "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n",
		"before.obj":           "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -4 1 2\n",
		"later.obj":            "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n",
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(text))
		claim := append([]byte(magic+"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"), sum[:]...)
		claim = append(claim, 1, 0, 0, 0, 0, 0, 0, 0) // one triangle
		err := noDefect(refusal(func() { open(claim, io.Discard, []string{file, other}) }))
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		inPython(t, claim, "", file, other)
	}
}
