// Package input opens the files that a program reads.
//
// Every reader of this module opens its files here, so that they are treated alike:
// only regular files are opened (a pipe would block for ever), a cancelled context
// ends the wait, a file that the program is about to overwrite is refused, and all
// files can be bound to one directory ([OpenRoot]).
package input

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/collide-go/collide/internal/quote"
)

// ErrIrregular is wrapped by the error of opening a directory, pipe, device or
// socket.
var ErrIrregular = errors.New("expected a regular file")

// Files opens files. A nil *Files opens every regular file of the machine and has
// reserved none. Open may be called by several goroutines.
type Files struct {
	root     *root
	reserved []reservation
}

type reservation struct {
	use  string
	info fs.FileInfo
}

// Reserve makes Open and Check refuse a file, because the program is going to write
// it; use names the output in the error, such as "--out report.json".
func (f *Files) Reserve(use string, info fs.FileInfo) {
	f.reserved = append(f.reserved, reservation{use, info})
}

// Check returns the error of opening a reserved file, nil for every other path. It
// opens nothing.
func (f *Files) Check(path string) error {
	if info, err := f.stat(path); err == nil { // else whoever opens it reports that
		return f.free(path, info)
	}
	return nil
}

// free returns an error for a file that is reserved.
func (f *Files) free(path string, info fs.FileInfo) error {
	if f == nil {
		return nil
	}
	for _, r := range f.reserved {
		if os.SameFile(r.info, info) {
			return fmt.Errorf("%s: the same file as the input %s; expected another", quote.Line(r.use), quote.Name(path))
		}
	}
	return nil
}

// Open opens the regular file at path. Except for a reserved file, errors are of
// type *fs.PathError; that of a cancelled context wraps the context's.
func (f *Files) Open(ctx context.Context, path string) (*os.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, failed(path, err)
	}
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() { // a file system of the network may answer late
		file, err := f.open(path)
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		go func() {
			if o := <-done; o.file != nil {
				_ = o.file.Close() // nobody wants it any more
			}
		}()
		return nil, failed(path, ctx.Err())
	}
}

// open looks at what is there before it opens it, since opening a device may have an
// effect, and again afterwards, since it may be another by then.
func (f *Files) open(path string) (*os.File, error) {
	info, err := f.stat(path)
	if err != nil {
		return nil, failed(path, err)
	}
	if err := regular(info.Mode()); err != nil {
		return nil, failed(path, err)
	}
	file, err := f.openNow(path)
	if err != nil {
		return nil, failed(path, err)
	}
	if info, err = file.Stat(); err == nil {
		err = regular(info.Mode())
	}
	if err != nil {
		err = failed(path, err)
	} else {
		err = f.free(path, info)
	}
	if err != nil {
		_ = file.Close() // nothing was read
		return nil, err
	}
	return file, nil
}

// failed is an error of opening a path, with that path instead of what a directory
// of its own made of it.
func failed(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return &fs.PathError{Op: "open", Path: path, Err: err}
}

// regular returns an error that names what is no regular file.
func regular(mode fs.FileMode) error {
	what := "neither file nor directory"
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = "a directory"
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	}
	return fmt.Errorf("%s; %w", what, ErrIrregular)
}
