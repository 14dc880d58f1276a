package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/collide-go/collide"
)

// TestProofsAreVerified has the verifier, a program of its own, read what the command writes.
func TestProofsAreVerified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	verifier, file := buildVerifier(t, dir), filepath.Join(dir, "proof")
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
	const want = "verified: contact (frames: 1, in contact: 1, contacts: 90, bodies: 4, pairs not looked at: 0)\n"
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

func buildVerifier(t *testing.T, dir string) string {
	t.Helper()
	verifier := filepath.Join(dir, "verify")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", verifier, "../../verify").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return verifier
}

// TestClearancesAreVerified: the verifier is told the clearance, exactly the distance of two parts, and prints the hash that sweep
// prints. A proof of another clearance than the one that was asked for is refused.
func TestClearancesAreVerified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	verifier, file, list := buildVerifier(t, dir), filepath.Join(dir, "proof"), filepath.Join(dir, "poses.txt")
	if err := os.WriteFile(list, []byte("1 0 0 60  0 1 0 0  0 0 1 60\n1 0 0 36  0 1 0 0  0 0 1 14\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	parts := filepath.Join("..", "..", "examples", "ci", "parts")
	a, b := filepath.Join(parts, "bearing.obj"), filepath.Join(parts, "base.obj")
	code, stdout, stderr := runHere(t.Context(), nil, "sweep", a, b, "--poses", list, "--clearance", "4", "--proof", file, "--format", "json")
	sums := regexp.MustCompile(`"within": ([0-9]+), "withinHash": "(sha256:[0-9a-f]{64})"`).FindAllStringSubmatch(stdout, -1)
	if code != 1 || len(sums) != 2 || sums[1][1] == "0" {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	out, _ := exec.CommandContext(t.Context(), verifier, file, a, b, "-poses", list, "-reach", "4", "-list").CombinedOutput()
	for i, s := range sums {
		if want := fmt.Sprintf("frame %d: %s pairs of triangles at most 4 apart, %s\n", i, s[1], s[2]); !strings.Contains(string(out), want) {
			t.Errorf("%s, want %s", out, want)
		}
	}
	if want := "verified: some at most 4 apart (frames: 2, near or in contact: 1, pairs of triangles at most 4 apart: " + sums[1][1] + ", bodies: 2, pairs not looked at: 0)\n"; !strings.HasSuffix(string(out), want) {
		t.Errorf("%s, want %s", out, want)
	}
	if python, err := exec.LookPath("python3"); err != nil {
		t.Logf("no Python for the second verifier: %v", err)
	} else if second, _ := exec.CommandContext(t.Context(), python, "../../verify/verify.py", file, a, b, "-poses", list, "-reach", "4", "-list").CombinedOutput(); string(second) != string(out) {
		t.Errorf("the second verifier prints\n%s\nwant\n%s", second, out)
	}
	for _, reach := range []string{"0", "4.5", "", "4mm"} {
		for _, program := range [][]string{{verifier}, {"python3", "../../verify/verify.py"}} {
			if out, _ := exec.CommandContext(t.Context(), program[0], append(program[1:], file, a, b, "-reach", reach)...).CombinedOutput(); program[0] == verifier && !strings.Contains(string(out), "not verified: ") || strings.Contains(string(out), "\nverified") {
				t.Errorf("%s with the reach %q: %s", program[0], reach, out)
			}
		}
	}
}

// TestProofsAgree: a check of which bodies are near and the proof of which triangles are must have the same bodies.
func TestProofsAgree(t *testing.T) {
	t.Parallel()
	p := proofFile{near: []collide.Contact{{BodyA: 0, BodyB: 1}, {BodyA: 0, BodyB: 1, TriB: 7}, {BodyA: 1, BodyB: 2}}}
	pair := func(a, b int) collide.Distance { return collide.Distance{A: a, B: b} }
	for _, c := range []struct {
		near []collide.Distance
		ok   bool
	}{
		{[]collide.Distance{pair(0, 1), pair(1, 2)}, true},
		{[]collide.Distance{pair(0, 1)}, false},
		{[]collide.Distance{pair(0, 1), pair(0, 2)}, false},
		{[]collide.Distance{pair(0, 1), pair(0, 2), pair(1, 2)}, false},
	} {
		if err := p.agree(c.near); (err == nil) != c.ok {
			t.Errorf("%v: %v", c.near, err)
		}
	}
}
