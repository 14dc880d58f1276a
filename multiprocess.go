package collide

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/narrow"
)

// ErrNoWorkers tells that the method multiprocess was asked for without
// Options.Worker: a library does not start its host program again.
var ErrNoWorkers = errors.New("no command line for worker processes: set Options.Worker")

// multiprocess is the method of that name, the "MPI" of the OOCDA paper: this
// process, the master, finds the pairs of bodies and cuts them into tasks; as many
// processes as there are workers search them. Meshes are sent once, poses with
// each frame. The tasks of a process that dies are done by the others or, when
// there are none, here.
type multiprocess struct {
	plan     treeEngine // broad phase and tasks; searches what nobody else does
	command  []string
	pool     *procs.Pool
	models   []*Model
	versions []int
	poses    []geom.Pose // that the processes know
	peers    []peer
	todo     []span // tasks that nobody has
	greeted  bool   // a process has shown that it is a worker
	frame    uint64
	msg      []byte
	tick     *time.Ticker
	stop     runtime.Cleanup
	// of the running query
	world   *World
	dst     []Contact
	stopped time.Time // when the processes were told to stop
}

// peer is what the master knows of a process.
type peer struct {
	alive bool
	has   [2]span // tasks it was given, in order
	n     int
}

// span is the tasks [lo, hi).
type span struct{ lo, hi int }

const (
	spansPerPeer = 8
	tasksPerSpan = 256
	// patience is how long a process may take to answer once the query is over.
	patience = time.Second
)

func newMultiprocess(w *World) (Engine, error) {
	if len(w.Worker) == 0 {
		return nil, ErrNoWorkers
	}
	e := &multiprocess{command: w.Worker, tick: time.NewTicker(5 * time.Millisecond)}
	e.tick.Stop()
	e.plan.workers = make([]worker, 1)
	return e, nil
}

// Close ends the processes.
func (e *multiprocess) Close() error {
	if e.pool != nil {
		e.stop.Stop()
		e.pool.Close()
		e.pool = nil
	}
	return nil
}

// Find implements Engine.
func (e *multiprocess) Find(w *World, dst []Contact) ([]Contact, error) {
	e.world, e.plan.world = w, w
	begin(e.plan.workers, w)
	e.plan.pairs = w.Candidates(&e.plan.phase, e.plan.pairs[:0])
	if len(e.plan.pairs) == 0 || w.Control.Poll() != narrow.Running {
		return dst, nil
	}
	if err := e.start(w); err != nil {
		return dst, err
	}
	e.plan.plan(w)
	e.plan.done.start(len(e.plan.tasks), w.Progress)
	if err := e.sendFrame(w); err != nil {
		return dst, err
	}
	e.dst = dst
	e.share()
	err := e.converse(w)
	dst = collect(e.plan.workers, w, e.dst)
	e.dst, e.world = nil, nil
	return dst, err
}

// start starts the processes unless they run, and sends them the bodies.
func (e *multiprocess) start(w *World) error {
	if e.pool != nil {
		return nil
	}
	pool, err := procs.Start(e.command, w.Workers, nil)
	if err != nil {
		return fmt.Errorf("starting %q: %w", e.command[0], err)
	}
	e.pool = pool
	e.stop = runtime.AddCleanup(e, (*procs.Pool).Close, pool) // for detectors that nobody closes
	e.peers = make([]peer, pool.Len())
	for i := range e.peers {
		e.peers[i].alive = true
	}
	e.models, e.versions, e.poses = nil, nil, nil
	seen := map[*Model]bool{}
	for i := range w.bodies {
		if m := w.bodies[i].model; m != nil && !seen[m] {
			seen[m] = true
			e.models, e.versions = append(e.models, m), append(e.versions, m.version)
		}
		e.poses = append(e.poses, geom.Identity)
	}
	e.msg = appendBodies(procs.Begin(e.msg, sayBodies), w, e.models)
	return e.tellAll()
}

