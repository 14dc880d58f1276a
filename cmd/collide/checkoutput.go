package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
)

// checkOutput is a report of a check: its format and its file, "" for standard output.
type checkOutput struct {
	format report.Format
	path   string
}

// outputs returns the reports that the flags ask for.
func (f *checkFlags) outputs() ([]checkOutput, error) {
	names := strings.Split(f.format, ",")
	switch {
	case f.outDir != "" && f.out != "":
		return nil, errors.New("--out and --out-dir; expected one of them")
	case f.outDir == "" && len(names) > 1:
		return nil, fmt.Errorf("--format %s; several formats need --out-dir", f.format)
	case f.outDir == "":
		return []checkOutput{{formatOf(checkFormats(), f.format), f.out}}, nil
	}
	if err := os.MkdirAll(f.outDir, 0o777); err != nil {
		return nil, fmt.Errorf("--out-dir %s: cannot be made: %w", quote.Name(f.outDir), cause(err))
	}
	var list []checkOutput
	for _, name := range names {
		format := formatOf(checkFormats(), name)
		list = append(list, checkOutput{format, filepath.Join(f.outDir, "collide"+format.Ext)})
	}
	return list, nil
}

// claims are the files that a check is going to write.
func (f *checkFlags) claims(outputs []checkOutput) []claim {
	flag := "--out"
	if f.outDir != "" {
		flag = "--out-dir"
	}
	var list []claim
	for _, o := range outputs {
		list = append(list, claim{flag, o.path})
	}
	return append(list, claim{"--image", f.image}, claim{"--write-rules", f.propose}, claim{"--write-statuses", f.proposeStatuses}, claim{"--proof", f.proof})
}

// hurry is how long the reports of an interrupted check may look for where contacts are.
const hurry = 250 * time.Millisecond

// reportCheck writes the reports and the picture and sets the exit code. An interrupted
// check has its reports all the same; a report that is interrupted while it is written leaves no file.
func (a *app) reportCheck(ctx context.Context, in *inputs, outputs []checkOutput, f *checkFlags, c *report.Check) error {
	writing := ctx
	if ctx.Err() != nil {
		writing, c.Places.Time, c.Places.Brief = context.WithoutCancel(ctx), hurry, true
	}
	if in.bodies.Single() { // of a link with several shapes there are no pictures
		c.Pictures = &report.Pictures{Shapes: in.shapes, Up: in.up()}
	}
	c.Bodies = in.describe(ctx, slices.ContainsFunc(outputs, func(o checkOutput) bool { return o.format.Name == "json" }))
	a.compareBaseline(f, c)
	a.code = exitCode(c.Outcome())
	var files atomicfile.Batch
	defer files.Discard()
	shown := false // whether a person sees why a check is incomplete
	for _, o := range outputs {
		c.Color = o.path == "" && wantsColor(a.stdout)
		shown = shown || o.path == "" && o.format.Name == "text"
		write := func(w io.Writer) error { return o.format.Check(writing, w, c) }
		if o.format.Name == html {
			page := in.page(c)
			write = func(w io.Writer) error { return page.Write(writing, w) }
		}
		progress := c.Places.Progress
		if o.path == "" && o.format.Name == "csv" { // rows and a bar would mix
			c.Places.Progress = nil
		}
		to := func() error { return files.Write(ctx, o.path, write) }
		if o.path == "" {
			to = func() error { return write(a.stdout) }
		}
		if err := to(); err != nil {
			return err
		}
		c.Places.Progress = progress
	}
	if err := files.Commit(); err != nil {
		return err
	}
	if err := a.propose(ctx, in, f.propose, c); err != nil {
		return err
	}
	if err := a.proposeStatuses(ctx, f.proposeStatuses, c); err != nil {
		return err
	}
	if left := c.Places.LeftOut(); left != "" {
		a.logf("%s", left)
	}
	if c.Err != nil && !shown {
		a.logf("incomplete: %s", report.ReasonOf(c.Err))
	}
	if f.image == "" {
		return nil
	}
	return a.drawImage(ctx, in, f.image, c)
}
