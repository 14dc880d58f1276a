// Package atomicfile writes files that appear whole or not at all.
//
// A file is written under a temporary name in the folder it will be in, flushed to
// the disk and renamed. Until then what was there before stays, and every way out
// removes the temporary file: an error, [File.Discard], and [Abandon] for a program
// that must exit at once. Only a process that is killed outright, or a machine that
// loses power, leaves it behind, under a name that starts with [Prefix].
//
// What is no regular file (a device, a pipe) is written directly, because renaming
// would replace it.
package atomicfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"github.com/collide-go/collide/internal/quote"
)

// Prefix starts the name of every temporary file. It is short, so that a file whose
// own name is as long as the system allows can be written, too.
const Prefix = ".collide-"

// Error reports why a file could not be written.
type Error struct {
	// Path is the file as the caller named it.
	Path string
	Err  error
}

// Error returns "path: cannot be written: cause".
func (e *Error) Error() string {
	return quote.Name(e.Path) + ": cannot be written: " + quote.Line(e.Err.Error())
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// File is a file that is being written. It is used by one goroutine at a time.
type File struct {
	name   string // as the caller named it
	target string // name with symbolic links followed
	file   *os.File
	temp   string // "" where the file is written directly
	keep   bool
	fresh  bool // there was no file before
}

// Create begins a file. The context ends the wait for somebody who reads a named
// pipe; it has no effect on other files, because a program that was interrupted
// still writes its report.
//
// A file gets the mode of the one it replaces, or 0666 less the umask. A file that
// may not be written is not replaced. Errors are of type [*Error].
func Create(ctx context.Context, path string) (*File, error) {
	f, err := create(ctx, path)
	if err != nil {
		return nil, &Error{path, cause(err)}
	}
	return f, nil
}

func create(ctx context.Context, path string) (*File, error) {
	// The links of /proc that lead to a pipe can be opened, but not followed by name.
	info, err := os.Stat(path)
	f := &File{name: path, target: path}
	if err != nil || info.Mode().IsRegular() {
		if f.target, err = Target(path); err != nil {
			return nil, err
		}
		info, err = os.Stat(f.target)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.fresh = true
		return f, f.begin(0o666)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a directory")
	case !info.Mode().IsRegular():
		f.file, err = openDirect(ctx, f.target, info.Mode())
		return f, err
	}
	if err := writable(f.target); err != nil {
		return nil, err
	}
	// Private until it has the mode of the file it replaces.
	if err := f.begin(0o600); err != nil {
		return nil, err
	}
	if err := f.file.Chmod(info.Mode().Perm()); err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}

// begin creates the temporary file.
func (f *File) begin(mode fs.FileMode) error {
	pending.Lock()
	defer pending.Unlock()
	for {
		temp := filepath.Join(filepath.Dir(f.target), Prefix+strconv.FormatUint(rand.Uint64(), 36)+".tmp")
		file, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		f.file, f.temp = file, temp
		pending.files[f] = struct{}{}
		return nil
	}
}

// writable returns an error where a file may not be written. Replacing it would be
// possible all the same: that is a matter of the folder.
func writable(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return file.Close()
}

// Write implements io.Writer. Errors are of type [*Error].
func (f *File) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	if err != nil {
		return n, &Error{f.name, cause(err)}
	}
	return n, nil
}

// Fresh reports whether there was no file at the path when this one was begun.
func (f *File) Fresh() bool { return f.fresh }

// Keep declares that what has been written is of use as it is: [Abandon] then puts
// the file in its place instead of removing it.
func (f *File) Keep() {
	pending.Lock()
	defer pending.Unlock()
	f.keep = true
}

// Commit flushes the file to the disk and puts it in its place. After an error the
// file that was there before is still there. Errors are of type [*Error].
func (f *File) Commit() error {
	if err := f.commit(); err != nil {
		f.Discard()
		return &Error{f.name, cause(err)}
	}
	return nil
}

func (f *File) commit() error {
	if f.temp == "" {
		file := f.file
		f.file = nil
		return file.Close()
	}
	if err := f.file.Sync(); err != nil {
		return err
	}
	if err := f.file.Close(); err != nil {
		return err
	}
	if err := f.rename(); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(f.target))
}

// rename puts the file in its place, unless the program is being ended.
func (f *File) rename() error {
	pending.Lock()
	defer pending.Unlock()
	if err := os.Rename(f.temp, f.target); err != nil {
		return err
	}
	delete(pending.files, f)
	f.file, f.temp = nil, ""
	return nil
}

// Discard gives the file up and removes what was written. It does nothing after
// Commit, so that it can be deferred.
func (f *File) Discard() {
	if f.file == nil {
		return
	}
	_ = f.file.Close() // it is given up, or closed already
	if f.temp != "" {
		pending.Lock()
		defer pending.Unlock()
		_ = os.Remove(f.temp) // what cannot be removed now cannot be removed later either
		delete(pending.files, f)
	}
	f.file, f.temp = nil, ""
}

// Write runs write on a file and puts it in its place, unless write fails.
func Write(ctx context.Context, path string, write func(io.Writer) error) error {
	f, err := Create(ctx, path)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// Check reports why a file could not be written at a path: what [Create] would
// report, before the work whose result is to be written. It leaves nothing behind.
func Check(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // opening a pipe has an effect
	}
	f, err := Create(context.Background(), path)
	if err != nil {
		return err
	}
	f.Discard()
	return nil
}

// maxLinks is how many symbolic links in a row are followed, as Linux does.
const maxLinks = 40

// Target returns the file that a path leads to, symbolic links followed, also where
// the last of them leads to a file that does not exist yet.
func Target(path string) (string, error) {
	if path == "" {
		return "", errors.New("no path")
	}
	for range maxLinks {
		if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil //nolint:nilerr // no link, or nothing at all
		}
		link, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(link) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", err
			}
			link = filepath.Join(folder, link)
		}
		path = link
	}
	return "", fmt.Errorf("more than %d symbolic links", maxLinks)
}

// cause strips the system call and the path from an error: the path may be that of
// a temporary file, which means nothing to the reader.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
