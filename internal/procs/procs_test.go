package procs

import (
	"bufio"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// echo as the first argument makes this test binary answer every message with
// itself; deaf makes it read nothing and ignore the end of its input; garbage,
// huge and half make it write what their names say and then wait.
const (
	echo    = "echo-messages"
	deaf    = "deaf"
	garbage = "garbage"
	huge    = "huge"
	half    = "half"
)

// outputs is what a process that only talks says.
var outputs = map[string]string{
	deaf:    "",
	garbage: "\x00\x00\x00\x00no message at all",
	huge:    "\xff\xff\xff\xff\x01" + strings.Repeat("x", 1<<12),
	half:    "\x10\x00\x00\x00\x01half",
}

func TestMain(m *testing.M) {
	if len(os.Args) < 2 {
		os.Exit(m.Run())
	}
	if says, ok := outputs[os.Args[1]]; ok {
		_, _ = io.WriteString(os.Stdout, says) // nobody may be listening
		time.Sleep(time.Hour)
	}
	if os.Args[1] != echo {
		os.Exit(m.Run())
	}
	r, buf := bufio.NewReader(os.Stdin), []byte(nil)
	for {
		kind, payload, err := Read(r, buf, 1<<30)
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

// run starts n processes.
func run(t *testing.T, n int, arg string) (*Pool, []*Process) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := New([]string{exe, arg}, io.Discard)
	t.Cleanup(p.Close)
	for i := range n {
		if _, err := p.Start(i); err != nil {
			t.Fatal(err)
		}
	}
	return p, p.list
}

func TestMessagesGoRound(t *testing.T) {
	t.Parallel()
	p, list := run(t, 2, echo)
	long := strings.Repeat("0123456789", 200_000) // more than a chunk, more than a pipe holds
	for i, text := range []string{"", "short", long, "short again"} {
		list[0].Send(message(t, byte(i), text))
		list[1].Share(message(t, byte(i), text))
		for range list {
			m := <-p.Inbox()
			if m.Err != nil || m.Kind != byte(i) || string(m.Data) != text {
				t.Fatalf("message %d of %d bytes came back as kind %d, %d bytes, %v", i, len(text), m.Kind, len(m.Data), m.Err)
			}
			m.From.Release(m)
		}
	}
}

func TestTheEndOfAProcessIsReported(t *testing.T) {
	t.Parallel()
	p, list := run(t, 3, echo)
	list[1].Kill()
	m := <-p.Inbox()
	if m.From != list[1] || m.Err == nil || !strings.Contains(m.Err.Error(), "worker process 1") {
		t.Errorf("from %d: %v; want the end of process 1", m.From.Tag, m.Err)
	}
	for range 50 { // to a dead process: dropped
		m.From.Send(message(t, 0, strings.Repeat("x", 1<<16)))
	}
	if n := m.From.Queued(); n != 0 {
		t.Errorf("%d messages wait for a dead process", n)
	}
	list[2].Send(message(t, 'x', ""))
	if m = <-p.Inbox(); m.From != list[2] || m.Err == nil || !strings.Contains(m.Err.Error(), "exit status 3") {
		t.Errorf("from %d: %v; want exit status 3", m.From.Tag, m.Err)
	}
	list[0].Send(message(t, 7, "still there"))
	if m = <-p.Inbox(); m.From != list[0] || string(m.Data) != "still there" {
		t.Errorf("from %d: %q, %v", m.From.Tag, m.Data, m.Err)
	}
	again, err := p.Start(1)
	if err != nil {
		t.Fatal(err)
	}
	again.Send(message(t, 8, "in its place"))
	if m = <-p.Inbox(); m.From != again || m.From.Tag != 1 || string(m.Data) != "in its place" {
		t.Errorf("from %d: %q, %v", m.From.Tag, m.Data, m.Err)
	}
	if len(p.list) != 2 {
		t.Errorf("the pool remembers %d processes, want the 2 that run", len(p.list))
	}
}

// Sending must not wait for a process that reads nothing, whatever the size.
func TestSendNeverWaits(t *testing.T) {
	t.Parallel()
	p, list := run(t, 1, deaf)
	sent := make(chan struct{})
	go func() {
		for range 100 {
			list[0].Send(message(t, 0, strings.Repeat("x", 1<<18)))
		}
		close(sent)
	}()
	select {
	case <-sent:
	case <-time.After(time.Minute): // for ever, if it waits
		t.Fatal("sending waits for a process that reads nothing")
	}
	time.Sleep(50 * time.Millisecond)
	before := list[0].Moved()
	time.Sleep(50 * time.Millisecond)
	if list[0].Moved() != before || list[0].Queued() < 99 {
		t.Errorf("a deaf process took %d messages and moves", 100-list[0].Queued())
	}
	p.Stop()
	if list[0].cmd.ProcessState == nil {
		t.Error("the process was not waited for")
	}
}

func TestCloseWaitsForAllAndKillsTheDeaf(t *testing.T) {
	t.Parallel()
	for _, arg := range []string{echo, deaf} {
		p, list := run(t, 2, arg)
		begun := time.Now()
		p.Close()
		if took := time.Since(begun); arg == deaf && took < grace {
			t.Errorf("processes were killed after %v, want at least %v", took, grace)
		}
		for _, w := range list {
			if !w.over() || w.cmd.ProcessState == nil {
				t.Errorf("%s: process %d was not waited for", arg, w.Tag)
			}
		}
	}
}

// A process that talks nonsense is ended; one that stops in the middle of a
// message delivers nothing, and closing does not wait for the rest.
func TestWrongOutput(t *testing.T) {
	t.Parallel()
	for arg, want := range map[string]string{garbage: "length 0, expected 1 to", huge: "length 4294967295, expected 1 to"} {
		p, list := run(t, 1, arg)
		if m := <-p.Inbox(); m.From != list[0] || m.Err == nil || !strings.Contains(m.Err.Error(), want) {
			t.Errorf("%s: %v, want %q", arg, m.Err, want)
		}
	}
	p, list := run(t, 1, half)
	select {
	case m := <-p.Inbox():
		t.Errorf("half a message was delivered: %+v", m)
	case <-time.After(100 * time.Millisecond):
	}
	begun := time.Now()
	p.Close()
	if took := time.Since(begun); took > grace+burial || !list[0].over() {
		t.Errorf("closing took %v; ended: %v", took, list[0].over())
	}
}

func TestStartThatFails(t *testing.T) {
	p := New([]string{t.TempDir() + "/missing"}, nil)
	defer p.Close()
	if _, err := p.Start(0); err == nil || !strings.Contains(err.Error(), "worker process 0") {
		t.Errorf("error %v, want one of worker process 0", err)
	}
}
