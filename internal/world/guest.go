package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
)

// guest is the memory of a body that is in the world for one query alone: the last one, which
// no engine sees and no pair is permitted with.
type guest struct {
	surface [1]narrow.Surface
	hull    [1]predicate.Hull
	axial   [1]predicate.Axial
	half    [1]predicate.HalfSpace
}

// residents returns the boxes of the bodies that are no guests.
func (w *World) residents() []geom.AABB { return w.boxes[:len(w.boxes)-w.guests] }

// invite adds a guest after Begin and returns its index, or an error that leaves the world as it
// was. dismiss must follow. A search that is stopped leaves a mesh without its tree.
func (w *World) invite(g *guest, b *Body) (int, error) {
	g.surface[0] = narrow.Surface{}
	room := slabs{surfaces: g.surface[:], hulls: g.hull[:], axials: g.axial[:], halves: g.half[:]}
	p := body{name: b.Name}
	if err := p.take(b.Shape, &room); err != nil {
		return 0, err
	}
	i := len(w.bodies)
	w.guests++
	w.bodies, w.boxes, w.mesh, w.stamps = append(w.bodies, p), append(w.boxes, geom.EmptyAABB()), append(w.mesh, p.model != nil), append(w.stamps, 0)
	err := w.setPose(i, &b.Pose)
	if err == nil && p.model != nil {
		_, err = w.updateSurface(i)
	}
	if err != nil {
		w.dismiss()
	}
	return i, err
}

// dismiss removes the guest.
func (w *World) dismiss() {
	i := len(w.bodies) - 1
	w.bodies[i] = body{}
	w.guests--
	w.bodies, w.boxes, w.mesh, w.stamps = w.bodies[:i], w.boxes[:i], w.mesh[:i], w.stamps[:i]
}
