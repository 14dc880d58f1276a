package multiprocess

import (
	"runtime"
	"slices"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/engines"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/world"
)

// engine is the method multiprocess, the "MPI" of the OOCDA paper: this
// process, the master, finds the pairs of bodies and cuts them into tasks, which
// worker processes search. Meshes are sent once, poses with each frame. The master
// waits for no single process: a process that ends, breaks the protocol or neither reads
// nor writes is dropped. Its tasks are done by the other processes, by one started in its
// place or, if there is no process, by the master.
type engine struct {
	plan    engines.Trees // broad phase and tasks; searches tasks that no process takes
	command []string
	search  search
	pool    *procs.Pool
	peers   []peer
	todo    []span // tasks that no process has
	greeted bool   // a process has shown that it is a worker
	fault   error  // why the last process was dropped
	frame   uint64
	tick    *time.Ticker
	stop    runtime.Cleanup
	silence time.Duration // after which a process is dropped

	// The state of the bodies that processes are sent, and the frames of its last changes.
	models   []*world.Model
	versions []int
	deformed []uint64
	poses    []geom.Pose
	moved    []uint64

	msg     []byte
	news    []byte // the frame message for processes that have frame newsOf
	newsOf  uint64
	hasNews bool
	bodies  []byte // shared with the processes started in this frame

	// Of the running query.
	world   *world.World
	dst     []world.Contact
	stopped time.Time // when sayStop was sent, zero before
	ticked  time.Time // the last tick
}

// span is the tasks [lo, hi).
type span struct{ lo, hi int }

const (
	// spansPerPeer is the number of spans per process that the tasks are cut into.
	spansPerPeer = 8
	// tasksPerSpan is the largest number of tasks in a span.
	tasksPerSpan = 256
	// pairsPerSpan is the largest number of whole pairs in a span: a message of a megabyte.
	pairsPerSpan = 1 << 16
	// pollInterval is the time between the master's checks of the context, the clock and
	// its processes: 5 ms.
	pollInterval = 5 * time.Millisecond
)

func newEngine(w *world.World, command []string, by search) (world.Engine, error) {
	if len(command) == 0 {
		return nil, ErrNoWorkers
	}
	e := &engine{command: command, search: by, tick: time.NewTicker(pollInterval), silence: maxSilence}
	e.tick.Stop()
	e.plan.Prepare(1)
	// More processes than cores only wait for each other.
	e.peers = make([]peer, min(w.Workers, runtime.GOMAXPROCS(0)))
	return e, nil
}

// Close ends the processes. It takes at most a second.
func (e *engine) Close() error {
	if e.pool != nil {
		e.stop.Stop()
		e.pool.Close()
		e.forget()
	}
	return nil
}

// abandon kills all processes.
func (e *engine) abandon() {
	if e.pool != nil {
		e.stop.Stop()
		e.pool.Stop()
		e.forget()
	}
}

// forget prepares for a new pool.
func (e *engine) forget() {
	e.pool = nil
	clear(e.peers)
}

// Find implements world.Engine.
func (e *engine) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	e.world, e.plan.World = w, w
	w.Stats.Workers = len(e.peers)
	world.Begin(e.plan.Workers, w)
	e.plan.Pairs = w.Candidates(&e.plan.Phase, e.plan.Pairs[:0])
	if len(e.plan.Pairs) == 0 || w.Control.Poll() != narrow.Running {
		return dst, nil
	}
	e.cut(w)
	e.plan.Done.Start(len(e.plan.Tasks), w.Progress)
	e.open()
	e.look(w)
	e.dst = dst
	err := e.catchUp()
	if err == nil {
		for i := range e.peers {
			e.peers[i].listed = 0
		}
		e.share()
		err = e.converse(w)
	}
	dst = world.Collect(e.plan.Workers, w, e.dst)
	e.dst, e.world, e.bodies = nil, nil, nil
	return dst, err
}

// cut makes the tasks: pairs of subtrees, or whole pairs for engines.
func (e *engine) cut(w *world.World) {
	if e.search.engine == nil {
		e.plan.Plan(w)
		return
	}
	slices.SortFunc(e.plan.Pairs, comparePairs) // so that a process keeps its pairs from frame to frame
	e.plan.Whole()
}

// open makes a pool unless there is one.
func (e *engine) open() {
	if e.pool == nil {
		e.pool = procs.New(e.command, nil)
		e.stop = runtime.AddCleanup(e, (*procs.Pool).Close, e.pool) // for detectors that are not closed
	}
}

// catchUp handles the messages since the last query: ends of processes and late answers.
func (e *engine) catchUp() error {
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
func (e *engine) share() {
	n := len(e.plan.Tasks)
	size := min(max(n/(len(e.peers)*spansPerPeer), 1), tasksPerSpan)
	if e.search.engine != nil { // all of a process's share at once, for the fronts that it keeps
		size = min((n+len(e.peers)-1)/len(e.peers), pairsPerSpan)
	}
	e.todo = e.todo[:0]
	for hi := n; hi > 0; hi -= size { // from the back, so that they go out in order
		e.todo = append(e.todo, span{max(hi-size, 0), hi})
	}
	e.giveAll()
}

// giveAll hands out the spans that no process has.
func (e *engine) giveAll() {
	for range len(e.peers[0].has) {
		for i := range e.peers {
			e.give(i)
		}
	}
}

// doRest does the remaining tasks when there is no process.
func (e *engine) doRest() {
	if e.search.engine != nil {
		e.plan.See(e.world)
	}
	for len(e.todo) > 0 && e.world.Control.Cause() == narrow.Running {
		s := e.todo[len(e.todo)-1]
		e.todo = e.todo[:len(e.todo)-1]
		e.plan.RunTasks(0, s.lo, s.hi)
	}
}
