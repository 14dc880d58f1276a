package shard

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"

	"github.com/collide-go/collide/internal/quote"
)

// Writer writes the file of a shard. The first error is kept and returned by End.
type Writer struct {
	w   *bufio.Writer
	sum hash.Hash
	err error
}

// NewWriter begins a file. The schema of the header is set.
func NewWriter(w io.Writer, h Header) *Writer {
	s := &Writer{w: bufio.NewWriterSize(w, 1<<16), sum: sha256.New()}
	h.Schema = Schema
	s.object(h)
	return s
}

// Add writes a block: the report on the items from first on.
func (s *Writer) Add(first, items int, report []byte) error {
	s.object(frame{First: first, Items: items, Bytes: len(report)})
	s.write(report)
	return s.err
}

// Flush writes what is buffered.
func (s *Writer) Flush() error {
	if s.err == nil {
		s.err = s.w.Flush()
	}
	return s.err
}

// End writes the end and the checksum.
func (s *Writer) End(e End) error {
	s.object(ending{&e})
	s.object(checksum{hex.EncodeToString(s.sum.Sum(nil))})
	return s.Flush()
}

// object writes a line of JSON.
func (s *Writer) object(v any) {
	text, err := quote.Marshal(v)
	if err != nil && s.err == nil {
		s.err = err
	}
	s.write(append(text, '\n'))
}

func (s *Writer) write(b []byte) {
	if s.err == nil {
		_, _ = s.sum.Write(b) // a hash takes everything
		_, s.err = s.w.Write(b)
	}
}
