package shard

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
)

// errCutOff is the error of a file without a checksum.
var errCutOff = errors.New("cut off: it has no end")

// errDamaged is wrapped by the error of a file that no Writer wrote.
var errDamaged = errors.New("damaged")

// maxLine is the most bytes of a line of JSON, 1 MiB.
const maxLine = 1 << 20

// readAhead is the size of a reader's buffer, 16 KiB: a thousand files are read at once.
const readAhead = 1 << 14

// Reader reads the file of a shard block by block, and checks it.
type Reader struct {
	Header Header
	// End is nil before Next has returned io.EOF.
	End *End

	r    *bufio.Reader
	sum  hash.Hash
	next int // the first item of the next block
	all  int // the items so far
	last bool
}

// NewReader reads the header.
func NewReader(r io.Reader) (*Reader, error) {
	s := &Reader{r: bufio.NewReaderSize(r, readAhead), sum: sha256.New()}
	text, err := s.line()
	if err != nil {
		return nil, err
	}
	h := &s.Header
	if err := strict(text, h); err != nil || h.Schema < 1 || h.Of < 1 || h.Of > Max || h.Index < 0 || h.Index >= h.Of {
		return nil, errors.New("not a shard; expected the output of sweep --shard")
	}
	if h.Schema != Schema {
		return nil, fmt.Errorf("schema %d; expected %d", h.Schema, Schema)
	}
	_, _ = s.sum.Write(text) // a hash takes everything
	s.next = h.Index * Block
	return s, nil
}

// Next copies the report on the next block to w, and returns its first item and their
// number. After the last block it returns io.EOF, and the end is there and correct.
func (s *Reader) Next(w io.Writer) (first, items int, err error) {
	text, err := s.line()
	if err != nil {
		return 0, 0, err
	}
	var l line
	if err := strict(text, &l); err != nil {
		return 0, 0, errDamaged
	}
	_, _ = s.sum.Write(text) // a hash takes everything
	if l.End != nil {
		return 0, 0, s.end(l.End)
	}
	f := l.frame
	if s.last || f.First != s.next || f.Items < 1 || f.Items > Block || f.Bytes < 0 {
		return 0, 0, errDamaged
	}
	if _, err := io.CopyN(io.MultiWriter(s.sum, w), s.r, int64(f.Bytes)); err != nil {
		return 0, 0, cut(err)
	}
	s.last = f.Items < Block
	s.next += Block * s.Header.Of
	s.all += f.Items
	return f.First, f.Items, nil
}

// end reads the checksum, and checks the end against what came before it.
func (s *Reader) end(e *End) error {
	text, err := s.line()
	if err != nil {
		return err
	}
	e.Sum = hex.EncodeToString(s.sum.Sum(nil))
	if string(text) != `{"sum":"`+e.Sum+"\"}\n" {
		return errDamaged
	}
	if _, err := s.r.ReadByte(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: there is more after its end", errDamaged)
	}
	if e.Reason == "" && s.all != itemsOf(s.Header.Index, s.Header.Of, e.Items) {
		return fmt.Errorf("%w: %d items of a list of %d", errDamaged, s.all, e.Items)
	}
	s.End = e
	return io.EOF
}

// itemsOf is how many items of a list of n the shard i has.
func itemsOf(i, of, n int) int {
	blocks, rest := n/Block, n%Block
	items := blocks / of * Block
	switch mine := blocks % of; {
	case i < mine:
		items += Block
	case i == mine:
		items += rest
	}
	return items
}

// line reads a line with its end.
func (s *Reader) line() ([]byte, error) {
	var text []byte
	for {
		part, err := s.r.ReadSlice('\n')
		if text = append(text, part...); len(text) > maxLine {
			return nil, fmt.Errorf("%w: a line of more than %d bytes", errDamaged, maxLine)
		}
		switch {
		case err == nil:
			return text, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, cut(err)
		}
	}
}

// cut returns the error of a file that ends too early in place of io.EOF.
func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errCutOff
	}
	return err
}

// strict decodes an object without unknown fields.
func strict(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errDamaged
	}
	return nil
}
