package multiprocess

import (
	"errors"
	"fmt"
	"time"

	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/world"
)

// errSilent is why a process is dropped that shows no sign of life.
var errSilent = errors.New("it neither reads nor writes")

// errProtocol reports a process that greets as something else than a worker of
// this version.
var errProtocol = errors.New("not a worker of this program's version")

// patience is how long the master waits for the processes to stop once the query is
// over: they look every 256 steps. It is two heartbeats.
const patience = 2 * beat

// converse hears the processes out until all tasks are done or given up.
func (e *engine) converse(w *world.World) error {
	e.tick.Reset(polled)
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
		if busy == 0 { // nobody takes what is left
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

// hear acts on what a process says. A fault in it is no fault of the query: the
// process is dropped. Only a command that is of another version altogether is an
// error.
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
	case sayFound, sayResult:
		return e.result(i, &d, m.Kind == sayResult)
	}
	return fmt.Errorf("%w: kind %d", procs.ErrFormat, m.Kind)
}

// grant answers a process that wants steps.
func (e *engine) grant(p *peer, d *procs.Decoder) error {
	frame := d.Uint64()
	late, now := p.owes > 0 && frame == p.late, p.n > 0 && frame == e.frame
	if d.End() != nil || !late && !now || p.proc.Queued() > backlog {
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

// result takes in contacts of the first span that a process has, and its counters
// with the last of them.
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

// count adds what a process counted.
func (e *engine) count(c *world.Stats) {
	s := e.world.Stats
	s.BVTests, s.PrimitiveTests = s.BVTests+c.BVTests, s.PrimitiveTests+c.PrimitiveTests
	s.Adaptive, s.Exact = s.Adaptive+c.Adaptive, s.Exact+c.Exact
}

// finish keeps what was found in the first span of a process.
func (e *engine) finish(p *peer) {
	if e.world.First && len(p.found) > 0 {
		e.world.Control.Stop(narrow.Found)
	}
	e.dst, p.found = append(e.dst, p.found...), p.found[:0]
	e.plan.Done.Add(p.has[0].hi - p.has[0].lo)
	p.has[0] = p.has[1]
	p.n--
}

// halt ends a query early; true means that nobody is waited for any more. An
// interruption kills the processes, as the program may be about to end; the next
// query starts new ones. Otherwise they are told to stop and waited for a moment.
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
	if time.Since(e.stopped) <= patience {
		return false
	}
	for i := range e.peers {
		if e.peers[i].n > 0 {
			e.leave(i)
		}
	}
	return true
}
