package oocda

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// Rehouse implements world.Rehoused: the fronts of the other bodies stay.
func (e *engine) Rehouse(w *world.World, changed []int32) {
	e.bodies = append(e.bodies, make([]frontBody, w.Len()-len(e.bodies))...)
	gone := make(map[int32]bool, len(changed))
	for _, i := range changed {
		e.bodies[i], gone[i] = frontBody{}, true
	}
	kept := e.known[:0]
	for i := range e.known {
		if k := &e.known[i]; gone[k.pair.A] || gone[k.pair.B] {
			e.retire(&k.front)
		} else {
			kept = append(kept, *k)
		}
	}
	e.known = kept
}

// recall gives every pair of meshes the front that it left, by merging two
// ascending lists, and makes the tasks: the pieces whose slack is used up.
func (e *engine) recall(w *world.World) {
	e.next, e.tasks, e.due, e.rest.Pairs = e.next[:0], e.tasks[:0], e.due[:0], e.rest.Pairs[:0]
	e.solids = e.solids[:0]
	old := e.known
	for _, p := range e.pairs {
		if w.HasSolid(p) {
			e.planSolid(w, p)
			continue
		}
		if p.A == p.B {
			if w.NeedTree(int(p.A)) {
				e.rest.Pairs = append(e.rest.Pairs, p)
			}
			continue
		}
		for len(old) > 0 && broad.Precedes(old[0].pair, p) {
			e.retire(&old[0].front)
			old = old[1:]
		}
		k := frontPair{pair: p}
		if len(old) > 0 && old[0].pair == p {
			k.front, k.memory = old[0].front, old[0].memory
			old = old[1:]
			k.front.Advance(narrow.Approach(&e.bodies[p.A].drift, &e.bodies[p.B].drift))
		} else {
			k.front = e.recruit()
		}
		if e.opt.NoFront {
			k.front.Forget()
		}
		e.next = append(e.next, k)
		e.plan(w, int32(len(e.next)-1))
	}
	for i := range old {
		e.retire(&old[i].front)
	}
	e.known, e.next = e.next, e.known
}

// plan makes the tasks of a pair. If there are any, it loads the blocks of the pair's bodies
// and marks outdated volumes as due.
func (e *engine) plan(w *world.World, pair int32) {
	k := &e.next[pair]
	from := len(e.tasks)
	for i := range k.front.Pieces() {
		if e.opt.NoSlack || !k.front.Idle(i) {
			e.tasks = append(e.tasks, frontTask{pair: pair, piece: int32(i)})
		}
	}
	if len(e.tasks) == from {
		return
	}
	if !e.need(w, k.pair.A) || !e.need(w, k.pair.B) {
		e.tasks = e.tasks[:from]
	}
}

func (e *engine) recruit() narrow.Front {
	if n := len(e.spare); n > 0 {
		f := e.spare[n-1]
		e.spare = e.spare[:n-1]
		return f
	}
	return narrow.Front{}
}

func (e *engine) retire(f *narrow.Front) {
	f.Forget()
	e.spare = append(e.spare, *f)
}
