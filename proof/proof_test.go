package proof_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/proof"
)

const tetra = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

func read(t *testing.T, name, text string) *proof.Mesh {
	t.Helper()
	m, err := proof.Read(t.Context(), strings.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func shifted(x float64) geom.Pose {
	p := geom.Identity
	p.T.X = x
	return p
}

// TestProofsAreVerified: what services write is accepted, with the hashes of the answers.
func TestProofsAreVerified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	verifier, file, mesh := filepath.Join(dir, "verify"), filepath.Join(dir, "proof"), filepath.Join(dir, "tetra.obj")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", verifier, "../verify").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.WriteFile(mesh, []byte(tetra), 0o600); err != nil {
		t.Fatal(err)
	}
	m := read(t, "tetra.obj", tetra)
	for _, reach := range []float64{0, 1, 1.5} {
		var text bytes.Buffer
		var want strings.Builder
		w, err := proof.NewWriter(&text, []proof.Body{
			{Name: "a", Mesh: m}, {Name: "b", Mesh: m}, {Name: "c", Mesh: m, Pose: shifted(2), Immovable: true}, {Name: "d", Mesh: read(t, "twin.obj", tetra), Immovable: true},
		}, proof.Options{Reach: reach, Moving: 2, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range []float64{9, 0, 4, -1, 3} {
			r, err := w.Prove(t.Context(), shifted(x), shifted(-x))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&want, "frame %d: %d %s\n", i, len(r.Contacts), r.Hash())
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), verifier, file, mesh, "-list", "-reach", fmt.Sprint(reach)).CombinedOutput()
		for line := range strings.Lines(want.String()) {
			words := strings.Fields(line)
			if !strings.Contains(string(out), strings.Join(words[:3], " ")+" ") || !strings.Contains(string(out), words[3]+"\n") {
				t.Errorf("within %v: %s(%v), want %s", reach, out, err, line)
			}
		}
		if !strings.Contains(string(out), "bodies: 4, pairs not looked at: 1)") {
			t.Errorf("within %v: %s", reach, out)
		}
	}
	var text bytes.Buffer
	w, err := proof.NewWriter(&text, []proof.Body{{Name: "a", Mesh: m}, {Name: "b", Mesh: m, Pose: shifted(2)}, {Name: "c", Mesh: m}}, proof.Options{Moving: 1, Distances: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{9, 4} {
		if d, err := w.Distance(t.Context(), shifted(x)); err != nil || d.Value != 1 {
			t.Fatalf("at %v: %v, %v", x, d.Value, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	const want = "verified: distance above 0.99999999999999989, at most 1.0000000000000002 (frames: 2, not free: 0, contacts listed: 0, bodies: 3, pairs not looked at: 0)\n"
	if out, err := exec.CommandContext(t.Context(), verifier, file, mesh).CombinedOutput(); err != nil || !strings.HasSuffix(string(out), want) {
		t.Errorf("%s(%v), want %s", out, err, want)
	}
}

// TestNoProof: what cannot be proven is an error, and what was written is none.
func TestNoProof(t *testing.T) {
	t.Parallel()
	m := read(t, "tetra.obj", tetra)
	two := []proof.Body{{Name: "a", Mesh: m}, {Name: "b", Mesh: m}}
	for _, c := range []struct {
		want   string
		bodies []proof.Body
		opt    proof.Options
	}{
		{"no pair", two[:1], proof.Options{}},
		{"no pair", []proof.Body{{Name: "a", Mesh: m, Immovable: true}, {Name: "b", Mesh: m, Immovable: true}}, proof.Options{}},
		{"moves and is immovable", []proof.Body{{Name: "a", Mesh: m, Immovable: true}, {Name: "b", Mesh: m}}, proof.Options{Moving: 1}},
		{"for distances", two, proof.Options{Reach: 1, Distances: true}},
		{"a reach of -1", two, proof.Options{Reach: -1}},
		{"not UTF-8", []proof.Body{{Name: "\xff", Mesh: m}, {Name: "b", Mesh: m}}, proof.Options{}},
		{"65537 bytes", []proof.Body{{Name: strings.Repeat("x", 1<<16+1), Mesh: m}, {Name: "b", Mesh: m}}, proof.Options{}},
	} {
		if _, err := proof.NewWriter(&bytes.Buffer{}, c.bodies, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	for name, want := range map[string]string{"a.ply": "expected a file .obj or .stl", "a.obj": "no faces"} {
		if _, err := proof.Read(t.Context(), strings.NewReader("# nothing\n"), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	w, err := proof.NewWriter(&bytes.Buffer{}, two, proof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil {
		t.Error("a proof without a frame")
	}
	w, err = proof.NewWriter(&bytes.Buffer{}, two, proof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Prove(ctx); !errors.Is(err, collide.ErrIncomplete) {
		t.Errorf("stopped: %v", err)
	}
	if _, err := w.Prove(t.Context()); !errors.Is(err, collide.ErrIncomplete) || !errors.Is(w.Close(), collide.ErrIncomplete) {
		t.Errorf("after it: %v", err)
	}
	w, err = proof.NewWriter(fullDisk{}, two, proof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if _, err = w.Prove(t.Context()); err != nil {
			break
		}
	}
	if closing := w.Close(); !errors.Is(closing, errFull) {
		t.Errorf("full: %v, %v", err, closing)
	}
}

type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }
