package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/term"
)

// output is standard output or a file that appears whole or not at all.
type output struct {
	io.Writer
	temp, direct *os.File
	path         string
}

// create opens the file of --out, or standard output for "". What is no regular
// file (a device, a pipe) is written directly, as renaming would replace it.
func (a *app) create(path string) (*output, error) {
	if path == "" {
		return &output{Writer: a.stdout}, nil
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, fmt.Errorf("%s: cannot be written: %w", path, cause(err))
		}
		return &output{Writer: f, direct: f, path: path}, nil
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written: %w", path, cause(err))
	}
	return &output{Writer: temp, temp: temp, path: path}, nil
}

// commit puts the file in its place.
func (o *output) commit() error {
	if o.direct != nil {
		return o.direct.Close()
	}
	if o.temp == nil {
		return nil
	}
	temp := o.temp
	o.temp = nil
	err := temp.Chmod(mode(o.path))
	if err := errors.Join(err, temp.Close()); err != nil {
		return errors.Join(fmt.Errorf("%s: cannot be written: %w", o.path, err), os.Remove(temp.Name()))
	}
	if err := os.Rename(temp.Name(), o.path); err != nil {
		return errors.Join(fmt.Errorf("%s: cannot be written: %w", o.path, cause(err)), os.Remove(temp.Name()))
	}
	return nil
}

// mode is that of the file to be replaced, or that of a new file.
func mode(path string) os.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// discard removes what was not committed.
func (o *output) discard() {
	if o.temp != nil {
		_ = o.temp.Close() // it is thrown away
		_ = os.Remove(o.temp.Name())
		o.temp = nil
	}
}

// writeTo runs write on standard output or the file of --out.
func (a *app) writeTo(path string, write func(io.Writer) error) error {
	o, err := a.create(path)
	if err != nil {
		return err
	}
	defer o.discard()
	if err := write(o); err != nil {
		return err
	}
	return o.commit()
}

// cause strips the system call and the path from a file error.
func cause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

// isTerminal reports whether w shows to a person.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// wantsColor follows the convention of NO_COLOR.
func wantsColor(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
