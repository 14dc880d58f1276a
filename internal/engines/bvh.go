package engines

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/world"
)

// Trees is the method bvh: broad.Auto over the bodies, simultaneous descent over the two
// trees of each pair of meshes. A few pairs are cut into pairs of subtrees so that every
// worker has something to do. Other engines use parts of it: they fill Pairs, call Plan and
// run the Tasks.
type Trees struct {
	Phase    broad.Auto
	Pairs    []broad.Pair
	Tasks    []Task
	Workers  []world.Worker
	World    *world.World
	Done     world.Meter
	Run      func(worker, lo, hi int) // RunTasks, made once: a new closure a call would allocate
	searches []narrow.Search
	cut      []narrow.NodePair
}

// Task is a part of the work on one pair of bodies.
type Task struct {
	Pair  int32 // an index of Pairs
	Nodes narrow.NodePair
}

// TasksPerWorker is the number of tasks per worker that a pair is cut into. It balances
// the workers' load.
const TasksPerWorker = 32

// NewTrees makes the method bvh.
func NewTrees(w *world.World) (world.Engine, error) {
	e := &Trees{}
	e.Prepare(w.Workers)
	e.Phase.Workers = w.Workers
	return e, nil
}

// Prepare makes the given number of workers.
func (e *Trees) Prepare(workers int) {
	e.Workers = make([]world.Worker, workers)
	e.Run = e.RunTasks
}

// Find implements world.Engine.
func (e *Trees) Find(w *world.World, dst []world.Contact) ([]world.Contact, error) {
	e.World = w
	world.Begin(e.Workers, w)
	e.Pairs = w.Candidates(&e.Phase, e.Pairs[:0])
	e.Plan(w)
	e.Done.Start(len(e.Tasks), w.Progress)
	par.For(len(e.Tasks), w.Workers, 1, e.Run)
	return world.Collect(e.Workers, w, dst), nil
}

// Ranging implements world.Measurer.
func (*Trees) Ranging() world.Ranging { return world.ByTrees }

// Rehouse implements world.Rehoused: nothing is kept of a body.
func (*Trees) Rehouse(*world.World, []int32) {}

// Plan prepares the searches and cuts them into tasks.
func (e *Trees) Plan(w *world.World) {
	e.See(w)
	e.Tasks = e.Tasks[:0]
	want := w.Workers * TasksPerWorker / max(len(e.Pairs), 1)
	for i, p := range e.Pairs {
		if w.Workers == 1 || want < 2 || w.HasSolid(p) {
			e.Tasks = append(e.Tasks, Task{Pair: int32(i)})
			continue
		}
		s := &e.searches[i]
		e.cut = e.Workers[0].Split(s, want, append(e.cut[:0], s.Root()))
		for _, n := range e.cut {
			e.Tasks = append(e.Tasks, Task{int32(i), n})
		}
	}
}

// Whole makes each of the Pairs a task, whose search See prepares.
func (e *Trees) Whole() {
	e.Tasks = e.Tasks[:0]
	for i := range e.Pairs {
		e.Tasks = append(e.Tasks, Task{Pair: int32(i)})
	}
}

// See sees the bodies of each of the Pairs in each other's frames: the searches that tasks
// begin with.
func (e *Trees) See(w *world.World) {
	e.searches = e.searches[:0]
	for i, p := range e.Pairs {
		e.searches = append(e.searches, narrow.Search{})
		if !w.HasSolid(p) {
			e.searches[i].Set(w.Surface(int(p.A)), w.Surface(int(p.B)))
		}
	}
}

// RunTasks does the tasks [lo, hi).
func (e *Trees) RunTasks(worker, lo, hi int) {
	for k := lo; k < hi; k++ {
		e.RunTask(e.World, &e.Workers[worker], &e.Tasks[k])
	}
	e.Done.Add(hi - lo)
}

// RunTask does a task. What it found of a pair of meshes is in the worker's Pairs, too.
func (e *Trees) RunTask(w *world.World, t *world.Worker, k *Task) {
	p := e.Pairs[k.Pair]
	if w.HasSolid(p) {
		t.Contacts = w.SolidPair(t, p, t.Contacts)
		return
	}
	t.Pairs = t.Run(&e.searches[k.Pair], k.Nodes, t.Pairs[:0])
	t.Keep(p)
}
