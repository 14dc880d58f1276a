package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// checkScript runs integrations/check.sh on files of dir, with more variables of the environment. It returns the exit code and what it printed.
func checkScript(t *testing.T, bin, dir, files string, more ...string) (code int, log string) {
	t.Helper()
	script, err := filepath.Abs("../integrations/check.sh")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("bash", script)
	c.Dir = dir
	c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "COLLIDE=" + bin, "COLLIDE_FILES=" + files}, more...)
	text, err := c.CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode(), string(text)
	} else if err != nil {
		t.Fatal(err)
	}
	return 0, string(text)
}

// TestCheckShowsThisRun: a bad input has no report, so that one of an earlier run, or of whoever sent the change, is not shown as its own.
func TestCheckShowsThisRun(t *testing.T) {
	bin, dir := binary(t), example(t)
	if code, log := checkScript(t, bin, dir, "assembly.json", "COLLIDE_ALLOW=touching.allow"); code != 0 || !strings.Contains(log, "result: touching as allowed") {
		t.Fatalf("exit code %d\n%s", code, log)
	}
	if err := os.Mkdir(filepath.Join(dir, "collide-reports", "collide.github.txt"), 0o700); err != nil {
		t.Fatal(err) // what rm -f alone does not remove
	}
	summary, outputs := filepath.Join(t.TempDir(), "summary"), filepath.Join(t.TempDir(), "outputs")
	for _, service := range [][]string{nil, {"GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY=" + summary, "GITHUB_OUTPUT=" + outputs}} {
		code, log := checkScript(t, bin, dir, "missing.json", service...)
		if want := map[bool]int{true: 2}[service == nil]; code != want || strings.Contains(log, "result:") || !strings.Contains(log, "missing.json") {
			t.Errorf("exit code %d\n%s", code, log)
		}
	}
	if left, err := os.ReadDir(filepath.Join(dir, "collide-reports")); err != nil || len(left) != 0 {
		t.Errorf("reports of an earlier run: %v, %v", left, err)
	}
	if text, err := os.ReadFile(summary); err == nil {
		t.Errorf("summary of a run without a report:\n%s", text)
	}
	if text, err := os.ReadFile(outputs); err != nil || !bytes.HasPrefix(text, []byte("outcome=error\ncode=2\n")) {
		t.Errorf("outputs %q, %v", text, err)
	}
}

// TestCheckKeepsProof: a proof lies beside the reports, in which verifiers find the check's answer, and one of an earlier run does not stay.
func TestCheckKeepsProof(t *testing.T) {
	bin, dir := binary(t), example(t)
	parts, err := filepath.Glob(filepath.Join(dir, "parts", "*"))
	if err != nil || len(parts) == 0 {
		t.Fatal(parts, err)
	}
	kept := filepath.Join(dir, "collide-reports", "collide.proof")
	if code, log := checkScript(t, bin, dir, "assembly.json", "COLLIDE_PROOF=true"); code != 1 {
		t.Fatalf("exit code %d\n%s", code, log)
	}
	out, _ := verifierOf(t, kept, parts)
	if !strings.Contains(string(out), "verified: contact") {
		t.Errorf("%s", out)
	}
	for _, more := range []string{"COLLIDE_PROOF=false", "COLLIDE_ALLOW=touching.allow"} {
		if code, log := checkScript(t, bin, dir, "assembly.json", more); code == 2 {
			t.Fatalf("exit code %d\n%s", code, log)
		}
		if _, err := os.Stat(kept); err == nil {
			t.Errorf("%s: the proof of an earlier run stays", more)
		}
	}
	// Who permits contacts passes the check; the proof has them all the same.
	if code, log := checkScript(t, bin, dir, "assembly.json", "COLLIDE_PROOF=true", "COLLIDE_ALLOW=touching.allow"); code != 0 {
		t.Errorf("exit code %d\n%s", code, log)
	}
	if out, _ := verifierOf(t, kept, parts); !strings.Contains(string(out), "verified: contact") {
		t.Errorf("%s", out)
	}
}

// TestCheckThatCannotRun: its exit code is that of bad input, because the shell's own is that of a contact.
func TestCheckThatCannotRun(t *testing.T) {
	bin, dir := binary(t), example(t)
	if err := errors.Join(os.Symlink(dir, filepath.Join(dir, "link")), os.WriteFile(filepath.Join(dir, "file"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, more := range [][]string{
		{"COLLIDE_DIRECTORY=nowhere"}, {"COLLIDE_REPORTS=file"}, {"COLLIDE_REPORTS=link"}, {"COLLIDE=nowhere/collide"}, {"COLLIDE_FILES="},
	} {
		outputs := filepath.Join(t.TempDir(), "outputs")
		if code, log := checkScript(t, bin, dir, "assembly.json", more...); code != 2 || !strings.Contains(log, "could not run") {
			t.Errorf("%s: exit code %d\n%s", more, code, log)
		}
		code, log := checkScript(t, bin, dir, "assembly.json", append(more, "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY="+outputs, "GITHUB_OUTPUT="+outputs)...)
		if text, err := os.ReadFile(outputs); code != 2 || err != nil || string(text) != "outcome=error\ncode=2\nreports=\n" {
			t.Errorf("%s: exit code %d, outputs %q, %v\n%s", more, code, text, err, log)
		}
	}
}

// verifierOf returns what the verifier, a program of the module above, prints.
func verifierOf(t *testing.T, proof string, meshes []string) (out []byte, err error) {
	t.Helper()
	c := exec.Command("go", append([]string{"run", "./verify", proof}, meshes...)...)
	c.Dir = ".."
	return c.CombinedOutput() // exit code 1 is a contact
}
