package volumes

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// Ranging implements world.Measurer: distances are searched in the hierarchies in which contacts are.
func (e *volumeEngine[V, P]) Ranging() world.Ranging { return world.ByOwn }

// LoadPair implements world.OwnMeasurer.
func (e *volumeEngine[V, P]) LoadPair(w *world.World, p broad.Pair) bool {
	return e.loadTree(w, p.A) && e.loadTree(w, p.B)
}

// NearPair implements world.OwnMeasurer.
func (e *volumeEngine[V, P]) NearPair(w *world.World, p broad.Pair, old narrow.NearSearch) narrow.NearSearch {
	s, ok := old.(*narrow.NearVolumes[V, P])
	if !ok {
		s = new(narrow.NearVolumes[V, P])
	}
	a, b := w.Surface(int(p.A)), w.Surface(int(p.B))
	if e.inWorld {
		s.SetWorld(a, b, e.trees[p.A], e.trees[p.B])
	} else {
		s.SetLocal(a, b, e.trees[p.A], e.trees[p.B])
	}
	return s
}
