package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/require"
)

// TestProofsAreVerified has the verifier, a program of its own, read what the command writes.
func TestProofsAreVerified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	verifier, file := buildVerifier(t), filepath.Join(dir, "proof")
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
	const want = "verified: contact (frames: 1, not free: 1, contacts listed: 90, bodies: 4, pairs not looked at: 0)\n"
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

func buildVerifier(t *testing.T) string {
	t.Helper()
	verifier, err := builtVerifier()
	if err != nil {
		t.Fatal(err)
	}
	return verifier
}

// builtVerifier is the program in verify, built once for all tests into verifierDir.
var (
	builtVerifier = sync.OnceValues(func() (path string, err error) {
		if verifierDir, err = os.MkdirTemp("", "collide-verify-"); err != nil {
			return "", err
		}
		path = filepath.Join(verifierDir, "verify")
		if out, err := exec.Command("go", "build", "-o", path, "../../verify").CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w\n%s", err, out)
		}
		return path, nil
	})
	verifierDir string
)

// TestClearancesAreVerified: the verifier is told the clearance, exactly the distance of two parts, and prints the hash that sweep
// prints. A proof of another clearance than the one that was asked for is refused.
func TestClearancesAreVerified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	verifier, file, list := buildVerifier(t), filepath.Join(dir, "proof"), filepath.Join(dir, "poses.txt")
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
	if want := "verified: some at most 4 apart (frames: 2, not free: 1, pairs of triangles at most 4 apart listed: " + sums[1][1] + ", bodies: 2, pairs not looked at: 0)\n"; !strings.HasSuffix(string(out), want) {
		t.Errorf("%s, want %s", out, want)
	}
	if python, err := exec.LookPath("python3"); err != nil {
		t.Logf("no Python for the second verifier: %v", err)
	} else if second, _ := exec.CommandContext(t.Context(), python, "../../verify/verify.py", file, a, b, "-poses", list, "-reach", "4", "-list").CombinedOutput(); string(second) != string(out) {
		t.Errorf("the second verifier prints\n%s\nwant\n%s", second, out)
	}
	for k, reach := range []string{"0", "4.5", "", "4mm"} {
		for _, program := range [][]string{{verifier}, {"python3", "../../verify/verify.py"}} {
			if program[0] != verifier && k%2 == 0 && !require.CI() {
				continue
			}
			if out, _ := exec.CommandContext(t.Context(), program[0], append(program[1:], file, a, b, "-reach", reach)...).CombinedOutput(); program[0] == verifier && !strings.Contains(string(out), "not verified: ") || strings.Contains(string(out), "\nverified") {
				t.Errorf("%s with the reach %q: %s", program[0], reach, out)
			}
		}
	}
}

// TestDistancesAreVerified: the verifiers print the numbers next to the distances that are reported, of the nearest pair and of all.
func TestDistancesAreVerified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	verifier, file := buildVerifier(t), filepath.Join(dir, "proof")
	parts := filepath.Join("..", "..", "examples", "ci", "parts")
	cell := filepath.Join(dir, "cell.json")
	base, err := filepath.Abs(filepath.Join(parts, "base.obj"))
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(`{"version": 1, "bodies": [
		{"name": "a", "mesh": %[1]q}, {"name": "b", "mesh": %[1]q, "pose": [1, 0, 0, 0, 0, 1, 0, 300, 0, 0, 1, 0]},
		{"name": "c", "mesh": %[1]q, "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 900], "immovable": true}]}`, base)
	if err := os.WriteFile(cell, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want []string
	}{
		{nil, []string{"frame 0: bodies 0 and 1: distance above ", ", at most ", "frame 0: bodies 0 and 2: distance above ", "frame 0: bodies 1 and 2: distance above ", "verified: distance above ", "not free: 0, contacts listed: 0, bodies: 3, pairs not looked at: 0)\n"}},
		{[]string{"--all"}, []string{"frame 0: bodies 1 and 2: distance above ", ", at most "}},
	} {
		code, stdout, stderr := runHere(t.Context(), nil, append([]string{"distance", cell, "--proof", file, "--format", "json"}, c.args...)...)
		found := regexp.MustCompile(`"distance": ([0-9.e+-]+)`).FindAllStringSubmatch(stdout, -1)
		if code != 0 || len(found) == 0 {
			t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
		}
		out, err := exec.CommandContext(t.Context(), verifier, file, base, "-list").CombinedOutput()
		for _, d := range found {
			x, _ := strconv.ParseFloat(d[1], 64)
			c.want = append(c.want, fmt.Sprintf("above %.17g, at most %.17g", math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1))))
		}
		for _, want := range c.want {
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%s(%v), want %s", out, err, want)
			}
		}
		if python, err := exec.LookPath("python3"); err != nil {
			t.Logf("no Python for the second verifier: %v", err)
		} else if second, _ := exec.CommandContext(t.Context(), python, "../../verify/verify.py", file, base, "-list").CombinedOutput(); string(second) != string(out) {
			t.Errorf("the second verifier prints\n%s\nwant\n%s", second, out)
		}
		if out, _ := exec.CommandContext(t.Context(), verifier, file, base, "-reach", "0").CombinedOutput(); !strings.Contains(string(out), "not verified: ") {
			t.Errorf("distances pass for contacts: %s", out)
		}
	}
}

