package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/quote"
)

// claim is a file that a verb is going to write, by its flag or argument; the path
// is "" where the flag was not given.
type claim struct{ flag, path string }

func (c claim) String() string {
	if c.path == "" {
		return c.flag
	}
	return c.flag + " " + quote.Name(c.path)
}

// files returns what opens the inputs of a verb. Before any work is done it refuses
// outputs that could not be written, two outputs that are one file, and an output
// that is one of the inputs named on the command line. What inputs name themselves
// is refused when it is opened. The caller closes the result.
func (a *app) files(root string, inputs []string, claims ...claim) (*input.Files, error) {
	files := &input.Files{}
	if root != "" {
		var err error
		if files, err = input.OpenRoot(root); err != nil {
			return nil, fmt.Errorf("--root %s: %w", quote.Name(root), cause(err))
		}
	}
	err := a.reserve(files, claims)
	for i := 0; i < len(inputs) && err == nil; i++ {
		err = files.Check(inputs[i])
	}
	if err != nil {
		return nil, errors.Join(err, files.Close())
	}
	return files, nil
}

// reserve checks outputs and keeps them from being read.
func (a *app) reserve(files *input.Files, claims []claim) error {
	var claimed []claim
	for _, c := range claims {
		if c.path == "" {
			continue
		}
		for _, other := range claimed {
			if same(c.path, other.path) {
				return fmt.Errorf("%s: the same file as %s; expected another", c, other)
			}
		}
		if err := atomicfile.Check(c.path); err != nil {
			return err
		}
		if info, err := os.Stat(c.path); err == nil && info.Mode().IsRegular() {
			files.Reserve(c.String(), info)
		}
		claimed = append(claimed, c)
	}
	a.reserveStdout(files, claims)
	return nil
}

// reserveStdout keeps a file that standard output is appended to from being read.
func (a *app) reserveStdout(files *input.Files, claims []claim) {
	stdout, ok := a.stdout.(*os.File)
	if !ok || len(claims) > 0 && claims[0].path != "" {
		return // the first claim is what replaces standard output
	}
	if info, err := stdout.Stat(); err == nil && info.Mode().IsRegular() {
		files.Reserve("standard output", info)
	}
}

// same reports whether two outputs are one file, also where it does not exist yet.
func same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX == nil && errY == nil {
		return x.Mode().IsRegular() && os.SameFile(x, y) // a device may be written twice
	}
	a, errX = atomicfile.Target(a)
	b, errY = atomicfile.Target(b)
	if errX != nil || errY != nil || filepath.Base(a) != filepath.Base(b) {
		return false
	}
	x, errX = os.Stat(filepath.Dir(a))
	y, errY = os.Stat(filepath.Dir(b))
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// rootFlag adds --root to a verb that reads files.
func rootFlag(c *cobra.Command, root *string) {
	c.Flags().StringVar(root, "root", "", "open nothing outside this directory: no path and no link leads out of it")
	if err := c.MarkFlagDirname("root"); err != nil {
		panic(err) // the flag is not registered: a bug seen by every run
	}
}

// unreadable is the error of a file that could not be opened. The error of an input
// that is to be overwritten explains itself.
func unreadable(file string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("%s: cannot be read: %w", quote.Name(file), p.Err)
	}
	return err
}

// cause strips the system call and the path from a file error.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
