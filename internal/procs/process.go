package procs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"time"
)

// Process is a worker process of a Pool. Its methods are used by one goroutine,
// and none of them waits for the process.
type Process struct {
	// Tag is what Start was given.
	Tag    int
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *os.File
	out    outbox
	spare  chan []byte // room for what is read
	taken  atomic.Uint64
	heard  atomic.Uint64
	exited chan struct{}
}

// piece is how many bytes are written at once: a process that reads slowly shows
// with each of them that it lives. A pipe of Linux holds as many.
const piece = 1 << 16

// linger is how long the output of a process that has ended may stay open: a
// process of its own may have inherited it.
const linger = 100 * time.Millisecond

// start starts a command whose messages go to inbox, until quit is closed.
func start(command []string, tag int, stderr io.Writer, inbox chan<- Message, quit <-chan struct{}) (*Process, error) {
	theirs, ours, err := pipes()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = theirs[0], theirs[1], stderr, linger
	err = cmd.Start()
	closeAll(theirs) // the process has its own
	if err != nil {
		closeAll(ours)
		return nil, err
	}
	p := &Process{
		Tag: tag, cmd: cmd, stdin: ours[0], stdout: ours[1],
		spare: make(chan []byte, spares), exited: make(chan struct{}),
	}
	p.out.some.L = &p.out.mu
	heard := make(chan error, 1)
	go p.write()
	go func() { heard <- p.listen(inbox, quit) }()
	go p.attend(heard, inbox, quit)
	return p, nil
}

// pipes returns the ends of standard input and output, those of the process and
// ours.
func pipes() (theirs, ours [2]*os.File, err error) {
	if theirs[0], ours[0], err = os.Pipe(); err != nil {
		return theirs, ours, err
	}
	if ours[1], theirs[1], err = os.Pipe(); err != nil {
		_, _ = theirs[0].Close(), ours[0].Close() // nothing was written
	}
	return theirs, ours, err
}

func closeAll(ends [2]*os.File) {
	for _, f := range ends {
		_ = f.Close() // nothing was written
	}
}

// write sends what is queued; when the process is gone it goes on discarding.
func (p *Process) write() {
	var gone bool
	for {
		packet, ok := p.out.take()
		if !ok {
			break
		}
		for rest := packet.data; len(rest) > 0 && !gone; {
			n, err := p.stdin.Write(rest[:min(piece, len(rest))])
			rest, gone = rest[n:], err != nil
			p.taken.Add(1)
		}
		p.out.done(packet)
	}
	_ = p.stdin.Close() // the process ends at the end of its input, if it has not already
}

// listen delivers what the process says and returns why it stopped.
func (p *Process) listen(inbox chan<- Message, quit <-chan struct{}) error {
	r := bufio.NewReaderSize(source{p}, piece)
	for {
		m := Message{From: p}
		var room []byte
		select {
		case room = <-p.spare:
		default:
		}
		var err error
		if m.Kind, m.Data, err = Read(r, room, Longest); err != nil {
			if !errors.Is(err, io.EOF) {
				p.Kill() // what it says makes no sense; it may be dead already
			}
			return err
		}
		select {
		case inbox <- m:
		case <-quit:
			_, _ = io.Copy(io.Discard, r) // nobody wants it, but the process ends sooner
			return io.EOF
		}
	}
}

// source is the output of a process; what comes from it counts as a sign of life.
type source struct{ p *Process }

func (s source) Read(b []byte) (int, error) {
	n, err := s.p.stdout.Read(b)
	if n > 0 {
		s.p.heard.Add(1)
	}
	return n, err
}

// attend waits until the process has ended and delivers how.
func (p *Process) attend(heard <-chan error, inbox chan<- Message, quit <-chan struct{}) {
	ended := p.cmd.Wait()
	p.out.close()
	late := time.AfterFunc(linger, func() { _ = p.stdout.Close() }) // ends a read
	said := <-heard
	late.Stop()
	closeAll([2]*os.File{p.stdin, p.stdout})
	if said != nil && !errors.Is(said, io.EOF) && !errors.Is(said, os.ErrClosed) {
		ended = said
	} else if ended == nil {
		ended = io.EOF
	}
	close(p.exited)
	select {
	case inbox <- Message{From: p, Err: fmt.Errorf("worker process %d (pid %d) ended: %w", p.Tag, p.cmd.Process.Pid, ended)}:
	case <-quit:
	}
}

// Send queues a copy of a finished message. Messages to a process that has ended
// are dropped.
func (p *Process) Send(msg []byte) { p.out.add(msg, false) }

// Share queues a finished message that nobody changes any more.
func (p *Process) Share(msg []byte) { p.out.add(msg, true) }

// Queued returns the number of messages that the process has not begun to take.
func (p *Process) Queued() int { return p.out.len() }

// Heard counts the pieces that were read from the process.
func (p *Process) Heard() uint64 { return p.heard.Load() }

// Moved counts the pieces that were written to the process and read from it. It
// stands still while a process neither reads nor writes, except for what a pipe holds.
func (p *Process) Moved() uint64 { return p.taken.Load() + p.heard.Load() }

// Release gives a message's memory back to the process it came from.
func (p *Process) Release(m Message) {
	select {
	case p.spare <- m.Data:
	default:
	}
}

// Kill ends the process at once, also a stopped one; its last message reports it.
func (p *Process) Kill() { _ = p.cmd.Process.Kill() } // an error means that it has ended
