package engines

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// Trace implements world.Tracer.
func (e *Trees) Trace(w *world.World, t *world.Trace) {
	TraceSearches(w, e.Pairs, e.searches, t)
}

// TraceSearches follows descents over the trees of boxes.
func TraceSearches(w *world.World, pairs []broad.Pair, searches []narrow.Search, t *world.Trace) {
	var worker narrow.Worker
	for i, p := range pairs {
		if w.HasSolid(p) {
			continue
		}
		from := len(t.Trail.Ends)
		worker.Follow(&searches[i], &t.Trail)
		for _, n := range t.Trail.Ends[from:] {
			a, b := n.Nodes()
			t.Ends = append(t.Ends, world.BoxOf(p.A, &w.Surface(int(p.A)).Tree.Nodes[a].Box, false), world.BoxOf(p.B, &w.Surface(int(p.B)).Tree.Nodes[b].Box, false))
		}
	}
}

// Level implements world.Leveler.
func (e *Trees) Level(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool) {
	return LevelOfBoxes(w, dst, level, most)
}

// LevelOfBoxes is world.Leveler's Level for an engine that descends the surfaces' trees.
func LevelOfBoxes(w *world.World, dst []world.Volume, level, most int) ([]world.Volume, bool) {
	for i := range w.Len() {
		s := w.Surface(i)
		if s == nil || s.Tree == nil {
			continue
		}
		nodes := s.Tree.Nodes
		child := func(n int32) int32 { return ChildOf(nodes[n].IsLeaf(), nodes[n].Child) }
		var all bool
		dst, all = AppendLevel(dst, child, func(n int32) world.Volume { return world.BoxOf(int32(i), &nodes[n].Box, false) }, 0, level, most)
		if !all {
			return dst, false
		}
	}
	return dst, true
}

// ChildOf is 0 for a leaf: no child is a root.
func ChildOf(leaf bool, child int32) int32 {
	if leaf {
		return 0
	}
	return child
}

// AppendLevel appends the volumes that lie level levels below a node. A leaf above that
// level is appended in place of nodes below it.
func AppendLevel(dst []world.Volume, child func(int32) int32, volume func(int32) world.Volume, node int32, level, most int) ([]world.Volume, bool) {
	c := child(node)
	if level == 0 || c == 0 {
		if len(dst) >= most {
			return dst, false
		}
		return append(dst, volume(node)), true
	}
	dst, all := AppendLevel(dst, child, volume, c, level-1, most)
	if !all {
		return dst, false
	}
	return AppendLevel(dst, child, volume, c+1, level-1, most)
}
