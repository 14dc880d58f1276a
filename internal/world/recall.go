package world

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
)

// Recaller is an engine that may know the answer to a query from those before it.
type Recaller interface {
	Engine
	// Recall is asked before Find, and before surfaces and boxes are brought up to date, which takes most of the time of a query about
	// bodies that have moved little. It returns false where Find is to search.
	Recall(w *World, dst []Contact) ([]Contact, bool)
}

// Recall lets the engine answer the query that Start started from what it knows of those before. It returns false where
// Ready and Find are to follow: where the engine does not know, or steps are counted, or pairs are proposed, or a mesh was deformed and may
// have left the range of float64. The clock is not read: that would take as long as such a query.
func (w *World) Recall(e Recaller, dst []Contact) ([]Contact, bool) {
	if w.Control.Cause() != narrow.Running || w.Control.Limited() || w.few.proposes || w.deformed() {
		return dst, false
	}
	return e.Recall(w, dst)
}

// deformed reports whether the range of a mesh has not been checked since its vertices changed.
func (w *World) deformed() bool {
	for i, m := range w.mesh {
		if m && w.bodies[i].checked != w.bodies[i].model.version {
			return true
		}
	}
	return false
}

// Still tests a contact of an earlier query again, for a query with First: it reports whether the primitives touch, if there are such
// and their bodies are to be tested.
func (w *World) Still(t *Worker, c Contact) bool {
	p := broad.Pair{A: int32(c.BodyA), B: int32(c.BodyB)}
	return w.Names(c) && (p.A != p.B || w.Self) && w.counts(p) && w.readySurfaces(p) && w.Touch(t, p, c.TriA, c.TriB)
}

// readySurfaces brings the surface of a mesh next to a solid up to date; two meshes are tested by their poses alone. It returns
// false where Ready has to say why it cannot.
func (w *World) readySurfaces(p broad.Pair) bool {
	if !w.HasSolid(p) {
		return true
	}
	for _, i := range [2]int32{p.A, p.B} {
		if b := &w.bodies[i]; b.model != nil && b.version != b.model.version {
			if done, err := w.updateSurface(int(i)); !done || err != nil {
				return false
			}
			w.moves++
		}
	}
	return true
}

// Recalled notes which pairs of bodies an answer is about that was recalled.
func (w *World) Recalled(pairs []broad.Pair) {
	w.Stats.BroadPhase = "recalled"
	w.passed(pairs, 0, false)
	if w.Progress != nil {
		w.Progress(1)
	}
}

// PosedMesh returns where a mesh body is, for what is kept of its surface.
func (w *World) PosedMesh(i int32) narrow.PosedMesh {
	b := &w.bodies[i]
	return narrow.PosedMesh{Mesh: b.model.mesh, Pose: &b.pose, Version: b.model.version}
}
