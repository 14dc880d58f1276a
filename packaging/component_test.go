package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// component is what of templates/collide.yml a run needs.
type component struct {
	inputs map[string]struct {
		Default *string
		Regex   string
		Options []string
	}
	job struct {
		Variables map[string]string
		Script    []string
		Artifacts struct {
			Paths   []string
			Reports map[string]string
		}
	}
}

func readComponent(t *testing.T) *component {
	t.Helper()
	text, err := os.ReadFile("../templates/collide.yml")
	if err != nil {
		t.Fatal(err)
	}
	var c component
	var spec struct{ Spec struct{ Inputs yaml.Node } }
	var jobs struct{ Collide yaml.Node }
	documents := yaml.NewDecoder(bytes.NewReader(text))
	err = errors.Join(documents.Decode(&spec), documents.Decode(&jobs), spec.Spec.Inputs.Decode(&c.inputs), jobs.Collide.Decode(&c.job))
	if err != nil {
		t.Fatal(err)
	}
	return &c
}

var interpolation = regexp.MustCompile(`\$\[\[\s*inputs\.(\w+)\s*\]\]`)

// value returns text with the inputs in it.
func (c *component) value(t *testing.T, text string, inputs map[string]string) string {
	t.Helper()
	return interpolation.ReplaceAllStringFunc(text, func(e string) string {
		name := interpolation.FindStringSubmatch(e)[1]
		in, ok := c.inputs[name]
		if !ok {
			t.Fatalf("there is no input %s", name)
		}
		v, given := inputs[name]
		if !given && in.Default == nil {
			t.Fatalf("input %s is required", name)
		} else if !given {
			v = *in.Default
		}
		if !regexp.MustCompile(in.Regex).MatchString(v) {
			t.Fatalf("input %s is %q, which does not match %s", name, v, in.Regex)
		}
		return v
	})
}

// upstream makes a repository of the scripts as they are now, without a pinned release, so
// that nothing is downloaded. It returns the folder and the commit.
func upstream(t *testing.T) (dir, commit string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "integrations"), os.DirFS("../integrations")); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, "integrations", "release.sha256"), 0); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init", "--quiet"}, {"add", "."}, {"-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "--message", "scripts"}, {"rev-parse", "HEAD"},
	} {
		c := exec.Command("git", args...)
		c.Dir = dir
		text, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", args[0], err, text)
		}
		commit = strings.TrimSpace(string(text))
	}
	return dir, commit
}

// run does what the service's runner does in the checkout dir: one shell that ends with the
// first command that fails. The address of the repository leads to upstream. It returns the exit code and the log.
func (c *component) run(t *testing.T, dir, upstream string, inputs map[string]string) (code int, log string) {
	t.Helper()
	shell := exec.Command("sh", "-e", "-c", strings.Join(c.job.Script, "\n"))
	shell.Dir = dir
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GITHUB_") && !strings.HasPrefix(v, "COLLIDE") {
			shell.Env = append(shell.Env, v)
		}
	}
	shell.Env = append(shell.Env, "CI_PROJECT_DIR="+dir, "GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=url.file://"+upstream+".insteadOf", "GIT_CONFIG_VALUE_0=https://github.com/collide-go/collide")
	for name, text := range c.job.Variables {
		shell.Env = append(shell.Env, name+"="+c.value(t, text, inputs))
	}
	text, err := shell.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), string(text)
	} else if err != nil {
		t.Fatal(err)
	}
	return 0, string(text)
}

// TestComponentOnTheExample runs the script before and after the change that breaks the example.
func TestComponentOnTheExample(t *testing.T) {
	c, bin, dir := readComponent(t), binary(t), example(t)
	from, commit := upstream(t)
	inputs := map[string]string{"commit": commit, "files": "assembly.json", "allow": "touching.allow", "solid": "true", "binary": bin}
	code, log := c.run(t, dir, from, inputs)
	if code != 0 || !strings.Contains(log, "result: touching as allowed") {
		t.Fatalf("before the change: exit code %d\n%s", code, log)
	}
	breakExample(t, dir)
	code, log = c.run(t, dir, from, inputs)
	if code != 1 || !strings.Contains(log, "bearing and shaft touch in 64 triangle pairs") {
		t.Errorf("after the change: exit code %d\n%s", code, log)
	}
	for kind, name := range c.job.Artifacts.Reports {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || kind != "junit" || !bytes.Contains(text, []byte(`failures="1"`)) {
			t.Errorf("report %s: %v\n%s", kind, err, text)
		}
	}
	for _, folder := range c.job.Artifacts.Paths {
		for _, name := range []string{"collide.txt", "collide.json", "collide.sarif", "collide.html", "collide.md"} {
			if info, err := os.Stat(filepath.Join(dir, folder, name)); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestComponentWithAClearance: as TestActionWithAClearance.
func TestComponentWithAClearance(t *testing.T) {
	c, bin, dir := readComponent(t), binary(t), example(t)
	from, commit := upstream(t)
	for _, want := range clearances {
		inputs := map[string]string{"commit": commit, "files": "assembly.json", "allow": "touching.allow", "solid": "true", "clearance": want.clearance, "binary": bin}
		code, log := c.run(t, dir, from, inputs)
		if code != want.code || !strings.Contains(log, want.says) {
			t.Errorf("clearance %q: exit code %d, want %d and %q\n%s", want.clearance, code, want.code, want.says, log)
		}
	}
}

// TestComponentWithoutABinary: where nothing can be installed the job must not pass, and its
// exit code must not be the one of a contact.
func TestComponentWithoutABinary(t *testing.T) {
	c, dir := readComponent(t), example(t)
	from, commit := upstream(t)
	code, log := c.run(t, dir, from, map[string]string{"commit": commit, "files": "assembly.json"})
	if code != 2 || !strings.Contains(log, "no version has been published") {
		t.Errorf("exit code %d\n%s", code, log)
	}
}
