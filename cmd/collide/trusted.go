package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/textdiff"
)

// gate opens the files that decide whether a check fails.
type gate struct {
	*input.Files
	// changed are those of which the working tree has another version.
	changed []report.Changed
}

// close releases the trusted folder.
func (g *gate) close(from *input.Files) {
	if g.Files != from {
		_ = g.Close() // nothing was written
	}
}

// deciding are the files that decide whether a check fails, by their flags.
func (f *checkFlags) deciding() []decidingFile {
	return []decidingFile{
		{"--allow", &f.allow, true}, {"--rules", &f.rules, true}, {"--statuses", &f.statuses, true}, {"--baseline", &f.baseline, false},
	}
}

type decidingFile struct {
	flag string
	path *string
	text bool // people read its lines
}

// gate returns what opens the files that decide: from, or what opens the trusted folder alone. Then their paths
// start there.
func (a *app) gate(ctx context.Context, from *input.Files, f *checkFlags, outputs []checkOutput) (*gate, error) {
	if f.trusted == "" {
		return &gate{Files: from}, nil
	}
	tree, err := findWorkTree(f.root)
	if err == nil {
		err = tree.refuse("--trusted", f.trusted)
	}
	if err != nil {
		return nil, err
	}
	files, err := input.OpenRoot(f.trusted)
	if err != nil {
		return nil, fmt.Errorf("--trusted %s: %w", quote.Name(f.trusted), cause(err))
	}
	g := &gate{Files: files}
	if err = a.reserve(files, f.claims(outputs)); err == nil {
		err = g.trust(ctx, from, f, tree)
	}
	if err != nil {
		return nil, errors.Join(err, files.Close())
	}
	return g, nil
}

// trust lets the paths of the files that decide start in the trusted folder, and finds what the working tree has in
// their places.
func (g *gate) trust(ctx context.Context, from *input.Files, f *checkFlags, tree workTree) error {
	given := false
	for _, d := range f.deciding() {
		name := *d.path
		if name == "" {
			continue
		}
		given = true
		if !filepath.IsLocal(name) {
			return fmt.Errorf("%s %s with --trusted; expected a path within %s", d.flag, quote.Name(name), quote.Name(f.trusted))
		}
		*d.path = filepath.Join(f.trusted, name)
		if err := tree.refuse(d.flag, *d.path); err != nil { // DIR holds the working tree
			return err
		}
		if err := g.Check(*d.path); err != nil {
			return err
		}
		if err := g.compare(ctx, from, name, d); err != nil {
			return err
		}
	}
	if f.cache != "" {
		if !filepath.IsLocal(f.cache) {
			return fmt.Errorf("--cache %s with --trusted; expected a path within %s", quote.Name(f.cache), quote.Name(f.trusted))
		}
		f.cache = filepath.Join(f.trusted, f.cache)
		if err := tree.refuse("--cache", f.cache); err != nil {
			return err
		}
	}
	if !given {
		return fmt.Errorf("--trusted %s, but nothing is read from there; expected --rules, --statuses, --baseline or --allow", quote.Name(f.trusted))
	}
	return nil
}

// compare finds out whether the working tree has another version of a file.
func (g *gate) compare(ctx context.Context, from *input.Files, name string, d decidingFile) error {
	trusted, err := g.Open(ctx, *d.path)
	if err != nil {
		return unreadable(*d.path, err)
	}
	defer func() { _ = trusted.Close() }() // nothing was written
	changed := report.Changed{Name: name, Trusted: *d.path}
	tree, err := from.Open(ctx, name)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, input.ErrOutside):
		return nil
	case err != nil:
		changed.Why = cause(err).Error()
		g.changed = append(g.changed, changed)
		return nil
	}
	defer func() { _ = tree.Close() }() // nothing was written
	if err := separate(trusted, tree); err != nil {
		return fmt.Errorf("%s %s: %w", d.flag, quote.Name(*d.path), err)
	}
	differ, err := g.differ(&changed, trusted, tree, d.text)
	if differ {
		g.changed = append(g.changed, changed)
	}
	return err
}

// separate returns an error for a file that is the one of the working tree.
func separate(trusted, tree *os.File) error {
	a, errA := trusted.Stat()
	b, errB := tree.Stat()
	if errA == nil && errB == nil && os.SameFile(a, b) {
		return errors.New("is the file of the working tree; expected a folder that the change under test cannot write")
	}
	return errors.Join(errA, errB)
}

// maxCompared is the most bytes of a file whose lines are compared, 1 MiB.
const maxCompared = 1 << 20

// differ compares two files, and their lines where people read them.
func (g *gate) differ(changed *report.Changed, trusted, tree io.Reader, text bool) (bool, error) {
	was, errA := io.ReadAll(io.LimitReader(trusted, maxCompared))
	is, errB := io.ReadAll(io.LimitReader(tree, maxCompared))
	if err := errors.Join(errA, errB); err != nil {
		return false, err
	}
	equal := bytes.Equal(was, is)
	if max(len(was), len(is)) == maxCompared { // there may be more
		if equal {
			var err error
			if equal, err = sameRest(trusted, tree); err != nil {
				return false, err
			}
		}
		text = false
	}
	if text {
		changed.Lines = textdiff.Lines(string(was), string(is))
	}
	return !equal, nil
}

// sameRest reports whether two files have the same bytes from here on.
func sameRest(a, b io.Reader) (bool, error) {
	x, y := make([]byte, maxCompared), make([]byte, maxCompared)
	for {
		n, errA := io.ReadFull(a, x)
		m, errB := io.ReadFull(b, y)
		switch {
		case !bytes.Equal(x[:n], y[:m]):
			return false, nil
		case ended(errA) && ended(errB):
			return true, nil
		case errA != nil || errB != nil:
			return false, errors.Join(errA, errB)
		}
	}
}

// ended reports whether a file was read to its end.
func ended(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }
