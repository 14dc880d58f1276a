package main

import (
	"context"
	"io"

	"github.com/collide-go/collide/internal/atomicfile"
)

// output is standard output or the file of --out, which appears whole or not at all.
type output struct {
	io.Writer
	file *atomicfile.File // nil for standard output
}

// create opens the file of --out, or standard output for "".
func (a *app) create(ctx context.Context, path string) (*output, error) {
	if path == "" {
		return &output{Writer: a.stdout}, nil
	}
	f, err := atomicfile.Create(ctx, path)
	if err != nil {
		return nil, err
	}
	return &output{f, f}, nil
}

// commit puts the file in its place.
func (o *output) commit() error {
	if o.file == nil {
		return nil
	}
	return o.file.Commit()
}

// discard removes what was not committed.
func (o *output) discard() {
	if o.file != nil {
		o.file.Discard()
	}
}

// produce is writeTo for what is worth nothing in part: the end of the context ends it.
// A report, on the other hand, is written after an interruption, too.
func (a *app) produce(ctx context.Context, path string, write func(io.Writer) error) error {
	return a.writeTo(ctx, path, func(w io.Writer) error { return write(untilDone{ctx, w}) })
}

// untilDone fails with the context's error after its end.
type untilDone struct {
	ctx context.Context
	io.Writer
}

func (u untilDone) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.Writer.Write(p)
}

// writeTo runs write on standard output or the file of --out.
func (a *app) writeTo(ctx context.Context, path string, write func(io.Writer) error) error {
	if path == "" {
		return write(a.stdout)
	}
	return atomicfile.Write(ctx, path, write)
}
