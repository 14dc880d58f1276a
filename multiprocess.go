package collide

import (
	"errors"
	"runtime"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/procs"
)

// ErrNoWorkers reports that the method multiprocess was asked for without
// Options.Worker: a library does not start its host program again.
var ErrNoWorkers = errors.New("no command line for worker processes: set Options.Worker")

// multiprocess is the method of that name, the "MPI" of the OOCDA paper: this
// process, the master, finds the pairs of bodies and cuts them into tasks, which
// worker processes search. Meshes are sent once, poses with each frame. Nothing
// here waits for a single process: one that ends, makes no sense or shows no sign
// of life is dropped, its tasks are done by the others, by one started in its
// place or, when there is none, here.
type multiprocess struct {
	plan    treeEngine // broad phase and tasks; searches what nobody else does
	command []string
	pool    *procs.Pool
	peers   []peer
	todo    []span // tasks that nobody has
	greeted bool   // a process has shown that it is a worker
	fault   error  // why the last process was dropped
	frame   uint64
	tick    *time.Ticker
	stop    runtime.Cleanup
	silence time.Duration // after which a process is dropped

	// What processes are told of the bodies: the frames of the last changes.
	models   []*Model
	versions []int
	deformed []uint64
	poses    []geom.Pose
	moved    []uint64

	msg     []byte
	news    []byte // the frame for those who know frame newsOf
	newsOf  uint64
	hasNews bool
	bodies  []byte // shared with the processes started in this frame

	// Of the running query.
	world   *World
	dst     []Contact
	stopped time.Time // when the processes were told to stop
	ticked  time.Time // the last tick
}

// span is the tasks [lo, hi).
type span struct{ lo, hi int }

const (
	spansPerPeer = 8
	tasksPerSpan = 256
	// polled is how often the master looks at the context, the clock and its processes.
	polled = 5 * time.Millisecond
)

func newMultiprocess(w *World) (Engine, error) {
	if len(w.Worker) == 0 {
		return nil, ErrNoWorkers
	}
	e := &multiprocess{command: w.Worker, tick: time.NewTicker(polled), silence: silence}
	e.tick.Stop()
	e.plan.workers = make([]worker, 1)
	// More processes than cores only wait for each other.
	e.peers = make([]peer, min(w.Workers, runtime.GOMAXPROCS(0)))
	return e, nil
}

// Close ends the processes. It takes at most a second.
func (e *multiprocess) Close() error {
	if e.pool != nil {
		e.stop.Stop()
		e.pool.Close()
		e.forget()
	}
	return nil
}

// abandon kills all processes.
func (e *multiprocess) abandon() {
	if e.pool != nil {
		e.stop.Stop()
		e.pool.Stop()
		e.forget()
	}
}

// forget prepares for a new pool.
func (e *multiprocess) forget() {
	e.pool = nil
	clear(e.peers)
}

// Find implements Engine.
func (e *multiprocess) Find(w *World, dst []Contact) ([]Contact, error) {
	e.world, e.plan.world = w, w
	w.Stats.Workers = len(e.peers)
	begin(e.plan.workers, w)
	e.plan.pairs = w.Candidates(&e.plan.phase, e.plan.pairs[:0])
	if len(e.plan.pairs) == 0 || w.Control.Poll() != narrow.Running {
		return dst, nil
	}
	e.plan.plan(w)
	e.plan.done.start(len(e.plan.tasks), w.Progress)
	e.open()
	e.look(w)
	e.dst = dst
	err := e.catchUp()
	if err == nil {
		e.share()
		err = e.converse(w)
	}
	dst = collect(e.plan.workers, w, e.dst)
	e.dst, e.world, e.bodies = nil, nil, nil
	return dst, err
}

// open makes a pool unless there is one.
func (e *multiprocess) open() {
	if e.pool == nil {
		e.pool = procs.New(e.command, nil)
		e.stop = runtime.AddCleanup(e, (*procs.Pool).Close, e.pool) // for detectors that nobody closes
	}
}

// catchUp hears what processes said since the last query: that they ended, or late
// answers.
func (e *multiprocess) catchUp() error {
	e.todo, e.stopped = e.todo[:0], time.Time{}
	for len(e.pool.Inbox()) > 0 {
		if err := e.hear(<-e.pool.Inbox()); err != nil {
			return err
		}
	}
	e.watch()
	return nil
}

// share cuts the tasks into spans and hands out the first, a span to each process
// before any has a second: no more processes are started than there are spans.
func (e *multiprocess) share() {
	n := len(e.plan.tasks)
	size := min(max(n/(len(e.peers)*spansPerPeer), 1), tasksPerSpan)
	e.todo = e.todo[:0]
	for hi := n; hi > 0; hi -= size { // from the back, so that they go out in order
		e.todo = append(e.todo, span{max(hi-size, 0), hi})
	}
	e.giveAll()
}

// giveAll hands out what is to be done.
func (e *multiprocess) giveAll() {
	for range len(e.peers[0].has) {
		for i := range e.peers {
			e.give(i)
		}
	}
}

// doRest does what is left when no process is.
func (e *multiprocess) doRest() {
	for len(e.todo) > 0 && e.world.Control.Cause() == narrow.Running {
		s := e.todo[len(e.todo)-1]
		e.todo = e.todo[:len(e.todo)-1]
		e.plan.runTasks(0, s.lo, s.hi)
	}
}
