package stoppable

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestReaderEnds: a reader reads until its context ends, and nothing after that.
func TestReaderEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := Reader(ctx, strings.NewReader("ab"))
	p := make([]byte, 1)
	if n, err := r.Read(p); n != 1 || err != nil || p[0] != 'a' {
		t.Errorf("%d, %v, %q", n, err, p)
	}
	cancel()
	if n, err := r.Read(p); n != 0 || !errors.Is(err, context.Canceled) || p[0] != 'a' {
		t.Errorf("after the end: %d, %v, %q", n, err, p)
	}
	if all, err := io.ReadAll(Reader(t.Context(), strings.NewReader("ab"))); string(all) != "ab" || err != nil {
		t.Errorf("%q, %v", all, err)
	}
}
