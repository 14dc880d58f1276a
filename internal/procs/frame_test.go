package procs

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

func message(t testing.TB, kind byte, payload string) []byte {
	t.Helper()
	msg := append(Begin(nil, kind), payload...)
	if err := Finish(msg); err != nil {
		t.Fatal(err)
	}
	return msg
}

func TestReadNamesWhatIsWrong(t *testing.T) {
	for in, want := range map[string]error{
		"": io.EOF, "\x01": io.ErrUnexpectedEOF, "\x02\x00\x00\x00\x01": io.ErrUnexpectedEOF,
		"\xff\xff\xff\x00\x01abc": io.ErrUnexpectedEOF, "\x00\x00\x00\x00\x01": ErrFormat,
		"\x00\x00\x00\x01\x01abc": ErrFormat, "\xff\xff\xff\xff\x01abc": ErrFormat,
	} {
		if _, _, err := Read(bufio.NewReader(strings.NewReader(in)), nil, 1<<24-1); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", in, err, want)
		}
	}
}

func TestDecoder(t *testing.T) {
	b := binary.LittleEndian.AppendUint64(append(binary.LittleEndian.AppendUint32(nil, 7), 3), math.Float64bits(-0.5))
	d := NewDecoder(b)
	if n, k, f := d.Uint32(), d.Byte(), d.Float64(); n != 7 || k != 3 || f != -0.5 || d.End() != nil {
		t.Errorf("%d %d %v %v", n, k, f, d.Err())
	}
	if d.Uint32() != 0 || !errors.Is(d.Err(), ErrFormat) {
		t.Errorf("past the end: %v", d.Err())
	}
	d = NewDecoder([]byte{255, 255, 255, 255, 1, 2})
	if d.Count(8) != 0 || !errors.Is(d.Err(), ErrFormat) {
		t.Errorf("a count beyond the data: %v", d.Err())
	}
	d = NewDecoder([]byte("xy"))
	if d.Byte(); !errors.Is(d.End(), ErrFormat) {
		t.Error("bytes too many are accepted")
	}
}

// FuzzRead reads arbitrary bytes: never a panic, and what is read writes back to
// the bytes it came from.
func FuzzRead(f *testing.F) {
	f.Add([]byte("\x03\x00\x00\x00\x01ab\x01\x00\x00\x00\x02"))
	f.Add([]byte("\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, in []byte) {
		r, back := bufio.NewReader(bytes.NewReader(in)), []byte(nil)
		for {
			kind, payload, err := Read(r, nil, Longest)
			if err != nil {
				break
			}
			back = append(back, message(t, kind, string(payload))...)
		}
		if !bytes.HasPrefix(in, back) {
			t.Errorf("%q read as %q", in, back)
		}
	})
}
