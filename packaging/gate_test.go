package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const gateRules = "base cover touch\ncover bearing touch\nshaft bearing clearance > 0.1\n"

// gate makes a workspace with two checkouts of the example: pr, under test, and main, which decides.
func gate(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"pr", "main"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS("../examples/ci")); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(dir, name, "assembly.rules"), gateRules)
	}
	return dir
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Clean(path), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// with returns inputs with more of them.
func with(inputs map[string]string, more ...string) map[string]string {
	all := map[string]string{}
	for k, v := range inputs {
		all[k] = v
	}
	for i := 0; i < len(more); i += 2 {
		all[more[i]] = more[i+1]
	}
	return all
}

// TestActionAsAGate runs the action as the guide does: rules of the main branch, a change that breaks one and loosens its
// own copy, the clash approved and the clash in a baseline.
func TestActionAsAGate(t *testing.T) {
	a, bin, dir := readAction(t), binary(t), gate(t)
	inputs := map[string]string{"files": "assembly.json", "directory": "pr", "trusted": "../main", "rules": "assembly.rules", "solid": "true", "binary": bin}
	if j := a.run(t, dir, inputs); j.failed != 0 || !strings.Contains(j.summary(), "## collide: touching as allowed") {
		t.Fatalf("before the change: exit code %d, summary\n%s\n%s", j.failed, j.summary(), &j.log)
	}
	breakExample(t, filepath.Join(dir, "pr"))
	put(t, filepath.Join(dir, "pr", "assembly.rules"), "* * ignore\n")
	j := a.run(t, dir, inputs)
	if s := j.summary(); j.failed != 1 || !strings.Contains(s, "| collision | `bearing` × `shaft` |") || !strings.Contains(s, "**Changed:** `assembly.rules differs from ../main/assembly.rules, which decides`") {
		t.Fatalf("after the change: exit code %d, summary\n%s\n%s", j.failed, s, &j.log)
	}
	report, err := os.ReadFile(filepath.Join(j.outputs["steps.check.outputs.reports"], "collide.json"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "main", "baseline.json"), string(report))
	if j = a.run(t, dir, with(inputs, "baseline", "baseline.json")); j.failed != 0 || !strings.Contains(j.summary(), "## collide: known clashes") {
		t.Errorf("with a baseline: exit code %d, summary\n%s\n%s", j.failed, j.summary(), &j.log)
	}
	propose := exec.Command(bin, "check", "assembly.json", "--rules", "../main/assembly.rules", "--solid", "--write-statuses", "../main/clashes.txt")
	propose.Dir = filepath.Join(dir, "pr")
	_ = propose.Run() // it fails: there is a clash
	lines, err := os.ReadFile(filepath.Join(dir, "main", "clashes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "main", "clashes.txt"), approve(string(lines)))
	if j = a.run(t, dir, with(inputs, "statuses", "clashes.txt")); j.failed != 0 || !strings.Contains(j.log.String(), "1 approved") {
		t.Errorf("with statuses: exit code %d\n%s\n%s", j.failed, lines, &j.log)
	}
}

// approve makes the lines of a proposal approve what they are about.
func approve(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); strings.Contains(line, " open ") {
			line = strings.Replace(line, " open ", " approved ", 1) + " by test"
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// TestActionWithACache: the second run takes pairs from the folder, which starts in the input directory.
func TestActionWithACache(t *testing.T) {
	a, bin, dir := readAction(t), binary(t), gate(t)
	inputs := map[string]string{"files": "assembly.json", "directory": "pr", "rules": "assembly.rules", "cache": "cache", "binary": bin}
	for run, want := range []string{`"chosen"`, `"cachedPairs"`} {
		j := a.run(t, dir, inputs)
		text, err := os.ReadFile(filepath.Join(j.outputs["steps.check.outputs.reports"], "collide.json"))
		if err != nil || j.failed != 0 || !strings.Contains(string(text), want) || strings.Contains(string(text), `"cachedPairs"`) != (run == 1) {
			t.Errorf("run %d: exit code %d, %v\n%s\n%s", run, j.failed, err, text, &j.log)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "pr", "cache", "pairs.cache")); err != nil {
		t.Error(err)
	}
}

// hostileInputs are values of single inputs that must be refused, and never run.
var hostileInputs = [][2]string{
	{"rules", "$(touch stolen)"}, {"rules", "--allow"}, {"rules", "../pr/assembly.rules"}, {"rules", "/etc/hostname"}, {"rules", "a\nb"},
	{"statuses", "`touch stolen`"}, {"baseline", "; touch stolen"}, {"trusted", "."}, {"trusted", "../pr"}, {"trusted", "../nowhere"}, {"trusted", ".."},
	{"allow", "touching.allow"}, {"clearance", "1"},
}

// TestActionRefusesHostileGates: inputs about the gate that lead elsewhere are bad input, and no shell runs them.
func TestActionRefusesHostileGates(t *testing.T) {
	a, bin, dir := readAction(t), binary(t), gate(t)
	inputs := map[string]string{"files": "assembly.json", "directory": "pr", "trusted": "../main", "rules": "assembly.rules", "binary": bin}
	for _, h := range hostileInputs {
		j := a.run(t, dir, with(inputs, h[0], h[1]))
		if j.failed != 2 || len(j.commands()) > 0 {
			t.Errorf("%s %q: exit code %d, commands %q\n%s", h[0], h[1], j.failed, j.commands(), &j.log)
		}
	}
	for _, name := range []string{"pr", "main", "."} {
		if _, err := os.Stat(filepath.Join(dir, name, "stolen")); err == nil {
			t.Errorf("an input was run in %s", name)
		}
	}
	if j := a.run(t, dir, with(inputs, "directory", "nowhere")); j.failed == 0 {
		t.Errorf("a folder that is not there passes\n%s", &j.log)
	}
}

// TestComponentAsAGate: as TestActionAsAGate, before and after the change.
func TestComponentAsAGate(t *testing.T) {
	c, bin, dir := readComponent(t), binary(t), gate(t)
	from, commit := upstream(t)
	inputs := map[string]string{"commit": commit, "files": "assembly.json", "directory": "pr", "trusted": "../main", "rules": "assembly.rules", "solid": "true", "binary": bin}
	if code, log := c.run(t, dir, from, inputs); code != 0 {
		t.Fatalf("before the change: exit code %d\n%s", code, log)
	}
	breakExample(t, filepath.Join(dir, "pr"))
	put(t, filepath.Join(dir, "pr", "assembly.rules"), "* * ignore\n")
	if code, log := c.run(t, dir, from, inputs); code != 1 || !strings.Contains(log, "changed: assembly.rules differs from ../main/assembly.rules, which decides") {
		t.Errorf("after the change: exit code %d\n%s", code, log)
	}
	if _, err := os.Stat(filepath.Join(dir, "collide-reports", "collide.html")); err != nil {
		t.Error(err)
	}
}

// TestActionAndComponentHaveTheSameInputs: but for those of the service.
func TestActionAndComponentHaveTheSameInputs(t *testing.T) {
	a, c := readAction(t), readComponent(t)
	for name := range a.Inputs {
		if _, ok := c.inputs[name]; !ok {
			t.Errorf("the component has no input %s", name)
		}
	}
	for name := range c.inputs {
		if _, ok := a.Inputs[name]; !ok && name != "commit" && name != "stage" && name != "image" {
			t.Errorf("the action has no input %s", name)
		}
	}
}
