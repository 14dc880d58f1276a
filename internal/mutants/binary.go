package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// binary runs the tests of one command of a target, with the mutants of the target in it.
type binary struct {
	program, dir string
	exec         []string // what runs the program, empty for the system
	selection    []string // -test.run and -test.skip
	// whole is true where the selection names subtests: such a command is run as a whole.
	whole bool
	tests []timed
}

// timed is a test, how long it takes without a change, and the numbers of the functions it calls.
type timed struct {
	name    string
	seconds float64
	reached map[int]bool
}

// command is what the arguments of a command of tests say.
type command struct {
	pkg, run, skip string
	build, exec    []string
}

func parseCommand(args []string) command {
	c := command{pkg: args[len(args)-1]}
	for i := 0; i+2 < len(args); i += 2 {
		switch value := args[i+1]; args[i] {
		case "-run":
			c.run = value
		case "-skip":
			c.skip = value
		case "-exec":
			c.exec = strings.Fields(value)
		default:
			c.build = append(c.build, args[i], value)
		}
	}
	return c
}

// binary builds the program of a command, or takes the one that is built, and times its tests
// without a change: they must pass.
func (r *runner) binary(ctx context.Context, in *instrumented, args []string) (*binary, error) {
	key := in.target.dir + " " + strings.Join(args, " ")
	if b := r.binaries[key]; b != nil {
		return b, nil
	}
	c := parseCommand(args)
	program, err := r.program(ctx, in, c)
	if err != nil {
		return nil, err
	}
	b := &binary{program: program, dir: filepath.Join(r.root, c.pkg), exec: c.exec, whole: strings.Contains(c.run, "/")}
	if c.run != "" {
		b.selection = append(b.selection, "-test.run="+c.run)
	}
	if c.skip != "" {
		b.selection = append(b.selection, "-test.skip="+c.skip)
	}
	names, err := r.names(ctx, b, c)
	if err != nil {
		return nil, err
	}
	if err := r.time(ctx, b, names); err != nil {
		return nil, err
	}
	r.binaries[key] = b
	return b, nil
}

// program builds the test binary of a package once.
func (r *runner) program(ctx context.Context, in *instrumented, c command) (string, error) {
	key := strings.Join(append([]string{in.target.dir, c.pkg}, c.build...), " ")
	if name := r.programs[key]; name != "" {
		return name, nil
	}
	name, err := filepath.Abs(filepath.Join(r.dir, fmt.Sprintf("%d.test", len(r.programs))))
	if err != nil {
		return "", err
	}
	args := slices.Concat([]string{"test", "-c", "-vet=off", "-overlay", in.overlay, "-o", name}, c.build, []string{c.pkg})
	if out, err := r.goCommand(ctx, args...); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	r.programs[key] = name
	return name, nil
}

// names returns the tests that a command selects, or one without a name where it is run as a whole.
func (r *runner) names(ctx context.Context, b *binary, c command) ([]string, error) {
	if b.whole {
		return []string{""}, nil
	}
	run, err := regexp.Compile(c.run)
	if err != nil {
		return nil, err
	}
	skip, err := regexp.Compile(c.skip)
	if err != nil {
		return nil, err
	}
	out, err := r.start(ctx, b, nil, time.Hour, []string{"-test.list=^(Test|Fuzz|Example)"})
	if err != nil {
		return nil, fmt.Errorf("%s lists no tests: %w\n%s", b.dir, err, out)
	}
	var names []string
	for _, name := range strings.Fields(string(out)) {
		if run.MatchString(name) && (c.skip == "" || !skip.MatchString(name)) {
			names = append(names, name)
		}
	}
	return names, nil
}

// time runs each test of a binary without a change: it must pass.
func (r *runner) time(ctx context.Context, b *binary, names []string) error {
	total := 0.0
	for i, name := range names {
		reach := filepath.Join(r.dir, fmt.Sprintf("reach%d.%d", len(r.binaries), i))
		t := timed{name: name, reached: map[int]bool{}}
		start := time.Now()
		out, err := r.start(ctx, b, []string{variable + "=" + strconv.Itoa(reaching), reachVariable + "=" + reach}, time.Hour, b.selected([]timed{t}))
		if err != nil {
			return fmt.Errorf("%s %s fails without a change: %w\n%s", b.dir, name, err, out)
		}
		t.seconds = time.Since(start).Seconds()
		numbers, err := os.ReadFile(reach)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, text := range strings.Fields(string(numbers)) {
			n, _ := strconv.Atoi(text) // written by mutantReach
			t.reached[n] = true
		}
		b.tests, total = append(b.tests, t), total+t.seconds
	}
	fmt.Fprintf(r.out, "unchanged, %d tests of %s %s pass in %.1f s\n", len(b.tests), b.dir, strings.Join(b.selection, " "), total)
	return nil
}

// selected returns the arguments that select tests.
func (b *binary) selected(tests []timed) []string {
	if b.whole {
		return b.selection
	}
	var names []string
	for _, t := range tests {
		names = append(names, regexp.QuoteMeta(t.name))
	}
	return []string{"-test.run=^(" + strings.Join(names, "|") + ")$"}
}

// start runs a binary with additions to the environment.
func (r *runner) start(ctx context.Context, b *binary, env []string, limit time.Duration, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit+20*time.Second)
	defer cancel()
	words := slices.Concat(b.exec, []string{b.program, "-test.short", "-test.failfast", "-test.parallel=1", "-test.timeout=" + limit.Round(time.Second).String()}, args)
	c := r.process(ctx, words[0], words[1:]...)
	c.Dir = b.dir
	c.Env = append(c.Env, env...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	return out.Bytes(), err
}
