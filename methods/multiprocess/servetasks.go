package multiprocess

import (
	"fmt"

	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/world"
)

// unlimited grants steps until the master stops the frame or has gone.
func (s *server) unlimited() int {
	s.steps.Add(1)
	if s.over() {
		return 0
	}
	return 256
}

// over reports whether the answers of this frame are no longer needed.
func (s *server) over() bool { return s.stopped.Load() == s.frame || s.gone.Load() }

// claim asks the master for steps and waits for them.
func (s *server) claim() int {
	s.claiming.Lock()
	defer s.claiming.Unlock()
	s.steps.Add(1)
	if s.over() || s.send(wire.AppendUint64(procs.Begin(s.buf, sayClaim), s.frame)) != nil {
		return 0
	}
	for {
		m := <-s.inbox
		if m.Kind == sayGrant && m.Err == nil {
			d := procs.NewDecoder(m.Data)
			n := int(d.Uint32())
			s.release(m)
			return n
		}
		s.held = append(s.held, m) // the next tasks, or the end
		if m.Err != nil {
			return 0
		}
	}
}

// doTasks searches and answers with everything found.
func (s *server) doTasks(d *procs.Decoder) error {
	if s.finder != nil {
		return s.findPairs(d)
	}
	frame, first, n := d.Uint64(), d.Uint32(), d.Count(16)
	t, w := &s.worker[0], s.world
	t.Contacts = t.Contacts[:0]
	for range n {
		s.steps.Add(1)
		p, nodes := decodeTask(d)
		if d.Err() != nil || uint32(p.A) >= uint32(w.Len()) || uint32(p.B) >= uint32(w.Len()) {
			return fmt.Errorf("%w: pair %v of %d bodies", procs.ErrFormat, p, w.Len())
		}
		if w.HasSolid(p) {
			t.Contacts = w.SolidPair(t, p, t.Contacts)
			continue
		}
		a, b := w.Surface(int(p.A)), w.Surface(int(p.B))
		if int(uint32(nodes.A)) >= len(a.Tree.Nodes) || int(uint32(nodes.B)) >= len(b.Tree.Nodes) {
			return fmt.Errorf("%w: nodes %v", procs.ErrFormat, nodes)
		}
		s.subtree.Set(a, b)
		t.Pairs = t.Run(&s.subtree, nodes, t.Pairs[:0])
		t.Contacts = world.AppendContacts(t.Contacts, p, t.Pairs)
	}
	if err := d.End(); err != nil {
		return err
	}
	counted := world.Stats{BVTests: t.BVTests, PrimitiveTests: t.PrimitiveTests, Adaptive: t.Tally.Adaptive, Exact: t.Tally.Exact}
	t.BVTests, t.PrimitiveTests = 0, 0
	t.Tally.Reset()
	return s.answerWith(frame, first, t.Contacts, &counted)
}

// answerWith sends what was found in a span. A list that is not all, which its receiver would take for that, is said to be full.
func (s *server) answerWith(frame uint64, first uint32, contacts []world.Contact, counted *world.Stats) error {
	if s.world.Control.Cause() == narrow.OutOfContacts {
		if err := s.send(wire.AppendUint64(procs.Begin(s.buf, sayFull), frame)); err != nil {
			return err
		}
	}
	return s.sendContacts(frame, first, contacts, counted)
}

// sendContacts sends the contacts of a span in one or more messages, and the counters with
// the last one.
func (s *server) sendContacts(frame uint64, first uint32, contacts []world.Contact, counted *world.Stats) error {
	for rest := contacts; ; {
		n, kind := min(len(rest), contactsPerMessage), sayFound
		if n == len(rest) {
			kind = sayResult
		}
		b := wire.AppendUint32(wire.AppendUint64(procs.Begin(s.buf, kind), frame), first)
		if kind == sayResult {
			b = appendCounters(b, counted)
		}
		b = wire.AppendUint32(b, uint32(n))
		for _, c := range rest[:n] {
			b = appendContact(b, c)
		}
		if err := s.send(b); err != nil || kind == sayResult {
			return err
		}
		rest = rest[n:]
		s.steps.Add(1)
	}
}
