package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"
)

// action is what of action.yml a run needs.
type action struct {
	Inputs map[string]struct {
		Default  string
		Required bool
	}
	Runs struct {
		Steps []step
	}
}

type step struct {
	ID, If, Run, Uses, Shell string
	Env                      map[string]string
}

// job is one run of the action's steps by this test in place of GitHub's service.
type job struct {
	t       *testing.T
	dir     string            // the checkout under test
	temp    string            // runner.temp
	inputs  map[string]string // of the action
	outputs map[string]string // "steps.ID.outputs.NAME"
	log     bytes.Buffer
	failed  int // exit code of the last step that failed
}

func readAction(t *testing.T) *action {
	t.Helper()
	text, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	return &a
}

// binary builds the command once.
func binary(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the action's scripts are for bash")
	}
	text, err := built()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return filepath.Join(shared, "collide")
}

// shared is a folder that the tests have in common, for built, which builds once what all of them run.
var (
	shared string
	built  = sync.OnceValues(func() ([]byte, error) {
		c := exec.Command("go", "build", "-tags", "nogpu", "-o", filepath.Join(shared, "collide"), "./cmd/collide")
		c.Dir = ".."
		return c.CombinedOutput()
	})
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "collide")
	if err != nil {
		panic(err)
	}
	shared = dir
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// run does what the service does with the steps of a composite action.
func (a *action) run(t *testing.T, dir string, inputs map[string]string) *job {
	t.Helper()
	j := &job{t: t, dir: dir, temp: t.TempDir(), inputs: map[string]string{}, outputs: map[string]string{}}
	for name, in := range a.Inputs {
		j.inputs[name] = in.Default
		if v, ok := inputs[name]; ok {
			j.inputs[name] = v
		} else if in.Required {
			t.Fatalf("input %s is required", name)
		}
	}
	for name := range inputs {
		if _, ok := a.Inputs[name]; !ok {
			t.Fatalf("there is no input %s", name)
		}
	}
	for i := range a.Runs.Steps {
		j.step(&a.Runs.Steps[i])
	}
	return j
}

var expression = regexp.MustCompile(`\$\{\{\s*([\w.-]+)\s*\}\}`)

func (j *job) value(text string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		if input, ok := strings.CutPrefix(name, "inputs."); ok {
			return j.inputs[input]
		}
		if name == "runner.temp" {
			return j.temp
		}
		return j.outputs[name]
	})
}

func (j *job) step(s *step) {
	always, wanted, _ := strings.Cut(s.If, "&&")
	if j.failed != 0 && strings.TrimSpace(always) != "always()" {
		return
	}
	if name, _, ok := strings.Cut(strings.TrimSpace(wanted), " != ''"); ok && j.outputs[name] == "" {
		return
	}
	if s.Uses != "" {
		return // an upload
	}
	output := filepath.Join(j.temp, "output-"+s.ID)
	c := exec.Command("bash", "-e", "-c", s.Run)
	c.Dir = j.dir
	here, err := filepath.Abs("..")
	if err != nil {
		j.t.Fatal(err)
	}
	c.Env = append(os.Environ(), "GITHUB_ACTIONS=true", "GITHUB_ACTION_PATH="+here, "GITHUB_OUTPUT="+output, "GITHUB_STEP_SUMMARY="+j.temp+"/summary.md")
	for name, text := range s.Env {
		c.Env = append(c.Env, name+"="+j.value(text))
	}
	c.Stdout, c.Stderr = &j.log, &j.log
	var exit *exec.ExitError
	if err := c.Run(); errors.As(err, &exit) {
		j.failed = exit.ExitCode()
	} else if err != nil {
		j.t.Fatal(err)
	}
	text, err := os.ReadFile(output)
	if err != nil {
		return // no outputs
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		j.outputs["steps."+s.ID+".outputs."+name] = value
	}
}

// summary returns what the job's page shows.
func (j *job) summary() string {
	text, err := os.ReadFile(filepath.Join(j.temp, "summary.md"))
	if err != nil {
		return ""
	}
	return string(text)
}

// commands returns the lines of the log that the service takes as commands.
func (j *job) commands() []string {
	var list []string
	stopped := ""
	for line := range strings.Lines(j.log.String()) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case stopped != "":
			if line == stopped {
				stopped = ""
			}
		case strings.HasPrefix(line, "::stop-commands::"):
			stopped = "::" + strings.TrimPrefix(line, "::stop-commands::") + "::"
		case strings.HasPrefix(strings.TrimLeft(line, " \t"), "::") || strings.Contains(line, "##["):
			list = append(list, line)
		}
	}
	return list
}

