package report

import (
	"bufio"
	"fmt"
	"io"
)

// out is where reports are written. A bufio.Writer keeps its first error and
// does nothing after it, so only flush needs looking at.
type out struct{ w *bufio.Writer }

func newOut(w io.Writer) out { return out{bufio.NewWriterSize(w, 1<<16)} }

func (o out) put(s string)                    { _, _ = o.w.WriteString(s) }
func (o out) putBytes(b []byte)               { _, _ = o.w.Write(b) }
func (o out) putf(format string, args ...any) { _, _ = fmt.Fprintf(o.w, format, args...) }
func (o out) flush() error                    { return o.w.Flush() }

// err returns the first error so far.
func (o out) err() error {
	_, err := o.w.Write(nil)
	return err
}
