package world

import (
	"slices"
	"sync/atomic"

	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
)

// KindQuery asks for the kind of all contacts of bodies A and B.
type KindQuery struct {
	A, B     int
	Contacts []Contact
	Of       KindOf
	// doubtful reports that the kind presupposes that the poses have not made one of the meshes intersect itself.
	doubtful bool
}

// fewContacts is how many contacts one goroutine judges, or joins to pieces, sooner than several are awake: at about a
// microsecond each.
const fewContacts = 256

// crew is how many workers are worth their while for so many contacts.
func (w *World) crew(contacts int) int {
	if contacts < fewContacts {
		return 1
	}
	return w.Workers
}

// Answer answers queries, shared out over the workers. Where the search is stopped the kinds that are not known yet are
// undecided. An answer does not depend on the other queries or the number of workers.
func (k *Kinds) Answer(w *World, queries []KindQuery) {
	ready, contacts := k.ready(w, queries), 0
	for i := range queries {
		q := &queries[i]
		q.Of, q.doubtful = KindOf{}, false
		if contacts += len(q.Contacts); !ready {
			q.Of.Reason = ended
		}
	}
	if !ready {
		return
	}
	workers := w.crew(contacts)
	k.begin(w, workers)
	if workers == 1 { // without the memory of a closure
		for i := range queries {
			k.look(w, &queries[i])
		}
	} else {
		par.For(len(queries), workers, 1, func(worker, i, _ int) { k.of(worker).look(w, &queries[i]) })
	}
	k.doubt(w, queries, workers)
	for i := range workers {
		tally := &k.of(i).judge.Tally
		w.Stats.Adaptive += tally.Adaptive
		w.Stats.Exact += tally.Exact
	}
}

// of is what a worker works with.
func (k *Kinds) of(worker int) *Kinds {
	if worker == 0 {
		return k
	}
	return &k.helpers[worker-1]
}

// begin readies the workers.
func (k *Kinds) begin(w *World, workers int) {
	for len(k.helpers) < workers-1 {
		k.helpers = append(k.helpers, Kinds{})
	}
	for i := range workers {
		j := k.of(i)
		j.Exhaustive = k.Exhaustive
		j.judge.Tally.Keep()
		j.judge.Tally.Reset()
		j.judge.Stop, j.judge.Exhaustive = w.stop, k.Exhaustive
	}
}

// ready finds out about the meshes of all queries, several at a time, and gives their surfaces their trees. It returns false if the
// search was stopped before.
func (k *Kinds) ready(w *World, queries []KindQuery) bool {
	k.missing = k.missing[:0]
	for i := range queries {
		for _, body := range [2]int{queries[i].A, queries[i].B} {
			if m := w.bodies[body].model; m != nil && !m.isJudged() {
				k.missing = append(k.missing, m)
			}
		}
	}
	if len(k.missing) > 0 && !w.judgeModels(k.missing, (*Model).judge) {
		return false
	}
	for i := range queries {
		if !w.NeedTree(queries[i].A) || !w.NeedTree(queries[i].B) {
			return false
		}
	}
	return true
}

// isJudged reports whether all is known about a mesh that kinds ask.
func (m *Model) isJudged() bool {
	v := m.solid.Load()
	return v != nil && m.leaves.Load() != nil && (v.Flaw(narrow.ByWinding) != "" || m.shells.Load() != nil)
}

// judgeModels judges models, the largest first, unless the search is stopped before. The list may have a
// model several times; the build goes on with those that were begun.
func (w *World) judgeModels(list []*Model, judge func(m *Model, workers int)) bool {
	slices.SortFunc(list, func(a, b *Model) int { return b.Triangles() - a.Triangles() })
	seen, total := map[*Model]bool{}, 0
	var models []*Model
	for _, m := range list {
		if !seen[m] {
			seen[m], models, total = true, append(models, m), total+m.Triangles()
		}
	}
	var over atomic.Bool
	workers := w.Workers
	defer over.Store(true)
	return w.await(total, func() {
		par.For(len(models), workers, 1, func(_, i, _ int) {
			if !over.Load() {
				judge(models[i], max(1, workers/len(models)))
			}
		})
	})
}

// judge makes isJudged true.
func (m *Model) judge(workers int) {
	m.leafTriangles(workers)
	if m.Solid(workers).Flaw(narrow.ByWinding) == "" {
		m.Shells(workers)
	}
}

// doubt takes back the kinds that no common point proves where a pose has broken a mesh.
func (k *Kinds) doubt(w *World, queries []KindQuery, workers int) {
	k.mark(w, queries)
	if workers == 1 {
		for _, i := range k.doubtful {
			k.inspect(w, int(i))
		}
	} else {
		par.For(len(k.doubtful), workers, 1, func(_, i, _ int) { k.inspect(w, int(k.doubtful[i])) })
	}
	for i := range queries {
		if q := &queries[i]; q.doubtful {
			k.settle(w, q)
		}
	}
}

// mark lists the meshes that kinds depend on.
func (k *Kinds) mark(w *World, queries []KindQuery) {
	for len(k.intact) < len(w.bodies) {
		k.intact = append(k.intact, intact{})
	}
	for len(k.marked) < len(w.bodies) {
		k.marked = append(k.marked, false)
	}
	k.doubtful = k.doubtful[:0]
	for i := range queries {
		for _, body := range [2]int{queries[i].A, queries[i].B} {
			if queries[i].doubtful && !k.marked[body] && w.bodies[body].model != nil {
				k.marked[body], k.doubtful = true, append(k.doubtful, int32(body))
			}
		}
	}
	for _, body := range k.doubtful {
		k.marked[body] = false
	}
}

// inspect finds out whether a mesh is broken at its pose.
func (k *Kinds) inspect(w *World, i int) {
	if k.intact[i].is(&w.bodies[i]) {
		return
	}
	var own Kinds
	if _, ok := own.prepare(w, 0, i); ok {
		k.broken(w, i, &own.bodies[0])
	}
}

// settle takes a kind back if one of the meshes is broken, or not known to be whole.
func (k *Kinds) settle(w *World, q *KindQuery) {
	for _, i := range [2]int{q.A, q.B} {
		switch known := &k.intact[i]; {
		case w.bodies[i].model == nil:
		case !known.is(&w.bodies[i]):
			q.Of = KindOf{Kind: kind.Undecided, Reason: ended}
			return
		case known.flaw != "":
			q.Of = KindOf{Reason: known.flaw}
			return
		}
	}
}
