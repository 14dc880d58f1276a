package multiprocess

import (
	"errors"
	"fmt"
	"time"

	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/world"
)

// errSilent reports a process that was dropped because it neither read nor wrote.
var errSilent = errors.New("it neither reads nor writes")

// errProtocol reports a process whose sayHello is not that of a worker of this version.
var errProtocol = errors.New("not a worker of this program's version")

// stopWait is the time that the master waits for the processes to stop once the query is
// over: two heartbeats. Processes check for a stop every 256 steps.
const stopWait = 2 * beatInterval

// converse receives messages from the processes until all tasks are done or abandoned.
func (e *engine) converse(w *world.World) error {
	e.tick.Reset(pollInterval)
	defer e.tick.Stop()
	for {
		busy, alive := e.working()
		if busy == 0 && (len(e.todo) == 0 || !e.stopped.IsZero()) {
			return nil
		}
		if alive == 0 && !e.greeted {
			e.abandon()
			return fmt.Errorf("%q is no worker: %w", e.command[0], e.fault)
		}
		if busy == 0 { // no process takes the remaining tasks
			e.doRest()
			return nil
		}
		select {
		case m := <-e.pool.Inbox():
			if err := e.hear(m); err != nil {
				return err
			}
		case <-e.tick.C:
			w.Control.Poll()
			e.watch()
		}
		if cause := w.Control.Cause(); cause != narrow.Running && e.halt(cause) {
			return nil
		}
	}
}

// hear acts on a message of a process. An invalid message is not an error of the query:
// the process is dropped. Only a command of another version is an error.
func (e *engine) hear(m procs.Message) error {
	i := m.From.Tag
	if e.peers[i].proc != m.From {
		return nil // it was dropped before
	}
	err := m.Err
	if err == nil {
		err = e.understand(i, m)
		m.From.Release(m)
	}
	if errors.Is(err, errProtocol) {
		e.abandon()
		return fmt.Errorf("%q is %w", e.command[0], err)
	}
	if err != nil {
		e.drop(i, err)
	}
	return nil
}

func (e *engine) understand(i int, m procs.Message) error {
	p, d := &e.peers[i], procs.NewDecoder(m.Data)
	switch m.Kind {
	case sayHello:
		if got := d.Text(); got != protocol {
			return fmt.Errorf("%w: it says %q, expected %q", errProtocol, got, protocol)
		}
		e.greeted, p.hello = true, true
		return nil
	case sayBeat:
		return d.End()
	case sayClaim:
		return e.grant(p, &d)
	case sayFull:
		if frame := d.Uint64(); frame == e.frame && p.n > 0 {
			e.world.Control.Stop(narrow.OutOfContacts)
		}
		return d.End()
	case sayFound, sayResult:
		return e.result(i, &d, m.Kind == sayResult)
	}
	return fmt.Errorf("%w: kind %d", procs.ErrFormat, m.Kind)
}

// grant answers a process that claims steps.
func (e *engine) grant(p *peer, d *procs.Decoder) error {
	frame := d.Uint64()
	late, now := p.owes > 0 && frame == p.late, p.n > 0 && frame == e.frame
	if d.End() != nil || !late && !now || p.proc.Queued() > maxQueued {
		return fmt.Errorf("%w: claim for frame %d", procs.ErrFormat, frame)
	}
	n := 0
	if now && e.stopped.IsZero() {
		n = e.world.Control.Claim()
	}
	e.msg = wire.AppendUint32(procs.Begin(e.msg, sayGrant), uint32(n))
	e.send(p)
	return nil
}

// result reads contacts of the first span that a process has. The last message of a span
// has the counters, too.
func (e *engine) result(i int, d *procs.Decoder, last bool) error {
	p := &e.peers[i]
	frame, lo := d.Uint64(), d.Uint32()
	if p.owes > 0 && frame == p.late {
		if last {
			p.owes--
		}
		return nil
	}
	if frame != e.frame || p.n == 0 || int(lo) != p.has[0].lo {
		return fmt.Errorf("%w: result of task %d of frame %d", procs.ErrFormat, lo, frame)
	}
	var counted world.Stats
	if last {
		decodeCounters(d, &counted)
	}
	for range d.Count(16) {
		c := decodeContact(d)
		if !e.world.Names(c) {
			return fmt.Errorf("%w: contact %v", procs.ErrFormat, c)
		}
		p.found = append(p.found, c)
	}
	if err := d.End(); err != nil || !last {
		return err
	}
	e.count(&counted)
	e.finish(p)
	e.give(i)
	return nil
}

// count adds the counters of a process.
func (e *engine) count(c *world.Stats) {
	s := e.world.Stats
	s.BVTests, s.PrimitiveTests = s.BVTests+c.BVTests, s.PrimitiveTests+c.PrimitiveTests
	s.Adaptive, s.Exact = s.Adaptive+c.Adaptive, s.Exact+c.Exact
	s.BVUpdates += c.BVUpdates
	s.Witnesses, s.WitnessTests = s.Witnesses+c.Witnesses, s.WitnessTests+c.WitnessTests
}

// finish adds the contacts of a process's first span to the result.
func (e *engine) finish(p *peer) {
	if e.world.First && len(p.found) > 0 {
		e.world.Control.Stop(narrow.Found)
	}
	if p.listed += len(p.found); p.listed > e.world.Control.Limits().Contacts {
		e.world.Control.Stop(narrow.OutOfContacts)
	}
	e.dst, p.found = append(e.dst, p.found...), p.found[:0]
	e.plan.Done.Add(p.has[0].hi - p.has[0].lo)
	p.has[0] = p.has[1]
	p.n--
}

// halt ends a query early and reports whether the wait for processes is over. An
// interruption kills the processes, because the program may be about to end; the next
// query starts new ones. Otherwise the master sends sayStop and waits for stopWait.
func (e *engine) halt(cause narrow.Cause) bool {
	if cause == narrow.Interrupted {
		e.abandon()
		return true
	}
	if e.stopped.IsZero() {
		e.stopped = time.Now()
		e.msg = wire.AppendUint64(procs.Begin(e.msg, sayStop), e.frame)
		for i := range e.peers {
			if p := &e.peers[i]; p.n > 0 {
				p.heard = p.proc.Heard()
				e.send(p)
			}
		}
	}
	if time.Since(e.stopped) <= stopWait {
		return false
	}
	for i := range e.peers {
		if e.peers[i].n > 0 {
			e.leave(i)
		}
	}
	return true
}
