package oocda

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// solidWorker is what a goroutine needs for pairs with a sphere or a box.
type solidWorker struct {
	search    narrow.BlockSolid
	triangles []uint32
}

// planSolid makes a mesh and a sphere or a box a task of their own. They have no front: a
// descent of eight volumes a step begins at the root in each frame.
func (e *engine) planSolid(w *world.World, p broad.Pair) {
	if w.TwoSolids(p) {
		e.rest.Pairs = append(e.rest.Pairs, p)
		return
	}
	if mesh, _ := w.MeshOf(p); e.need(w, mesh) {
		e.solids = append(e.solids, p)
	}
}

// runSolids searches pairs of a mesh and a sphere or a box.
func (e *engine) runSolids(worker, lo, hi int) {
	t, own := &e.rest.Workers[worker], &e.own[worker]
	for _, p := range e.solids[lo:hi] {
		if e.world.Control.Cause() != narrow.Running {
			break
		}
		mesh, solid := e.world.MeshOf(p)
		e.prepare(worker, mesh)
		own.solid.search.Set(e.world.Primitive(solid), e.origin)
		own.solid.triangles = own.solid.search.Touching(&t.Worker, e.level, &e.bodies[mesh].posed, own.solid.triangles[:0])
		t.Contacts = e.world.AppendSolidContacts(t.Contacts, p, own.solid.triangles)
	}
	e.rest.Done.Add(hi - lo)
}

// traceSolids follows the descents of runSolids; the second volume of an end is the sphere or
// the box.
func (e *engine) traceSolids(w *world.World, t *world.Trace) {
	var worker narrow.Worker
	for _, p := range e.solids {
		mesh, solid := w.MeshOf(p)
		e.volume(w, mesh, 0) // sets the volumes where they are outdated
		s := &e.own[0].solid.search
		s.Set(w.Primitive(solid), e.origin)
		from := len(t.Trail.Ends)
		s.Follow(&worker, e.level, &e.bodies[mesh].posed, &t.Trail)
		for _, n := range t.Trail.Ends[from:] {
			t.Ends = append(t.Ends, e.volume(w, mesh, n.A), w.SolidVolume(solid))
		}
	}
}

// need loads a body's blocks and marks its volumes as due if they are outdated. It returns
// false if the search was stopped before.
func (e *engine) need(w *world.World, i int32) bool {
	b := &e.bodies[i]
	if b.posed.Shape == nil {
		blocks := blocksOf(w, int(i))
		if blocks == nil {
			return false
		}
		b.posed.Take(blocks.shape, &blocks.corners)
		b.kind, b.stale = blocks.kind, true
	}
	if b.stale && b.state.Load() == volumesSet {
		b.state.Store(volumesDue)
		e.due = append(e.due, i)
	}
	return true
}
