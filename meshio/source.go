package meshio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/collide-go/collide/mesh"
)

// bufferSize is the window a file is read through: small enough to stay in the
// second-level cache, large enough to make system calls rare.
const bufferSize = 128 << 10

// source is a file being read: a buffered window with a known offset.
type source struct {
	name string
	size int64 // -1 when not known
	opt  Options
	gate gate
	*bufio.Reader
}

// gate passes bytes on, counts them, and stops at a cancelled context or at the
// size limit. It is asked once per window.
type gate struct {
	ctx context.Context
	r   io.Reader
	n   int64
	max int64
}

func newSource(ctx context.Context, r io.Reader, name string, size int64, opt Options) *source {
	s := &source{name: name, size: size, opt: opt.filled()}
	s.gate = gate{ctx: ctx, r: r, max: s.opt.MaxBytes}
	s.Reader = bufio.NewReaderSize(&s.gate, bufferSize)
	return s
}

func (g *gate) Read(p []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := g.r.Read(p)
	g.n += int64(n)
	if g.n > g.max {
		return 0, fmt.Errorf("%w: file is longer than %d bytes", ErrLimit, g.max)
	}
	return n, err
}

// offset returns the position of the next byte.
func (s *source) offset() int64 { return s.gate.n - int64(s.Buffered()) }

// here returns the place of the next byte.
func (s *source) here() place { return place{file: s.name, byte: s.offset()} }

// window returns what is buffered of the file, at least n bytes; what tells
// what they belong to when the file ends before them. The caller discards what
// it used.
func (s *source) window(n int, what string) ([]byte, error) {
	if s.Buffered() < n {
		if b, err := s.Peek(n); err != nil {
			return nil, s.short(len(b), err, what)
		}
	}
	return s.Peek(s.Buffered())
}

// take returns the next n bytes, which stay valid until the next call, and moves
// past them.
func (s *source) take(n int, what string) ([]byte, error) {
	b, err := s.Peek(n)
	if err != nil {
		return nil, s.short(len(b), err, what)
	}
	_, err = s.Discard(n)
	return b, err
}

// short explains why fewer bytes than needed could be read.
func (s *source) short(have int, err error, what string) error {
	at := s.here()
	at.byte += int64(have)
	if errors.Is(err, io.EOF) {
		return at.errorf("file ends within %s", what)
	}
	return at.fail(err)
}

// skip moves past n bytes.
func (s *source) skip(n int64, what string) error {
	for n > 0 {
		k, err := s.Discard(int(min(n, 1<<30)))
		if err != nil {
			return s.short(0, err, what)
		}
		n -= int64(k)
	}
	return nil
}

// end returns an error when anything but white space follows.
func (s *source) end(after string) error {
	for {
		b, err := s.Peek(max(1, s.Buffered()))
		if len(b) == 0 {
			if err == nil || errors.Is(err, io.EOF) {
				return nil
			}
			return s.here().fail(err)
		}
		white := len(b) - len(bytes.TrimLeft(b, " \t\r\n"))
		if _, err := s.Discard(white); err != nil {
			return s.here().fail(err)
		}
		if white < len(b) {
			return s.here().errorf("data after %s; expected the end of the file", after)
		}
	}
}

// builder collects a mesh within the limits of a source. Its errors have no
// place; the reader knows it.
type builder struct {
	opt  *Options
	mesh mesh.Mesh
}

func newBuilder(s *source) *builder {
	return &builder{opt: &s.opt, mesh: mesh.Mesh{Name: baseName(s.name)}}
}

// face appends the fan of a polygon of at least three corners.
func (b *builder) face(corners []uint32) error {
	if len(corners) < 3 {
		what := [...]string{"empty", "a point", "a line"}[len(corners)]
		return fmt.Errorf("face has %d corners: it is %s, expected a polygon of at least 3", len(corners), what)
	}
	first, n := len(b.mesh.Triangles), len(corners)-2
	if first+n > b.opt.MaxTriangles {
		return b.opt.tooManyTriangles()
	}
	for i := range n {
		b.mesh.Triangles = append(b.mesh.Triangles, [3]uint32{corners[0], corners[i+1], corners[i+2]})
	}
	if n > 1 {
		b.mesh.Polygons = append(b.mesh.Polygons, mesh.Polygon{First: uint32(first), Count: uint32(n)})
	}
	return nil
}

// roomForVertex returns an error when no further vertex is allowed.
func (b *builder) roomForVertex() error { return b.checkVertices(len(b.mesh.Vertices) + 1) }

func (b *builder) checkVertices(n int) error {
	if n > b.opt.MaxVertices {
		return b.opt.tooManyVertices()
	}
	return nil
}
