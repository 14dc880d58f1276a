// Package stoppable has a reader that ends with a context.
package stoppable

import (
	"context"
	"io"
)

// Reader returns a reader of r, of which each Read fails with the context's error once the context has ended. A Read that has begun is not
// interrupted.
func Reader(ctx context.Context, r io.Reader) io.Reader { return reader{ctx, r} }

type reader struct {
	ctx context.Context
	r   io.Reader
}

func (s reader) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}
