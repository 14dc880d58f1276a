package world

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
)

// ofSolid is look where a solid takes part.
func (k *Kinds) ofSolid(w *World, query *KindQuery) {
	a, b, of := query.A, query.B, &query.Of
	for _, i := range [2]int{a, b} {
		if flaw := k.hollow(w, i); flaw != "" {
			*of = KindOf{Kind: kind.Surface, Crossing: k.passes(w, a, b, query.Contacts), Reason: quote.Name(w.bodies[i].name) + " " + flaw}
			return
		}
	}
	if w.bodies[a].model == nil && w.bodies[b].model == nil {
		p, q := w.solidOf(a), w.solidOf(b)
		of.Kind, of.Reason = k.judge.OfSolids(&p, &q)
		of.Equal = of.Kind == kind.Penetrate && k.judge.Same(&p, &q)
		return
	}
	mesh, solid := w.MeshOf(broad.Pair{A: int32(a), B: int32(b)})
	prepared, ok := k.prepare(w, 0, int(mesh))
	switch {
	case !ok:
		of.Reason = ended
		return
	case prepared.Kind == kind.Surface:
		prepared.Crossing = k.passes(w, a, b, query.Contacts)
		*of = prepared
		return
	case prepared.Reason != "":
		*of = prepared
		return
	}
	s := w.solidOf(int(solid))
	k.touch(int(mesh) == a, query.Contacts)
	of.Kind, of.Reason = k.judge.OfSolid(&s, &k.bodies[0], k.touched)
	query.doubtful = !k.judge.Proven() && of.Kind != kind.Undecided
}

// hollow returns why a solid has no inside, in words that follow its name; "" for one
// that has and for a mesh.
func (k *Kinds) hollow(w *World, i int) string {
	b := &w.bodies[i]
	switch {
	case b.model != nil:
		return ""
	case b.half != nil:
		return ""
	case b.hull == nil && !(w.radius(int32(i)) > 0):
		return "has no interior: its radius is 0"
	case b.hull != nil && !k.judge.Tally.HullSolid(b.hull):
		return "has no interior: its corners lie in one plane"
	}
	return ""
}

// solidOf returns a solid as it is in the world.
func (w *World) solidOf(i int) kind.Solid {
	return kind.Solid{Ball: w.bodies[i].sphere, Half: w.bodies[i].half, Hull: w.bodies[i].hull, Axial: w.bodies[i].axial}
}

// touch collects the triangles of a mesh that touch a solid.
func (k *Kinds) touch(first bool, contacts []Contact) {
	k.touched = k.touched[:0]
	for _, c := range contacts {
		if first {
			k.touched = append(k.touched, c.TriA)
		} else {
			k.touched = append(k.touched, c.TriB)
		}
	}
}

// passes reports whether one of two bodies reaches through the surface of the other: a sphere or
// a box is among them, and one has no interior.
func (k *Kinds) passes(w *World, a, b int, contacts []Contact) bool {
	switch {
	case w.bodies[a].model != nil:
		return k.meshPasses(w, b, w.bodies[a].surface, true, contacts)
	case w.bodies[b].model != nil:
		return k.meshPasses(w, a, w.bodies[b].surface, false, contacts)
	case k.hollow(w, a) == "":
		a, b = b, a
	}
	p, q := w.solidOf(a), w.solidOf(b)
	k.faces = p.Faces(k.faces[:0])
	if k.hollow(w, b) == "" {
		return k.judge.FacesPass(&q, k.faces)
	}
	for _, t := range q.Faces(nil) {
		if k.judge.PiercesOne(k.faces, &t) {
			return true
		}
	}
	return false
}

// meshPasses is passes for a solid and a mesh, the first of the two or the second.
func (k *Kinds) meshPasses(w *World, solid int, mesh *narrow.Surface, first bool, contacts []Contact) bool {
	k.touch(first, contacts)
	s := w.solidOf(solid)
	if k.hollow(w, solid) == "" {
		return k.judge.Passes(&s, mesh, k.touched)
	}
	k.faces = s.Faces(k.faces[:0])
	return k.judge.PassesFaces(k.faces, mesh, k.touched)
}
