package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrOutside is wrapped by the error of opening a file that is not in the root
// directory.
var ErrOutside = errors.New("leads out of the root directory")

// root binds files to a directory.
type root struct {
	dir *os.Root
	// names are the directory's absolute path as it was given, and the one without
	// symbolic links.
	names [2]string
}

// OpenRoot returns Files that open what lies in a directory, and nothing else:
// neither a path, nor "..", nor a symbolic link leads out of it. Paths start from the
// working directory as ever. Close releases the directory.
func OpenRoot(dir string) (*Files, error) {
	opened, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	r := &root{dir: opened}
	if r.names[0], err = filepath.Abs(dir); err == nil {
		r.names[1], err = filepath.EvalSymlinks(r.names[0])
	}
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return &Files{root: r}, nil
}

// Close releases the root directory, if there is one.
func (f *Files) Close() error {
	if f == nil || f.root == nil {
		return nil
	}
	return f.root.dir.Close()
}

// Resolve returns the path of a file that another file names: name, with forward
// slashes, starts from the folder of the file from. URIs are refused. An absolute
// path stays as it is, and is refused where there is a root directory.
func (f *Files) Resolve(from, name string) (string, error) {
	if isURI(name) {
		return "", fmt.Errorf("%q is a URI; expected a path", name)
	}
	path := filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		return filepath.Join(filepath.Dir(from), path), nil
	}
	if f != nil && f.root != nil {
		return "", fmt.Errorf("%q is an absolute path: it %w", name, ErrOutside)
	}
	return path, nil
}

// isURI reports whether a name is a file: URI or has a scheme and "//". A single
// letter is a drive.
func isURI(name string) bool {
	scheme, rest, found := strings.Cut(name, ":")
	if !found || len(scheme) < 2 || strings.ContainsAny(scheme, "/\\") {
		return false
	}
	return strings.HasPrefix(rest, "//") || strings.EqualFold(scheme, "file")
}

// stat describes what a path leads to.
func (f *Files) stat(path string) (fs.FileInfo, error) {
	if f == nil || f.root == nil {
		return os.Stat(path)
	}
	name, err := f.root.name(path)
	if err != nil {
		return nil, err
	}
	info, err := f.root.dir.Stat(name)
	return info, outside(err)
}

// openNow opens a path for reading.
func (f *Files) openNow(path string) (*os.File, error) {
	if f == nil || f.root == nil {
		return os.OpenFile(path, readOnly, 0)
	}
	name, err := f.root.name(path)
	if err != nil {
		return nil, err
	}
	file, err := f.root.dir.OpenFile(name, readOnly, 0)
	return file, outside(err)
}

// name returns the path as seen from the root directory. It is a name only: that it
// does not lead out is made sure when it is opened.
func (r *root) name(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if name, ok := r.within(path); ok {
		return name, nil
	}
	// The working directory may have been entered through a symbolic link.
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		if name, ok := r.within(filepath.Join(folder, filepath.Base(path))); ok {
			return name, nil
		}
	}
	return "", ErrOutside
}

func (r *root) within(path string) (string, bool) {
	for _, dir := range r.names {
		if name, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(name) {
			return name, true
		}
	}
	return "", false
}

// escapes is what package os reports when a path leaves a root directory; it exports
// no value for it.
const escapes = "path escapes from parent"

// outside replaces the system's words for a path that leaves the root directory.
func outside(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) && p.Err.Error() == escapes {
		return ErrOutside
	}
	return err
}
