package meshio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide/mesh"
)

// Read reads one mesh. name is used for error messages, for the mesh's name (its
// last element) and, where content does not tell the format, for its extension.
//
// The format is told by content where that is decisive: the first word of PLY and
// OFF; for binary STL a size that agrees with the triangle count, where the reader
// has a known size (files, and readers with a Len method); for ASCII STL the word
// "solid" followed by nothing but text. Options.Format overrides all of it.
//
// A cancelled context ends reading with its error, wrapped, between two windows of
// input; a Read call of r that blocks is not interrupted. Every error is an
// [*Error]. Time and memory are linear in the file's length.
func Read(ctx context.Context, r io.Reader, name string, opt Options) (*mesh.Mesh, error) {
	s := newSource(ctx, r, name, sizeOf(r), opt)
	c, err := s.codec()
	if err != nil {
		return nil, err
	}
	m, err := c.read(s)
	if err != nil {
		return nil, err
	}
	// The readers have found every violation already, and know its place.
	if err := m.Check(); err != nil {
		return nil, s.here().fail(err)
	}
	return m, nil
}

// ReadFile reads the mesh in the file at path as [Read] does. Options.Files opens
// it; an error of opening it names the path and is usually of type *fs.PathError.
func ReadFile(ctx context.Context, path string, opt Options) (*mesh.Mesh, error) {
	f, err := opt.Files.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(ctx, f, path, opt)
}

// codec decides what the file is.
func (s *source) codec() (*codec, error) {
	head, err := s.Peek(sniffLen)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, s.here().fail(err)
	}
	if len(head) == 0 {
		return nil, s.here().errorf("the file is empty")
	}
	c := detect(head, s.size, s.name)
	if s.opt.Format != Unknown {
		if c = codecOf(s.opt.Format); c == nil {
			panic(fmt.Sprintf("meshio: Options.Format is %d, which is no format", s.opt.Format))
		}
	}
	if c == nil {
		return nil, s.here().fail(fmt.Errorf("%w: content and extension %q tell none; expected one of %s",
			ErrUnknownFormat, filepath.Ext(s.name), strings.Join(Extensions(), " ")))
	}
	return c, nil
}

// sizeOf returns how many bytes r has left, -1 when that is not known.
func sizeOf(r io.Reader) int64 {
	switch r := r.(type) {
	case interface{ Len() int }:
		return int64(r.Len())
	case *os.File:
		return fileSize(r)
	}
	return -1
}

func fileSize(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return -1
	}
	return info.Size() - at
}

// baseName returns the last element of a path.
func baseName(name string) string { return filepath.Base(name) }
