package collide

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
)

// treeEngine is the method bvh: broad.Auto over the bodies, simultaneous
// descent over the two trees of each pair of meshes. A few pairs are cut into
// pairs of subtrees so that every worker has something to do.
type treeEngine struct {
	phase    broad.Auto
	pairs    []broad.Pair
	searches []narrow.Search
	tasks    []task
	cut      []narrow.NodePair
	workers  []worker
	world    *World
	// run is the method value, made once: a new closure a call would allocate.
	run  func(worker, lo, hi int)
	done meter
}

// task is a part of the work on one pair of bodies.
type task struct {
	pair  int32
	nodes narrow.NodePair
}

// tasksPerWorker balances the load when one pair is cut into pieces.
const tasksPerWorker = 32

func newTreeEngine(w *World) (Engine, error) {
	e := &treeEngine{phase: broad.Auto{Workers: w.Workers}, workers: make([]worker, w.Workers)}
	e.run = e.runTasks
	return e, nil
}

// Find implements Engine.
func (e *treeEngine) Find(w *World, dst []Contact) ([]Contact, error) {
	e.world = w
	begin(e.workers, w)
	e.pairs = w.Candidates(&e.phase, e.pairs[:0])
	e.plan(w)
	e.done.start(len(e.tasks), w.Progress)
	par.For(len(e.tasks), w.Workers, 1, e.run)
	return collect(e.workers, w, dst), nil
}

// plan prepares the searches and cuts them into tasks.
func (e *treeEngine) plan(w *World) {
	e.searches, e.tasks = e.searches[:0], e.tasks[:0]
	for i, p := range e.pairs {
		e.searches = append(e.searches, narrow.Search{})
		if !w.HasSolid(p) {
			e.searches[i].Set(w.Surface(int(p.A)), w.Surface(int(p.B)))
		}
	}
	want := w.Workers * tasksPerWorker / max(len(e.pairs), 1)
	for i, p := range e.pairs {
		if w.Workers == 1 || want < 2 || w.HasSolid(p) {
			e.tasks = append(e.tasks, task{pair: int32(i)})
			continue
		}
		s := &e.searches[i]
		e.cut = e.workers[0].Split(s, want, append(e.cut[:0], s.Root()))
		for _, n := range e.cut {
			e.tasks = append(e.tasks, task{int32(i), n})
		}
	}
}

func (e *treeEngine) runTasks(worker, lo, hi int) {
	t := &e.workers[worker]
	for _, k := range e.tasks[lo:hi] {
		p := e.pairs[k.pair]
		if e.world.HasSolid(p) {
			t.contacts = e.world.SolidPair(&t.Scratch, p, t.contacts)
		} else {
			t.pairs = t.Run(&e.searches[k.pair], k.nodes, t.pairs[:0])
			t.contacts = appendContacts(t.contacts, p, t.pairs)
		}
	}
	e.done.add(hi - lo)
}