// tellAll sends e.msg to every process that is alive.
func (e *multiprocess) tellAll() error {
	if err := procs.Finish(e.msg); err != nil {
		return err
	}
	for i := range e.peers {
		if e.peers[i].alive {
			e.pool.Send(i, e.msg)
		}
	}
	return nil
}

// sendFrame tells all processes what has changed since the last frame.
func (e *multiprocess) sendFrame(w *World) error {
	e.frame++
	var flags byte
	if w.First {
		flags |= flagFirst
	}
	if w.Control.Limited() {
		flags |= flagLimited
	}
	b := append(wire.AppendUint64(procs.Begin(e.msg, sayFrame), e.frame), flags)
	count, at := uint32(0), len(b)
	b = wire.AppendUint32(b, 0)
	for i, m := range e.models {
		if m.version != e.versions[i] {
			e.versions[i] = m.version
			b = appendVecs(wire.AppendUint32(b, uint32(i)), m.mesh.Vertices)
			count++
		}
	}
	wire.PutUint32(b[at:], count)
	count, at = 0, len(b)
	b = wire.AppendUint32(b, 0)
	for i := range w.bodies {
		if p := &w.bodies[i].pose; *p != e.poses[i] {
			e.poses[i] = *p
			b = appendPose(wire.AppendUint32(b, uint32(i)), p)
			count++
		}
	}
	wire.PutUint32(b[at:], count)
	e.msg = b
	return e.tellAll()
}

// share cuts the tasks into spans and hands out the first.
func (e *multiprocess) share() {
	n := len(e.plan.tasks)
	size := min(max(n/(len(e.peers)*spansPerPeer), 1), tasksPerSpan)
	e.todo = e.todo[:0]
	for hi := n; hi > 0; hi -= size { // from the back, so that they go out in order
		e.todo = append(e.todo, span{max(hi-size, 0), hi})
	}
	e.stopped = time.Time{}
	for range len(e.peers[0].has) {
		for i := range e.peers {
			e.give(i)
		}
	}
}

// give hands a process its next span, if it has room for one.
func (e *multiprocess) give(i int) {
	p := &e.peers[i]
	if !p.alive || p.n == len(p.has) || len(e.todo) == 0 || !e.stopped.IsZero() {
		return
	}
	s := e.todo[len(e.todo)-1]
	e.todo = e.todo[:len(e.todo)-1]
	p.has[p.n] = s
	p.n++
	b := wire.AppendUint32(wire.AppendUint64(procs.Begin(e.msg, sayTasks), e.frame), uint32(s.lo))
	b = wire.AppendUint32(b, uint32(s.hi-s.lo))
	for _, t := range e.plan.tasks[s.lo:s.hi] {
		b = appendTask(b, e.plan.pairs[t.pair], t.nodes)
	}
	e.msg = b
	e.send(i)
}

// send sends e.msg, which is short, to one process.
func (e *multiprocess) send(i int) {
	if err := procs.Finish(e.msg); err != nil {
		panic(err) // a few thousand bytes
	}
	e.pool.Send(i, e.msg)
}

// converse hears the processes out until all tasks are done or given up.
func (e *multiprocess) converse(w *World) error {
	e.tick.Reset(5 * time.Millisecond)
	defer e.tick.Stop()
	for {
		busy, alive := e.count()
		if !busy && (len(e.todo) == 0 || !e.stopped.IsZero()) {
			return nil
		}
		if alive == 0 {
			if !e.greeted {
				return fmt.Errorf("%q ended without a word: it is no worker", e.command[0])
			}
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
		}
		if cause := w.Control.Cause(); cause != narrow.Running && e.halt(cause) {
			return nil
		}
	}
}

// count tells whether a process has tasks, and how many are alive.
func (e *multiprocess) count() (busy bool, alive int) {
	for i := range e.peers {
		if e.peers[i].alive {
			alive++
			busy = busy || e.peers[i].n > 0
		}
	}
	return busy, alive
}