// TestStatesAreVerified: the verifier finds the contacts of a robot's states that trajectory prints.
func TestStatesAreVerified(t *testing.T) {
	t.Parallel()
	dir, ur5 := t.TempDir(), filepath.Join("..", "..", "testdata", "ur5")
	verifier, file := buildVerifier(t), filepath.Join(dir, "proof")
	run := []string{"trajectory", filepath.Join(ur5, "ur5.urdf"), "--srdf", filepath.Join(ur5, "ur5.srdf"), "--states", filepath.Join(ur5, "path.csv"), "--proof", file, "--format", "json"}
	code, stdout, stderr := runHere(t.Context(), nil, run...)
	meshes, err := filepath.Glob(filepath.Join(ur5, "*.stl"))
	if err != nil || code != 1 {
		t.Fatalf("%v, exit %d\n%s%s", err, code, stdout, stderr)
	}
	out, _ := exec.CommandContext(t.Context(), verifier, append(append([]string{file}, meshes...), "-list")...).CombinedOutput()
	sum := 0
	for _, n := range regexp.MustCompile(`"contacts": ([0-9]+)`).FindAllStringSubmatch(stdout, -1) {
		k, _ := strconv.Atoi(n[1])
		sum += k
	}
	if want := fmt.Sprintf("contacts listed: %d, bodies: 7, pairs not looked at: 6)\n", sum); sum == 0 || !strings.HasSuffix(string(out), want) || !strings.Contains(string(out), "pairs of bodies that are looked at: [[0 2] ") {
		t.Errorf("%s, want %s\n%s", out, want, stdout)
	}
	code, stdout, stderr = runHere(t.Context(), nil, append(run, "--clearance", "5mm")...)
	if code != 1 {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	files := append(append([]string{file}, meshes...), "-list", "-reach", "0.005")
	out, _ = exec.CommandContext(t.Context(), verifier, files...).CombinedOutput()
	near, proven := strings.Count(stdout, `"contacts": `), regexp.MustCompile(`(?m)^frame [0-9]+: bodies [0-9] and [0-9]: [0-9]+ pairs of triangles at most 0.005`).FindAll(out, -1)
	if near == 0 || near != len(proven) || !strings.Contains(string(out), "verified: some at most 0.0050000000000000001 apart") {
		t.Errorf("%d near pairs, %d proven\n%s", near, len(proven), out)
	}
	if python, err := exec.LookPath("python3"); err != nil {
		t.Logf("no Python for the second verifier: %v", err)
	} else if second, _ := exec.CommandContext(t.Context(), python, append([]string{"../../verify/verify.py"}, files...)...).CombinedOutput(); string(second) != string(out) {
		t.Errorf("the second verifier prints\n%s\nwant\n%s", second, out)
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
