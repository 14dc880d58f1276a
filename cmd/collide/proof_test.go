package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestProofsAreVerified has the verifier, a program of its own, read what the command writes.
func TestProofsAreVerified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	verifier, file := filepath.Join(dir, "verify"), filepath.Join(dir, "proof")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", verifier, "../../verify").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	parts := filepath.Join("..", "..", "examples", "ci")
	code, stdout, stderr := runHere(t.Context(), nil, "check", filepath.Join(parts, "assembly.json"), "--proof", file)
	if code != 1 {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	files, err := filepath.Glob(filepath.Join(parts, "parts", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	out, err := exec.CommandContext(t.Context(), verifier, append([]string{file}, files...)...).CombinedOutput()
	const want = "verified: contact (frames: 1, in contact: 1, contacts: 90, bodies: 4, pairs of fixed bodies, not looked at: 0)\n"
	if !strings.HasSuffix(string(out), want) {
		t.Errorf("%s(%v), want %s", out, err, want)
	}
	listed := append(append([]string{file}, files...), "-list")
	first, _ := exec.CommandContext(t.Context(), verifier, listed...).Output() // exit code 1, for a contact
	if python, err := exec.LookPath("python3"); err != nil {
		t.Logf("no Python for the second verifier: %v", err)
	} else if second, _ := exec.CommandContext(t.Context(), python, append([]string{"../../verify/verify.py"}, listed...)...).Output(); string(second) != string(first) {
		t.Errorf("the second verifier prints\n%s\nwant\n%s", second, first)
	}
	if out, _ := exec.CommandContext(t.Context(), verifier, append([]string{file}, files[1:]...)...).CombinedOutput(); !strings.Contains(string(out), "not verified: no file has the SHA-256") {
		t.Errorf("without a mesh: %s", out)
	}
}
