package volumes

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/engines"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/internal/world"
)

// Trace implements world.Tracer.
func (e *volumeEngine[V, P]) Trace(w *world.World, t *world.Trace) {
	var worker narrow.Worker
	var d narrow.Descent[V, P]
	for i, p := range e.pairs {
		if w.HasSolid(p) {
			e.traceSolid(w, &worker, p, t)
			continue
		}
		from := len(t.Trail.Ends)
		d.Follow(&worker, &e.searches[i], &t.Trail)
		for _, n := range t.Trail.Ends[from:] {
			a, b := n.Nodes()
			t.Ends = append(t.Ends, volumeOf[V, P](p.A, &e.trees[p.A].Nodes[a].Volume, e.inWorld), volumeOf[V, P](p.B, &e.trees[p.B].Nodes[b].Volume, e.inWorld))
		}
	}
}

// traceSolid follows the descent of a mesh's hierarchy for a sphere or a box, which is the
// second volume of each end.
func (e *volumeEngine[V, P]) traceSolid(w *world.World, worker *narrow.Worker, p broad.Pair, t *world.Trace) {
	if w.TwoSolids(p) {
		return
	}
	mesh, solid := w.MeshOf(p)
	s := &e.solids[0].search
	e.prepareSolid(s, p)
	from := len(t.Trail.Ends)
	s.Follow(worker, &t.Trail)
	for _, n := range t.Trail.Ends[from:] {
		t.Ends = append(t.Ends, volumeOf[V, P](mesh, &e.trees[mesh].Nodes[n.A].Volume, e.inWorld), w.SolidVolume(solid))
	}
}

// volumeOf describes a volume; of a Sphere-OBB it is the box.
func volumeOf[V any, P tree.Volume[V]](body int32, v *V, inWorld bool) world.Volume {
	switch v := any(v).(type) {
	case *volume.Ball:
		return world.Volume{Body: body, InWorld: inWorld, Kind: world.BallVolume, Center: v.Center, Radius: v.Radius}
	case *volume.OBB:
		return world.OrientedOf(body, v, inWorld)
	case *volume.SphereOBB:
		return world.OrientedOf(body, &v.OBB, inWorld)
	case *volume.DOP:
		return world.DOPOf(body, v, inWorld)
	}
	box := P(v).Bounds()
	return world.BoxOf(body, &box, inWorld)
}

// Level implements world.Leveler.
func (e *volumeEngine[V, P]) Level(_ *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool) {
	for i, t := range e.trees {
		if t == nil {
			continue
		}
		child := func(n int32) int32 { return engines.ChildOf(t.Nodes[n].IsLeaf(), t.Nodes[n].Child) }
		var all bool
		dst, all = engines.AppendLevel(dst, child, func(n int32) world.Volume { return volumeOf[V, P](int32(i), &t.Nodes[n].Volume, e.inWorld) }, 0, level, most)
		if !all {
			return dst, false
		}
	}
	return dst, true
}