func example(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../examples/ci")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// breakExample applies the change that lets two parts collide.
func breakExample(t *testing.T, dir string) {
	t.Helper()
	patch := exec.Command("git", "apply", "change.patch")
	patch.Dir = dir
	if text, err := patch.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// TestActionOnTheExample runs the steps before and after the change that breaks it.
func TestActionOnTheExample(t *testing.T) {
	a, bin, dir := readAction(t), binary(t), example(t)
	inputs := map[string]string{"files": "assembly.json", "allow": "touching.allow", "solid": "true", "binary": bin}
	j := a.run(t, dir, inputs)
	if j.failed != 0 || j.outputs["steps.check.outputs.outcome"] != "pass" || len(j.commands()) != 0 || !strings.Contains(j.summary(), "## collide: touching as allowed") {
		t.Fatalf("before the change: exit code %d, outcome %s, commands %q, summary\n%s\nlog\n%s", j.failed, j.outputs["steps.check.outputs.outcome"], j.commands(), j.summary(), &j.log)
	}
	breakExample(t, dir)
	j = a.run(t, dir, inputs)
	want := "::error file=parts/shaft.obj,title=collide::bearing and shaft touch in 64 triangle pairs"
	if j.failed != 1 || j.outputs["steps.check.outputs.outcome"] != "fail" || len(j.commands()) != 1 || j.commands()[0] != want {
		t.Errorf("after the change: exit code %d, outcome %s, commands %q\n%s", j.failed, j.outputs["steps.check.outputs.outcome"], j.commands(), &j.log)
	}
	if !strings.Contains(j.summary(), "| collision | `bearing` × `shaft` | 64 |") {
		t.Errorf("summary\n%s", j.summary())
	}
	reports := j.outputs["steps.check.outputs.reports"]
	for _, name := range []string{"collide.txt", "collide.json", "collide.junit.xml", "collide.sarif", "collide.html", "collide.md", "collide.github.txt"} {
		if info, err := os.Stat(filepath.Join(reports, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if keep := os.Getenv("COLLIDE_KEEP"); keep != "" { // to look at
		if err := os.CopyFS(keep, os.DirFS(reports)); err != nil {
			t.Error(err)
		}
	}
}

// clearances are what the example gives for the input of that name: its shaft is 0.5 above its bearing.
var clearances = []struct {
	clearance, says string
	code            int
}{
	{"0.4", "result: touching as allowed", 0},
	{"0.5", "bearing and shaft are 0.5 apart, expected more than 0.5", 1},
	{"-1", "invalid argument", 2},
	{"1 --allow=touching.allow", "invalid argument", 2},
	{"$(touch stolen)", "invalid argument", 2},
}

// TestActionWithAClearance: pairs that are too near fail, and an input that is no distance is an error.
func TestActionWithAClearance(t *testing.T) {
	a, bin, dir := readAction(t), binary(t), example(t)
	for _, c := range clearances {
		j := a.run(t, dir, map[string]string{"files": "assembly.json", "allow": "touching.allow", "solid": "true", "clearance": c.clearance, "binary": bin})
		if j.failed != c.code || !strings.Contains(j.log.String(), c.says) {
			t.Errorf("clearance %q: exit code %d, want %d and %q\n%s", c.clearance, j.failed, c.code, c.says, &j.log)
		}
		if commands := j.commands(); (len(commands) > 0) != (c.code == 1) {
			t.Errorf("clearance %q: annotations %q", c.clearance, commands)
		}
		if c.code == 1 && !strings.Contains(j.summary(), "| too near | `bearing` × `shaft` |") {
			t.Errorf("clearance %q: summary\n%s", c.clearance, j.summary())
		}
		if _, err := os.Stat(filepath.Join(dir, "stolen")); err == nil {
			t.Errorf("clearance %q was run by the shell", c.clearance)
		}
	}
}

// TestActionUsesNoExpressionsInScripts: inputs reach scripts through the environment alone.
func TestActionUsesNoExpressionsInScripts(t *testing.T) {
	for _, s := range readAction(t).Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("step %s has an expression in %q", s.ID, s.Run)
		}
		if s.Uses != "" && !regexp.MustCompile(`@[0-9a-f]{40}$`).MatchString(s.Uses) {
			t.Errorf("%s is not pinned by a commit", s.Uses)
		}
	}
	workflow, err := os.ReadFile("../examples/ci/.github/workflows/collide.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"on: [pull_request]\n", "permissions:\n  contents: read\n", "persist-credentials: false"} {
		if !strings.Contains(string(workflow), want) {
			t.Errorf("the example's workflow has no %q", want)
		}
	}
}
