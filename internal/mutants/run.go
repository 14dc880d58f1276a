package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// runner tests one mutant after another.
type runner struct {
	*settings
	out io.Writer
	// limits is how long a command of tests may take, by its arguments: several times
	// what it takes without a change.
	limits map[string]time.Duration
	dir    string
}

// all runs the mutants of the sample that the state lacks.
func (r *runner) all(ctx context.Context, sample []*mutant, known equivalents, st *state) error {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r.dir, r.limits = dir, map[string]time.Duration{}
	start := time.Now()
	for i, m := range sample {
		was, done := st.done[m.key]
		if done && was.Outcome == survived && r.again {
			was.Stages = 0
		}
		if _, equal := known.match(m.key); equal || done && (was.Outcome != survived || was.Stages >= r.stagesOf(m)) {
			continue
		}
		if ctx.Err() != nil || time.Since(start) > r.limit {
			break
		}
		rec, err := r.test(ctx, m, was.Stages)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		if err := st.add(rec); err != nil {
			return err
		}
		fmt.Fprintf(r.out, "%d/%d %s %.0f s %s:%d %s\n", i+1, len(sample), rec.Outcome, rec.Seconds, m.file, m.line, rec.By)
		if rec.Outcome == survived {
			fmt.Fprintf(r.out, "\t%s\n", m.key)
		}
	}
	return nil
}

// stagesOf returns how many of the target's commands are to be run.
func (r *runner) stagesOf(m *mutant) int { return min(r.stages, len(m.target.tests)) }

// test runs the tests of a mutant, those it has not survived yet, until one notices.
func (r *runner) test(ctx context.Context, m *mutant, from int) (record, error) {
	rec := record{Key: m.key, Sum: m.sum, Outcome: survived, Stages: r.stagesOf(m)}
	tests := m.target.tests[from:rec.Stages]
	for _, args := range tests {
		if err := r.baseline(ctx, args); err != nil {
			return rec, err
		}
	}
	overlay, err := r.overlay(m)
	if err != nil {
		return rec, err
	}
	start := time.Now()
	for _, args := range tests {
		limit := r.limits[strings.Join(args, " ")]
		out, err := r.command(ctx, limit, append([]string{"-overlay", overlay}, args...))
		if rec.Outcome, rec.By = judge(out, err); rec.Outcome != survived {
			break
		}
	}
	rec.Seconds = time.Since(start).Seconds()
	return rec, nil
}

// baseline runs the tests without a change, once: they must pass.
func (r *runner) baseline(ctx context.Context, args []string) error {
	name := strings.Join(args, " ")
	if r.limits[name] > 0 {
		return nil
	}
	start := time.Now()
	if out, err := r.command(ctx, time.Hour, args); err != nil {
		return fmt.Errorf("go test %s fails without a change: %w\n%s", name, err, out)
	}
	took := time.Since(start)
	r.limits[name] = 4*took + 30*time.Second
	fmt.Fprintf(r.out, "unchanged, go test %s passes in %.0f s\n", name, took.Seconds())
	return nil
}

// overlay writes the changed file and the list that puts it in place of its original.
func (r *runner) overlay(m *mutant) (string, error) {
	original, err := filepath.Abs(filepath.Join(r.root, filepath.FromSlash(m.file)))
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(r.dir, "changed.go")
	if err := os.WriteFile(changed, slices.Concat(source[:m.begin], []byte(m.text), source[m.end:]), 0o666); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(r.dir, "overlay.json")
	return name, os.WriteFile(name, list, 0o666)
}

// command runs go test. A mutant may allocate without end, so memory is bounded.
func (r *runner) command(ctx context.Context, limit time.Duration, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit+time.Minute)
	defer cancel()
	test := []string{"-c", `ulimit -v 8000000; exec go test "$@"`, "go", "-count=1", "-vet=off", "-short", "-failfast", "-timeout", limit.Round(time.Second).String()}
	c := exec.CommandContext(ctx, "sh", append(test, args...)...)
	c.Dir = r.root
	c.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(r.procs), "GOFLAGS=-p="+strconv.Itoa(r.procs))
	group(c)
	c.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	return out.Bytes(), err
}

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// judge tells what the output of go test means, and which test failed.
func judge(out []byte, err error) (outcome, string) {
	switch {
	case err == nil:
		return survived, ""
	case bytes.Contains(out, []byte("[build failed]")), bytes.Contains(out, []byte("[setup failed]")):
		return unbuilt, ""
	case bytes.Contains(out, []byte("panic: test timed out")):
		return timedOut, ""
	}
	if m := failed.FindSubmatch(out); m != nil {
		return killed, string(m[1])
	}
	return killed, "a crash"
}
