package multiprocess

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/world"
)

// Serve is the worker of the method multiprocess: it answers the master
// that writes to in and reads from out until in ends, which is no error; a search
// that is running then is given up. A program named in Options.Worker calls it with
// its standard input and output, which nothing else may then use.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s := &server{out: out, inbox: make(chan procs.Message, 8), spare: make(chan []byte, 8), pulse: time.NewTicker(beatInterval)}
	s.pulse.Stop()
	if err := s.send(append(procs.Begin(s.buf, sayHello), protocol...)); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go s.listen(bufio.NewReaderSize(in, 1<<16), ctx.Done())
	go s.beat(ctx.Done())
	for {
		m, err := s.next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = s.answer(ctx, m)
		}
		if err != nil {
			return fmt.Errorf("collide worker: %w", err)
		}
		s.release(m)
	}
}

// server is the state of a worker process.
type server struct {
	mu     sync.Mutex // of out
	out    io.Writer
	buf    []byte
	inbox  chan procs.Message
	held   []procs.Message // arrived while waiting for a grant
	spare  chan []byte
	models []*world.Model
	world  *world.World
	stats  world.Stats
	frame  uint64
	framed bool // a frame has come, so the world is up to date
	// stopped is the last frame that the master gave up, gone that there is no master
	// any more; the listener writes them.
	stopped atomic.Uint64
	gone    atomic.Bool
	subtree narrow.Search
	worker  [1]world.Worker
	// search is what the master chose; with an engine, finder searches pairs into contacts.
	search   search
	finder   world.PairSearcher
	pairs    []broad.Pair
	contacts []world.Contact
	claiming sync.Mutex // the threads of finder claim steps one at a time
	// What the heartbeat rests on: messages that are not yet answered, steps of work.
	pulse   *time.Ticker
	pending atomic.Int32
	steps   atomic.Uint64
}

// listen hands messages on. One that stops a frame acts at once, while a task of
// it may be running.
func (s *server) listen(r *bufio.Reader, done <-chan struct{}) {
	for {
		_, _ = r.Peek(1) // an error is Read's, too
		s.begin()
		var m procs.Message
		var room []byte
		select {
		case room = <-s.spare:
		default:
		}
		m.Kind, m.Data, m.Err = procs.Read(r, room, math.MaxUint32)
		if m.Err == nil && m.Kind == sayStop {
			d := procs.NewDecoder(m.Data)
			s.stopped.Store(d.Uint64())
			m.Err = d.End()
			if m.Err == nil {
				s.release(m)
				continue
			}
		}
		if m.Err != nil {
			s.gone.Store(true)
		}
		select {
		case s.inbox <- m:
		case <-done:
			return
		}
		if m.Err != nil {
			return
		}
	}
}

func (s *server) next(ctx context.Context) (procs.Message, error) {
	if len(s.held) > 0 {
		m := s.held[0]
		s.held = append(s.held[:0], s.held[1:]...)
		return m, m.Err
	}
	select {
	case m := <-s.inbox:
		return m, m.Err
	case <-ctx.Done():
		return procs.Message{}, ctx.Err()
	}
}

// release ends the work on a message.
func (s *server) release(m procs.Message) {
	s.end()
	select {
	case s.spare <- m.Data:
	default:
	}
}

// send writes a message built in s.buf and keeps the memory.
func (s *server) send(msg []byte) error {
	s.buf = msg
	if err := procs.Finish(msg); err != nil {
		return err
	}
	return s.write(msg)
}

func (s *server) write(msg []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.out.Write(msg)
	return err
}

func (s *server) answer(ctx context.Context, m procs.Message) error {
	d := procs.NewDecoder(m.Data)
	switch {
	case m.Kind == saySearch && s.world == nil:
		return s.setSearch(&d)
	case m.Kind == sayBodies && s.world == nil:
		return s.setBodies(&d)
	case m.Kind == sayFrame && s.world != nil:
		return s.setFrame(ctx, &d)
	case m.Kind == sayTasks && s.framed:
		return s.doTasks(&d)
	}
	return fmt.Errorf("%w: kind %d out of turn", procs.ErrFormat, m.Kind)
}

func (s *server) setBodies(d *procs.Decoder) error {
	models, bodies, err := decodeBodies(d)
	if err != nil {
		return err
	}
	s.models = models
	s.world = world.New(&world.Settings{Workers: max(s.search.threads, 1)}, len(bodies), len(bodies), len(bodies))
	s.world.Stats = &s.stats
	for i := range bodies {
		bodies[i].Pose = geom.Identity
		if _, err := s.world.Add(&bodies[i]); err != nil {
			return fmt.Errorf("body %d: %w", i, err)
		}
	}
	return s.makeFinder()
}

// setFrame deforms, moves and prepares.
func (s *server) setFrame(ctx context.Context, d *procs.Decoder) error {
	s.frame = d.Uint64()
	flags, most := d.Byte(), d.Uint64()
	for range d.Count(8) {
		k := int(d.Uint32())
		v := decodeVecs(d)
		if d.Err() != nil || k >= len(s.models) {
			return fmt.Errorf("%w: model %d of %d deforms", procs.ErrFormat, k, len(s.models))
		}
		if n := len(s.models[k].Mesh().Vertices); len(v) != n {
			return fmt.Errorf("%w: %d vertices for a mesh of %d", procs.ErrFormat, len(v), n)
		}
		if err := s.models[k].SetVertices(v); err != nil {
			return err
		}
	}
	for range d.Count(100) {
		i, pose := int(d.Uint32()), decodePose(d)
		if d.Err() != nil || i >= s.world.Len() {
			return fmt.Errorf("%w: body %d of %d moves", procs.ErrFormat, i, s.world.Len())
		}
		if err := s.world.SetPose(i, &pose); err != nil {
			return err
		}
	}
	if err := s.world.Update(); err != nil {
		return err
	}
	s.world.First = flags&flagFirst != 0
	s.world.Control.Limit(narrow.Limits{Contacts: int(most)})
	s.world.Control.Reset(ctx, 0, 0)
	if flags&flagLimited != 0 {
		s.world.Control.Delegate(s.claim)
	} else {
		s.world.Control.Watch(s.unlimited)
	}
	world.Begin(s.worker[:], s.world)
	s.framed = true
	return d.End()
}
