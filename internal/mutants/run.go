package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// runner tests one mutant after another.
type runner struct {
	*settings
	out io.Writer
	// limits is how long a command of tests may take, by its arguments: several times
	// what it takes without a change.
	limits   map[string]time.Duration
	dir      string
	sources  map[*target]*instrumented
	programs map[string]string  // test binaries by target, package and tags
	binaries map[string]*binary // by target and arguments
	history  history
}

// all runs the mutants of the sample that the state lacks.
func (r *runner) all(ctx context.Context, sample []*mutant, known equivalents, st *state) error {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r.begin(dir)
	todo := map[*target][]*mutant{}
	for _, m := range sample {
		was, done := st.done[m.key]
		if _, equal := known.match(m.key); !equal && (!done || was.Outcome == survived && (r.again || was.Stages < r.stagesOf(m))) {
			todo[m.target] = append(todo[m.target], m)
		}
		r.history.add(m.file, was.By)
	}
	start := time.Now()
	for i, m := range sample {
		if !slices.Contains(todo[m.target], m) {
			continue
		}
		if ctx.Err() != nil || time.Since(start) > r.limit {
			break
		}
		rec, err := r.test(ctx, m, todo[m.target], st.done[m.key].Stages)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		if err := st.add(rec); err != nil {
			return err
		}
		r.history.add(m.file, rec.By)
		fmt.Fprintf(r.out, "%d/%d %s %.1f s %s:%d %s\n", i+1, len(sample), rec.Outcome, rec.Seconds, m.file, m.line, rec.By)
		if rec.Outcome == survived {
			fmt.Fprintf(r.out, "\t%s\n", m.key)
		}
	}
	return nil
}

// begin makes a runner ready to work in a directory.
func (r *runner) begin(dir string) {
	r.dir, r.limits, r.history = dir, map[string]time.Duration{}, history{}
	r.sources, r.programs, r.binaries = map[*target]*instrumented{}, map[string]string{}, map[string]*binary{}
}

// stagesOf returns how many of the target's commands are to be run.
func (r *runner) stagesOf(m *mutant) int { return min(r.stages, len(m.target.tests)) }

// test runs the tests of a mutant, those it has not survived yet, until one notices. The others
// that are to be run are instrumented with the first of a target.
func (r *runner) test(ctx context.Context, m *mutant, todo []*mutant, from int) (rec record, err error) {
	if r.again {
		from = 0
	}
	rec = record{Key: m.key, Sum: m.sum, Outcome: survived, Stages: r.stagesOf(m)}
	tests := m.target.tests[from:rec.Stages]
	if r.compile {
		err = r.compiled(ctx, m, tests, &rec)
		return rec, err
	}
	in := r.sources[m.target]
	if in == nil {
		if in, err = r.instrument(ctx, m.target, todo); err != nil {
			return rec, err
		}
		r.sources[m.target] = in
	}
	switch {
	case in.unbuilt[m]:
		rec.Outcome = unbuilt
	case in.number[m] == 0:
		err = r.compiled(ctx, m, tests, &rec)
	default:
		err = r.switched(ctx, in, m, tests, &rec)
	}
	return rec, err
}

// switched runs commands of tests of a mutant that a source with many holds.
func (r *runner) switched(ctx context.Context, in *instrumented, m *mutant, tests [][]string, rec *record) error {
	for _, args := range tests {
		b, err := r.binary(ctx, in, args)
		if err != nil {
			return err
		}
		start := time.Now()
		rec.Outcome, rec.By = r.switchedTest(ctx, b, in, m)
		rec.Seconds += time.Since(start).Seconds()
		if rec.Outcome != survived {
			break
		}
	}
	return nil
}

// compiled runs commands of tests of a mutant that is compiled on its own.
func (r *runner) compiled(ctx context.Context, m *mutant, tests [][]string, rec *record) error {
	for _, args := range tests {
		if err := r.baseline(ctx, args); err != nil {
			return err
		}
	}
	overlay, err := r.overlay(m)
	if err != nil {
		return err
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
	return nil
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
	original, source, err := r.read(m.file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(r.dir, "changed.go")
	if err := os.WriteFile(changed, slices.Concat(source[:m.begin], []byte(m.text), source[m.end:]), 0o666); err != nil {
		return "", err
	}
	return writeOverlay(r.dir, map[string]string{original: changed})
}

// command runs go test.
func (r *runner) command(ctx context.Context, limit time.Duration, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit+time.Minute)
	defer cancel()
	test := []string{"test", "-count=1", "-vet=off", "-short", "-failfast", "-timeout", limit.Round(time.Second).String()}
	return r.goCommand(ctx, append(test, args...)...)
}

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// judge reports what the output of go test means, and which test failed.
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
