package multiprocess

import (
	"time"

	"github.com/collide-go/collide/internal/procs"
)

const (
	// beat is how often a worker that has something to do says that it lives.
	beat = 50 * time.Millisecond
	// stalled is how many heartbeats in a row, a minute's, may come without a step of
	// work between them; a worker then takes itself for wedged and is silent. Steps are
	// tasks and blocks of 256 tests. What has none, such as to decode or refit a mesh,
	// takes seconds for ten million triangles.
	stalled = int(time.Minute / beat)
)

// begin counts a message that is arriving. Heartbeats go on while there are any.
func (s *server) begin() {
	if s.pending.Add(1) == 1 {
		s.pulse.Reset(beat)
	}
}

// end counts a message that was answered.
func (s *server) end() {
	s.steps.Add(1)
	if s.pending.Add(-1) == 0 {
		s.pulse.Stop()
	}
}

// beat sends heartbeats. Nothing else in the process takes part in it, so a worker
// with a long task shows that it lives, and a stopped one does not.
func (s *server) beat(done <-chan struct{}) {
	msg := procs.Begin(nil, sayBeat)
	if err := procs.Finish(msg); err != nil {
		panic(err) // one byte
	}
	var seen uint64
	still := 0
	for {
		select {
		case <-s.pulse.C:
		case <-done:
			s.pulse.Stop()
			return
		}
		if n := s.steps.Load(); n != seen {
			seen, still = n, 0
		}
		if still++; still > stalled {
			continue
		}
		if s.write(msg) != nil {
			s.gone.Store(true) // nobody reads
			return
		}
	}
}
