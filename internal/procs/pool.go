package procs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Message is what arrived from a process.
type Message struct {
	// From is the process that sent it.
	From int
	Kind byte
	Data []byte
	// Err is set in the last message of a process: how it ended.
	Err error
}

// Pool is a number of processes. It is used by one goroutine but for what it
// does itself.
type Pool struct {
	list  []*process
	inbox chan Message
	quit  chan struct{}
	once  sync.Once
}

// process is one of them, with a goroutine that writes and one that reads.
type process struct {
	index  int
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	out    chan []byte // to be written
	spare  chan []byte // written
	read   chan []byte // room for what is read
	exited chan struct{}
}

// queued is how many messages to a process may wait to be written before Send
// blocks.
const queued = 16

// grace is how long a process may take to end by itself.
const grace = 2 * time.Second

// Start starts n processes; their standard error goes to stderr, nil for this
// process's. When one does not start, none is left.
func Start(command []string, n int, stderr io.Writer) (*Pool, error) {
	if stderr == nil {
		stderr = os.Stderr
	}
	p := &Pool{inbox: make(chan Message, 4*n), quit: make(chan struct{})}
	for i := range n {
		w, err := p.start(i, command, stderr)
		if err != nil {
			p.Close()
			return nil, fmt.Errorf("worker process %d: %w", i, err)
		}
		p.list = append(p.list, w)
	}
	return p, nil
}

func (p *Pool) start(i int, command []string, stderr io.Writer) (*process, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	w := &process{
		index: i, cmd: cmd, stdin: stdin,
		out: make(chan []byte, queued), spare: make(chan []byte, queued), read: make(chan []byte, queued),
		exited: make(chan struct{}),
	}
	go w.write()
	go w.listen(bufio.NewReaderSize(stdout, 1<<16), p.inbox, p.quit)
	return w, nil
}

// write sends what is queued; when the process is gone it goes on discarding, so
// that nobody waits for it.
func (w *process) write() {
	var gone bool
	for msg := range w.out {
		if !gone {
			_, err := w.stdin.Write(msg)
			gone = err != nil
		}
		select {
		case w.spare <- msg:
		default:
		}
	}
	_ = w.stdin.Close() // the process ends at the end of its input, if it has not already
}

// listen delivers what the process says, then how it ended.
func (w *process) listen(r *bufio.Reader, inbox chan<- Message, quit <-chan struct{}) {
	defer close(w.exited)
	var err error
	for err == nil {
		m := Message{From: w.index}
		var room []byte
		select {
		case room = <-w.read:
		default:
		}
		if m.Kind, m.Data, err = Read(r, room); err != nil {
			break
		}
		select {
		case inbox <- m:
		case <-quit:
			err = io.EOF
		}
	}
	if !errors.Is(err, io.EOF) {
		_ = w.cmd.Process.Kill() // what it says makes no sense; it may be dead already
	}
	_, _ = io.Copy(io.Discard, r) // until it ends
	ended := w.cmd.Wait()
	if ended == nil {
		ended = err
	}
	select {
	case inbox <- Message{From: w.index, Err: fmt.Errorf("worker process %d (pid %d) ended: %w", w.index, w.cmd.Process.Pid, ended)}:
	case <-quit:
	}
}

// Len returns the number of processes started.
func (p *Pool) Len() int { return len(p.list) }

// Inbox delivers the messages of all processes.
func (p *Pool) Inbox() <-chan Message { return p.inbox }

// Release gives a message's memory back.
func (p *Pool) Release(m Message) {
	select {
	case p.list[m.From].read <- m.Data:
	default:
	}
}

// Send queues a copy of a finished message for a process. Messages to a process
// that has ended are dropped.
func (p *Pool) Send(to int, msg []byte) {
	w := p.list[to]
	var buf []byte
	select {
	case buf = <-w.spare:
	default:
	}
	w.out <- append(buf[:0], msg...)
}

// Kill ends a process at once; its last message tells.
func (p *Pool) Kill(i int) { _ = p.list[i].cmd.Process.Kill() } // an error means that it has ended

// Close ends all processes and waits for them: those that do not end with their
// input are killed after two seconds. It may be called again.
func (p *Pool) Close() {
	p.once.Do(func() {
		close(p.quit)
		for _, w := range p.list {
			close(w.out)
		}
		late := time.NewTimer(grace)
		defer late.Stop()
		for i, w := range p.list {
			select {
			case <-w.exited:
			case <-late.C:
				for k := i; k < len(p.list); k++ {
					p.Kill(k)
				}
				late.Reset(0)
				<-w.exited
			}
		}
	})
}

// Stop kills all processes and waits for them.
func (p *Pool) Stop() {
	for i := range p.list {
		p.Kill(i)
	}
	p.Close()
}
