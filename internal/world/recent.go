package world

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
)

// recentPairs remembers which primitives of pairs of bodies were nearest, for as many pairs as there
// is room: each in the one place that its numbers allow. They are where the next search begins,
// as a candidate like any other.
type recentPairs [256]struct {
	bodies     broad.Pair
	primitives narrow.Pair
}

func placeOf(p broad.Pair) int { return int(uint32(p.A)*31+uint32(p.B)) % len(recentPairs{}) }

func (r *recentPairs) note(p broad.Pair, at narrow.Pair) {
	e := &r[placeOf(p)]
	e.bodies, e.primitives = p, at
}

// of returns the primitives of two meshes that were nearest, if they are remembered and there are
// still so many.
func (r *recentPairs) of(w *World, p broad.Pair) (at narrow.Pair, ok bool) {
	e := &r[placeOf(p)]
	if e.bodies != p || !w.mesh[p.A] || !w.mesh[p.B] {
		return at, false
	}
	at = e.primitives
	return at, int(at.A) < w.bodies[p.A].model.Triangles() && int(at.B) < w.bodies[p.B].model.Triangles()
}
