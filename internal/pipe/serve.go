package pipe

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/mesh"
)

// beatInterval is the time between two signs of life while a question is at work.
const beatInterval = time.Second

// stopTime is how long a session that was told to end may take for it.
const stopTime = 2 * time.Second

// Opener makes the bodies of a setup, with a mesh for each that names one.
type Opener func(ctx context.Context, s *Setup) (*Opened, error)

// sentMesh is what came in a message, or what is wrong with it: it has no answer of its own, so a
// setup that names it is refused.
type sentMesh struct {
	mesh *mesh.Mesh
	err  error
}

// session is one conversation.
type session struct {
	opener  Opener
	version string
	meshes  []sentMesh

	opened    *Opened
	depths    bool // the setup asks for kinds
	detectors []*member

	busy atomic.Bool // a question is at work
	lock sync.Mutex  // of out: the heart beats while a message is made
	out  *bufio.Writer
}

// arrival is a message, or how the input ended.
type arrival struct {
	kind    byte
	payload []byte
	err     error
}

// Serve answers until the input ends, which also interrupts what is at work. It returns nil for an
// input that ends between messages, and an *Error for a fault of the other side, which has been
// told.
func Serve(parent context.Context, in io.Reader, out io.Writer, version string, opener Opener) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	s := &session{opener: opener, version: version, out: bufio.NewWriterSize(out, 1<<16)}
	go s.beat(ctx)
	ended := make(chan error, 1)
	go func() { ended <- s.serve(ctx, s.listen(ctx, cancel, in)) }()
	select {
	case err := <-ended:
		return cmp.Or(err, parent.Err())
	case <-ctx.Done():
	}
	select { // what is at work sees the same context
	case err := <-ended:
		return cmp.Or(err, parent.Err())
	case <-time.After(stopTime): // but a write that nobody reads
		return parent.Err()
	}
}

// serve answers until the context ends.
func (s *session) serve(ctx context.Context, arrivals <-chan arrival) error {
	defer s.close()
	for {
		select {
		case <-ctx.Done():
			return nil
		case a := <-arrivals:
			err := a.err
			if err == nil {
				err = s.handle(ctx, a)
			}
			if err != nil {
				return s.end(err)
			}
		}
	}
}

// listen reads messages ahead, so that the end of the input is seen while a question is at work.
func (s *session) listen(ctx context.Context, cancel context.CancelFunc, in io.Reader) <-chan arrival {
	arrivals := make(chan arrival)
	go func() {
		r := bufio.NewReaderSize(in, 1<<16)
		for {
			kind, payload, err := procs.Read(r, nil, maxMessage)
			if errors.Is(err, io.EOF) {
				cancel()
				return
			}
			select {
			case arrivals <- arrival{kind, payload, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return arrivals
}

// handle answers one message, with signs of life while it takes time.
func (s *session) handle(ctx context.Context, a arrival) error {
	s.busy.Store(true)
	defer s.busy.Store(false)
	if (a.kind == msgHello) != (s.meshes == nil) {
		return faulty("message %q; expected the greeting once, at the beginning", a.kind)
	}
	switch a.kind {
	case msgHello:
		return s.greet(a.payload)
	case msgMesh:
		m, err := decodeMesh(a.payload)
		if bad := (*Error)(nil); errors.As(err, &bad) {
			return err
		}
		s.meshes = append(s.meshes, sentMesh{m, err})
		return nil
	case msgOpen:
		return s.open(ctx, a.payload)
	case msgQuery:
		return s.query(ctx, a.payload)
	case msgRays:
		return s.rays(ctx, a.payload)
	}
	return faulty("message of an unknown kind, %q", a.kind)
}

func (s *session) greet(payload []byte) error {
	version, ok := strings.CutPrefix(string(payload), greeting)
	if !ok || len(version) != 4 {
		return faulty("no greeting; expected %q and a version", greeting)
	}
	if v := binary.LittleEndian.Uint32([]byte(version)); v != Version {
		return faulty("protocol version %d; this program speaks %d", v, Version)
	}
	s.meshes = []sentMesh{}
	return s.send(msgWelcome, append(word(nil, Version), s.version...))
}

// beat sends signs of life while a question is at work, until the context ends. A question that
// takes less than the interval costs it nothing.
func (s *session) beat(ctx context.Context) {
	ticker := time.NewTicker(beatInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if s.busy.Load() {
				_ = s.send(msgBeat, nil) // the answer meets the same error
			}
		case <-ctx.Done():
			return
		}
	}
}

// send writes a message of that payload, and with it what write has kept.
func (s *session) send(kind byte, payload []byte) error {
	if err := s.write(append(procs.Begin(nil, kind), payload...)); err != nil {
		return err
	}
	return s.flush()
}

// write finishes a message and writes it, at the latest with the next flush.
func (s *session) write(msg []byte) error {
	if err := procs.Finish(msg); err != nil {
		return err
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	_, err := s.out.Write(msg)
	return err
}

func (s *session) flush() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.out.Flush()
}

// refuse reports what was asked for and cannot be had. The session goes on.
func (s *session) refuse(err error) error { return s.send(msgRefused, []byte(quote.Line(err.Error()))) }

// end tells the other side how it failed, if it still listens.
func (s *session) end(err error) error {
	if errors.Is(err, procs.ErrFormat) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = &Error{err.Error()}
	}
	if bad := (*Error)(nil); errors.As(err, &bad) {
		_ = s.refuse(bad) // the caller has the error, too
		return bad
	}
	return fmt.Errorf("pipe: %w", err)
}

// close ends the detectors.
func (s *session) close() {
	for _, d := range s.detectors {
		_ = d.Close() // nothing depends on how its workers end
	}
	s.detectors, s.opened = s.detectors[:0], nil
}
