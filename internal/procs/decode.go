package procs

import (
	"encoding/binary"
	"fmt"
	"math"
)

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
