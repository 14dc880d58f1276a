package procs

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"time"
)

// echo as the first argument makes this test binary answer every message with
// itself; deaf makes it read nothing and ignore the end of its input.
const (
	echo = "echo-messages"
	deaf = "deaf"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == deaf {
		time.Sleep(time.Hour)
	}
	if len(os.Args) > 1 && os.Args[1] == echo {
		r, buf := bufio.NewReader(os.Stdin), []byte(nil)
		for {
			kind, payload, err := Read(r, buf)
			if err != nil {
				os.Exit(0)
			}
			msg := append(Begin(nil, kind), payload...)
			if Finish(msg) != nil || kind == 'x' {
				os.Exit(3)
			}
			if _, err := os.Stdout.Write(msg); err != nil {
				os.Exit(4)
			}
		}
	}
	os.Exit(m.Run())
}

func start(t *testing.T, n int, arg string) *Pool {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Start([]string{exe, arg}, n, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func message(t testing.TB, kind byte, payload string) []byte {
	t.Helper()
	msg := append(Begin(nil, kind), payload...)
	if err := Finish(msg); err != nil {
		t.Fatal(err)
	}
	return msg
}

func TestMessagesGoRound(t *testing.T) {
	p := start(t, 2, echo)
	long := strings.Repeat("0123456789", 300_000) // more than a chunk, more than a pipe holds
	for i, text := range []string{"", "short", long, "short again"} {
		for k := range p.Len() {
			p.Send(k, message(t, byte(i), text))
		}
		for range p.Len() {
			m := <-p.Inbox()
			if m.Err != nil || m.Kind != byte(i) || string(m.Data) != text {
				t.Fatalf("message %d of %d bytes came back as kind %d, %d bytes, %v", i, len(text), m.Kind, len(m.Data), m.Err)
			}
			p.Release(m)
		}
	}
}

func TestTheEndOfAProcessIsTold(t *testing.T) {
	p := start(t, 3, echo)
	p.Kill(1)
	m := <-p.Inbox()
	if m.From != 1 || m.Err == nil || !strings.Contains(m.Err.Error(), "worker process 1") {
		t.Errorf("from %d: %v; want the end of process 1", m.From, m.Err)
	}
	for range 3 * queued { // to a dead process: dropped, not blocked
		p.Send(1, message(t, 0, strings.Repeat("x", 1<<16)))
	}
	p.Send(2, message(t, 'x', ""))
	if m = <-p.Inbox(); m.From != 2 || m.Err == nil || !strings.Contains(m.Err.Error(), "exit status 3") {
		t.Errorf("from %d: %v; want exit status 3", m.From, m.Err)
	}
	p.Send(0, message(t, 7, "still there"))
	if m = <-p.Inbox(); m.From != 0 || string(m.Data) != "still there" {
		t.Errorf("from %d: %q, %v", m.From, m.Data, m.Err)
	}
}

func TestCloseWaitsForAllAndKillsTheDeaf(t *testing.T) {
	for _, arg := range []string{echo, deaf} {
		p := start(t, 2, arg)
		begun := time.Now()
		p.Close()
		if took := time.Since(begun); arg == deaf && took < grace {
			t.Errorf("processes were killed after %v, want at least %v", took, grace)
		}
		for _, w := range p.list {
			if w.cmd.ProcessState == nil {
				t.Errorf("%s: process %d was not waited for", arg, w.index)
			}
		}
	}
}

func TestStartThatFails(t *testing.T) {
	if _, err := Start([]string{t.TempDir() + "/missing"}, 2, nil); err == nil || !strings.Contains(err.Error(), "worker process 0") {
		t.Errorf("error %v, want one of worker process 0", err)
	}
}

func TestReadNamesWhatIsWrong(t *testing.T) {
	for in, want := range map[string]error{
		"": io.EOF, "\x01": io.ErrUnexpectedEOF, "\x02\x00\x00\x00\x01": io.ErrUnexpectedEOF,
		"\xff\xff\xff\xff\x01abc": io.ErrUnexpectedEOF, "\x00\x00\x00\x00\x01": ErrFormat,
	} {
		if _, _, err := Read(bufio.NewReader(strings.NewReader(in)), nil); !errors.Is(err, want) {
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
			kind, payload, err := Read(r, nil)
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
