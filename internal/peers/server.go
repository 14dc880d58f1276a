package harness

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// protocolVersion is what a server must greet with.
const protocolVersion = "1"

// server is a running peerd process: requests are text lines with binary arrays
// behind them, replies likewise (README.md, "Protocol"). One request is under
// way at a time; a server is not for concurrent use.
type server struct {
	path string
	cmd  *exec.Cmd
	in   io.WriteCloser
	w    *bufio.Writer
	r    *bufio.Reader
	// about is the library's name, its version and the compiler.
	about string
	// deadline is how long a reply may take, 0 for any time.
	deadline time.Duration
}

// errOverdue reports that a server was ended because a reply took longer than the deadline.
var errOverdue = errors.New("no reply before the deadline")

// startServer runs the program at path and greets it. The process ends with ctx
// or by close.
func startServer(ctx context.Context, path string, deadline time.Duration) (*server, error) {
	s := &server{path: path, deadline: deadline}
	if err := s.start(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *server) start(ctx context.Context) error {
	s.cmd = exec.CommandContext(ctx, s.path)
	s.cmd.Stderr = os.Stderr
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	s.in, s.w, s.r = in, bufio.NewWriterSize(in, 1<<16), bufio.NewReaderSize(out, 1<<16)
	if err := s.greet(); err != nil {
		return errors.Join(err, s.close())
	}
	return nil
}

// restart replaces a process that was ended by a process without meshes.
func (s *server) restart(ctx context.Context) error {
	_ = s.close() // it was killed, which is what the error would be about
	return s.start(ctx)
}

func (s *server) greet() error {
	reply, err := s.exchange("hello") // starting a process takes its time
	if err != nil {
		return err
	}
	version, about, _ := strings.Cut(reply, " ")
	if version != protocolVersion {
		return fmt.Errorf("%s speaks protocol %q, expected %q: run make again", s.path, version, protocolVersion)
	}
	s.about = about
	return nil
}

// close ends the process by closing its input and waits for it.
func (s *server) close() error {
	closed := s.in.Close()
	if err := s.cmd.Wait(); err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	return closed
}

// request is exchange within the deadline. After errOverdue the server needs a restart.
func (s *server) request(line string, arrays ...any) (string, error) {
	if s.deadline <= 0 {
		return s.exchange(line, arrays...)
	}
	overdue := time.AfterFunc(s.deadline, func() { _ = s.cmd.Process.Kill() }) // fails where the process has ended
	reply, err := s.exchange(line, arrays...)
	if !overdue.Stop() {
		return "", fmt.Errorf("%s: %w of %v", s.path, errOverdue, s.deadline)
	}
	return reply, err
}

// exchange sends a line and the arrays behind it, and returns what follows "ok "
// in the reply. Arrays are slices of fixed-size numbers.
func (s *server) exchange(line string, arrays ...any) (string, error) {
	verb, _, _ := strings.Cut(line, " ")
	fail := func(err error) (string, error) { return "", fmt.Errorf("%s: %s: %w", s.path, verb, err) }
	if _, err := fmt.Fprintln(s.w, line); err != nil {
		return fail(err)
	}
	for _, a := range arrays {
		if err := binary.Write(s.w, binary.LittleEndian, a); err != nil {
			return fail(err)
		}
	}
	if err := s.w.Flush(); err != nil {
		return fail(err)
	}
	reply, err := s.r.ReadString('\n')
	if err != nil {
		return fail(fmt.Errorf("no reply: %w", err))
	}
	reply = strings.TrimSuffix(reply, "\n")
	if text, bad := strings.CutPrefix(reply, "error "); bad {
		return fail(errors.New(text))
	}
	rest, ok := strings.CutPrefix(reply+" ", "ok ")
	if !ok {
		return fail(fmt.Errorf("reply %q, expected ok or error", reply))
	}
	return strings.TrimSuffix(rest, " "), nil
}

// counts is request for replies of exactly n numbers.
func (s *server) counts(n int, line string, arrays ...any) ([]int, error) {
	reply, err := s.request(line, arrays...)
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(reply)
	if len(fields) != n {
		return nil, fmt.Errorf("%s: reply %q, expected %d numbers", s.path, reply, n)
	}
	numbers := make([]int, n)
	for i, f := range fields {
		v, err := strconv.ParseUint(f, 10, 62)
		if err != nil {
			return nil, fmt.Errorf("%s: reply %q: %w", s.path, reply, err)
		}
		numbers[i] = int(v)
	}
	return numbers, nil
}

// maxElements bounds an array a reply may announce.
const maxElements = 1 << 30

// readArray reads n numbers that follow a reply.
func readArray[T any](s *server, n int) ([]T, error) {
	if n > maxElements {
		return nil, fmt.Errorf("%s: array of %d elements announced, more than %d", s.path, n, maxElements)
	}
	a := make([]T, n)
	if err := binary.Read(s.r, binary.LittleEndian, a); err != nil {
		return nil, fmt.Errorf("%s: reading an array of %d: %w", s.path, n, err)
	}
	return a, nil
}
