package multiprocess

import (
	"time"

	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/world"
)

// peer is the master's record of a worker process. When the process has ended, the same
// peer serves for the next one.
type peer struct {
	proc  *procs.Process // nil for none
	has   [2]span        // tasks it was given, in order
	n     int
	found []world.Contact // those received for has[0], until its sayResult arrives
	// listed is the number of contacts that it has sent in this frame.
	listed int
	hello  bool   // it has greeted
	knows  uint64 // the last frame it was sent
	since  uint64 // the frame it was started in
	lost   int    // processes lost in a row in this place

	moved uint64 // the value of proc.Moved at the last check
	quiet time.Duration
	heard uint64 // the value of proc.Heard when the query was over
	// owes is the number of spans of the frame late that it has yet to answer. The master
	// does not wait for them, but gives the process no others before.
	owes int
	late uint64
}

const (
	// maxRestarts is the largest number of processes started in one place after lost ones.
	// When they are used up, the master and the other processes do the work.
	maxRestarts = 3
	// minTrustedFrames is the number of frames after which a live process resets the count
	// of processes lost before it.
	minTrustedFrames = 100
	// maxSilence is the longest time that a process with tasks may neither read nor write
	// before it is dropped: five seconds.
	maxSilence = 100 * beatInterval
	// maxHelloWait is the longest time that a process may take to send sayHello. Under an
	// emulator, or after a virus scan, that can be seconds.
	maxHelloWait = 10 * time.Second
	// maxQueued is the largest number of messages that may wait for a process. At most two
	// spans and a grant are due to it, so a process that claims more without reading breaks
	// the protocol.
	maxQueued = 64
)

// give sends the next span to the process of a place, if the process can take one. It
// starts a process first if the place has none.
func (e *engine) give(i int) {
	p := &e.peers[i]
	if p.n == len(p.has) || p.owes > 0 || len(e.todo) == 0 || !e.stopped.IsZero() || p.proc == nil && !e.launch(i) {
		return
	}
	if p.n == 0 {
		p.quiet = 0
	}
	e.inform(p)
	s := e.todo[len(e.todo)-1]
	e.todo = e.todo[:len(e.todo)-1]
	p.has[p.n] = s
	p.n++
	b := wire.AppendUint32(wire.AppendUint64(procs.Begin(e.msg, sayTasks), e.frame), uint32(s.lo))
	b = wire.AppendUint32(b, uint32(s.hi-s.lo))
	for _, t := range e.plan.Tasks[s.lo:s.hi] {
		b = appendTask(b, e.plan.Pairs[t.Pair], t.Nodes)
	}
	e.msg = b
	e.send(p)
}

// send sends e.msg, which is short, to one process.
func (e *engine) send(p *peer) {
	if err := procs.Finish(e.msg); err != nil {
		panic(err) // a few thousand bytes
	}
	p.proc.Send(e.msg)
}

// launch starts a process in a place that has none. It returns false if the restarts are
// used up, if starting fails, or if a process was lost before any process of the command
// has shown that it is a worker.
func (e *engine) launch(i int) bool {
	p := &e.peers[i]
	if p.lost > maxRestarts || p.lost > 0 && !e.greeted {
		return false
	}
	bodies, err := e.sayBodies()
	var proc *procs.Process
	if err == nil {
		proc, err = e.pool.Start(i)
	}
	if err != nil {
		e.fault = err
		p.lost++
		return false
	}
	*p = peer{proc: proc, since: e.frame, lost: p.lost, found: p.found[:0]}
	if e.search.engine != nil {
		e.msg = e.search.append(procs.Begin(e.msg, saySearch))
		e.send(p)
	}
	proc.Share(bodies)
	return true
}

// drop ends the process of a place and takes its tasks back. Nothing of a span
// counts before all of it is there, so they are done again from the start.
func (e *engine) drop(i int, why error) {
	p := &e.peers[i]
	p.proc.Kill()
	e.fault = why
	e.world.Stats.WorkersLost++
	e.todo = append(e.todo, p.has[:p.n]...)
	if e.frame-p.since >= minTrustedFrames {
		p.lost = 0
	}
	*p = peer{lost: p.lost + 1, found: p.found[:0]}
	e.giveAll()
}

// leave abandons the tasks of a process when the query is over. A process that has sent
// nothing since then is ended; another one may finish its tasks later.
func (e *engine) leave(i int) {
	p := &e.peers[i]
	if p.proc.Heard() == p.heard {
		e.drop(i, errSilent)
		e.peers[i].lost-- // a slow process does not count as lost
		return
	}
	p.owes, p.late, p.n, p.found = p.n, e.frame, 0, p.found[:0]
}

// watch drops processes with tasks that have shown no sign of life for too long.
// Time during which the master itself did not run does not count, so that a master that
// was stopped, as by Ctrl-Z, does not drop its processes.
func (e *engine) watch() {
	now := time.Now()
	passed := min(now.Sub(e.ticked), 10*pollInterval)
	e.ticked = now
	if len(e.pool.Inbox()) > 0 {
		return // messages of the processes are waiting to be read
	}
	for i := range e.peers {
		p := &e.peers[i]
		if p.n+p.owes == 0 {
			continue
		}
		if moved := p.proc.Moved(); moved != p.moved {
			p.moved, p.quiet = moved, 0
			continue
		}
		p.quiet += passed
		if p.hello && p.quiet > e.silence || p.quiet > maxHelloWait {
			e.drop(i, errSilent)
		}
	}
}

// working returns the number of processes that have tasks and the number of processes.
func (e *engine) working() (busy, alive int) {
	for i := range e.peers {
		if e.peers[i].proc != nil {
			alive++
		}
		if e.peers[i].n > 0 {
			busy++
		}
	}
	return busy, alive
}
