package multiprocess

import (
	"time"

	"github.com/collide-go/collide/internal/procs"
)

const (
	// beatInterval is the time between heartbeats of a worker that has work: 50 ms.
	beatInterval = 50 * time.Millisecond
	// maxIdleBeats is the largest number of consecutive heartbeats, a minute's, without a
	// step of work between them. After that many the worker is stuck and sends no more.
	// Steps are tasks and blocks of 256 tests. Work without steps, such as decoding or
	// refitting a mesh, takes seconds for ten million triangles.
	maxIdleBeats = int(time.Minute / beatInterval)
)

// begin counts a message that is arriving. Heartbeats are sent while messages are
// unanswered.
func (s *server) begin() {
	if s.pending.Add(1) == 1 {
		s.pulse.Reset(beatInterval)
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
// with a long task shows that it is alive, and a stopped worker does not.
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
		if still++; still > maxIdleBeats {
			continue
		}
		if s.write(msg) != nil {
			s.gone.Store(true) // nobody reads
			return
		}
	}
}
