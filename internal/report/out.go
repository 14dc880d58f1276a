package report

import (
	"bufio"
	"context"
	"fmt"
	"io"
)

// out is where reports are written. A bufio.Writer keeps its first error and
// does nothing after it, so only flush needs looking at.
type out struct{ w *bufio.Writer }

func newOut(w io.Writer) out { return out{bufio.NewWriterSize(w, 1<<16)} }

// newOutUntil returns an out that writes nothing once a context has ended, whose error
// it then has.
func newOutUntil(ctx context.Context, w io.Writer) out { return newOut(&until{ctx, w}) }

type until struct {
	ctx context.Context
	w   io.Writer
}

func (u *until) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}

func (o out) put(s string)                    { _, _ = o.w.WriteString(s) }
func (o out) putBytes(b []byte)               { _, _ = o.w.Write(b) }
func (o out) putf(format string, args ...any) { _, _ = fmt.Fprintf(o.w, format, args...) }
func (o out) flush() error                    { return o.w.Flush() }

// err returns the first error so far.
func (o out) err() error {
	_, err := o.w.Write(nil)
	return err
}
