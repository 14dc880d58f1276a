package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The exit codes. Of several that apply, bad input wins over a collision, and a
// collision over an incomplete answer.
const (
	exitFree       = 0
	exitCollision  = 1
	exitBad        = 2
	exitIncomplete = 3
)

// app is one run of the program.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// code is what a verb that returned no error exits with.
	code int
}

// run is the program: it returns the exit code. Data goes to stdout; errors, a
// line each, and progress to stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return a.code
	case errors.Is(err, context.Canceled):
		a.logf("interrupted")
		return exitIncomplete
	default:
		a.logf("%s", oneLine(err.Error()))
		return exitBad
	}
}

// logf writes a line to stderr.
func (a *app) logf(format string, args ...any) {
	// There is nowhere left to report that stderr is gone.
	_, _ = fmt.Fprintf(a.stderr, "collide: "+format+"\n", args...)
}

// oneLine keeps an error to a line, as scripts expect.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// verdictCode is the exit code of check and sweep.
func verdictCode(colliding, complete bool) int {
	switch {
	case colliding:
		return exitCollision
	case !complete:
		return exitIncomplete
	default:
		return exitFree
	}
}
