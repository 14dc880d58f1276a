package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/backend"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/scene"
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
	// limits are those of the files that a verb reads.
	limits scene.Limits
	// unit is that of lengths, "" for that of the files.
	unit string
	// robot are the flags about robots.
	robot robotFlags
	// chooser returns what chooses the back end that no flag names; nil for the CPU.
	chooser func(opt *collide.Options, bar *progress) *backend.Chooser
	// code is what a verb that returned no error exits with.
	code int
}

// run is the program: it returns the exit code. Data goes to stdout; errors, a
// line each, and progress to stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, cancel := plain(ctx)
	defer cancel()
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, chooser: deviceChooser}
	return a.run(ctx, args)
}

func (a *app) run(ctx context.Context, args []string) int {
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return a.code
	case errors.Is(err, context.Canceled):
		a.logf("interrupted")
		if a.code == exitCollision { // found before
			return exitCollision
		}
		return exitIncomplete
	default:
		a.logf("%s", oneLine(err.Error()))
		return exitBad
	}
}

// plain returns a context that ends with another one but without the cause: which signal
// came is no business of reports, which say "interrupted".
func plain(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(parent))
	stop := context.AfterFunc(parent, cancel)
	if parent.Err() != nil {
		cancel()
	}
	return ctx, func() { stop(); cancel() }
}

// logf writes a line to stderr. Names and paths in it are quoted by quote.Name; what is
// not for printing all the same is escaped.
func (a *app) logf(format string, args ...any) {
	// There is nowhere left to report that stderr is gone.
	_, _ = fmt.Fprintf(a.stderr, "collide: %s\n", quote.Line(fmt.Sprintf(format, args...)))
}

// oneLine keeps an error to a line, as scripts expect.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// exitCode is that of check and sweep.
func exitCode(o report.Outcome) int {
	switch o {
	case report.Pass:
		return exitFree
	case report.Fail:
		return exitCollision
	case report.Undecided:
	}
	return exitIncomplete
}
