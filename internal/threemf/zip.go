package threemf

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/collide-go/collide/internal/quote"
)

// The limits of an archive. The inflated bytes of all parts that are read are bounded by a multiple of its size: XML of
// meshes deflates to about a tenth.
const (
	maxDirectory   = 16 << 20 // bytes of the directory and of its search
	maxEntries     = 1 << 14
	inflatedMore   = 256 << 20
	inflatedFactor = 64
)

// archive are the parts of a package by their names in lower case, since names that differ in case alone are one.
type archive struct {
	parts map[string]*zip.File
	left  int64 // bytes that may still be inflated
}

// directory bounds what is read of the archive until its directory is known.
type directory struct {
	io.ReaderAt
	left int64
	done bool
}

func (d *directory) ReadAt(p []byte, at int64) (int, error) {
	if d.left -= int64(len(p)); d.left < 0 && !d.done {
		return 0, fmt.Errorf("a directory of more than %d bytes", maxDirectory)
	}
	return d.ReaderAt.ReadAt(p, at)
}

// openArchive reads the directory of an archive.
func openArchive(in io.ReaderAt, size int64) (*archive, error) {
	d := &directory{ReaderAt: in, left: maxDirectory}
	z, err := zip.NewReader(d, size)
	if err != nil {
		return nil, fmt.Errorf("not a ZIP archive: %w", err)
	}
	d.done = true
	if len(z.File) > maxEntries {
		return nil, fmt.Errorf("%d entries in the archive; expected at most %d", len(z.File), maxEntries)
	}
	a := &archive{parts: map[string]*zip.File{}, left: inflatedMore + inflatedFactor*size}
	for _, f := range z.File {
		name, folder := strings.CutSuffix(f.Name, "/")
		if err := checkName(name); err != nil {
			return nil, fmt.Errorf("entry %s: %w", quote.Name(f.Name), err)
		}
		key := strings.ToLower(name)
		if folder {
			continue
		}
		if a.parts[key] != nil {
			return nil, fmt.Errorf("two entries are called %s", quote.Name(f.Name))
		}
		a.parts[key] = f
	}
	return a, nil
}

// checkName refuses names that are not paths within the archive.
func checkName(name string) error {
	if strings.ContainsAny(name, "\\\x00") {
		return errors.New("a backslash or NUL byte in the name")
	}
	for _, s := range strings.Split(name, "/") {
		if s == "" || s == "." || s == ".." {
			return errors.New("expected a name without empty, . and .. segments")
		}
	}
	return nil
}

// open opens a part, nil where there is none of the name.
func (a *archive) open(name string) (io.ReadCloser, error) {
	f := a.parts[strings.ToLower(strings.TrimPrefix(name, "/"))]
	switch {
	case f == nil:
		return nil, errors.New("no such part in the archive")
	case f.Flags&1 != 0:
		return nil, errors.New("the part is encrypted")
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &counted{r, a}, nil
}

// counted counts what the parts inflate to. That a part inflates to what its entry says is what archive/zip checks.
type counted struct {
	io.ReadCloser
	of *archive
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if c.of.left -= int64(n); c.of.left < 0 {
		return 0, fmt.Errorf("the parts inflate to more than %d times the archive's size and %d MiB", inflatedFactor, inflatedMore>>20)
	}
	return n, err
}
