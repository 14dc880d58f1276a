package world

import (
	"context"
	"slices"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
)

// Overlapping finds the bodies that share a point with one that is no body of the world. The
// zero value is ready. It allocates nothing once its buffers have grown, except for
// containment.
type Overlapping struct {
	// Solid makes containment in closed meshes count; Orient is its rule.
	Solid  bool
	Orient narrow.Orientation
	// Exhaustive makes it test all primitives of the bodies whose boxes meet that of the shape.
	Exhaustive bool
	// Found are the bodies of the last call, ascending.
	Found []int
	// Undecided is the first of Open reasons why a body was left undecided.
	Undecided string
	Open      int

	tree   boxTree
	guest  guest
	worker Worker
	search narrow.Search
	solids Containment
	nearby []int
	visit  func(i int32)
	// found ends the search of a pair; its steps are the world's.
	found narrow.Control
	claim func() int
	world *World
}

// Find fills Found with the bodies that share a point with a body. Begin must have been called;
// what is left undone is in Control. An error is one of World.Add.
func (o *Overlapping) Find(w *World, b *Body) error {
	o.begin(w)
	i, err := w.invite(&o.guest, b)
	if err != nil {
		return err
	}
	defer w.dismiss()
	if w.Control.Cause() == narrow.Running {
		o.near(w, i)
	}
	slices.Sort(o.nearby)
	for _, k := range o.nearby {
		if w.Control.Cause() != narrow.Running {
			break
		}
		if o.overlaps(broad.Pair{A: int32(k), B: int32(i)}) {
			o.Found = append(o.Found, k)
		}
	}
	w.Stats.count(&o.worker.Worker)
	o.world = nil
	return nil
}

// near lists the bodies that the guest may touch: half spaces and those whose boxes its box meets.
func (o *Overlapping) near(w *World, guest int) {
	if w.bodies[guest].half != nil {
		for i := range w.residents() {
			o.nearby = append(o.nearby, i)
		}
		return
	}
	o.tree.each(w, &o.worker.Worker, &w.boxes[guest], o.visit)
	for _, h := range w.halves {
		if !slices.Contains(o.nearby, int(h)) {
			o.nearby = append(o.nearby, int(h))
		}
	}
}

func (o *Overlapping) begin(w *World) {
	if o.visit == nil {
		o.visit = func(i int32) { o.nearby = append(o.nearby, int(i)) }
		o.claim = func() int { return o.world.Control.Claim() }
	}
	o.world, o.nearby, o.Found, o.Undecided, o.Open = w, o.nearby[:0], o.Found[:0], "", 0
	o.worker.Control, o.worker.First, o.worker.Contacts = &w.Control, true, o.worker.Contacts[:0]
	o.worker.Begin()
	o.solids.Orient = o.Orient
}

// overlaps tests a body and the guest.
func (o *Overlapping) overlaps(p broad.Pair) bool {
	w := o.world
	if w.bodies[p.A].removed || !w.NeedTree(int(p.A)) || !w.NeedTree(int(p.B)) {
		return false
	}
	if o.touch(p) {
		return true
	}
	if !o.Solid || w.Control.Poll() != narrow.Running {
		return false
	}
	side, why := o.solids.side(w, p)
	if why != "" {
		if o.Open++; o.Open == 1 {
			o.Undecided = why
		}
	}
	return side != Neither
}

// touch reports whether a primitive of one body shares a point with one of the other.
func (o *Overlapping) touch(p broad.Pair) bool {
	w, t := o.world, &o.worker
	o.found.Reset(context.Background(), 0, 0)
	o.found.Delegate(o.claim)
	t.Control = &o.found
	defer func() { t.Control = &w.Control }()
	switch {
	case o.Exhaustive:
		o.touchEvery(p)
	case w.HasSolid(p):
		t.Contacts = w.SolidPair(t, p, t.Contacts[:0])
		o.doubt(p, len(t.Contacts) > 0)
	default:
		o.search.Set(w.bodies[p.A].surface, w.bodies[p.B].surface)
		t.Pairs = t.Run(&o.search, o.search.Root(), t.Pairs[:0])
	}
	return o.found.Cause() == narrow.Found
}

// doubt notes that nothing is known of a pair.
func (o *Overlapping) doubt(p broad.Pair, touch bool) {
	if why := o.world.doubt(&o.worker, p); !touch && why != "" {
		if o.Open++; o.Open == 1 {
			o.Undecided = why
		}
	}
}

func (o *Overlapping) touchEvery(p broad.Pair) {
	w := o.world
	if w.TwoSolids(p) {
		o.doubt(p, false)
	}
	for i := range w.Primitives(int(p.A)) {
		for j := range w.Primitives(int(p.B)) {
			if w.Touch(&o.worker, p, uint32(i), uint32(j)); o.found.Cause() != narrow.Running {
				return
			}
		}
	}
}
