package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/collide-go/collide/internal/require"
)

var update = flag.Bool("update", false, "rewrite the golden output in testdata/script")

// TestMain lets scripts and tests run this binary as the command collide.
func TestMain(m *testing.M) {
	testscript.Main(tidy{m}, map[string]func(){"collide": main})
}

// tidy removes what tests shared once all have run.
type tidy struct{ *testing.M }

func (t tidy) Run() int {
	defer func() {
		if verifierDir != "" {
			_ = os.RemoveAll(verifierDir) // in the folder of temporary files
		}
	}()
	return t.M.Run()
}

// TestScripts runs the transcripts in testdata/script. $DATA is the repository's
// testdata; [full] and [ci] hold where COLLIDE_REQUIRE has those words; scrub replaces what changes from run to run
// or belongs to other packages.
func TestScripts(t *testing.T) {
	data, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir() // shared, since a software driver keeps kernels there, too
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "1")
			e.Setenv("XDG_CACHE_HOME", cache)
			e.Setenv("GOGC", "400") // a thousand short runs
			for _, dir := range []string{"ur5", "example"} {
				if err := os.CopyFS(filepath.Join(e.WorkDir, dir), os.DirFS(filepath.Join(data, dir))); err != nil {
					return err
				}
			}
			return os.CopyFS(filepath.Join(e.WorkDir, "trees"), os.DirFS("../../scene/testdata/trees"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exitcode": runExpecting, "scrub": scrub,
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "full":
				return require.Full(), nil
			case "ci":
				return require.CI(), nil
			}
			return false, fmt.Errorf("no condition %q", name)
		},
	})
}

// runExpecting is the script command "exitcode N collide args...".
func runExpecting(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode N command args...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = exitStatus.FindString(err.Error())
	}
	if got != args[0] {
		ts.Fatalf("exit code %s (%v), want %s", got, err, args[0])
	}
}

var exitStatus = regexp.MustCompile(`\d+$`)

// scrub is the script command "scrub file...": it replaces times, worker counts
// and versions. It also takes the names stdout and stderr and writes files of
// those names.
func scrub(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		text := ts.ReadFile(name)
		for _, s := range scrubbers {
			text = s.pattern.ReplaceAllString(text, s.with)
		}
		if err := os.WriteFile(ts.MkAbs(name), []byte(text), 0o644); err != nil {
			ts.Fatalf("%v", err)
		}
	}
}

var scrubbers = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`\b[0-9.e+]+ (ns|µs|ms|s)\b`), "TIME"},
	{regexp.MustCompile(`\b[0-9.]+ frames/s`), "RATE"},
	{regexp.MustCompile(`\b[0-9.]+ MB\b`), "SIZE"},
	{regexp.MustCompile(`\b[0-9.]+ (candidates?|candidate pairs|volume tests|volume updates|primitive tests|adaptive signs|exact signs)\b`), "N $1"},
	{regexp.MustCompile(`\b\d+ workers?\b`), "WORKERS"},
	{regexp.MustCompile(`\bmethod auto \(\w+\)`), "method auto (CHOSEN)"},
	{regexp.MustCompile(`hierarchy +.*`), "hierarchy TREE"},
	{regexp.MustCompile(`"(nodes|leaves|depth|balance|sah|bytes)": [0-9.e+-]+`), `"$1": N`},
	{regexp.MustCompile(`\btime="[0-9.]+"`), `time="T"`},
	{regexp.MustCompile(`"version":"devel[^"]*"`), `"version":"VERSION"`},
	{regexp.MustCompile(`collide devel[^,]*, (\d+ input files?), SHA-256 of their list [0-9a-f]{64}`), "collide VERSION, $1, SHA-256 of their list HASH"},
}

// TestCancelledRun gives every verb a context that is already cancelled: each
// must end with what it has, marked incomplete.
func TestCancelledRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	knot, ring := "../../testdata/example/knot.obj", "../../testdata/example/ring.obj"
	for _, c := range []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{"check", knot, ring, "--format", "json"}, exitIncomplete, `"complete": false`, "collide: incomplete: interrupted"},
		{[]string{"check", knot, ring, "--image", "never.png"}, exitIncomplete, `result: undecided (incomplete: interrupted`, ""},
		{[]string{"convert", knot, filepath.Join(t.TempDir(), "never.stl")}, exitIncomplete, "", "collide: interrupted"},
		{[]string{"sim", "../../testdata/ur5/free.json"}, exitIncomplete, "", "collide: interrupted"},
		{[]string{"gen", "motion"}, exitIncomplete, "", "collide: interrupted"},
		{[]string{"info", knot}, exitIncomplete, "", "collide: interrupted"},
	} {
		code, stdout, stderr := runHere(ctx, nil, c.args...)
		if code != c.code || !contains(stdout, c.stdout) || !contains(stderr, c.stderr) {
			t.Errorf("%v: exit %d, stdout %q, stderr %q; want exit %d, %q, %q", c.args, code, stdout, stderr, c.code, c.stdout, c.stderr)
		}
	}
	if _, err := os.Stat("never.png"); err == nil {
		t.Error("an interrupted check drew a picture")
	}
}