// hear acts on what a process says.
func (e *multiprocess) hear(m procs.Message) error {
	if m.Err != nil {
		e.lose(m.From)
		return nil
	}
	defer e.pool.Release(m)
	d := procs.NewDecoder(m.Data)
	var err error
	switch m.Kind {
	case sayHello:
		if got := d.Text(); got != protocol {
			err = fmt.Errorf("it says %q, expected %q", got, protocol)
		}
		e.greeted = true
	case sayClaim:
		n := 0
		if e.stopped.IsZero() {
			n = e.world.Control.Claim()
		}
		e.msg = wire.AppendUint32(procs.Begin(e.msg, sayGrant), uint32(n))
		e.send(m.From)
	case sayResult:
		err = e.result(m.From, &d)
	default:
		err = fmt.Errorf("%w: kind %d", procs.ErrFormat, m.Kind)
	}
	if err == nil {
		return nil
	}
	e.abandon()
	return fmt.Errorf("%q is no worker of this program's version: %w", e.command[0], err)
}

// result takes in the contacts of a span.
func (e *multiprocess) result(from int, d *procs.Decoder) error {
	p := &e.peers[from]
	frame, lo := d.Uint64(), d.Uint32()
	if frame != e.frame || p.n == 0 || int(lo) != p.has[0].lo {
		return fmt.Errorf("%w: result of task %d of frame %d", procs.ErrFormat, lo, frame)
	}
	var counted Stats
	decodeCounters(d, &counted)
	kept := len(e.dst)
	for range d.Count(16) {
		e.dst = append(e.dst, decodeContact(d))
	}
	if err := d.End(); err != nil {
		e.dst = e.dst[:kept]
		return err
	}
	s := e.world.Stats
	s.BVTests, s.PrimitiveTests = s.BVTests+counted.BVTests, s.PrimitiveTests+counted.PrimitiveTests
	s.Adaptive, s.Exact = s.Adaptive+counted.Adaptive, s.Exact+counted.Exact
	e.plan.done.add(p.has[0].hi - p.has[0].lo)
	p.has[0] = p.has[1]
	p.n--
	if e.world.First && len(e.dst) > kept {
		e.world.Control.Stop(narrow.Found)
	}
	e.give(from)
	return nil
}

// lose takes the tasks of a process that has ended back; nothing of them was
// heard yet, since a span's result comes in one message.
func (e *multiprocess) lose(i int) {
	p := &e.peers[i]
	e.world.Stats.WorkersLost++
	e.todo = append(e.todo, p.has[:p.n]...)
	*p = peer{}
	for range len(p.has) {
		for k := range e.peers {
			e.give(k)
		}
	}
}

// halt ends a query early; true means that nobody is waited for any more. An
// interruption kills the processes, as the program may be about to end; the next
// query starts new ones. Otherwise they are told to stop, and killed if they do
// not answer.
func (e *multiprocess) halt(cause narrow.Cause) bool {
	switch {
	case cause == narrow.Interrupted:
		e.abandon()
		return true
	case e.stopped.IsZero():
		e.stopped = time.Now()
		e.msg = wire.AppendUint64(procs.Begin(e.msg, sayStop), e.frame)
		for i := range e.peers {
			if e.peers[i].n > 0 {
				e.send(i)
			}
		}
	case time.Since(e.stopped) > patience:
		for i := range e.peers {
			if e.peers[i].n > 0 {
				e.pool.Kill(i)
			}
		}
	}
	return false
}

// abandon kills all processes.
func (e *multiprocess) abandon() {
	e.stop.Stop()
	e.pool.Stop()
	e.pool = nil
}

// doRest does what is left when no process is.
func (e *multiprocess) doRest() {
	for _, s := range e.todo {
		e.plan.runTasks(0, s.lo, s.hi)
	}
	e.todo = e.todo[:0]
}
