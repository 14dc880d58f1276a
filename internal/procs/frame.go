// Package procs starts worker processes and exchanges length-prefixed messages
// with them over their standard input and output.
//
// A message is its length as a little-endian uint32, kind and payload counted,
// then a byte that says what kind it is, then the payload. What kinds there are
// and what their payloads hold is the business of those who talk.
package procs

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// ErrFormat tells that what arrived is no message; it comes wrapped.
var ErrFormat = errors.New("malformed message")

// header is the length and the kind.
const header = 5

// Begin starts a message of that kind in buf, which it empties. The payload is
// appended by the caller and the methods of encoding/binary's byte orders.
func Begin(buf []byte, kind byte) []byte { return append(buf[:0], 0, 0, 0, 0, kind) }

// Finish writes the length of the message into its place. Payloads of 4 GiB or
// more are an error.
func Finish(msg []byte) error {
	n := len(msg) - 4
	if uint64(n) > math.MaxUint32 {
		return fmt.Errorf("a message of %d bytes; expected fewer than 2³²", n)
	}
	binary.LittleEndian.PutUint32(msg, uint32(n))
	return nil
}

// chunk is how much room is made at once for a payload, so that a wrong length
// does not claim memory that no bytes come for.
const chunk = 1 << 20

// Read reads one message into buf, grown as needed, and returns its kind and
// payload. It returns io.EOF only between messages.
func Read(r *bufio.Reader, buf []byte) (kind byte, payload []byte, err error) {
	head, err := r.Peek(header)
	if err != nil {
		if len(head) > 0 && errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return 0, buf[:0], err
	}
	length := binary.LittleEndian.Uint32(head)
	kind = head[4]
	if length == 0 {
		return 0, buf[:0], fmt.Errorf("%w: length 0, expected at least 1", ErrFormat)
	}
	if _, err := r.Discard(header); err != nil {
		return 0, buf[:0], err
	}
	payload = buf[:0]
	for left := int64(length) - 1; left > 0; {
		n := int(min(left, chunk))
		from := len(payload)
		payload = slices.Grow(payload, n)[:from+n]
		if _, err := io.ReadFull(r, payload[from:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return 0, payload, err
		}
		left -= int64(n)
	}
	return kind, payload, nil
}

// Decoder takes numbers off the front of a payload. Past the end it returns
// zeros and remembers the error.
type Decoder struct {
	data []byte
	err  error
}

// NewDecoder returns a decoder of a payload, which it does not copy.
func NewDecoder(payload []byte) Decoder { return Decoder{data: payload} }

// Err returns what went wrong first.
func (d *Decoder) Err() error { return d.err }

// End is Err, or an error when bytes are left.
func (d *Decoder) End() error {
	if d.err == nil && len(d.data) > 0 {
		d.err = fmt.Errorf("%w: %d bytes too many", ErrFormat, len(d.data))
	}
	return d.err
}

func (d *Decoder) take(n int) []byte {
	if d.err != nil || len(d.data) < n {
		if d.err == nil {
			d.err = fmt.Errorf("%w: %d bytes left, expected %d more", ErrFormat, len(d.data), n)
		}
		return nil
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

// Byte takes one byte.
func (d *Decoder) Byte() byte {
	if b := d.take(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint32 takes four bytes.
func (d *Decoder) Uint32() uint32 {
	if b := d.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Uint64 takes eight bytes.
func (d *Decoder) Uint64() uint64 {
	if b := d.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Float64 takes eight bytes.
func (d *Decoder) Float64() float64 { return math.Float64frombits(d.Uint64()) }

// Count takes a uint32 that counts items of at least size bytes each, which must
// be there.
func (d *Decoder) Count(size int) int {
	n := d.Uint32()
	if d.err == nil && int64(n)*int64(size) > int64(len(d.data)) {
		d.err = fmt.Errorf("%w: %d items of %d bytes in %d bytes", ErrFormat, n, size, len(d.data))
	}
	if d.err != nil {
		return 0
	}
	return int(n)
}

// Text takes all that is left.
func (d *Decoder) Text() string {
	s := string(d.data)
	d.data = nil
	return s
}
