package meshio

import (
	"fmt"

	"github.com/collide-go/collide/input"
)

// Options bound what a reader accepts. The zero value is useful: it detects the
// format and sets limits that real files stay below.
type Options struct {
	// Files opens the file of [ReadFile]; nil opens any regular file.
	Files *input.Files
	// Format is what the file is taken for; 0 detects it.
	Format Format
	// MaxBytes is the largest file read; 0 means 64 GiB.
	MaxBytes int64
	// MaxVertices is the largest number of vertices; 0 means 2³⁰.
	MaxVertices int
	// MaxTriangles is the largest number of triangles; 0 means 2³⁰, which is also
	// the most there can be.
	MaxTriangles int
	// MaxLine is the longest line of a text file in bytes, continuation lines of
	// OBJ included; 0 means 1 MiB.
	MaxLine int
}

// mostElements keeps three half-edges per triangle within 32 bits.
const mostElements = 1 << 30

// filled returns the options with defaults in place of zeros.
func (o Options) filled() Options {
	if o.MaxBytes <= 0 {
		o.MaxBytes = 64 << 30
	}
	if o.MaxVertices <= 0 || o.MaxVertices > mostElements {
		o.MaxVertices = mostElements
	}
	if o.MaxTriangles <= 0 || o.MaxTriangles > mostElements {
		o.MaxTriangles = mostElements
	}
	if o.MaxLine <= 0 {
		o.MaxLine = 1 << 20
	}
	return o
}

// checkCounts compares the counts a header claims with the limits.
func (o *Options) checkCounts(vertices, faces uint64) error {
	if vertices > uint64(o.MaxVertices) {
		return fmt.Errorf("%w: header counts %d vertices, at most %d are read", ErrLimit, vertices, o.MaxVertices)
	}
	if faces > uint64(o.MaxTriangles) {
		return fmt.Errorf("%w: header counts %d faces, at most %d triangles are read", ErrLimit, faces, o.MaxTriangles)
	}
	return nil
}

func (o *Options) tooManyVertices() error {
	return fmt.Errorf("%w: more than %d vertices", ErrLimit, o.MaxVertices)
}

func (o *Options) tooManyTriangles() error {
	return fmt.Errorf("%w: more than %d triangles", ErrLimit, o.MaxTriangles)
}
