// Package procs starts worker processes and exchanges length-prefixed messages
// with them over their standard input and output.
//
// A message is its length as a little-endian uint32, kind and payload counted,
// then a byte that states what kind it is, then the payload. What kinds there are
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

// ErrFormat reports that what arrived is not a message; it comes wrapped.
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

// Read reads one message of at most limit bytes, kind and payload counted, into
// buf, grown as needed, and returns its kind and payload. It returns io.EOF only
// between messages, and an error that wraps ErrFormat for a longer message, of
// which it reads the length alone.
func Read(r *bufio.Reader, buf []byte, limit uint32) (kind byte, payload []byte, err error) {
	head, err := r.Peek(header)
	if err != nil {
		if len(head) > 0 && errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return 0, buf[:0], err
	}
	length := binary.LittleEndian.Uint32(head)
	kind = head[4]
	if length == 0 || length > limit {
		return 0, buf[:0], fmt.Errorf("%w: length %d, expected 1 to %d", ErrFormat, length, limit)
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
