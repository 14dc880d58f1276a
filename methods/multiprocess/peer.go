package multiprocess

import (
	"time"

	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/world"
)

// peer is what the master knows of one of its processes, and the place for the
// next when it has ended.
type peer struct {
	proc  *procs.Process // nil for none
	has   [2]span        // tasks it was given, in order
	n     int
	found []world.Contact // for has[0], while it has not said that these are all
	hello bool            // it has greeted
	knows uint64          // the last frame it was told of
	since uint64          // the frame it was started in
	lost  int             // processes lost in a row in this place

	moved uint64 // its signs of life when last looked at
	quiet time.Duration
	heard uint64 // how much it had said when the query was over
	// owes is how many spans of the frame late it has yet to answer, which nobody waits
	// for; it gets no others before.
	owes int
	late uint64
}

const (
	// restarts is how many processes are started in place of ones that were lost; when
	// they are used up the master and the other processes do the work.
	restarts = 3
	// trusted is how many frames a process must live for the ones lost before it not to
	// count any more.
	trusted = 100
	// silence is how long a process with tasks may neither read nor write before it is
	// taken for wedged: five seconds.
	silence = 100 * beat
	// starting is how long a process may take to greet: with an emulator or a scanner of
	// programs before it that can be seconds.
	starting = 10 * time.Second
	// backlog is how many messages may wait for a process: it has two spans and a
	// grant to come, so one that asks for more without reading talks nonsense.
	backlog = 64
)

// give hands a place its next span, if it has room for one, and starts a process
// there if there is none.
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

// launch starts a process in a place that has none. It returns false where the
// restarts are used up, where it fails, and where the command has not yet shown
// that it is a worker at all.
func (e *engine) launch(i int) bool {
	p := &e.peers[i]
	if p.lost > restarts || p.lost > 0 && !e.greeted {
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
	if e.frame-p.since >= trusted {
		p.lost = 0
	}
	*p = peer{lost: p.lost + 1, found: p.found[:0]}
	e.giveAll()
}

// leave gives up what a process was to do when the query is over. One that has said
// nothing since is ended; one that lives is left to finish in its time.
func (e *engine) leave(i int) {
	p := &e.peers[i]
	if p.proc.Heard() == p.heard {
		e.drop(i, errSilent)
		e.peers[i].lost-- // the next one need not be as slow
		return
	}
	p.owes, p.late, p.n, p.found = p.n, e.frame, 0, p.found[:0]
}

// watch drops processes with tasks that have shown no sign of life for too long.
// Time counts only as far as this process was there to see it, so that one that was
// itself stopped, as by Ctrl-Z, does not blame the others.
func (e *engine) watch() {
	now := time.Now()
	passed := min(now.Sub(e.ticked), 10*polled)
	e.ticked = now
	if len(e.pool.Inbox()) > 0 {
		return // what they said is yet to be heard
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
		if p.hello && p.quiet > e.silence || p.quiet > starting {
			e.drop(i, errSilent)
		}
	}
}

// working returns how many processes have tasks, and how many there are.
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
