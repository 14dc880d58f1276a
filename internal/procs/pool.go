package procs

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"
)

// Longest is the length of the longest message that a process may send, kind and
// payload counted: 2 MiB. Messages to a process have no limit but Finish's.
const Longest = 2 << 20

// Message is what arrived from a process.
type Message struct {
	// From is the process that sent it.
	From *Process
	Kind byte
	Data []byte
	// Err is set in the last message of a process: how it ended.
	Err error
}

// Pool is a number of processes with one inbox. It is used by one goroutine. None
// of its methods waits for a process but Close and Stop, whose time is bounded.
type Pool struct {
	command []string
	stderr  io.Writer
	list    []*Process
	inbox   chan Message
	quit    chan struct{}
	once    sync.Once
}

const (
	// grace is how long a process may take to end by itself.
	grace = 500 * time.Millisecond
	// burial is how long Close and Stop wait for processes that were killed: one that
	// is in a system call which nothing interrupts ends after it.
	burial = 500 * time.Millisecond
)

// New returns a pool of processes that run command; their standard error goes to
// stderr, nil for this process's. None is started yet.
func New(command []string, stderr io.Writer) *Pool {
	if stderr == nil {
		stderr = os.Stderr
	}
	return &Pool{command: command, stderr: stderr, inbox: make(chan Message, 16), quit: make(chan struct{})}
}

// Start starts a process. The tag is for the caller; errors name it.
func (p *Pool) Start(tag int) (*Process, error) {
	w, err := start(p.command, tag, p.stderr, p.inbox, p.quit)
	if err != nil {
		return nil, fmt.Errorf("worker process %d: %w", tag, err)
	}
	p.list = slices.DeleteFunc(p.list, (*Process).over)
	p.list = append(p.list, w)
	return w, nil
}

// over reports whether the process has ended and been waited for.
func (p *Process) over() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// Inbox delivers the messages of all processes.
func (p *Pool) Inbox() <-chan Message { return p.inbox }

// Close ends all processes and waits for them: those that do not end with their
// input are killed after half a second. It takes at most a second and may be
// called again.
func (p *Pool) Close() { p.once.Do(func() { p.end(grace) }) }

// Stop kills all processes and waits for them, half a second at most.
func (p *Pool) Stop() { p.once.Do(func() { p.end(0) }) }

func (p *Pool) end(grace time.Duration) {
	close(p.quit)
	for _, w := range p.list {
		w.out.close()
	}
	if grace > 0 && p.wait(grace) {
		return
	}
	for _, w := range p.list {
		w.Kill()
	}
	p.wait(burial)
}

// wait reports whether all processes ended within a time.
func (p *Pool) wait(limit time.Duration) bool {
	late := time.NewTimer(limit)
	defer late.Stop()
	for _, w := range p.list {
		select {
		case <-w.exited:
		case <-late.C:
			return false
		}
	}
	return true
}
